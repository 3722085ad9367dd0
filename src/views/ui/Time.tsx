import { useSyncExternalStore } from 'react'
import { cx } from './cx'
import { shortTime, watchDays } from './localTimes'

export type TimeProps = {
  /** ISO 8601, as the API sends it. */
  value: string
  /** `seconds` is short with seconds. `full` and `stacked`: date and time; `stacked` wraps between them. */
  format?: 'short' | 'seconds' | 'full' | 'stacked'
  className?: string
}

const today = () => new Date().toDateString()

export const Time = ({ value, format = 'short', className }: TimeProps) => {
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) return <span className={className}>{value}</span>
  if (format === 'short' || format === 'seconds')
    return <ShortTime value={value} moment={moment} second={format === 'seconds'} className={className} />
  return (
    <time
      dateTime={value}
      className={cx('tabular-nums', format === 'stacked' && 'inline-flex flex-wrap gap-x-1.5', className)}
    >
      {format === 'stacked' ? (
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

type ShortTimeProps = Pick<TimeProps, 'value' | 'className'> & { moment: Date; second: boolean }

const ShortTime = ({ value, moment, second, className }: ShortTimeProps) => {
  useSyncExternalStore(watchDays, today, today)
  return (
    <time dateTime={value} title={moment.toLocaleString()} className={cx('tabular-nums', className)}>
      {shortTime(moment, { second: second ? '2-digit' : undefined })}
    </time>
  )
}
