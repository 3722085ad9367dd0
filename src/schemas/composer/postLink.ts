import { withoutInvisible } from '../gate/characters'
import { bareHandle } from '../handle'

const hosts = new Set(['x.com', 'twitter.com'].flatMap((host) => [host, `www.${host}`, `mobile.${host}`, `m.${host}`]))
/** Handles have at most 15 characters; some old ones have up to 20. */
const paths = /^\/(?:i\/web\/status|i\/status|(\w{1,20})\/status(?:es)?)\/(\d{1,19})(?:\/|$)/

export interface PostLink {
  /** 1 to 19 digits. */
  id: string
  username?: string
}

/**
 * Reads a pasted link to a post on X, or a bare post id, and never opens it. Accepts x.com and twitter.com (with www.,
 * mobile. and m.) over http or https: `/{user}/status(es)/{id}`, `/i/web/status/{id}` and `/i/status/{id}`. Ignores
 * text after the id and invisible characters.
 *
 * @returns undefined for anything else
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

/** `base` has no slash at the end. */
export const postLinkOf = (id: string, username?: string | null, base = 'https://x.com'): string =>
  `${base}/${encodeURIComponent(bareHandle(username ?? '') || 'i')}/status/${encodeURIComponent(id)}`

export const authorOf = (post?: { tweet_url: string; author_username?: string }): string | undefined =>
  post?.author_username === undefined
    ? post && parsePostLink(post.tweet_url)?.username
    : bareHandle(post.author_username)
