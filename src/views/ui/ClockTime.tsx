const clock = new Intl.DateTimeFormat([], { hour: '2-digit', minute: '2-digit' })

/** The time of day, with the date before it unless that is today. */
export const ClockTime = ({ value }: { value: string }) => {
  const moment = new Date(value)
  const time = clock.format(moment)
  const isToday = moment.toDateString() === new Date().toDateString()
  return <time dateTime={value}>{isToday ? time : `${moment.toLocaleDateString()}, ${time}`}</time>
}
