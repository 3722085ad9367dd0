import { z } from 'zod'
import { openStream } from '../outgoing/exchange'
import { askAs } from './asking'
import { answered, exchange, unanswered, type Wire } from './exchange'
import { linesOf } from './lines'
import { receivedOf } from './mentions'
import { refusal } from './outcomes'
import type { Ask } from './sign'
import { type Access, type ReceivedPost, XError, type XOutcome } from './types'
import { readAnswer } from './wire'

/** The events that an inbox needs, by X's names. */
export const eventTypes = {
  'post.mention.create': 'mention',
  'post.reply.create': 'reply',
  'post.quote.create': 'quote',
} as const satisfies Record<string, ReceivedPost['kind']>
export type EventType = keyof typeof eventTypes

export interface Subscription {
  /** Undefined if X answered only that the subscription already exists. */
  id: string | undefined
  eventType: string
  userId: string
  tag: string | undefined
}

/** A post that concerns the user with that id on X. */
export interface StreamEvent {
  userId: string
  /** X charges for every post of the stream, even one that no inbox needs. */
  postId: string
  /** Undefined for the user's own posts, and for posts that mention the user only in X's own prefix. */
  post: ReceivedPost | undefined
}

/** At most 64 KB. */
export interface StreamBatch {
  events: StreamEvent[]
  /** Lines that are not JSON, not an event, or too long. */
  unreadable: number
}

export interface Activity {
  /**
   * Opens X's activity stream of the app, including events of the last minutes if X allows that for the app. X's
   * documentation contains neither the bounds of `backfill_minutes` for this stream (5 for X's other streams) nor the
   * apps that may use it. The stream ends when X ends it, after `idleMs` without data, or by the signal. An incomplete
   * line is dropped.
   *
   * @returns batches, when X has answered 200. The iteration rejects if the connection breaks.
   * @throws XError if X refuses or does not answer.
   */
  open(signal: AbortSignal): Promise<AsyncIterable<StreamBatch>>
  /** @returns all subscriptions of the app that X lists. @throws XError */
  list(): Promise<Subscription[]>
  /**
   * An existing subscription counts as success.
   *
   * @throws XError
   */
  subscribe(access: Access, wanted: { eventType: EventType; userId: string; tag: string }): Promise<Subscription>
  /**
   * A missing subscription counts as success.
   *
   * @throws XError
   */
  unsubscribe(id: string): Promise<void>
}

export interface ActivityOptions {
  baseUrl: string
  /** The app's own bearer token, because the stream belongs to the app. */
  bearerToken: string
  /** Deadline in ms of one request, and of the stream's status line. */
  timeoutMs: number
  /** X's documentation contains no interval of keep-alives, so a stream without data for this time is opened again. */
  idleMs: number
  observer?: Wire['observer'] | undefined
}

/**
 * X's Activity API (docs.x.com, x-api/activity, August 2026): `GET /2/activity/stream` and subscriptions. Undocumented
 * parts are read tolerantly: a blank line is a sign of life, a subscription may have any of three forms, and unknown
 * kinds of events are ignored.
 */
export const createActivity = ({ baseUrl, bearerToken, timeoutMs, idleMs, observer }: ActivityOptions): Activity => {
  const wire = { baseUrl, timeoutMs, observer }
  const asApp = (send: Ask) => exchange(wire, bearerToken, send)
  let isBackfillRefused = false

  const openBy = async (query: string, signal: AbortSignal) => {
    const url = new URL(`${baseUrl.replace(/\/$/, '')}/2/activity/stream${query}`)
    const headers = { authorization: `Bearer ${bearerToken}` }
    const opened = await openStream(
      { method: 'GET', url, headers, maxBytes: longestRefusal },
      { timeoutMs, idleMs },
      signal,
    ).catch((error: unknown) => {
      throw refusal(unanswered(error))
    })
    if ('status' in opened) throw refusal(answered(opened))
    return batchesOf(opened)
  }

  return {
    async open(signal) {
      if (isBackfillRefused) return openBy('', signal)
      try {
        return await openBy(`?backfill_minutes=${backfillMinutes}`, signal)
      } catch (error) {
        if (!(error instanceof XError) || (error.status !== 400 && error.status !== 403)) throw error
        const batches = await openBy('', signal)
        isBackfillRefused = true
        return batches
      }
    },

    async list() {
      const found: Subscription[] = []
      let page: string | undefined
      for (let pages = 0; pages < mostPages; pages += 1) {
        const query = { max_results: 100, ...(page === undefined ? {} : { pagination_token: page }) }
        const outcome = await asApp((client) => client.v2.get('activity/subscriptions', query))
        const answer = listed.safeParse(bodyOf(outcome))
        if (!answer.success) throw refusal(outcome)
        found.push(...answer.data.data.flatMap((each) => subscriptionIn(each) ?? []))
        page = answer.data.meta?.next_token
        if (page === undefined) return found
      }
      return found
    },

    async subscribe(access, { eventType, userId, tag }) {
      const body = { event_type: eventType, filter: { user_id: userId }, tag }
      const outcome = await askAs(wire, access, (client) => client.v2.post('activity/subscriptions', body))
      const wanted = { id: undefined, eventType, userId, tag }
      if (outcome.kind !== 'answer') throw refusal(outcome)
      if (outcome.status < 300 && outcome.bodyReadable) return { ...wanted, id: idIn(outcome.body) }
      const refused = refusal(outcome)
      if (outcome.status === 409 || (outcome.status < 500 && /already|duplicate/i.test(refused.detail))) return wanted
      throw refused
    },

    async unsubscribe(id) {
      const outcome = await asApp((client) => client.v2.delete(`activity/subscriptions/${id}`))
      if (outcome.kind !== 'answer' || (outcome.status >= 300 && outcome.status !== 404)) throw refusal(outcome)
    },
  }
}

/**
 * Each connection repeats the events of these minutes, so that no event is lost during a break, even if X does not list
 * the post.
 */
const backfillMinutes = 5
/** Enough pages for 1,500 subscriptions of an app, with a hundred per page. */
const mostPages = 20
/** A post with its parents has some kilobytes. */
const longestLine = 1024 * 1024
const longestRefusal = 64 * 1024

async function* batchesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<StreamBatch> {
  for await (const { lines, tooLong } of linesOf(chunks, longestLine)) {
    const said = lines.filter((line) => line !== '').map(eventIn)
    const unreadable = tooLong + said.filter((each) => each === undefined).length
    const events = said.flatMap((each) => (each === undefined || each === 'other' ? [] : each))
    if (events.length + unreadable > 0) yield { events, unreadable }
  }
}

const id = z.string().regex(/^[0-9]{1,19}$/)
const envelope = z.looseObject({
  data: z.looseObject({
    filter: z.looseObject({ user_id: id }),
    event_type: z.string(),
    payload: z.unknown().optional(),
    includes: z.unknown().optional(),
  }),
})

/** @returns `other` for a kind that no inbox needs, undefined for an unreadable line. */
export const eventIn = (line: string): StreamEvent | 'other' | undefined => {
  const parsed = envelope.safeParse(jsonOf(line))
  if (!parsed.success) return isObject(jsonOf(line)) ? 'other' : undefined
  const { filter, event_type, payload, includes } = parsed.data.data
  const kind = Object.entries(eventTypes).find(([name]) => name === event_type)?.[1]
  if (kind === undefined) return 'other'
  const answer = readAnswer.safeParse({ data: payload, includes })
  if (!answer.success) return undefined
  const post = receivedOf(answer.data, { id: filter.user_id }, kind === 'mention' ? undefined : kind)
  return { userId: filter.user_id, postId: answer.data.data.id, post }
}

const word = z.string().min(1).max(200)
const subscription = z.looseObject({
  subscription_id: word,
  event_type: word,
  filter: z.looseObject({ user_id: id }),
  tag: word.optional().catch(undefined),
})
const listed = z.looseObject({
  data: z.array(z.unknown()).default([]),
  meta: z.looseObject({ next_token: word.optional().catch(undefined) }).optional(),
})

const subscriptionIn = (value: unknown): Subscription | undefined => {
  const { data } = subscription.safeParse(value)
  if (!data) return undefined
  return { id: data.subscription_id, eventType: data.event_type, userId: data.filter.user_id, tag: data.tag }
}

const named = z.looseObject({ subscription_id: word })
/** The three forms in X's documentation (quickstart, OpenAPI 2.167). */
const made = z.union([
  z.looseObject({ data: z.looseObject({ subscription: named }) }).transform(({ data }) => data.subscription),
  z.looseObject({ data: named }).transform(({ data }) => data),
  z.looseObject({ data: z.tuple([named], z.unknown()) }).transform(({ data }) => data[0]),
])

const idIn = (body: unknown): string | undefined => made.safeParse(body).data?.subscription_id

const bodyOf = (outcome: XOutcome): unknown =>
  outcome.kind === 'answer' && outcome.status === 200 && outcome.bodyReadable ? outcome.body : undefined

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
