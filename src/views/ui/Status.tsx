import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import { Badge, type Tone } from './Badge'
import { cx } from './cx'

/** Green for completed, red for failed, grey for every other value, which is shown as it came. */
const statusTone = (status: string): Tone =>
  status === 'completed' ? 'success' : status === 'failed' ? 'danger' : 'neutral'

/** A task's status as a pill. */
export const StatusBadge = ({ status, className }: { status: string; className?: string }) => (
  <Badge tone={statusTone(status)} mark="dot" className={className}>
    {status}
  </Badge>
)

const statusLooks = {
  success: { icon: CircleCheck, ink: 'text-success-ink' },
  danger: { icon: CircleX, ink: 'text-danger-ink' },
  neutral: { icon: CircleDashed, ink: 'text-neutral-ink' },
} as const

/** A task item's status as a word with an icon, for table cells. */
export const Status = ({ status }: { status: string }) => {
  const tone = statusTone(status)
  const { icon: Icon, ink } = statusLooks[tone === 'success' || tone === 'danger' ? tone : 'neutral']
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-sm font-semibold', ink)}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {status}
    </span>
  )
}
