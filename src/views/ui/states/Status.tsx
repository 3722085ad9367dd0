import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import { statusName } from '../../../schemas/history/situation'
import { Badge, type Tone } from '../Badge'
import { cx } from '../cx'

/** Unknown values are grey and shown unchanged. */
const statusTone = (status: string): Tone =>
  status === 'completed' ? 'success' : status === 'failed' ? 'danger' : 'neutral'

export const StatusBadge = ({ status, className }: { status: string; className?: string }) => (
  <Badge tone={statusTone(status)} mark="dot" className={className}>
    {statusName(status)}
  </Badge>
)

const statusLooks = {
  success: { icon: CircleCheck, ink: 'text-success-ink' },
  danger: { icon: CircleX, ink: 'text-danger-ink' },
  neutral: { icon: CircleDashed, ink: 'text-neutral-ink' },
} as const

export const Status = ({ status }: { status: string }) => {
  const tone = statusTone(status)
  const { icon: Icon, ink } = statusLooks[tone === 'success' || tone === 'danger' ? tone : 'neutral']
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-sm font-semibold', ink)}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {statusName(status)}
    </span>
  )
}
