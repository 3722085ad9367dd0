import { dayMs, minuteMs } from '../time/clock'
import type { Ahead } from './types'
import * as words from './words'

const skewAllowedMs = 2 * minuteMs

/** How far this machine's clock is ahead of X's, by the `date` headers of X's answers. */
export interface Skew {
  learn(headers: Record<string, string>, now: Date): void
  ahead(): Ahead
}

/** NaN without a `date` header. */
const skewMs = ({ date = '' }: Record<string, string>, now: Date): number => now.getTime() - Date.parse(date)

/** A difference of more than a day counts only while it lasts. */
export const createSkew = (): Skew => {
  let now = 0
  let most = 0
  return {
    learn: (headers, at) => {
      const aheadMs = skewMs(headers, at)
      if (Number.isNaN(aheadMs)) return
      now = aheadMs > skewAllowedMs ? aheadMs : 0
      if (now <= dayMs) most = Math.max(most, now)
    },
    ahead: () => ({ now, atMost: Math.max(now, most) }),
  }
}

/** @returns what is wrong with this machine's clock by X's `date` header; undefined within two minutes. */
export const clockFault = (headers: Record<string, string>, now: Date): string | undefined => {
  const aheadMs = skewMs(headers, now)
  if (Number.isNaN(aheadMs) || Math.abs(aheadMs) <= skewAllowedMs) return undefined
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  return words.clockOff(seconds, aheadMs > 0)
}
