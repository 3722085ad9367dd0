import { useSelector } from '@xstate/react'
import { Download, RotateCw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { useEffects } from '../../effects'
import { historyTable, taskWatch } from '../../machines/history/history.actors'
import type { TaskWatchRef } from '../../machines/history/taskWatch'
import { decodePart } from '../../routes'
import { buttons } from '../../schemas/crud.words'
import * as words from '../../schemas/history/history.words'
import { foundItems, pageOf } from '../../schemas/history/historyTable'
import { retriesOf } from '../../schemas/history/taskOutcome'
import type { Task, TaskItem } from '../../schemas/history/tasks'
import { useAsked } from '../crud/asked'
import { useTable } from '../crud/useTable'
import { useLogic } from '../shell/logicContext'
import { Ours } from '../shell/metaContext'
import { useScreenActor } from '../shell/screenActor'
import { Button, Card, cx, EmptyState, FailedState, PageHeader, TableLoading, Time } from '../ui'
import { useWarmUp } from '../ui/states/lazy'
import { StatusBadge } from '../ui/states/Status'
import { pageHeading } from '../ui/tables/pageHeading'
import { CountBadge, SectionHeader } from '../ui/tables/SectionHeader'
import { useFocusHeir } from '../ui/useFocusHeir'
import { BackToHistory } from './BackToHistory'
import { ItemTable } from './ItemTable'
import { FoundRows, ListTools } from './ListTools'
import { PauseButton } from './PauseButton'
import { RetryButtons } from './RetryButtons'
import { TaskAbout } from './TaskAbout'
import TaskCost from './TaskCost'
import { TaskMeter } from './TaskMeter'
import { TaskProblem } from './TaskProblem'
import { useLookedAt } from './useLookedAt'

const TaskScreen = () => {
  const { taskId = '' } = useParams<{ taskId: string }>()
  return <TaskDetails key={taskId} taskId={decodePart(taskId)} />
}

export default TaskScreen

const TaskDetails = ({ taskId }: { taskId: string }) => {
  const watch = useScreenActor(taskWatch, { task_id: taskId })
  useEffects(watch)
  const task = useSelector(watch, ({ context }) => context.task)
  const isLive = useSelector(watch, (snapshot) => snapshot.matches('live'))
  const isPaused = useSelector(watch, (snapshot) => snapshot.matches({ live: 'paused' }))
  const isSettled = useSelector(watch, (snapshot) => snapshot.matches('settled'))
  const isMissing = useSelector(watch, (snapshot) => snapshot.matches('missing'))
  const isFailed = useSelector(watch, (snapshot) => snapshot.matches('failed'))
  const isStale = useSelector(watch, ({ context }) => context.isStale)
  const focusHeir = useFocusHeir(pageHeading)
  useWarmUp(task !== undefined || isMissing || isStale)
  return (
    <div {...focusHeir} className="contents">
      <PageHeader
        title="Task Details"
        lead={
          isPaused
            ? words.paused
            : isSettled
              ? words.settled
              : task
                ? isStale
                  ? words.stale
                  : words.updating
                : '\u00a0'
        }
        actions={
          <>
            {isLive ? (
              <PauseButton
                className="max-sm:order-last"
                isPaused={isPaused}
                onPause={() => watch.send({ type: 'pause' })}
                onResume={() => watch.send({ type: 'resume' })}
              />
            ) : null}
            <BackToHistory />
          </>
        }
      />
      {task ? (
        <TaskBody task={task} watch={watch} />
      ) : isMissing ? (
        <EmptyState
          kind="noMatch"
          title={words.notFound}
          actions={
            <Button size="sm" icon={RotateCw} onClick={() => watch.send({ type: 'page.reload' })}>
              {buttons.tryAgain}
            </Button>
          }
        />
      ) : isStale ? (
        <FailedState busy={!isFailed} onRetry={() => watch.send({ type: 'page.reload' })}>
          {words.notLoaded}
        </FailedState>
      ) : (
        <TableLoading />
      )}
    </div>
  )
}

const TaskBody = ({ task, watch }: { task: Task; watch: TaskWatchRef }) => {
  const { downloads } = useLogic()
  const isSettled = useSelector(watch, (snapshot) => snapshot.matches('settled'))
  const waiting = task.items.filter((item) => item.can_cancel)
  const cancel = { type: 'item.decide', item_id: waiting[0]?.id ?? '', decision: { action: 'cancel_waiting' } } as const
  const canCancel = useSelector(watch, (snapshot) => snapshot.can(cancel))
  const canRetry = useSelector(watch, (snapshot) => snapshot.can({ type: 'task.retry', only: 'failed' }))
  const retrying = useSelector(watch, ({ context }) => context.retrying)
  const hasFailed = retriesOf(task.items).some(({ only }) => only === 'failed')
  /** If something failed, its own Retry button replaces this one. */
  const showsTry = !hasFailed && task.paused?.by === 'app'
  useLookedAt(task)
  useAsked('retry', () => {
    if (hasFailed) watch.send({ type: 'task.retry', only: 'failed' })
  })
  return (
    <>
      <TaskSummaryCard
        task={task}
        onTry={showsTry ? () => watch.send({ type: 'task.retry', only: 'failed' }) : undefined}
        isTrying={retrying === 'failed'}
        canTry={canRetry}
        cost={
          <Ours>
            <TaskCost key={isSettled ? task.updated_at : ''} taskId={String(task.id)} />
          </Ours>
        }
      />
      {task.items.length > 0 ? <TaskMeter items={task.items} className="mt-6" /> : null}
      <SectionHeader
        className="mt-6"
        title="Items"
        count={<CountBadge>{task.items.length}</CountBadge>}
        actions={
          <>
            {waiting.length > 1 ? (
              <Button tone="quiet" size="sm" icon={X} disabled={!canCancel} onClick={() => watch.send(cancel)}>
                {words.cancelQueued(waiting.length)}
              </Button>
            ) : null}
            <RetryButtons items={task.items} watch={watch} />
            {task.items.length > 0 ? (
              <Button tone="quiet" size="sm" icon={Download} onClick={() => downloads.taskItems(task)}>
                Export
              </Button>
            ) : null}
          </>
        }
      />
      {task.items.length > 0 ? <Items items={task.items} watch={watch} /> : <EmptyState title={words.noItems} />}
    </>
  )
}

const fewItems = 5

const Items = ({ items, watch }: { items: TaskItem[]; watch: TaskWatchRef }) => {
  const list = useTable(historyTable)
  const page = pageOf(foundItems(items, list.state), list.state)
  return (
    <>
      {items.length > fewItems ? (
        <ListTools list={list} placeholder={words.searchItems} statuses={words.itemStatuses} />
      ) : null}
      <FoundRows list={list} page={page}>
        <ItemTable items={page.rows} watch={watch} />
      </FoundRows>
    </>
  )
}

interface TaskSummaryCardProps {
  task: Task
  onTry: (() => void) | undefined
  isTrying: boolean
  canTry: boolean
  cost: ReactNode
}

const TaskSummaryCard = ({ task, onTry, isTrying, canTry, cost }: TaskSummaryCardProps) => (
  <Card tone="sunken">
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3.5 text-sm sm:flex sm:flex-wrap sm:gap-x-10">
      <Fact name="ID" className="font-mono">
        <bdi>{task.id}</bdi>
      </Fact>
      <Fact name="Owner ID">{task.owner_id}</Fact>
      <Fact name="Status">
        <StatusBadge status={task.status} className="bg-surface" />
      </Fact>
      {task.error ? (
        <Fact name="Error" wide className="text-danger-ink">
          <TaskProblem error={task.error} paused={task.paused} />
          {onTry ? (
            <Button size="sm" icon={RotateCw} busy={isTrying} disabled={!canTry} onClick={onTry} className="mt-2 flex">
              Try now
            </Button>
          ) : null}
        </Fact>
      ) : null}
      <Fact name="Created At">
        <Time format="full" value={task.created_at} />
      </Fact>
      <Fact name="Updated At">
        <Time format="full" value={task.updated_at} />
      </Fact>
    </dl>
    <TaskAbout task={task} />
    {cost}
  </Card>
)

interface FactProps {
  name: string
  wide?: boolean
  className?: string
  children: ReactNode
}

const Fact = ({ name, wide, className, children }: FactProps) => (
  <div className={cx('min-w-0', wide && 'max-sm:col-span-2 sm:basis-full')}>
    <dt className="text-xs text-ink-2">{name}</dt>
    <dd className={cx('mt-0.5 font-semibold break-words', className)}>{children}</dd>
  </div>
)
