import { parsePostLink } from '../postLink'
import { withoutInvisible } from './characters'

export interface FoundLink {
  id: string
  /** As it was pasted, without characters that nobody sees. */
  tweet_url: string
}

/** A link to a post at the start of a word, or, with its http, after any sign that is no part of an address. */
const inText =
  /(?<![\w./?#@=&%~+\\-])(?:https?:\/\/|(?<![\p{L}\p{N}:]))(?:(?:www|mobile|m)\.)?(?:x|twitter)\.com\/(?:i\/web|\w{1,20})\/status(?:es)?\/\d{1,19}(?![\w%@:\\-])(?:[/?#][\w./?#=&%~+@$!:-]*)?/giu

const withoutPunctuation = (link: string): string => /^.*[^.!:?#]/.exec(link)?.[0] ?? link

/** The links to posts in a text, each where it stands, or the bare id that the text is. */
export const postLinksIn = (text: string): FoundLink[] => {
  const plain = withoutInvisible(text).trim()
  const found = plain.match(inText)?.map(withoutPunctuation) ?? [plain]
  return found.flatMap((tweet_url) => {
    const link = parsePostLink(tweet_url)
    return link ? [{ id: link.id, tweet_url }] : []
  })
}

/** An address of another kind, such as `data:`, or more than one line, which no field holds. */
const isNoSentence = /^(?!https?:)[a-z][a-z\d+.-]*:(?!https?:|\s)|\p{Cc}/iu

/** The link to the one post that a text names, without the words around it; the text itself if it names none or several. */
export const linkText = (text: string): string => {
  const plain = withoutInvisible(text).trim()
  const [first, ...others] = isNoSentence.test(plain) ? [] : postLinksIn(plain)
  return first && others.every(({ id }) => id === first.id) ? first.tweet_url : plain
}
