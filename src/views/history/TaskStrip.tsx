import { useSelector } from '@xstate/react'
import { CircleAlert, CircleCheck, CircleDashed, CloudOff, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { Link } from 'wouter'
import type { TaskFollowRef } from '../../machines/history/taskFollow'
import { atHandle } from '../../schemas/handle'
import * as words from '../../schemas/history/history.words'
import { situationOf } from '../../schemas/history/situation'
import {
  countsOf,
  failuresOf,
  hasShares,
  isSummaryAtRest,
  needsPerson,
  subjectOf,
  waitsForManual,
} from '../../schemas/history/taskOutcome'
import type { TaskItem, TaskSummary } from '../../schemas/history/tasks'
import { manualPath, taskPath } from '../../schemas/paths'
import { useTaskFollow } from '../shell/logicContext'
import { Ours } from '../shell/metaContext'
import { Button, IconButton } from '../ui/Button'
import { cx } from '../ui/cx'
import { Meter } from '../ui/Meter'
import { Spinner } from '../ui/states/Spinner'
import { SituationNote } from './SituationNote'
import { TaskProblem } from './TaskProblem'

const TaskStrip = () => {
  const follow = useTaskFollow()
  const tasks = useSelector(follow, ({ context }) => context.tasks)
  const isStale = useSelector(follow, ({ context }) => context.isStale)
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const ended = tasks.filter(isSummaryAtRest)
  const inNeed = ended.filter(needsPerson)
  const running = tasks.length - ended.length
  const [leading] = inNeed.length > 0 ? inNeed : tasks.filter((task) => !isSummaryAtRest(task)).concat(ended)
  if (!leading) return null
  const others = tasks.length - 1
  const isUnheard = isStale && running > 0
  const outcomes = ended.map((task) => `${subjectOf(task)}: ${countsOf(task)}.`)
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={cx(
          'inline-flex min-h-9 min-w-0 items-center gap-2 rounded-full px-3 text-xs font-semibold transition-colors coarse:min-h-ctl forced-colors:border',
          inNeed.length > 0
            ? inNeed.every(waitsForManual)
              ? 'bg-warn-soft text-warn-ink'
              : 'bg-danger-soft text-danger-ink'
            : running > 0
              ? 'bg-primary-soft text-primary-ink'
              : ended.every(isCancelled)
                ? 'bg-neutral-soft text-neutral-ink'
                : 'bg-success-soft text-success-ink',
        )}
      >
        <Mark task={leading} isStale={isStale} />
        <span className="truncate max-sm:hidden">{subjectOf(leading)}:</span>
        <span className="line-clamp-2 min-w-0 text-left tabular-nums sm:line-clamp-1">{countsOf(leading)}</span>
        {others > 0 ? (
          <span className="shrink-0">
            +{others}
            <span className="sr-only"> {words.more}</span>
          </span>
        ) : null}
      </button>
      <p role="status" className="sr-only">
        {(isUnheard ? [...outcomes, words.stale] : outcomes).join(' ')}
      </p>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="fixed inset-auto top-16 right-4 m-0 w-[min(26rem,calc(100vw-2rem))] rounded-lg border border-line bg-raised p-4 text-ink shadow-3 md:right-6"
      >
        <h2 className="text-md">{running > 0 ? words.sendingNow : words.justSent}</h2>
        {isUnheard ? <p className="mt-1 text-sm text-ink-2">{words.stale}</p> : null}
        <ul className="mt-2 flex max-h-80 flex-col overflow-y-auto">
          {tasks.map((task) => (
            <TaskRow
              key={task.id}
              task={task}
              isStale={isStale}
              follow={follow}
              onFollow={() => panel.current?.hidePopover()}
            />
          ))}
        </ul>
        {ended.length > 1 ? (
          <Button size="sm" tone="quiet" className="mt-2" onClick={() => follow.send({ type: 'outcomes.dismiss' })}>
            {words.dismissAll}
          </Button>
        ) : null}
      </div>
    </>
  )
}

interface TaskRowProps {
  task: TaskSummary
  isStale: boolean
  follow: TaskFollowRef
  onFollow: () => void
}

const TaskRow = ({ task, isStale, follow, onFollow }: TaskRowProps) => {
  const isEnded = isSummaryAtRest(task)
  const dismiss = () => follow.send({ type: 'outcome.dismiss', task_id: task.id })
  return (
    <li className="flex items-start gap-2.5 border-t border-line py-2.5 text-sm first:border-t-0">
      <span className="mt-0.5">
        <Mark task={task} isStale={isStale} />
      </span>
      <div className="min-w-0 flex-1">
        <Link
          href={taskPath(task.id)}
          className="text-link font-semibold"
          onClick={() => {
            onFollow()
            if (isEnded) dismiss()
          }}
        >
          {subjectOf(task)}
        </Link>
        {task.post?.text ? (
          <p dir="auto" className="truncate text-xs text-ink-2">
            {task.post.text}
          </p>
        ) : null}
        <p className="text-xs tabular-nums">
          {countsOf(task)}
          {(task.handed_over ?? 0) > 0 ? (
            <>
              {' · '}
              <Link href={manualPath} className="text-link font-semibold" onClick={onFollow}>
                {words.postManually}
              </Link>
            </>
          ) : null}
        </p>
        {task.error ? (
          <p className="text-xs text-danger-ink wrap-anywhere">
            <TaskProblem error={task.error} paused={task.paused} />
          </p>
        ) : null}
        {task.urgent_item && !task.error ? <Urgent item={task.urgent_item} /> : null}
        {hasShares(task) ? (
          <Meter
            total={task.total_items}
            label={countsOf(task)}
            parts={[
              { value: task.completed, tone: 'success' },
              { value: failuresOf(task), tone: 'danger' },
            ]}
            className="mt-1"
          />
        ) : null}
      </div>
      {isEnded ? (
        <IconButton icon={X} label={words.dismiss(subjectOf(task))} onClick={dismiss} />
      ) : mayBeQueued(task) ? (
        <Ours>
          <Button
            size="sm"
            aria-label={words.cancelQueuedOf(subjectOf(task))}
            onClick={() => follow.send({ type: 'queued.cancel', task_id: task.id })}
          >
            Cancel queued
          </Button>
        </Ours>
      ) : null}
    </li>
  )
}

const Urgent = ({ item }: { item: TaskItem }) => {
  const situation = situationOf(item)
  return (
    <div className="text-xs wrap-anywhere">
      {situation.error ? (
        <p>
          <bdi className="font-semibold">{atHandle(item.twitter_username)}</bdi> {situation.error}
        </p>
      ) : null}
      <SituationNote situation={situation} />
    </div>
  )
}

/** The summary does not show how many items still wait, so the answer may be wrong. */
const mayBeQueued = ({ pending, needs_review = 0, handed_over = 0 }: TaskSummary): boolean =>
  pending > needs_review + handed_over

const isCancelled = ({ status }: TaskSummary): boolean => status === 'cancelled'

/** No spinner while updates are missing. */
const Mark = ({ task, isStale }: { task: TaskSummary; isStale: boolean }) => {
  if (!isSummaryAtRest(task)) {
    return isStale ? <CloudOff aria-hidden="true" className="size-4 shrink-0 text-ink-2" /> : <Spinner />
  }
  const Icon = needsPerson(task) ? CircleAlert : isCancelled(task) ? CircleDashed : CircleCheck
  const well = isCancelled(task) ? 'text-neutral-ink' : 'text-success'
  const tone = !needsPerson(task) ? well : waitsForManual(task) ? 'text-warn-ink' : 'text-danger'
  return <Icon aria-hidden="true" className={cx('size-4 shrink-0', tone)} />
}

export default TaskStrip
