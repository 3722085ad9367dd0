import * as z from 'zod/mini'
import { id, nothing, opaqueId, optionalText, timestamp } from '../base'
import { type Call, call, numericId, pageLimit } from '../call'
import { handle } from '../gate/handleField'

export const mentionKinds = ['mention', 'reply', 'quote'] as const

/** `answered` is set by a sent or queued item, never by the operator. */
export const mentionStates = ['unread', 'answered', 'dismissed'] as const
export type MentionState = (typeof mentionStates)[number]

export const mention = z.object({
  id,
  tweet_id: z.string(),
  link: z.string(),
  kind: z.enum(mentionKinds),
  account_id: id,
  account_username: z.string(),
  /** Absent if a server of an earlier version answers. */
  account_is_active: z.optional(z.boolean()),
  /** '' if X did not name the author. The same holds for the name. */
  author_username: z.string(),
  author_name: z.string(),
  text: z.string(),
  /** X's clock. */
  created_at: timestamp,
  received_at: timestamp,
  state: z.enum(mentionStates),
  /** The task of the reply, null if there is none. */
  task_id: z.nullable(opaqueId),
  /** The post asks for no more replies. */
  asks_to_stop: z.boolean(),
  /** Why nothing is sent to the author: the operator's do-not-reply list. */
  declined: z.optional(z.string()),
})
export type Mention = z.infer<typeof mention>

export const watch = z.object({
  account_id: id,
  account_username: z.string(),
  on: z.boolean(),
  /** `stream`: X reports mentions at once, and polling is rare. */
  by: z.enum(['polling', 'stream']),
  last_read_at: z.nullable(timestamp),
  /** Why X refused the stream; null if it did not. */
  stream_refused: z.nullable(z.string()),
  /** Why reading is paused and when it resumes; null if it is not. */
  paused: z.nullable(z.string()),
  /** Expected posts a day. */
  reads_a_day: z.number(),
  /** For example `about $0.12`; null if the price is not known. */
  price_a_day: z.nullable(z.string()),
})
export type Watch = z.infer<typeof watch>

export const mostWatchesListed = 200

export const inbox = z.object({
  /** For the requested state and account. */
  total: z.int(),
  /** Of all accounts. */
  unread: z.int(),
  mentions: z.array(mention),
  /** Null on the last page. */
  next: z.nullable(z.string()),
  watches: z.array(watch),
})
export type Inbox = z.infer<typeof inbox>

export const person = z.object({
  id,
  username: z.string(),
  x_user_id: z.nullable(z.string()),
  reason: z.string(),
  since: timestamp,
})
export type Person = z.infer<typeof person>

export const mostPeopleListed = 1000

export const doNotReply = z.object({ total: z.int(), people: z.array(person) })
export type DoNotReply = z.infer<typeof doNotReply>

export const personBody = z.strictObject({
  username: handle({ required: 'Username is required' }),
  reason: z.optional(optionalText(200)),
})
export type PersonBody = z.infer<typeof personBody>

/** Other providers have no such calls. */
export const inboxCalls = {
  getInbox: call({
    method: 'GET',
    path: '/inbox',
    auth: true,
    query: z.strictObject({
      state: z._default(z.enum([...mentionStates, 'all'], 'must be unread, answered, dismissed or all'), 'all'),
      account_id: z.optional(numericId),
      limit: pageLimit,
      cursor: z.optional(z.string().check(z.regex(/^[0-9TZ:.-]{24}_[0-9]{1,16}$/, 'must be a cursor'))),
    }),
    status: 200,
    answer: inbox,
    reads: 'required',
  }),
  updateMention: call({
    method: 'PUT',
    path: '/inbox/{mentionId}',
    auth: true,
    params: z.strictObject({ mentionId: numericId }),
    body: z.strictObject({ state: z.enum(['unread', 'dismissed'], 'must be unread or dismissed') }),
    status: 200,
    answer: mention,
    reads: 'required',
  }),
  updateWatch: call({
    method: 'PUT',
    path: '/inbox/watches/{accountId}',
    auth: true,
    params: z.strictObject({ accountId: numericId }),
    body: z.strictObject({ on: z.boolean() }),
    status: 200,
    answer: watch,
    reads: 'required',
  }),
  listDoNotReply: call({
    method: 'GET',
    path: '/do-not-reply',
    auth: true,
    status: 200,
    answer: doNotReply,
    reads: 'required',
  }),
  addDoNotReply: call({
    method: 'POST',
    path: '/do-not-reply',
    auth: true,
    body: personBody,
    status: 201,
    answer: person,
    reads: 'required',
  }),
  deleteDoNotReply: call({
    method: 'DELETE',
    path: '/do-not-reply/{personId}',
    auth: true,
    params: z.strictObject({ personId: numericId }),
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
} satisfies Record<string, Call>
