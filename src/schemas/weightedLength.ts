import parseTweet from 'twitter-text/dist/parseTweet.js'

/** The most weighted characters that X takes in one post (twitter-text configuration v3, `maxWeightedTweetLength`). */
export const limit = 280

/** The length as X counts it: most Latin text 1 a character, CJK and emoji 2, every link 23, after NFC. */
export const weightedLength = (text: string): number => parseTweet(text).weightedLength

/**
 * Where the text stops fitting.
 *
 * @returns the UTF-16 index of the first character beyond the limit, undefined where all fits.
 */
export const overflowAt = (text: string): number | undefined => {
  const { weightedLength, validRangeEnd } = parseTweet(text)
  return weightedLength > limit ? validRangeEnd + 1 : undefined
}
