import { withoutInvisible } from './gate/characters'
import { bareHandle } from './handle'

const hosts = new Set(['x.com', 'twitter.com'].flatMap((host) => [host, `www.${host}`, `mobile.${host}`, `m.${host}`]))
/** Names of accounts have at most 15 characters; some old ones have up to 20. */
const paths = /^\/(?:i\/web\/status|i\/status|(\w{1,20})\/status(?:es)?)\/(\d{1,19})(?:\/|$)/

export interface PostLink {
  /** 1 to 19 digits. */
  id: string
  /** The handle in the link, where it has one. */
  username?: string
}

/**
 * Reads a pasted link to a post on X, or a bare post id. Never opens it.
 * Accepts x.com and twitter.com (and www., mobile., m. of both) over http or https, `/{user}/status(es)/{id}`,
 * `/i/web/status/{id}` and `/i/status/{id}`; ignores what follows the id, and characters that nobody sees.
 *
 * @returns undefined for anything else (other hosts, user info, a port, backslashes, no id).
 */
export const parsePostLink = (pasted: string): PostLink | undefined => {
  const text = withoutInvisible(pasted).trim()
  if (/^\d{1,19}$/.test(text)) return { id: text }
  if (!/^(?:https?:\/\/)?[a-z]/i.test(text) || /[\\\s\p{Cc}]/u.test(text)) return undefined
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.username || url.password || url.port || !hosts.has(url.hostname)) return undefined
  const match = paths.exec(url.pathname)
  if (!match?.[2]) return undefined
  return match[1] ? { id: match[2], username: match[1] } : { id: match[2] }
}

/** A link to a post of `username`, where that is known. `base`: where posts can be read, without a slash at its end. */
export const postLinkOf = (id: string, username?: string | null, base = 'https://x.com'): string =>
  `${base}/${encodeURIComponent(bareHandle(username ?? '') || 'i')}/status/${encodeURIComponent(id)}`

/** Who wrote a post, without the @: as X says, or else its link. */
export const authorOf = (post?: { tweet_url: string; author_username?: string }): string | undefined =>
  post?.author_username === undefined
    ? post && parsePostLink(post.tweet_url)?.username
    : bareHandle(post.author_username)
