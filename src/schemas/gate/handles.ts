import { plainText, withoutWrapping } from './characters'

const profile = /^(?:https?:\/\/)?(?:(?:www|mobile|m)\.)?(?:x|twitter)\.com\/@?(\w{1,20})(?:[/?#].*)?$/i

/** First parts of X's addresses that are no handles. */
const reserved = new Set(['explore', 'hashtag', 'home', 'i', 'intent', 'search', 'settings', 'share'])

/** The handle in a link to a profile or a post, otherwise the text itself, which the schema then refuses. */
export const handleText = (text: string): string => {
  const handle = withoutWrapping(plainText(text))
  const linked = profile.exec(handle)?.[1]
  return linked === undefined || reserved.has(linked.toLowerCase()) ? handle : `@${linked}`
}
