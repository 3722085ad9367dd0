import { useSelector } from '@xstate/react'
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Link } from 'wouter'
import type { TaskWatchRef } from '../../machines/history/taskWatch'
import { webAddress } from '../../schemas/base'
import * as words from '../../schemas/history.words'
import { accountPath, byHandPath } from '../../schemas/paths'
import type { Attempt, TaskItem } from '../../schemas/tasks'
import { Button, Time } from '../ui'
import { CopyButton } from '../ui/CopyButton'
import { useFocusHeir } from '../ui/useFocusHeir'
import { Decision } from './Decision'
import { Revision } from './Revision'
import { StepsButton } from './StepsButton'
import { toldFirst } from './toldFirst'

export interface ItemOutcomeProps {
  item: TaskItem
  goesOnAt: string | undefined
  watch: TaskWatchRef
  none: ReactNode
}

export const ItemOutcome = ({ item, goesOnAt, watch, none }: ItemOutcomeProps) => {
  const attempts = item.attempts ?? []
  const intent = webAddress(item.intent_url)
  const says = Boolean(item.error || item.against_verdict || item.next_step || goesOnAt)
  const outcome = useRef<HTMLDivElement>(null)
  const focusHeir = useFocusHeir(() => outcome.current)
  const cancel = { type: 'item.decide', item_id: item.id, decision: { action: 'cancel' } } as const
  const canCancel = useSelector(watch, (snapshot) => snapshot.can(cancel))
  const handOver = { type: 'item.decide', item_id: item.id, decision: { action: 'hand_over' } } as const
  const canHandOver = useSelector(watch, (snapshot) => snapshot.can(handOver))
  const opening = toldFirst(() => {
    const told = { type: 'item.decide', item_id: item.id, decision: { action: 'opened' } } as const
    const canTell = watch.getSnapshot().can(told)
    if (canTell) watch.send(told)
    return canTell
  })
  return (
    <div ref={outcome} tabIndex={-1} {...focusHeir} className="flex flex-col items-start gap-1.5 wrap-anywhere">
      {item.error ? (
        <p className={item.status === 'failed' ? 'max-md:text-danger-ink' : undefined}>{item.error}</p>
      ) : null}
      {item.against_verdict ? <p className="text-xs text-ink-2">{item.against_verdict}</p> : null}
      {item.next_step ? <p className="text-xs text-ink-2">{item.next_step}</p> : null}
      {goesOnAt ? (
        <p className="text-xs text-ink-2">
          {item.status === 'unknown' ? words.checkedAt : words.resumesAt} <Time value={goesOnAt} />
        </p>
      ) : null}
      {item.is_of_account && item.account_id ? (
        <Link
          href={accountPath(item.account_id)}
          className="inline-flex min-h-6 items-center text-link text-xs font-semibold"
        >
          {words.checkAccount(item.twitter_username)}
        </Link>
      ) : null}
      {item.can_edit && item.content && item.account_id ? (
        <Revision reply={{ reply_id: item.reply_id, content: item.content }} accountId={item.account_id} />
      ) : null}
      {item.status === 'needs_review' ? <Decision item={item} watch={watch} /> : null}
      {item.can_cancel ? (
        <Button size="sm" tone="quiet" disabled={!canCancel} onClick={() => watch.send(cancel)}>
          Cancel
        </Button>
      ) : null}
      {item.can_hand_over ? (
        <Button size="sm" tone="quiet" disabled={!canHandOver} onClick={() => watch.send(handOver)}>
          {words.postManually}
        </Button>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 empty:hidden">
        {intent && item.status === 'handed_over' ? (
          <a
            href={intent}
            target="_blank"
            rel="noreferrer"
            {...opening}
            className="inline-flex min-h-6 items-center gap-1.5 self-start text-link text-xs font-semibold"
          >
            <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
            {words.openInX}
          </a>
        ) : null}
        {item.status === 'handed_over' ? (
          <Link
            href={`${byHandPath}?item=${encodeURIComponent(item.id)}`}
            className="inline-flex min-h-6 items-center text-link text-xs font-semibold"
          >
            {intent ? words.postItManually : words.enterOutcome}
          </Link>
        ) : null}
        {item.error ? (
          <CopyButton text={item.error} what={words.copyError(String(item.twitter_username ?? item.reply_id))} />
        ) : null}
        {attempts.length > 1 || (attempts.length > 0 && says) ? <Attempts attempts={attempts} /> : null}
        {item.attempts ? <StepsButton watch={watch} item={item} /> : says ? null : none}
      </div>
    </div>
  )
}

const Attempts = ({ attempts }: { attempts: Attempt[] }) => (
  <details className="text-xs text-ink-2">
    <summary className="min-h-6 leading-6 text-link">{words.attempts(attempts.length)}</summary>
    <ol className="mt-1.5 flex flex-col gap-1.5">
      {attempts.map((attempt) => (
        <li key={attempt.started_at}>
          <Time value={attempt.started_at} />
          {': '}
          {attempt.http_status === null ? attempt.outcome : `${attempt.outcome} (${attempt.http_status})`}
          {attempt.detail ? <span className="block">{attempt.detail}</span> : null}
        </li>
      ))}
    </ol>
  </details>
)
