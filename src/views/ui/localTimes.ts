import * as words from '../../schemas/shell.words'
/** Replaces `14:32 UTC` in server texts by the browser's time: `20:02 your time`. */
export const withLocalTimes = (text: string): string =>
  text.replace(/\b(\d\d):(\d\d) UTC\b/g, (_, hours: string, minutes: string) => {
    const moment = new Date()
    moment.setUTCHours(Number(hours), Number(minutes), 0, 0)
    return words.localTime(moment.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }))
  })

export const withLocalMoments = (text: string): string =>
  text.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (moment) => new Date(moment).toLocaleString())
