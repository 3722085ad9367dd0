import { cx } from '../cx'

export const Spinner = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 16 16" aria-hidden="true" className={cx('size-4 shrink-0 animate-spin', className)}>
    <circle
      cx="8"
      cy="8"
      r="6.25"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeDasharray="28 12"
    />
  </svg>
)
