import { cx } from './cx'

export type TimeProps = {
  /** ISO 8601, as the API sends it. */
  value: string
  stacked?: boolean
  className?: string
}

export const Time = ({ value, stacked = false, className }: TimeProps) => {
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) return <span className={className}>{value}</span>
  return (
    <time dateTime={value} className={cx('tabular-nums', stacked && 'inline-flex flex-wrap gap-x-1.5', className)}>
      {stacked ? (
        <>
          <span>{moment.toLocaleDateString()}</span>
          <span className="text-ink-2 md:text-xs">{moment.toLocaleTimeString()}</span>
        </>
      ) : (
        moment.toLocaleString()
      )}
    </time>
  )
}
