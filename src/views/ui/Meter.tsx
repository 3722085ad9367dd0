import { cx } from './cx'

const fills = { primary: 'bg-primary', success: 'bg-success', danger: 'bg-danger', neutral: 'bg-transparent' }

export type MeterPart = { value: number; tone: keyof typeof fills }

export type MeterProps = {
  parts: MeterPart[]
  total: number
  label: string
  className?: string
}

export const Meter = ({ parts, total, label, className }: MeterProps) => (
  <div
    role="img"
    aria-label={label}
    className={cx('flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-sunken forced-colors:border', className)}
  >
    {parts.map(({ value, tone }) =>
      value > 0 ? (
        <span
          key={tone}
          style={{ width: `${(100 * value) / Math.max(total, 1)}%` }}
          className={cx('transition-[width] duration-200 ease-calm forced-color-adjust-none', fills[tone])}
        />
      ) : null,
    )}
  </div>
)
