interface Props {
  count: number
  total: number
  isLive: boolean
  /** The number of entries to show; undefined follows new ones. */
  onStep(count: number | undefined): void
}

export const Stepper = ({ count, total, isLive, onStep }: Props) => (
  <div className="stepper">
    <button type="button" onClick={() => onStep(Math.max(1, count - 1))} disabled={count <= 1} aria-label="Step back">
      ◀
    </button>
    <input
      type="range"
      aria-label="Position in the run"
      min={Math.min(1, total)}
      max={total}
      value={count}
      onChange={(event) => onStep(Number(event.currentTarget.value))}
    />
    <button
      type="button"
      onClick={() => onStep(count + 1 >= total ? undefined : count + 1)}
      disabled={count >= total}
      aria-label="Step forward"
    >
      ▶
    </button>
    <span className="count">
      {count} of {total}
    </span>
    <button type="button" aria-pressed={isLive} onClick={() => onStep(isLive ? total : undefined)}>
      Follow
    </button>
  </div>
)
