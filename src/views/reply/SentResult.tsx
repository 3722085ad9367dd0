import { useSelector } from '@xstate/react'
import { Check } from 'lucide-react'
import { Link } from 'wouter'
import { taskWatch } from '../../actors/history'
import { useEffects } from '../../effects'
import type { SentResult as Sent } from '../../schemas/draft'
import { urgencyOf } from '../../schemas/historyTable'
import type { TaskItem } from '../../schemas/tasks'
import { PostedLink } from '../history/PostedLink'
import { TaskMeter } from '../history/TaskMeter'
import { useScreenActor } from '../screenActor'
import { Button } from '../ui'
import { Status } from '../ui/Status'
import { handleOf } from './choices'

const SentResult = ({ sent, onDismiss }: { sent: Sent; onDismiss: () => void }) =>
  sent.task_id === undefined ? (
    <div className="flex items-center gap-3">
      <p className="min-w-0 flex-1 text-sm sm:text-md">
        Sent. What became of it is in{' '}
        <Link href="/admin/history" className="text-link font-semibold">
          History
        </Link>
        .
      </p>
      <Done onDismiss={onDismiss} />
    </div>
  ) : (
    <LiveResult key={String(sent.task_id)} taskId={String(sent.task_id)} onDismiss={onDismiss} />
  )

export default SentResult

const Done = ({ onDismiss }: { onDismiss: () => void }) => (
  <Button icon={Check} onClick={onDismiss}>
    Done
  </Button>
)

const LiveResult = ({ taskId, onDismiss }: { taskId: string; onDismiss: () => void }) => {
  const watch = useScreenActor(taskWatch, { task_id: taskId })
  useEffects(watch)
  const items = useSelector(watch, ({ context }) => context.task?.items)
  return (
    <>
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 text-sm sm:text-md">
          <strong className="font-semibold">Sent.</strong> The outcome stays in{' '}
          <Link href={`/admin/history/${encodeURIComponent(taskId)}`} className="text-link font-semibold">
            Task Details
          </Link>
          .
        </p>
        <Done onDismiss={onDismiss} />
      </div>
      {items ? (
        <>
          <TaskMeter items={items} className="mt-2.5" />
          {items.some(({ status }) => status === 'handed_over') ? (
            <Link href="/admin/history/by-hand" className="mt-1.5 inline-block text-link text-sm font-semibold">
              Post by hand what X takes from a person alone
            </Link>
          ) : null}
          <ul className="mt-2.5 grid grid-cols-[repeat(auto-fill,minmax(min(100%,19.5rem),1fr))] gap-x-8 gap-y-1">
            {[...items]
              .sort((one, other) => urgencyOf(one.status) - urgencyOf(other.status))
              .slice(0, mostShown)
              .map((item) => (
                <AccountResult key={item.id} item={item} />
              ))}
          </ul>
        </>
      ) : null}
    </>
  )
}

/** On a phone five of them; the rest is in Task Details. */
const mostShown = 12

const AccountResult = ({ item }: { item: TaskItem }) => (
  <li className="flex min-h-7 flex-wrap items-center gap-x-2.5 text-sm max-sm:nth-[n+6]:hidden">
    <span className="min-w-0 truncate font-medium">{handleOf(item.twitter_username ?? '')}</span>
    <Status status={item.status} />
    <span className="ml-auto">
      <PostedLink item={item} />
    </span>
  </li>
)
