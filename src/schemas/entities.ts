import extractHashtags from 'twitter-text/dist/extractHashtags.js'
import extractMentions from 'twitter-text/dist/extractMentions.js'
import extractUrls from 'twitter-text/dist/extractUrls.js'

/** The links that X would make of this text, each once, as written. */
export const linksIn = (text: string): string[] => [...new Set(extractUrls(text))]

/** The handles that X would notify, each once, without the @. */
export const mentionsIn = (text: string): string[] => [...new Set(extractMentions(text))]

/** The hashtags of this text, each once, without the #. */
export const hashtagsIn = (text: string): string[] => [...new Set(extractHashtags(text))]
