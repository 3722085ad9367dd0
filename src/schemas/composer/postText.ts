import extractCashtags from 'twitter-text/dist/extractCashtags.js'
import extractHashtags from 'twitter-text/dist/extractHashtags.js'
import extractMentions from 'twitter-text/dist/extractMentions.js'
import extractUrls from 'twitter-text/dist/extractUrls.js'
import extractUrlsWithIndices from 'twitter-text/dist/extractUrlsWithIndices.js'
import parseTweet from 'twitter-text/dist/parseTweet.js'

/** The maximum weighted length of a post on X (twitter-text configuration v3, `maxWeightedTweetLength`). */
export const postLength = 280

/** The length as X counts it after NFC: most Latin text 1 a character, CJK and emoji 2, every link 23. */
export const weightedLength = (text: string): number => parseTweet(text).weightedLength

/** @returns the UTF-16 index of the first character beyond the limit, undefined if all of it fits */
export const overflowAt = (text: string): number | undefined => {
  const { weightedLength, validRangeEnd } = parseTweet(text)
  return weightedLength > postLength ? validRangeEnd + 1 : undefined
}

/**
 * Text that begins with http:// or https:// counts too, because the library's list of top-level domains is older than
 * X's.
 */
export const linksIn = (text: string): string[] => {
  const known = extractUrls(text)
  const others = (text.match(/https?:\/\/\S+/gi) ?? []).filter((link) => !known.some((each) => link.startsWith(each)))
  return [...new Set([...known, ...others])]
}

export const firstLinkAt = (text: string): number | undefined => {
  const known = extractUrlsWithIndices(text).map(({ indices }) => indices[0])
  const written = text.search(/https?:\/\/\S/i)
  const starts = written === -1 ? known : [...known, written]
  return starts.length === 0 ? undefined : Math.min(...starts)
}

export const mentionsIn = (text: string): string[] => [...new Set(extractMentions(text))]

export const hashtagsIn = (text: string): string[] => [...new Set(extractHashtags(text))]

export const cashtagsIn = (text: string): string[] => [...new Set(extractCashtags(text))]
