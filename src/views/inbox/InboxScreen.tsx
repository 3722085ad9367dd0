import { useSelector } from '@xstate/react'
import { ArrowLeft, ChevronLeft, ChevronRight, RotateCw } from 'lucide-react'
import { Link, useLocation, useSearch } from 'wouter'
import { useEffects } from '../../effects'
import type { InboxRef } from '../../machines/inbox/inbox'
import { doNotReply, inboxActs, inbox as inboxLogic } from '../../machines/inbox/inbox.actors'
import { atHandle } from '../../schemas/handle'
import { mentionStates, type Watch } from '../../schemas/inbox/inbox'
import * as words from '../../schemas/inbox/inbox.words'
import { type InboxFilter, inboxFilterQuery, readInboxFilter } from '../../schemas/inbox/inboxFilter'
import { homePath } from '../../schemas/paths'
import { backToHome } from '../../schemas/shell/shell.words'
import { useComposerActor } from '../composer/useComposerActor'
import { useReplyFlow } from '../shell/logicContext'
import { useScreenActor } from '../shell/screenActor'
import { Button, buttonClass, EmptyState, FailedState, Field, PageHeader, Select, TableLoading } from '../ui'
import { useWarmUp } from '../ui/states/lazy'
import { DoNotReply } from './DoNotReply'
import { Mentions } from './Mentions'
import { Questions } from './Questions'
import { useAnswering } from './useAnswering'
import { Watches } from './Watches'

/** The filter is in the address, so that Back and a reload keep it. */
const InboxScreen = () => {
  const [path, navigate] = useLocation()
  const inbox = useScreenActor(inboxLogic, { filter: readInboxFilter(useSearch()), opened: [] })
  const acts = useScreenActor(inboxActs)
  const people = useScreenActor(doNotReply)
  useComposerActor()
  useEffects(inbox)
  useEffects(people)
  const answer = useAnswering(useReplyFlow(), acts, ({ id }) => navigate(`${homePath}?mention=${id}`))
  const filter = useSelector(inbox, ({ context }) => context.filter)
  const isAbsent = useSelector(inbox, (snapshot) => snapshot.matches({ list: 'absent' }))
  const isWriting = useSelector(acts, (snapshot) => snapshot.hasTag('writing'))
  const watches = useSelector(inbox, ({ context }) => context.latest?.watches)
  return (
    <>
      <PageHeader
        title="Inbox"
        lead={words.lead}
        actions={
          <Link href={homePath} className={buttonClass()}>
            <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
            {backToHome}
          </Link>
        }
      />
      {isAbsent ? (
        <EmptyState>{words.absent}</EmptyState>
      ) : (
        <div className="max-lg:in-order grid grid-cols-1 items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <section aria-label="Mentions">
            <Filters
              filter={filter}
              watches={watches ?? []}
              onChange={(change) => navigate(path + inboxFilterQuery({ ...filter, ...change }), { replace: true })}
            />
            <List
              inbox={inbox}
              isWriting={isWriting}
              onAnswer={answer}
              onShun={(mention) => acts.send({ type: 'author.shun', mention })}
            />
          </section>
          <div className="in-order flex flex-col gap-8">
            {watches ? <Watches acts={acts} watches={watches} /> : null}
            <DoNotReply people={people} />
          </div>
        </div>
      )}
      <Questions acts={acts} />
    </>
  )
}

interface FiltersProps {
  filter: InboxFilter
  watches: Watch[]
  onChange: (change: Partial<InboxFilter>) => void
}

const Filters = ({ filter, watches, onChange }: FiltersProps) => (
  <div className="mb-3.5 flex flex-wrap gap-2">
    <Field label="Show" labelHidden className="max-sm:flex-1">
      <Select
        value={filter.state}
        onChange={({ currentTarget: { value } }) =>
          onChange({ state: mentionStates.find((each) => each === value) ?? 'all' })
        }
      >
        {Object.entries(words.states).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
    <Field label="Account" labelHidden className="max-sm:flex-1">
      <Select value={filter.account_id} onChange={({ currentTarget: { value } }) => onChange({ account_id: value })}>
        <option value="">{words.allAccounts}</option>
        {filter.account_id === '' ||
        watches.some(({ account_id }) => String(account_id) === filter.account_id) ? null : (
          <option value={filter.account_id}>{words.anotherAccount}</option>
        )}
        {watches.map(({ account_id, account_username }) => (
          <option key={account_id} value={account_id}>
            {atHandle(account_username)}
          </option>
        ))}
      </Select>
    </Field>
  </div>
)

type ListProps = { inbox: InboxRef } & Pick<Parameters<typeof Mentions>[0], 'isWriting' | 'onAnswer' | 'onShun'>

const List = ({ inbox, ...acts }: ListProps) => {
  const shown = useSelector(inbox, ({ context }) => context.shown)
  const { state, account_id } = useSelector(inbox, ({ context }) => context.filter)
  const arrived = useSelector(inbox, ({ context }) => context.arrived)
  const problem = useSelector(inbox, ({ context }) => context.problem)
  const isFailed = useSelector(inbox, (snapshot) => snapshot.matches({ list: 'failed' }))
  const cursor = useSelector(inbox, ({ context }) => context.cursor)
  useWarmUp(shown !== undefined || isFailed)
  const isWhole = state === 'unread' && account_id === ''
  const reload = () => inbox.send({ type: 'list.reload' })
  if (isFailed) return <FailedState onRetry={reload}>{problem?.reason}</FailedState>
  if (!shown) return <TableLoading />
  return (
    <>
      <div className="mb-2 flex min-h-9 flex-wrap items-center gap-x-3 text-sm text-ink-2">
        <p role="status">
          {isWhole ? null : (
            <>
              <Count>{shown.total}</Count> {words.countedAs[state]},{' '}
            </>
          )}
          <Count>{shown.unread}</Count> {isWhole ? words.waiting : words.waitingInTotal}
        </p>
        {problem ? (
          <Button tone="quiet" size="sm" icon={RotateCw} onClick={reload}>
            {words.outdated}
          </Button>
        ) : null}
        {arrived > 0 ? (
          <Button tone="soft" size="sm" onClick={() => inbox.send({ type: 'arrivals.show' })}>
            {words.showNew(arrived)}
          </Button>
        ) : null}
        <Undo inbox={inbox} />
      </div>
      {shown.mentions.length === 0 ? (
        <EmptyState>{words.empty[state]}</EmptyState>
      ) : (
        <Mentions inbox={inbox} mentions={shown.mentions} {...acts} />
      )}
      {cursor !== undefined || shown.next !== null ? (
        <div className="mt-4 flex justify-between gap-2">
          <Button
            icon={ChevronLeft}
            disabled={cursor === undefined}
            onClick={() => inbox.send({ type: 'page.open', cursor: undefined })}
          >
            Newest
          </Button>
          <Button
            icon={ChevronRight}
            disabled={shown.next === null}
            onClick={() => inbox.send({ type: 'page.open', cursor: shown.next ?? undefined })}
          >
            Older
          </Button>
        </div>
      ) : null}
    </>
  )
}

const Count = ({ children }: { children: number }) => (
  <strong className="font-semibold text-ink tabular-nums">{children.toLocaleString()}</strong>
)

const Undo = ({ inbox }: { inbox: InboxRef }) => {
  const dismissed = useSelector(inbox, ({ context }) => context.dismissed)
  if (!dismissed) return null
  return (
    <span className="flex items-center gap-1">
      {words.dismissed(atHandle(dismissed.author_username))}
      <Button tone="quiet" size="sm" onClick={() => inbox.send({ type: 'mention.restore', id: dismissed.id })}>
        Undo
      </Button>
    </span>
  )
}

export default InboxScreen
