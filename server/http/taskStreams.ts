import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { taskEvent } from '../../src/schemas/history/taskStream'
import type { DatabaseState } from '../db/remembered'
import type { Database } from '../db/schema'
import { findLiving } from '../features/session/sessions.store'
import { HttpProblem } from '../problems'
import { LatestEvent } from './latestEvent'
import * as words from './words'

export interface TaskStreamTimes {
  /** Ms between two checks for changes. */
  lookMs: number
  /** Ms between two beats. */
  beatMs: number
}

const usualTimes: TaskStreamTimes = { lookMs: 500, beatMs: 20_000 }
const mostOfOperator = 20
/** A reader who misses this many beats is gone. */
const mostMissedBeats = 3
/** Sessions per query. */
const atOnce = 500

const unknown = Number.POSITIVE_INFINITY

interface Open {
  events: LatestEvent
  ownerId: number
  sessionId: number
  revision: string
  /** Expiry of the session in ms since 1970; `unknown` until the first check. */
  endsAt: number
}

/**
 * Sends an event to each open stream when its operator's tasks have a new revision, whichever process changed them. One
 * check serves all streams, and on SQLite runs only after a write. The same check ends the streams of ended sessions,
 * so that they receive nothing afterwards.
 */
export const createTaskStreams = (
  { db, state }: { db: Kysely<Database>; state: DatabaseState },
  { lookMs, beatMs }: TaskStreamTimes = usualTimes,
) => {
  const streams = new Set<Open>()
  let seen: string | undefined
  let isLooking = false
  let isStopped = false
  let looks: NodeJS.Timeout | undefined
  let beats: NodeJS.Timeout | undefined

  const look = async () => {
    const written = await state()
    const now = Date.now()
    for (const stream of streams) if (now >= stream.endsAt) stream.events.end()
    const known = [...streams]
    if (written !== undefined && written === seen && known.every(({ endsAt }) => endsAt < unknown)) return
    for (let from = 0; from < known.length; from += atOnce) await tellSome(known.slice(from, from + atOnce))
    seen = written
  }

  const tellSome = async (some: Open[]) => {
    const living = await findLiving(
      db,
      some.map(({ sessionId }) => sessionId),
    )
    for (const stream of some) {
      const session = living.get(stream.sessionId)
      if (session) tell(stream, session)
      else stream.events.end()
    }
  }

  const lookOnce = () => {
    if (isLooking) return
    isLooking = true
    look()
      // The next check repeats a failed read.
      .catch(() => undefined)
      .finally(() => {
        isLooking = false
      })
  }

  const sendBeats = () => {
    for (const { events } of streams) if (events.beat() >= mostMissedBeats) events.destroy()
  }

  const rest = () => {
    clearInterval(looks)
    clearInterval(beats)
    looks = undefined
    beats = undefined
  }

  return {
    /**
     * @param revision of the operator's tasks, the first event of the stream.
     * @throws HttpProblem 429 if the operator has too many streams, 503 during a stop, which would wait for the stream.
     */
    open({ ownerId, sessionId }: Pick<Open, 'ownerId' | 'sessionId'>, revision: string): LatestEvent {
      if (isStopped) throw new HttpProblem(503, words.stopping, { 'retry-after': '5' })
      const own = [...streams].filter((stream) => stream.ownerId === ownerId)
      if (own.length >= mostOfOperator) {
        throw new HttpProblem(429, words.tooManyWindows, { 'retry-after': '60' })
      }
      const stream = { events: new LatestEvent(), ownerId, sessionId, revision: '', endsAt: unknown }
      streams.add(stream)
      stream.events.once('close', () => {
        streams.delete(stream)
        if (streams.size === 0) rest()
      })
      tell(stream, { revision, endsAt: stream.endsAt })
      looks ??= setInterval(lookOnce, lookMs)
      beats ??= setInterval(sendBeats, beatMs)
      return stream.events
    },

    /** Ends all streams and refuses new ones. */
    stop(): void {
      isStopped = true
      for (const { events } of streams) events.end()
      rest()
    },
  }
}

const tell = (stream: Open, { revision, endsAt }: Pick<Open, 'revision' | 'endsAt'>): void => {
  const id = createHash('sha256').update(revision).digest('base64url').slice(0, 16)
  if (id !== stream.revision) stream.events.tell(taskEvent, id)
  stream.revision = id
  stream.endsAt = endsAt
}
