import { parsePostLink } from '../composer/postLink'
import { withoutInvisible } from './characters'

export interface FoundLink {
  id: string
  tweet_url: string
}

/** A link at the start of a word, or a link with http after any character that cannot be part of an address. */
const inText =
  /(?<![\w./?#@=&%~+\\-])(?:https?:\/\/|(?<![\p{L}\p{N}:]))(?:(?:www|mobile|m)\.)?(?:x|twitter)\.com\/(?:i\/web|\w{1,20})\/status(?:es)?\/\d{1,19}(?![\w%@:\\-])(?:[/?#][\w./?#=&%~+@$!:-]*)?/giu

const withoutPunctuation = (link: string): string => /^.*[^.!:?#]/.exec(link)?.[0] ?? link

/** The links to posts in a text with their positions, or the text itself if it is a bare id. */
export const postLinksIn = (text: string): FoundLink[] => {
  const plain = withoutInvisible(text).trim()
  const found = plain.match(inText)?.map(withoutPunctuation) ?? [plain]
  return found.flatMap((tweet_url) => {
    const link = parsePostLink(tweet_url)
    return link ? [{ id: link.id, tweet_url }] : []
  })
}

/** Another kind of address, such as `data:`, or several lines, which no field contains. */
const isNoSentence = /^(?!https?:)[a-z][a-z\d+.-]*:(?!https?:|\s)|\p{Cc}/iu

/** The link of the only post in the text, otherwise the text itself. */
export const linkText = (text: string): string => {
  const plain = withoutInvisible(text).trim()
  const [first, ...others] = isNoSentence.test(plain) ? [] : postLinksIn(plain)
  return first && others.every(({ id }) => id === first.id) ? first.tweet_url : plain
}
