import { useSelector } from '@xstate/react'
import { Check, Undo2, X } from 'lucide-react'
import { Link } from 'wouter'
import { useEffects, useEmitted } from '../../effects'
import { taskWatch } from '../../machines/history/history.actors'
import type { TaskWatchRef } from '../../machines/history/taskWatch'
import * as words from '../../schemas/composer/composer.words'
import type { SentResult as Sent } from '../../schemas/composer/draft'
import { atHandle } from '../../schemas/handle'
import { cancelQueued } from '../../schemas/history/history.words'
import { urgencyOf } from '../../schemas/history/historyTable'
import { situationOf } from '../../schemas/history/situation'
import { isCancelled, isHeld, isWhole } from '../../schemas/history/taskOutcome'
import type { TaskItem } from '../../schemas/history/tasks'
import { historyPath, manualPath, taskPath } from '../../schemas/paths'
import { ItemActions } from '../history/ItemActions'
import { PostedLink } from '../history/PostedLink'
import { RetryButtons } from '../history/RetryButtons'
import { SituationNote } from '../history/SituationNote'
import { TaskMeter } from '../history/TaskMeter'
import { TaskProblem } from '../history/TaskProblem'
import { isCovered, isTyping, useShortcut } from '../shell/palette/shortcut'
import { useScreenActor } from '../shell/screenActor'
import { Button, cx, Time } from '../ui'
import { Status } from '../ui/states/Status'
import { BottomBar } from './BottomBar'
import { PhoneThread, ThreadRail } from './Thread'

interface SentResultProps {
  sent: Sent
  onDismiss: () => void
  onUndone: () => void
}

const SentResult = ({ sent, onDismiss, onUndone }: SentResultProps) =>
  sent.task_id === undefined ? (
    <BottomBar>
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 text-sm sm:text-md">
          {words.sentIn}
          <Link href={historyPath} className="text-link font-semibold">
            History
          </Link>
          .
        </p>
        <Done onDismiss={onDismiss} />
      </div>
    </BottomBar>
  ) : (
    <LiveResult key={String(sent.task_id)} taskId={String(sent.task_id)} onDismiss={onDismiss} onUndone={onUndone} />
  )

export default SentResult

const Done = ({ onDismiss }: { onDismiss: () => void }) => (
  <Button icon={Check} onClick={onDismiss}>
    Done
  </Button>
)

const LiveResult = ({ taskId, onDismiss, onUndone }: Omit<SentResultProps, 'sent'> & { taskId: string }) => {
  const watch = useScreenActor(taskWatch, { task_id: taskId })
  useEffects(watch)
  useEmitted(watch, 'task.takenBack', onUndone)
  const task = useSelector(watch, ({ context }) => context.task)
  const items = task?.items
  const isStale = useSelector(watch, ({ context }) => context.isStale)
  return (
    <>
      {items ? <Outcomes items={items} watch={watch} /> : null}
      <BottomBar>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="min-w-0 flex-1 text-sm max-sm:basis-full sm:text-md">
            <strong className="font-semibold">{headOf(items)}</strong>{' '}
            {isStale ? words.outcomeNotLoaded : words.outcomeIn}
            <Link href={taskPath(taskId)} className="text-link font-semibold">
              Task Details
            </Link>
            .
          </p>
          {items ? <StopButton watch={watch} items={items} /> : null}
          {items ? <RetryButtons items={items} watch={watch} /> : null}
          <Done onDismiss={onDismiss} />
        </div>
        {task?.error ? (
          <p className="mt-1.5 text-sm text-danger-ink wrap-anywhere">
            <TaskProblem error={task.error} paused={task.paused} />
          </p>
        ) : null}
        {items ? <TaskMeter items={items} className="mt-2.5" /> : null}
        {items?.some(({ status }) => status === 'handed_over') ? (
          <Link href={manualPath} className="mt-1.5 inline-block text-link text-sm font-semibold">
            {words.postManually}
          </Link>
        ) : null}
      </BottomBar>
    </>
  )
}

const headOf = (items: TaskItem[] = []): string =>
  isHeld(items) ? words.heldBack : isCancelled(items) ? words.nothingSent : words.sent

/**
 * Cancels what has not left, also with Ctrl+Z while all of it waits. A task that waits as a whole uses the action that
 * the previous server version knows too.
 */
const StopButton = ({ watch, items }: { watch: TaskWatchRef; items: TaskItem[] }) => {
  const waiting = items.filter((item) => item.can_cancel)
  const canTakeBack = isWhole(items)
  const action = canTakeBack && waiting.length < items.length ? 'take_back' : 'cancel_waiting'
  const cancel = { type: 'item.decide', item_id: waiting[0]?.id ?? '', decision: { action } } as const
  const canCancel = useSelector(watch, (snapshot) => snapshot.can(cancel))
  useShortcut(
    'z',
    'mod',
    () => watch.send(cancel),
    ({ target }) => canTakeBack && !isCovered() && !isTyping(target),
  )
  if (waiting.length === 0) return null
  return (
    <Button icon={canTakeBack ? Undo2 : X} disabled={!canCancel} onClick={() => watch.send(cancel)}>
      {canTakeBack ? words.takeBack : cancelQueued(waiting.length)}
    </Button>
  )
}

const mostShown = 20

/** The most urgent ones, in the order of the replies. */
const Outcomes = ({ items, watch }: { items: TaskItem[]; watch: TaskWatchRef }) => {
  const urgent = items.toSorted((one, other) => urgencyOf(one.status) - urgencyOf(other.status)).slice(0, mostShown)
  const shown = items.filter((item) => urgent.includes(item))
  return (
    <div className="max-w-5xl pb-6">
      <ol>
        {shown.map((item) => (
          <Outcome key={item.id} item={item} watch={watch} isLast={item === shown.at(-1)} />
        ))}
      </ol>
      {items.length > mostShown ? (
        <p className="pt-3 text-sm text-ink-2 sm:pl-14.5">{words.andMore(items.length - mostShown)}</p>
      ) : null}
    </div>
  )
}

/** In the place of the reply. */
const Outcome = ({ item, watch, isLast }: { item: TaskItem; watch: TaskWatchRef; isLast: boolean }) => {
  const situation = situationOf(item)
  return (
    <li className="grid grid-cols-1 gap-x-4 sm:grid-cols-[2.625rem_minmax(0,1fr)]">
      <ThreadRail className="max-sm:hidden" line={!isLast}>
        <span className="mt-4 size-2.5 rounded-full bg-accent" />
      </ThreadRail>
      <div className={cx('min-w-0', !isLast && 'sm:pb-3')}>
        <div className="rounded-lg border border-line bg-surface px-4 py-2.5 text-sm wrap-anywhere">
          <div className="flex flex-wrap items-center gap-x-2.5">
            <span translate="no" className="min-w-0 truncate font-medium">
              {atHandle(item.twitter_username, words.unnamedAccount)}
            </span>
            <Status status={item.status} />
            <Time value={item.updated_at} className="text-xs text-ink-2" />
            <span className="ml-auto">
              <PostedLink item={item} />
            </span>
          </div>
          {item.content ? (
            <p dir="auto" className="truncate text-ink-2">
              {item.content}
            </p>
          ) : null}
          <div className="flex flex-col gap-1 empty:hidden">
            {situation.error ? <p className="text-xs">{situation.error}</p> : null}
            <SituationNote situation={situation} />
            <ItemActions item={item} watch={watch} />
          </div>
        </div>
        {isLast ? null : <PhoneThread className="h-4" />}
      </div>
    </li>
  )
}
