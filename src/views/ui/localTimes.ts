import * as words from '../../schemas/shell/shell.words'

/** A stored `Intl.DateTimeFormat` would stay in the time zone in which the page was opened. */
const clock = (moment: Date, second?: '2-digit') =>
  moment.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second })
const nextDay = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

const midnight = (moment: Date, later = 0) =>
  new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() + later).getTime()

interface ShortTimeOptions {
  now?: Date
  second?: '2-digit' | undefined
}

/** "12:54", "yesterday 12:54", "Mon 12:54" within six days, "3 Nov", "3 Nov 2025"; with seconds always with its time. */
export const shortTime = (moment: Date, { now = new Date(), second }: ShortTimeOptions = {}): string => {
  /** A day has 23 or 25 hours when the clocks change. */
  const days = Math.round((midnight(moment) - midnight(now)) / 86_400_000)
  const time = clock(moment, second)
  if (days === 0) return time
  if (Math.abs(days) === 1) return `${nextDay.format(days, 'day')} ${time}`
  if (Math.abs(days) < 7) return `${moment.toLocaleDateString([], { weekday: 'short' })} ${time}`
  const year = moment.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  const date = moment.toLocaleDateString([], { day: 'numeric', month: 'short', year })
  return second ? `${date} ${time}` : date
}

/** Calls `onDay` after each midnight. Returns a function that stops it. */
export const watchDays = (onDay: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(() => {
      onDay()
      wait()
    }, midnight(new Date(), 1) - Date.now())
  }
  wait()
  return () => clearTimeout(timer)
}

/** Replaces `14:32 UTC` in server texts by the browser's time: `20:02 your time`. */
export const withLocalTimes = (text: string): string =>
  text.replace(/\b(\d\d):(\d\d) UTC\b/g, (_, hours: string, minutes: string) => {
    const moment = new Date()
    moment.setUTCHours(Number(hours), Number(minutes), 0, 0)
    return words.localTime(clock(moment))
  })

export const withLocalMoments = (text: string): string =>
  text.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (moment) => new Date(moment).toLocaleString())
