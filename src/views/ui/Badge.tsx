import type { ReactNode } from 'react'
import type { Activity } from '../../schemas/accounts/activity'
import { cx } from './cx'

export type Tone = 'success' | 'danger' | 'warn' | 'neutral' | 'accent'

const fills: Record<Tone, string> = {
  success: 'bg-success-soft text-success-ink',
  danger: 'bg-danger-soft text-danger-ink',
  warn: 'bg-warn-soft text-warn-ink',
  neutral: 'bg-neutral-soft text-neutral-ink',
  accent: 'bg-accent-soft text-accent-ink',
}

/** Shape and colour both tell them apart. */
const marks: Record<Tone, string> = {
  success: 'rounded-full bg-success',
  danger: 'rotate-45 bg-danger',
  warn: 'rounded-full bg-warn',
  neutral: 'rounded-full bg-neutral',
  accent: 'rounded-full bg-accent',
}

export type BadgeProps = { tone?: Tone; mark?: 'dot' | 'ring' | 'none'; className?: string; children: ReactNode }

export const Badge = ({ tone = 'neutral', mark = 'none', className, children }: BadgeProps) => (
  <span
    className={cx(
      'inline-flex min-h-6 items-center gap-1.5 rounded-full px-2.5 py-0.5 text-2xs font-semibold whitespace-nowrap forced-colors:border',
      fills[tone],
      className,
    )}
  >
    {mark === 'none' ? null : (
      <span
        aria-hidden="true"
        className={cx(
          'size-1.75 shrink-0',
          mark === 'ring' ? 'rounded-full border-[1.5px] border-neutral' : marks[tone],
        )}
      />
    )}
    {children}
  </span>
)

/** Spelled as in the specification. */
export const ActiveBadge = ({ activity }: { activity: Activity }) =>
  activity === 'unknown' ? null : activity === 'active' ? (
    <Badge tone="success" mark="dot">
      ACTIVE
    </Badge>
  ) : (
    <Badge mark="ring">IN ACTIVE</Badge>
  )
