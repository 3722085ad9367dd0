import * as words from '../../schemas/history/history.words'
import type { TaskItem } from '../../schemas/history/tasks'
import { Meter } from '../ui/Meter'

const count = (items: TaskItem[], status: string) => items.filter((item) => item.status === status).length

export const TaskMeter = ({ items, className }: { items: TaskItem[]; className?: string }) => {
  const completed = count(items, 'completed')
  const failed = count(items, 'failed')
  const cancelled = count(items, 'cancelled')
  const review = count(items, 'needs_review')
  const manual = count(items, 'handed_over')
  const parts = [
    { name: words.counts.completed, value: completed, shown: true },
    { name: words.counts.failed, value: failed, shown: true },
    { name: words.counts.cancelled, value: cancelled, shown: cancelled > 0 },
    { name: words.counts.review, value: review, shown: review > 0 },
    { name: words.counts.manual, value: manual, shown: manual > 0 },
    { name: words.counts.waiting, value: items.length - completed - failed - cancelled - review - manual, shown: true },
  ].filter(({ shown }) => shown)
  return (
    <div className={className}>
      <p role="status" className="flex flex-wrap gap-x-5 text-sm">
        {parts.map(({ name, value }) => (
          <span key={name}>
            <strong className="font-semibold tabular-nums">{value}</strong> {name}
          </span>
        ))}
      </p>
      <Meter
        total={items.length}
        label={parts.map(({ name, value }) => `${value} ${name}`).join(', ')}
        parts={[
          { value: completed, tone: 'success' },
          { value: failed, tone: 'danger' },
        ]}
        className="mt-1.5"
      />
    </div>
  )
}
