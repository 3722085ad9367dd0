import extractCashtags from 'twitter-text/dist/extractCashtags.js'
import extractHashtags from 'twitter-text/dist/extractHashtags.js'
import extractMentions from 'twitter-text/dist/extractMentions.js'
import extractUrls from 'twitter-text/dist/extractUrls.js'
import extractUrlsWithIndices from 'twitter-text/dist/extractUrlsWithIndices.js'
import parseTweet from 'twitter-text/dist/parseTweet.js'

/** The most weighted characters that X takes in one post (twitter-text configuration v3, `maxWeightedTweetLength`). */
export const postLength = 280

/** The length as X counts it: most Latin text 1 a character, CJK and emoji 2, every link 23, after NFC. */
export const weightedLength = (text: string): number => parseTweet(text).weightedLength

/**
 * Where the text stops fitting.
 *
 * @returns the UTF-16 index of the first character beyond the limit, undefined where all fits.
 */
export const overflowAt = (text: string): number | undefined => {
  const { weightedLength, validRangeEnd } = parseTweet(text)
  return weightedLength > postLength ? validRangeEnd + 1 : undefined
}

/**
 * The links that X would make of this text, each once, as written; whatever begins with http:// or https:// counts too,
 * since the library's list of top-level domains is older than X's.
 */
export const linksIn = (text: string): string[] => {
  const known = extractUrls(text)
  const others = (text.match(/https?:\/\/\S+/gi) ?? []).filter((link) => !known.some((each) => link.startsWith(each)))
  return [...new Set([...known, ...others])]
}

/** Where the first of these links begins, undefined where there is none. */
export const firstLinkAt = (text: string): number | undefined => {
  const known = extractUrlsWithIndices(text).map(({ indices }) => indices[0])
  const written = text.search(/https?:\/\/\S/i)
  const starts = written === -1 ? known : [...known, written]
  return starts.length === 0 ? undefined : Math.min(...starts)
}

/** The handles that X would notify, each once, without the @. */
export const mentionsIn = (text: string): string[] => [...new Set(extractMentions(text))]

/** The hashtags of this text, each once, without the #. */
export const hashtagsIn = (text: string): string[] => [...new Set(extractHashtags(text))]

/** The cashtags of this text, each once, without the $. */
export const cashtagsIn = (text: string): string[] => [...new Set(extractCashtags(text))]
