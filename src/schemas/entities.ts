import extractMentions from 'twitter-text/dist/extractMentions.js'
import extractUrls from 'twitter-text/dist/extractUrls.js'

/** The links that X would make of this text, each once, as written. */
export const linksIn = (text: string): string[] => [...new Set(extractUrls(text))]

/** The handles that X would notify, each once, without the @. */
export const mentionsIn = (text: string): string[] => [...new Set(extractMentions(text))]
