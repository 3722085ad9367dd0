import { useSelector } from '@xstate/react'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import { useEffects } from '../../effects'
import { ownAccount } from '../../machines/security/operators.actors'
import type { Me } from '../../schemas/operators'
import { homePath } from '../../schemas/paths'
import * as words from '../../schemas/security.words'
import { backToHome } from '../../schemas/shell.words'
import { useScreenActor } from '../shell/screenActor'
import { buttonClass, EmptyState, FailedState, PageHeader, TableLoading } from '../ui'
import { LazyPart } from '../ui/LazyPart'
import { lazy } from '../ui/lazy'
import { StaleNote } from '../ui/StaleNote'
import { AdministratorNotice } from './AdministratorNotice'
import { PasswordForm } from './PasswordForm'
import { Sessions } from './Sessions'

const SendSettings = lazy(() => import('../queue/SendSettings'))
const Allowances = lazy(() => import('../usage/Allowances'))
const ApiTokens = lazy(() => import('./ApiTokens'))
const NewAnswers = lazy(() => import('./NewAnswers'))
const Operators = lazy(() => import('./Operators'))
const OwnGrants = lazy(() => import('./OwnGrants'))
const WhoCameIn = lazy(() => import('./WhoCameIn'))
const SecondFactor = lazy(() => import('./SecondFactor'))

const AccountScreen = () => {
  const flow = useScreenActor(ownAccount)
  useEffects(flow)
  const account = useSelector(flow, ({ context }) => context.account)
  const isFailed = useSelector(flow, (snapshot) => snapshot.matches('failed'))
  const isStale = useSelector(flow, (snapshot) => snapshot.matches({ shown: 'stale' }))
  const isAbsent = useSelector(flow, (snapshot) => snapshot.matches('absent'))
  const mustEnrol = account?.me.must_enrol === true
  const reload = () => flow.send({ type: 'page.reload' })
  return (
    <>
      <PageHeader
        title="Your account"
        lead={account ? <WhoIsSignedIn me={account.me} /> : '\u00a0'}
        actions={
          mustEnrol ? null : (
            <Link href={homePath} className={buttonClass()}>
              <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
              {backToHome}
            </Link>
          )
        }
      />
      {account ? (
        <div className="in-order grid grid-cols-1 gap-10">
          {isStale ? <StaleNote what="Your account" onRetry={reload} /> : null}
          {account.me.notice && !mustEnrol ? <AdministratorNotice flow={flow} /> : null}
          {mustEnrol ? <p role="status">{words.factorFirst}</p> : <PasswordForm flow={flow} />}
          <LazyPart>
            <SecondFactor onEnrolled={reload} isRequired={mustEnrol} />
          </LazyPart>
          <Sessions flow={flow} sessions={account.sessions} />
          {mustEnrol ? null : (
            <LazyPart>
              <SendSettings />
              <ApiTokens />
              {account.me.is_admin ? null : <OwnGrants />}
              <Allowances />
            </LazyPart>
          )}
          {account.me.is_admin && !mustEnrol ? (
            <LazyPart>
              <Operators me={account.me} />
              <WhoCameIn />
              <NewAnswers />
            </LazyPart>
          ) : null}
          <p className="text-sm text-ink-2">{`Version ${import.meta.env.VERSION}`}</p>
        </div>
      ) : isFailed ? (
        <FailedState onRetry={reload}>{words.accountNotLoaded}</FailedState>
      ) : isAbsent ? (
        <EmptyState kind="noMatch" title={words.noAccountDetails} />
      ) : (
        <TableLoading />
      )}
    </>
  )
}

const WhoIsSignedIn = ({ me: { username, email } }: { me: Me }) => (
  <span className="wrap-anywhere">
    <bdi>{username}</bdi>, <bdi>{email}</bdi>
    {words.isSignedIn}
  </span>
)

export default AccountScreen
