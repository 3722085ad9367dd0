import { useSelector } from '@xstate/react'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useParams } from 'wouter'
import { useEffects } from '../../effects'
import { ownAccount } from '../../machines/security/operators.actors'
import type { OwnAccount, OwnAccountRef } from '../../machines/security/ownAccount'
import { isSettingsPage, settings, settingsTitles } from '../../routes'
import { type SettingsPage, settingsPagePath } from '../../schemas/paths'
import * as words from '../../schemas/security/security.words'
import { isOurs } from '../../schemas/system'
import { AdministratorNotice } from '../security/AdministratorNotice'
import { PasswordForm } from '../security/PasswordForm'
import { Sessions } from '../security/Sessions'
import { NotFound } from '../shell/LazyNotFound'
import { useMeta } from '../shell/metaContext'
import { useScreenActor } from '../shell/screenActor'
import { cx, EmptyState, FailedState, PageHeader, TableLoading } from '../ui'
import { LazyPart } from '../ui/states/LazyPart'
import { lazy } from '../ui/states/lazy'
import { StaleNote } from '../ui/states/StaleNote'
import { Sending } from './Sending'

const AccessLog = lazy(() => import('../security/AccessLog'))
const Allowances = lazy(() => import('../usage/Allowances'))
const ApiTokens = lazy(() => import('../security/ApiTokens'))
const NewAnswers = lazy(() => import('../security/NewAnswers'))
const Operators = lazy(() => import('../security/Operators'))
const OwnGrants = lazy(() => import('../security/OwnGrants'))
const SecondFactor = lazy(() => import('../security/SecondFactor'))
const Spent = lazy(() => import('./Spent'))

const SettingsScreen = () => {
  const { page = 'profile' } = useParams()
  return isSettingsPage(page) ? <Settings page={page} /> : <NotFound homeHref={settings.path} inConsole />
}

export default SettingsScreen

export const Settings = ({ page }: { page: SettingsPage }) => {
  const flow = useScreenActor(ownAccount)
  useEffects(flow)
  const account = useSelector(flow, ({ context }) => context.account)
  const isStale = useSelector(flow, (snapshot) => snapshot.matches({ shown: 'stale' }))
  const isAdmin = account?.me.is_admin === true
  const mustEnrol = account?.me.must_enrol === true
  const isPlain = !isOurs(useMeta())
  const shown = mustEnrol ? 'security' : isPlain ? 'sending' : page
  return (
    <>
      <PageHeader title={settings.title('')} />
      <div
        className={cx(
          'grid grid-cols-1 gap-x-10 gap-y-5',
          administrators.includes(shown)
            ? 'md:grid-cols-[9rem_minmax(0,1fr)] xl:grid-cols-[12.5rem_minmax(0,1fr)]'
            : 'md:grid-cols-[9rem_minmax(0,44rem)] xl:grid-cols-[12.5rem_minmax(0,44rem)]',
        )}
      >
        {mustEnrol || isPlain ? <span /> : <Pages page={shown} isAdmin={isAdmin} />}
        <div className="in-order grid min-w-0 grid-cols-1 content-start gap-10">
          {isStale ? <StaleNote what="Settings" onRetry={() => flow.send({ type: 'page.reload' })} /> : null}
          {shown === 'sending' ? (
            <Sending />
          ) : account ? (
            <Page page={shown} flow={flow} account={account} />
          ) : (
            <WithoutAccount flow={flow} />
          )}
        </div>
      </div>
    </>
  )
}

const own: readonly SettingsPage[] = ['profile', 'security', 'sending', 'usage', 'tokens']
const administrators: readonly SettingsPage[] = ['operators', 'sign-in-log']

/** Links beside the page; below 48rem one button that shows them. */
const Pages = ({ page, isAdmin }: { page: SettingsPage; isAdmin: boolean }) => {
  const links = (
    <>
      <PageLinks pages={own} current={page} />
      {isAdmin ? (
        <>
          <p className="mt-4 mb-1 px-3 text-xs text-ink-3">{words.administrator}</p>
          <PageLinks pages={administrators} current={page} />
        </>
      ) : null}
    </>
  )
  return (
    <>
      <nav aria-label="Settings" className="self-start max-md:hidden md:sticky md:top-19 short:static">
        {links}
      </nav>
      <details key={page} className="group rounded-md border border-line-strong md:hidden">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-3 text-sm [&::-webkit-details-marker]:hidden">
          <span className="text-ink-2">{words.section}</span>
          <b className="flex-1 font-semibold">{settingsTitles[page]}</b>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 group-open:rotate-180" />
        </summary>
        <nav aria-label="Settings" className="border-t border-line p-1.5">
          {links}
        </nav>
      </details>
    </>
  )
}

const PageLinks = ({ pages, current }: { pages: readonly SettingsPage[]; current: SettingsPage }) => (
  <ul>
    {pages.map((page) => (
      <li key={page}>
        <Link
          href={settingsPagePath(page)}
          aria-current={page === current ? 'page' : undefined}
          className={cx(
            'flex min-h-10 items-center rounded-md px-3 text-sm font-semibold coarse:min-h-11',
            page === current ? 'bg-primary-soft text-primary-ink' : 'text-ink-2 hover:bg-sunken',
          )}
        >
          {settingsTitles[page]}
        </Link>
      </li>
    ))}
  </ul>
)

interface PageProps {
  page: Exclude<SettingsPage, 'sending'>
  flow: OwnAccountRef
  account: OwnAccount
}

const Page = ({ page, flow, account: { me, sessions } }: PageProps): ReactNode => {
  const reload = () => flow.send({ type: 'page.reload' })
  switch (page) {
    case 'profile':
      return (
        <>
          {me.notice ? <AdministratorNotice flow={flow} /> : null}
          <section aria-labelledby="profile-heading">
            <h2 id="profile-heading" className="text-lg">
              {settingsTitles.profile}
            </h2>
            <dl className="mt-3 divide-y divide-line border-y border-line text-sm">
              <Fact name="User name" value={me.username} />
              <Fact name="Email" value={me.email} />
              <Fact name="Role" value={me.is_admin ? words.administrator : words.operator} />
              <Fact name="Version" value={`${import.meta.env.VERSION} (${import.meta.env.BUILD})`} />
            </dl>
          </section>
        </>
      )
    case 'security':
      return (
        <>
          {me.must_enrol ? <p role="status">{words.factorFirst}</p> : <PasswordForm flow={flow} />}
          <LazyPart>
            <SecondFactor onEnrolled={reload} isRequired={me.must_enrol === true} />
          </LazyPart>
          <Sessions flow={flow} sessions={sessions} />
          {me.is_admin || me.must_enrol ? null : (
            <LazyPart>
              <OwnGrants />
            </LazyPart>
          )}
        </>
      )
    case 'usage':
      return (
        <LazyPart>
          <Allowances />
          <Spent />
        </LazyPart>
      )
    case 'tokens':
      return (
        <LazyPart>
          <ApiTokens />
        </LazyPart>
      )
    default:
      return me.is_admin ? (
        <ForAdministrators page={page} account={{ me, sessions }} />
      ) : (
        <EmptyState kind="noMatch" title={words.onlyAdministrators} />
      )
  }
}

const ForAdministrators = ({ page, account: { me } }: { page: 'operators' | 'sign-in-log'; account: OwnAccount }) => (
  <LazyPart>
    {page === 'operators' ? (
      <>
        <Operators me={me} />
        <NewAnswers />
      </>
    ) : (
      <section aria-labelledby="sign-in-log-heading">
        <h2 id="sign-in-log-heading" className="text-lg">
          {words.signInLog}
        </h2>
        <p className="mb-3 text-sm text-ink-2">{words.signInLogLead}</p>
        <AccessLog />
      </section>
    )}
  </LazyPart>
)

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div className="flex gap-4 py-2.5">
    <dt className="w-28 shrink-0 text-ink-2">{name}</dt>
    <dd className="min-w-0 font-semibold wrap-anywhere">
      <bdi>{value}</bdi>
    </dd>
  </div>
)

const WithoutAccount = ({ flow }: { flow: OwnAccountRef }) => {
  const isFailed = useSelector(flow, (snapshot) => snapshot.matches('failed'))
  const isAbsent = useSelector(flow, (snapshot) => snapshot.matches('absent'))
  if (isFailed)
    return <FailedState onRetry={() => flow.send({ type: 'page.reload' })}>{words.settingsNotLoaded}</FailedState>
  return isAbsent ? <EmptyState kind="noMatch" title={words.noAccountDetails} /> : <TableLoading />
}
