/** The same text with each `14:32 UTC` of the server as the browser's clock shows it: `20:02 by your clock`. */
export const withLocalTimes = (text: string): string =>
  text.replace(/\b(\d\d):(\d\d) UTC\b/g, (_, hours: string, minutes: string) => {
    const moment = new Date()
    moment.setUTCHours(Number(hours), Number(minutes), 0, 0)
    return `${moment.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })} by your clock`
  })

/** The same text with each moment of ISO 8601 as the browser shows it. */
export const withLocalMoments = (text: string): string =>
  text.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (moment) => new Date(moment).toLocaleString())
