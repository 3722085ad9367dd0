/** The same text with each `14:32 UTC` of the server as the browser's clock shows it: `20:02 by your clock`. */
export const withLocalTimes = (text: string): string =>
  text.replace(/\b(\d\d):(\d\d) UTC\b/g, (_, hours: string, minutes: string) => {
    const moment = new Date()
    moment.setUTCHours(Number(hours), Number(minutes), 0, 0)
    return `${moment.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })} by your clock`
  })
