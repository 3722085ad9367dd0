const clock = new Intl.DateTimeFormat([], { hour: '2-digit', minute: '2-digit' })

export const ClockTime = ({ value }: { value: string }) => {
  const moment = new Date(value)
  const time = clock.format(moment)
  const isToday = moment.toDateString() === new Date().toDateString()
  return <time dateTime={value}>{isToday ? time : `${moment.toLocaleDateString()}, ${time}`}</time>
}
