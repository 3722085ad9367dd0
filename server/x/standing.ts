import { z } from 'zod'
import { authorOf, referenceOf, repliedTo, replySettingsOf } from './context'
import { leadingHandles } from './leadingMentions'
import type { ReadAnswer, WirePost } from './wire'

const person = z.object({ id: z.string().optional(), username: z.string().optional() })
export type Person = z.infer<typeof person>

/** The facts of a post that decide who may answer it. Kept with the post as JSON. */
export const standing = z.object({
  /** Empty if X did not load who wrote it. */
  author: person,
  /** Whom its author surely mentions in the text; undefined if X loaded nothing of that. */
  mentions: z.array(person).optional(),
  /** Whom the text names without X having loaded that this is a mention of its author. */
  mayMention: z.array(person).optional(),
  /** Whom X itself put before the text, since the post is a reply; left out if it is nobody. */
  implied: z.array(person).optional(),
  /** Whose post it quotes; `unknown` if X did not load the quoted post. */
  quotes: z.union([person, z.literal('unknown')]).optional(),
  /** Whose post it answers. */
  answers: person.optional(),
  /** `text`: the text may go on, and mention anybody there. `answers`: it may answer anybody. */
  notLoaded: z.array(z.enum(['text', 'answers'])).optional(),
  /** Who began its thread: its author if it answers nobody; undefined if that is not known. */
  thread: person.optional(),
  /** Undefined if X did not load it. */
  replySettings: z.enum(['everyone', 'mentionedUsers', 'following', 'subscribers', 'verified', 'other']).optional(),
})
export type Standing = z.infer<typeof standing>

/** Many more than X lets a post mention. */
const mostMentions = 200

/** @param root the first post of its thread, unless that is the post itself or its parent. */
export const standingOf = (answer: ReadAnswer, root: ReadAnswer | 'missing' | undefined): Standing => {
  const { data } = answer
  const quotes = quotedIn(answer)
  const answers = answeredIn(answer)
  const thread = threadOf(answer, root)
  const replySettings = replySettingsOf(data)
  const notLoaded = [
    ...(data.isCut ? (['text'] as const) : []),
    ...(answers === 'unknown' ? (['answers'] as const) : []),
  ]
  return {
    author: personOf(data, answer),
    ...mentionsIn(data),
    ...(quotes === undefined ? {} : { quotes }),
    ...(answers === undefined || answers === 'unknown' ? {} : { answers }),
    ...(notLoaded.length > 0 ? { notLoaded } : {}),
    ...(thread === undefined ? {} : { thread }),
    ...(replySettings === undefined ? {} : { replySettings }),
  }
}

const personOf = (post: WirePost, answer: ReadAnswer): Person => {
  const username = authorOf(post, answer)?.username
  return {
    ...(post.author_id === undefined ? {} : { id: post.author_id }),
    ...(username === undefined ? {} : { username }),
  }
}

/**
 * The mentions inside `display_text_range` (code points): X put those before it there, since the post is a reply. A long
 * post's entities cover no more than its first part, its note's cover the whole. A handle in the text that no entity
 * places is nobody's, or X did not load its entity.
 */
const mentionsIn = (post: WirePost): Pick<Standing, 'mentions' | 'mayMention' | 'implied'> => {
  const { entities, note, display_text_range: range, text } = post
  const isFirst = repliedTo(post) === null
  const begin = range?.[0] ?? (isFirst ? 0 : [...text.slice(0, leadingHandles(text).at(-1)?.end ?? 0)].length)
  const prefix = [...text].slice(0, begin).join('')
  const ofNote = note?.text.startsWith(prefix) ? begin : 0
  const mentions = [
    ...(entities?.mentions ?? []).filter(({ start }) => start >= begin),
    ...(note?.entities?.mentions ?? []).filter(({ start }) => start >= ofNote),
  ]
    .slice(0, mostMentions)
    .map(personNamed)
  const placed = new Set(mentions.map(({ username }) => username?.toLowerCase()))
  const whole = note?.text ?? text
  // Without its range a reply's leading mentions may be its author's own.
  const own = range === undefined ? whole : [...whole].slice(note ? ofNote : begin).join('')
  const unplaced = [...new Set([...own.matchAll(/(?<![\w@])@(\w{1,50})/g)].map(([, handle = '']) => handle))]
    .filter((handle) => !placed.has(handle.toLowerCase()))
    .slice(0, mostMentions)
  const before = (entities?.mentions ?? []).filter(({ start }) => start < begin)
  const implied = (before.length > 0 ? before : leadingHandles(prefix)).slice(0, mostMentions).map(personNamed)
  return {
    mentions,
    ...(unplaced.length > 0 ? { mayMention: unplaced.map((username) => ({ username })) } : {}),
    ...(implied.length > 0 ? { implied } : {}),
  }
}

const personNamed = ({ id, username }: { id?: string | undefined; username: string }): Person => ({
  ...(id === undefined ? {} : { id }),
  username,
})

const quotedIn = (answer: ReadAnswer): Standing['quotes'] => {
  const id = referenceOf(answer.data, 'quoted')
  if (id === undefined) return mayQuote(answer.data) ? 'unknown' : undefined
  const post = answer.includes.posts.find((each) => each.id === id)
  if (post?.author_id !== undefined) return personOf(post, answer)
  const username = answer.data.entities?.urls
    ?.map(({ expanded_url = '' }) => addressOfPost.exec(expanded_url))
    .find((address) => address?.[2] === id)?.[1]
  return username === undefined || username === 'i' ? 'unknown' : { username }
}

const addressOfPost = /^https:\/\/(?:x|twitter)\.com\/(\w+)\/status\/(\d+)\b/

/** X ends the text of a quote with the address of the quoted post. */
const mayQuote = ({ text, entities, attachments }: WirePost): boolean => {
  const [last] = /https:\/\/t\.co\/\w+\s*$/.exec(text) ?? []
  if (last === undefined) return false
  const url = entities?.urls?.find((each) => each.url === last.trim())
  if (url === undefined) return attachments === undefined
  return url.expanded_url === undefined
    ? url.media_key === undefined
    : /\/status\/\d{1,20}\/?$/.test(url.expanded_url.split('?', 1)[0] ?? '')
}

const answeredIn = (answer: ReadAnswer): Person | 'unknown' | undefined => {
  const { data, includes } = answer
  const id = repliedTo(data)
  if (id === null) return undefined
  const post = includes.posts.find((each) => each.id === id)
  const author = post?.author_id ?? data.in_reply_to_user_id
  if (author === undefined) return 'unknown'
  const username = includes.users.find((each) => each.id === author)?.username
  return { id: author, ...(username === undefined ? {} : { username }) }
}

const threadOf = (answer: ReadAnswer, root: ReadAnswer | 'missing' | undefined): Person | undefined => {
  const { data } = answer
  if (repliedTo(data) === null) return personOf(data, answer)
  if (root === 'missing' || data.conversation_id === undefined) return undefined
  if (root !== undefined) return personOf(root.data, root)
  const answers = answeredIn(answer)
  return answers === 'unknown' ? undefined : answers
}
