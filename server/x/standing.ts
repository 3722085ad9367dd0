import { z } from 'zod'
import { authorOf, isReply, referenceOf, replySettingsOf } from './context'
import { leadingMentions } from './leadingMentions'
import type { ReadAnswer, WirePost } from './wire'

const person = z.object({ id: z.string().optional(), username: z.string().optional() })
export type Person = z.infer<typeof person>

/** What of a post decides who may answer it. Kept with the post as JSON. */
export const standing = z.object({
  author: person,
  /** Whom its author mentions in the text; undefined where X did not say. */
  mentions: z.array(person).optional(),
  /** Whose post it quotes; `unknown` where X does not show the quoted post. */
  quotes: z.union([person, z.literal('unknown')]).optional(),
  /** Whose post it answers. */
  answers: person.optional(),
  /** Who began the thread that it stands in: its author where it is a thread of its own; undefined where not known. */
  thread: person.optional(),
  replySettings: z.enum(['everyone', 'mentionedUsers', 'following', 'subscribers', 'verified', 'other']).optional(),
})
export type Standing = z.infer<typeof standing>

/** Many more than X lets a post mention. */
const mostMentions = 200

/** @param root the first post of its thread, where that is neither the post itself nor its parent. */
export const standingOf = (answer: ReadAnswer, root: ReadAnswer | 'missing' | undefined): Standing => {
  const { data } = answer
  const author = personOf(data, answer)
  const mentions = mentionsIn(data)
  const quotes = quotedIn(answer)
  const answers = answeredIn(answer)
  const thread = threadOf(answer, root)
  const replySettings = replySettingsOf(data)
  return {
    author,
    ...(mentions === undefined ? {} : { mentions }),
    ...(quotes === undefined ? {} : { quotes }),
    ...(answers === undefined ? {} : { answers }),
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
 * The mentions inside `display_text_range` (code points): those before it were put there by X, since the post is a
 * reply. A long post's entities cover its first part alone, its note's cover the whole.
 */
const mentionsIn = (post: WirePost): Person[] | undefined => {
  const { entities, note, display_text_range: range, reply_settings } = post
  // X leaves `entities` out where there are none, and the other two never, once asked for them.
  if (entities === undefined && range === undefined && reply_settings === undefined) return undefined
  const begin = range?.[0] ?? (isReply(post) ? impliedLength(post) : 0)
  const prefix = [...post.text].slice(0, begin).join('')
  const ofNote = note?.text.startsWith(prefix) ? begin : 0
  return [
    ...(entities?.mentions ?? []).filter(({ start }) => start >= begin),
    ...(note?.entities?.mentions ?? []).filter(({ start }) => start >= ofNote),
  ]
    .slice(0, mostMentions)
    .map(({ id, username }) => ({ ...(id === undefined ? {} : { id }), username }))
}

/** Without `display_text_range` nobody can tell which of the mentions at the beginning its author wrote. */
const impliedLength = ({ text, entities }: WirePost): number =>
  leadingMentions(text, entities?.mentions ?? [], undefined).at(-1)?.end ?? 0

const quotedIn = (answer: ReadAnswer): Standing['quotes'] => {
  const id = referenceOf(answer.data, 'quoted')
  if (id === undefined) return undefined
  const post = answer.includes.posts.find((each) => each.id === id)
  return post?.author_id === undefined ? 'unknown' : personOf(post, answer)
}

const answeredIn = (answer: ReadAnswer): Person | undefined => {
  const { data, includes } = answer
  const id = referenceOf(data, 'replied_to')
  if (id === undefined) return undefined
  const post = includes.posts.find((each) => each.id === id)
  const author = post?.author_id ?? data.in_reply_to_user_id
  if (author === undefined) return undefined
  const username = includes.users.find((each) => each.id === author)?.username
  return { id: author, ...(username === undefined ? {} : { username }) }
}

const threadOf = (answer: ReadAnswer, root: ReadAnswer | 'missing' | undefined): Person | undefined => {
  const { data } = answer
  if (data.conversation_id === data.id || !isReply(data)) return personOf(data, answer)
  if (root === 'missing' || data.conversation_id === undefined) return undefined
  return root === undefined ? answeredIn(answer) : personOf(root.data, root)
}
