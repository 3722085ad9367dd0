import * as words from '../../../schemas/crud.words'
import { cx } from '../cx'

const around = 2 * Math.PI * 7
/** Up to this many characters before the end, only the ring is shown. */
const nearTheEnd = 30

export type CounterRingProps = {
  /** Weighted characters, as X counts them. */
  used: number
  max?: number
  full?: boolean
  className?: string
}

export const CounterRing = ({ used, max = 280, full = false, className }: CounterRingProps) => {
  const over = used > max
  return (
    <span
      className={cx(
        'inline-flex items-center gap-2 text-xs tabular-nums',
        over ? 'font-semibold text-warn-ink' : 'text-ink-2',
        className,
      )}
    >
      {over ? (
        words.charactersOver(used - max, max)
      ) : full ? (
        words.charactersUsed(used, max)
      ) : (
        <span className={used < max - nearTheEnd ? 'sr-only' : undefined}>{used}</span>
      )}
      <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5 -rotate-90">
        <circle cx="10" cy="10" r="7" fill="none" strokeWidth="3" className="stroke-line" />
        <circle
          cx="10"
          cy="10"
          r="7"
          fill="none"
          strokeWidth="3"
          strokeDasharray={`${Math.min(1, used / max) * around} ${around}`}
          className={over ? 'stroke-warn' : 'stroke-primary'}
        />
      </svg>
    </span>
  )
}
