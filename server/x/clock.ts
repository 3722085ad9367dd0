const skewAllowedMs = 120_000
const dayMs = 24 * 3_600_000

/** How far this machine's clock is ahead of X's by the `date`s of X's answers. */
export interface Skew {
  /** Takes the headers of an answer. */
  learn(headers: Record<string, string>, now: Date): void
  /**
   * Ms, 0 within two minutes, which an answer may take, or where it is behind: as X's last answer tells or, within a day, as
   * any did, since times that were written down then are still read.
   */
  aheadMs(): number
}

export const createSkew = (): Skew => {
  let last = 0
  let most = 0
  return {
    learn: ({ date = '' }, now) => {
      const aheadMs = now.getTime() - Date.parse(date)
      if (Number.isNaN(aheadMs)) return
      last = aheadMs
      if (aheadMs <= dayMs) most = Math.max(most, aheadMs)
    },
    aheadMs: () => (Math.max(last, most) > skewAllowedMs ? Math.max(last, most) : 0),
  }
}

/** What is wrong with this machine's clock by the `date` of X's answer; undefined within two minutes. */
export const clockFault = (headers: Record<string, string>, now: Date): string | undefined => {
  const theirs = Date.parse(headers.date ?? '')
  const skewMs = now.getTime() - theirs
  if (Number.isNaN(theirs) || Math.abs(skewMs) <= skewAllowedMs) return undefined
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  return `This server's clock is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} X's, so X rejects what it signs.`
}
