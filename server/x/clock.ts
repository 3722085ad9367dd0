const skewAllowedMs = 120_000

/** What is wrong with this machine's clock by the `date` of X's answer; undefined within two minutes. */
export const clockFault = (headers: Record<string, string>, now: Date): string | undefined => {
  const theirs = Date.parse(headers.date ?? '')
  const skewMs = now.getTime() - theirs
  if (Number.isNaN(theirs) || Math.abs(skewMs) <= skewAllowedMs) return undefined
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  return `This server's clock is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} X's, so X rejects what it signs.`
}
