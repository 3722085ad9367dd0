import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { mulberry32 } from '../random'
import type { Caller } from './authentication'
import type { Control } from './control'
import { readFields } from './fields'
import { sandboxApp } from './oauth2'
import { presentIncludes, presentPost } from './present'
import { type Answer, invalid, problems } from './problems'
import type { View } from './scene'

const privateEvents = ['post.mention.create', 'post.reply.create', 'post.quote.create'] as const
type EventType = (typeof privateEvents)[number]

const createBody = z.strictObject({
  event_type: z.enum(privateEvents),
  filter: z.strictObject({ user_id: z.string().regex(/^\d{1,19}$/) }),
  tag: z.string().min(1).max(200).optional(),
})

interface Subscription {
  subscription_id: string
  event_type: EventType
  filter: { user_id: string }
  tag?: string
  created_at: string
  updated_at: string
}

type Faults = NonNullable<Control['stream']>

/** X's own limits (docs.x.com, activity, August 2026). */
const mostConnections = 2
const mostSubscriptions = 1500
/** X does not document the interval and form of its keep-alive. */
const keepAliveMs = 20_000
/** The value of X's other streams; X does not document it here. */
const mostBackfillMinutes = 5

/**
 * X's Activity API as far as an inbox needs it: subscriptions by a user's own OAuth 2.0 token, and one stream for their
 * app. A repeated subscription gets 409 here; X does not document its answer.
 *
 * @param delivered called for each event that left, for the bill.
 */
export const createActivity = (
  resolve: (id: string) => View | undefined,
  now: () => number,
  delivered: (app: string, post: string) => void,
) => {
  const subscriptions = new Map<string, Subscription>()
  const connections = new Set<ServerResponse>()
  const keepAlive = setInterval(() => {
    if (!faults.silent) for (const each of connections) each.write('\r\n')
  }, keepAliveMs)
  keepAlive.unref()
  let faults: Faults = {}
  let random = mulberry32(1)
  let held: string | undefined
  let made = 0
  /** Events of the last minutes, the oldest first, delivered or not. */
  let earlier: { at: number; post: string; line: string }[] = []

  const create = (caller: Caller, body: string): Answer => {
    const parsed = createBody.safeParse(jsonOf(body))
    if (!parsed.success) return invalid('body', parsed.error.issues[0]?.path.join('.') ?? '')
    const { event_type, filter, tag } = parsed.data
    if (caller.kind === 'app' || caller.scopes?.includes('tweet.read') !== true || caller.id !== filter.user_id) {
      return problems.featureForbidden
    }
    const key = `${event_type} ${filter.user_id}`
    if ([...subscriptions.values()].some((each) => `${each.event_type} ${each.filter.user_id}` === key)) {
      return problems.conflict
    }
    if (subscriptions.size >= mostSubscriptions) return problems.featureForbidden
    made += 1
    const at = new Date(now()).toISOString()
    const subscription: Subscription = {
      subscription_id: String(7000 + made),
      event_type,
      filter,
      ...(tag === undefined ? {} : { tag }),
      created_at: at,
      updated_at: at,
    }
    subscriptions.set(subscription.subscription_id, subscription)
    // X's quickstart and its OpenAPI show three forms.
    const forms = [
      { data: [subscription], meta: { total_subscriptions: subscriptions.size } },
      { data: subscription },
      { data: { subscription } },
    ]
    return { status: 200, body: forms[made % forms.length] }
  }

  const list = (query: URLSearchParams): Answer => {
    const most = Number(query.get('max_results') ?? 100)
    const from = Number(query.get('pagination_token') ?? 0)
    const all = [...subscriptions.values()]
    const next = from + most < all.length ? { next_token: String(from + most) } : {}
    return {
      status: 200,
      body: { data: all.slice(from, from + most), meta: { total_subscriptions: all.length, ...next } },
    }
  }

  const remove = (id: string): Answer => {
    const deleted = subscriptions.delete(id)
    return {
      status: deleted ? 200 : 404,
      body: { data: { deleted }, meta: { total_subscriptions: subscriptions.size } },
    }
  }

  const eventOf = (view: View, { event_type, filter, tag }: Subscription): string => {
    const payload = presentPost(view, everything)
    const { includes } = presentIncludes([view], everything, resolve)
    const event = {
      data: {
        event_uuid: `-${view.id}`,
        filter,
        event_type,
        ...(tag === undefined ? {} : { tag }),
        payload: { ...payload, ...(view.parent ? { in_reply_to_tweet_id: view.parent.id } : {}) },
        includes: { ...includes, tweets: [payload] },
      },
    }
    return JSON.stringify(event)
  }

  const write = (line: string) => {
    for (const connection of connections) {
      if (random() < (faults.cutMidEvent ?? 0)) {
        connection.write(line.slice(0, line.length / 2), () => connection.destroy())
        connections.delete(connection)
        continue
      }
      connection.write(`${line}\r\n`)
      if (random() < (faults.duplicate ?? 0)) connection.write(`${line}\r\n`)
    }
  }

  /** In X's order, unless an event is held back until after the next. */
  const send = (line: string) => {
    const late = held
    held = undefined
    if (late === undefined && random() < (faults.outOfOrder ?? 0)) {
      held = line
      return
    }
    write(line)
    if (late !== undefined) write(late)
  }

  const isLate = ({ at }: { at: number }, minutes: number) => at < now() - minutes * 60_000

  return {
    answer: (
      method: string,
      path: string,
      caller: Caller,
      query: URLSearchParams,
      body: string,
    ): Answer | undefined => {
      const id = /^\/2\/activity\/subscriptions\/(\d{1,19})$/.exec(path)?.[1]
      if (path === '/2/activity/subscriptions' && method === 'POST') return create(caller, body)
      if (caller.kind !== 'app') return problems.unsupportedAuth
      if (path === '/2/activity/subscriptions' && method === 'GET') return list(query)
      if (id !== undefined && method === 'DELETE') return remove(id)
      return undefined
    },
    connect: (caller: Caller, query: URLSearchParams, response: ServerResponse): Answer | undefined => {
      if (caller.kind !== 'app') return problems.unsupportedAuth
      const asked = query.get('backfill_minutes') ?? '0'
      const minutes = Number(asked)
      const isTaken = /^\d$/.test(asked) && minutes <= (faults.noBackfill ? 0 : mostBackfillMinutes)
      if (!isTaken) return invalid('backfill_minutes', asked)
      if (connections.size >= mostConnections) return tooManyConnections
      connections.add(response)
      response.on('close', () => connections.delete(response))
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
      response.flushHeaders()
      for (const { post, line } of minutes > 0 ? earlier.filter((each) => !isLate(each, minutes)) : []) {
        delivered(sandboxApp.clientId, post)
        response.write(`${line}\r\n`)
      }
      return undefined
    },
    arrived: (id: string) => {
      const view = resolve(id)
      if (view === undefined) return
      const oldest = earlier.findIndex((each) => !isLate(each, mostBackfillMinutes))
      earlier = oldest < 0 ? [] : oldest > 0 ? earlier.slice(oldest) : earlier
      for (const subscription of subscriptions.values()) {
        if (!isFor(view, subscription)) continue
        const line = eventOf(view, subscription)
        earlier.push({ at: now(), post: view.id, line })
        if (connections.size === 0 || faults.silent) continue
        delivered(sandboxApp.clientId, view.id)
        send(line)
      }
    },
    change: (next: Faults) => {
      const { lines = [], end = false, seed, ...rest } = next
      faults = rest
      if (seed !== undefined) random = mulberry32(seed)
      for (const connection of connections) {
        for (const line of lines) connection.write(`${line}\r\n`)
        if (end) connection.end()
      }
    },
    subscriptions: () => [...subscriptions.values()],
    connections: () => connections.size,
    close: () => clearInterval(keepAlive),
  }
}

const tooManyConnections: Answer = {
  status: 429,
  body: {
    title: 'ConnectionException',
    detail: 'This stream is currently at the maximum allowed connection limit.',
    connection_issue: 'TooManyConnections',
    type: 'https://api.twitter.com/2/problems/streaming-connection',
  },
}

const everything = readFields(
  new URLSearchParams({
    'tweet.fields':
      'article,attachments,author_id,conversation_id,created_at,display_text_range,entities,in_reply_to_user_id,lang,note_tweet,possibly_sensitive,referenced_tweets,reply_settings',
    expansions: 'author_id,in_reply_to_user_id',
    'user.fields': 'name,username',
  }),
  undefined,
)

const isFor = (view: View, { event_type, filter: { user_id } }: Subscription): boolean => {
  if (view.author.id === user_id) return false
  if (event_type === 'post.reply.create') return view.parent?.author.id === user_id
  if (event_type === 'post.quote.create') return view.quoted?.author.id === user_id
  return mentionedIn(view).includes(user_id)
}

const named = z.looseObject({ mentions: z.array(z.looseObject({ id: z.string(), start: z.int() })).optional() })

/** Without those that X puts before a reply (its rule since 2026-08-12). */
const mentionedIn = (view: View): string[] => {
  const { entities, display_text_range } = presentPost(view, everything) as Record<string, unknown>
  const from = z.tuple([z.int(), z.int()]).safeParse(display_text_range).data?.[0] ?? 0
  const { mentions = [] } = named.safeParse(entities).data ?? {}
  return mentions.filter(({ start }) => start >= from).map(({ id }) => id)
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
