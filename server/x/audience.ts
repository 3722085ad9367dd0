import { z } from 'zod'
import { authorOf, referenceOf, repliedTo, replySettingsOf } from './context'
import { leadingHandles } from './leadingMentions'
import type { ReadAnswer, WirePost } from './wire'

const person = z.object({ id: z.string().optional(), username: z.string().optional() })
export type Person = z.infer<typeof person>

/** The facts of a post that decide who may reply to it. Stored with the post as JSON. */
export const audience = z.object({
  /** Empty if X did not load the author. */
  author: person,
  /** People whom the author surely mentions in the text; undefined if X loaded no mentions. */
  mentions: z.array(person).optional(),
  /** Names in the text that may be mentions: X did not load enough to decide. */
  mayMention: z.array(person).optional(),
  /** People whom X put before the text of a reply; undefined if nobody. */
  implied: z.array(person).optional(),
  /** The author of the quoted post; `unknown` if X did not load it. */
  quotes: z.union([person, z.literal('unknown')]).optional(),
  /** The author of the post that it replies to. */
  answers: person.optional(),
  /** `text`: the rest of the text is missing and may mention anybody. `answers`: the post may reply to anybody. */
  notLoaded: z.array(z.enum(['text', 'answers'])).optional(),
  /** The author of the first post of the thread; undefined if unknown. */
  thread: person.optional(),
  /** Undefined if X did not load it. */
  replySettings: z.enum(['everyone', 'mentionedUsers', 'following', 'subscribers', 'verified', 'other']).optional(),
})
export type Audience = z.infer<typeof audience>

/** Many more than X allows in one post. */
const mostMentions = 200

/** @param root the first post of its thread, unless that is the post itself or its parent. */
export const audienceOf = (answer: ReadAnswer, root: ReadAnswer | 'missing' | undefined): Audience => {
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
 * Finds mentions within `display_text_range` (code points). X puts others before that range in a reply. The entities of
 * a long post cover only its first part, the entities of its note the whole. A handle without an entity names nobody,
 * or X did not load its entity.
 */
const mentionsIn = (post: WirePost): Pick<Audience, 'mentions' | 'mayMention' | 'implied'> => {
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
  // Without the range, leading mentions of a reply may be the author's own.
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

const quotedIn = (answer: ReadAnswer): Audience['quotes'] => {
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
