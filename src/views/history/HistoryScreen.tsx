import { shallowEqual, useSelector } from '@xstate/react'
import { CircleDollarSign, Eye } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'wouter'
import { historyTable, historyWatch } from '../../machines/history/history.actors'
import * as words from '../../schemas/history/history.words'
import { foundTasks, listQuery, mostListed, type Numbered, pageOf } from '../../schemas/history/historyTable'
import { attentionOf } from '../../schemas/history/taskOutcome'
import type { TaskSummary } from '../../schemas/history/tasks'
import { homePath, manualPath, spendingPath, taskPath } from '../../schemas/paths'
import { isNamed, isReadable } from '../../schemas/unreadable'
import { useTable } from '../crud/useTable'
import { useTaskFollow } from '../shell/logicContext'
import { Ours } from '../shell/metaContext'
import { useScreenActor } from '../shell/screenActor'
import {
  Button,
  buttonClass,
  Card,
  Cell,
  ColumnHeader,
  EmptyRow,
  EmptyState,
  FailedState,
  PageHeader,
  RowActions,
  Table,
  TableBody,
  TableHead,
  TableLoading,
  TableRow,
  Time,
} from '../ui'
import { useWarmUp } from '../ui/states/lazy'
import { StatusBadge } from '../ui/states/Status'
import { UnreadableNote } from '../ui/states/UnreadableNote'
import { pageHeading } from '../ui/tables/pageHeading'
import { useFocusHeir } from '../ui/useFocusHeir'
import { fromList } from './BackToHistory'
import { FoundRows, ListTools } from './ListTools'
import { PauseButton } from './PauseButton'
import { RecentActivity } from './RecentActivity'
import { TaskAbout } from './TaskAbout'

const HistoryScreen = () => {
  const history = useScreenActor(historyWatch)
  const tasks = useSelector(history, ({ context }) => context.tasks)
  const isLive = useSelector(history, (snapshot) => snapshot.matches('live'))
  const isPaused = useSelector(history, (snapshot) => snapshot.matches({ live: 'paused' }))
  const isFailed = useSelector(history, (snapshot) => snapshot.matches('failed'))
  const isStale = useSelector(history, ({ context }) => context.isStale)
  const focusHeir = useFocusHeir(pageHeading)
  useWarmUp(tasks !== undefined || isStale)
  return (
    <div {...focusHeir} className="in-order contents">
      <PageHeader
        title="History"
        lead={isPaused ? words.paused : isLive ? (isStale ? words.stale : words.updating) : words.lead}
        actions={
          <>
            {isLive ? (
              <PauseButton
                className="max-sm:order-last"
                isPaused={isPaused}
                onPause={() => history.send({ type: 'pause' })}
                onResume={() => history.send({ type: 'resume' })}
              />
            ) : null}
            <Ours>
              <Link href={spendingPath} className={buttonClass()}>
                <CircleDollarSign aria-hidden="true" className="size-4 shrink-0" />
                Spending
              </Link>
            </Ours>
          </>
        }
      />
      {tasks === undefined && isStale ? (
        <>
          <TaskTable tasks={[]} query="" />
          <FailedState underTable busy={!isFailed} onRetry={() => history.send({ type: 'page.reload' })} />
        </>
      ) : tasks === undefined ? (
        <TableLoading />
      ) : tasks.length === 0 ? (
        <>
          <TaskTable tasks={[]} query="" />
          <EmptyState
            title={null}
            framed={false}
            actions={
              <Link href={homePath} className={buttonClass({ tone: 'primary', size: 'sm' })}>
                {words.writeReplies}
              </Link>
            }
          >
            {words.nothingSent}
          </EmptyState>
        </>
      ) : (
        <Tasks tasks={tasks} />
      )}
      <RecentActivity />
    </div>
  )
}

export default HistoryScreen

const Tasks = ({ tasks }: { tasks: TaskSummary[] }) => {
  const list = useTable(historyTable)
  const page = pageOf(foundTasks(tasks, list.state), list.state)
  const follow = useTaskFollow()
  const { review, manual, failed } = useSelector(follow, ({ context }) => attentionOf(context, tasks), shallowEqual)
  const show = (status: keyof typeof words.taskStatuses) => (
    <Button size="sm" onClick={() => list.table.send({ type: 'table.change', change: { status } })}>
      {words.taskStatuses[status]}
    </Button>
  )
  return (
    <>
      {review > 0 ? (
        <Need count={review} what={words.toReview(review)}>
          {show('needs_review')}
        </Need>
      ) : null}
      {manual > 0 ? (
        <Need count={manual} what={words.toPost(manual)}>
          <Link href={manualPath} className={buttonClass({ tone: 'primary', size: 'sm' })}>
            {words.postManually}
          </Link>
        </Need>
      ) : null}
      {failed > 0 ? (
        <Need count={failed} what={words.failedUnseen}>
          {show('failed')}
        </Need>
      ) : null}
      <ListTools list={list} placeholder={words.searchTasks} statuses={words.taskStatuses} />
      {tasks.length >= mostListed ? (
        <p className="mb-2 text-xs text-ink-2">{words.searchCovers(mostListed, tasks.length > mostListed)}</p>
      ) : null}
      <FoundRows list={list} page={page}>
        <TaskTable tasks={page.rows} query={listQuery(list.state)} />
      </FoundRows>
    </>
  )
}

/** Together they are the number beside History in the sidebar. */
const Need = ({ count, what, children }: { count: number; what: string; children: ReactNode }) => (
  <Card tone="sunken" className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5">
    <p className="text-sm">
      <strong className="font-semibold">{words.replies(count)}</strong> {what}
    </p>
    {children}
  </Card>
)

const TaskTable = ({ tasks, query }: { tasks: Numbered<TaskSummary>[]; query: string }) => (
  <Table label="Tasks" dense>
    <TableHead>
      <ColumnHeader>#</ColumnHeader>
      <ColumnHeader>Status</ColumnHeader>
      <ColumnHeader align="end">Total Items</ColumnHeader>
      <ColumnHeader align="end">Completed</ColumnHeader>
      <ColumnHeader align="end">Failed</ColumnHeader>
      <ColumnHeader align="end">Pending</ColumnHeader>
      <ColumnHeader>Created At</ColumnHeader>
      <ColumnHeader>Updated At</ColumnHeader>
      <ColumnHeader align="end">Action</ColumnHeader>
    </TableHead>
    <TableBody>
      {tasks.length === 0 ? <EmptyRow columns={9} /> : null}
      {tasks.map(({ row, number }) => (
        <TaskRow key={row.id} task={row} number={number} query={query} />
      ))}
    </TableBody>
  </Table>
)

interface TaskRowProps {
  task: TaskSummary
  number: number
  query: string
}

const TaskRow = memo(function TaskRow({ task, number, query }: TaskRowProps) {
  return (
    <TableRow opens>
      <Cell phone="half" label="#" className="tabular-nums">
        {number}
      </Cell>
      <Cell phone="title" className="md:py-2.5 md:@min-[44rem]:min-w-60">
        <StatusBadge status={task.status} />
        <TaskAbout task={task} />
        <UnreadableNote record={task} />
      </Cell>
      <NumberCell label="Total Items" task={task} field="total_items" />
      <NumberCell label="Completed" task={task} field="completed" />
      <NumberCell label="Failed" task={task} field="failed" note={cancelledOf(task)} />
      <NumberCell label="Pending" task={task} field="pending" />
      <Cell phone="half" label="Created At">
        <Time format="stacked" value={task.created_at} />
      </Cell>
      <Cell phone="half" label="Updated At">
        <Time format="stacked" value={task.updated_at} />
      </Cell>
      <Cell phone="aside" align="end">
        <RowActions>{isNamed(task) ? <DetailLink task={task} number={number} query={query} /> : null}</RowActions>
      </Cell>
    </TableRow>
  )
})

const cancelledOf = ({ cancelled = 0 }: TaskSummary) =>
  cancelled > 0 ? `${cancelled} ${words.counts.cancelled}` : undefined

interface NumberCellProps {
  label: string
  task: TaskSummary
  field: 'total_items' | 'completed' | 'failed' | 'pending'
  note?: string | undefined
}

const NumberCell = ({ label, task, field, note }: NumberCellProps) => (
  <Cell phone="half" label={label} align="end" className="tabular-nums">
    {isReadable(task, field) ? task[field] : null}
    {note ? <p className="text-xs text-ink-2">{note}</p> : null}
  </Cell>
)

const DetailLink = ({ task, number, query }: TaskRowProps) => (
  <Link
    data-opens
    href={taskPath(task.id)}
    state={fromList(query)}
    aria-label={words.details(number)}
    title="Details"
    className="inline-flex size-ctl items-center justify-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink"
  >
    <Eye aria-hidden="true" className="size-4.5" />
  </Link>
)
