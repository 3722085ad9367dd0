import { type AnyActorRef, createActor, fromCallback } from 'xstate'
import { inner } from '../../src/recording/actorsOf'
import type { Entry } from '../../src/recording/recording'
import { activeStates } from '../../src/recording/replay'

export interface Revival {
  /**
   * A recorded value with errors, functions and actors instead of their marks. Equal values are one object, because
   * code may compare them by identity.
   */
  revived<T>(value: T): T
  /** Puts actors into values that were revived before the actors existed. */
  link(value: unknown): void
  /** From now on the actor's stand-in shows this snapshot. */
  show(entry: SnapshotEntry): void
  /** What the recording shows of an actor that is not run. */
  shownBy(session: string): Shown
  /** The recorded session id of a stand-in, if no recorded machine was started in its place. */
  recordedOf(sessionId: string): string | undefined
}

type SnapshotEntry = Extract<Entry, { kind: 'snapshot' }>
type ActorEntry = Extract<Entry, { kind: 'actor' }>

interface Shown {
  status: 'active'
  output: undefined
  error: undefined
  readonly value: unknown
  readonly context: unknown
  children: object
  hasTag(tag: string): boolean
  can(event: { type: string }): boolean
}

/** `actorOf` answers the actor for a recorded session id; `met` has every recorded one. */
export const createRevival = (
  actorOf: (session: string) => AnyActorRef | undefined,
  met: ReadonlyMap<string, ActorEntry>,
): Revival => {
  const latest = new Map<string, SnapshotEntry>()
  const shownBy = (session: string): Shown => {
    const now = () => latest.get(session)?.snapshot
    const active = () => {
      const chart = met.get(session)?.chart
      return { chart, states: chart ? activeStates(chart, now()?.value) : new Set<string>() }
    }
    return {
      status: 'active',
      output: undefined,
      error: undefined,
      get value() {
        return now()?.value
      },
      get context() {
        return revive(now()?.context)
      },
      children: {},
      hasTag: (tag) => {
        const { chart, states } = active()
        return chart?.states.some(({ id, tags }) => states.has(id) && tags.includes(tag)) ?? false
      },
      can: ({ type }) => {
        const { chart, states } = active()
        return chart?.transitions.some((each) => states.has(each.source) && each.type === type) ?? false
      },
    }
  }
  const shared = new Map<string, object>()
  const absent = new Map<string, AnyActorRef>()

  const standIn = (session: string): AnyActorRef => {
    const known =
      absent.get(session) ?? Object.assign(createActor(fromCallback(() => {})), { getSnapshot: () => shownBy(session) })
    absent.set(session, known)
    return known
  }
  const revive = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const session = inner(value, '$actor')
    if (typeof session === 'string') return actorOf(session) ?? standIn(session)
    if (inner(value, '$function') !== undefined) return () => undefined
    const error = inner(value, '$error')
    if (typeof error === 'string') return reviveError(error, value)
    const text = JSON.stringify(value)
    const known = shared.get(text)
    if (known) return known
    const made = Array.isArray(value) ? value.map(revive) : fieldsOf(value, revive)
    if (!text.includes('"$actor"')) shared.set(text, made)
    return made
  }
  const reviveError = (name: string, { $error, ...fields }: { $error?: unknown }): Error =>
    Object.assign(new Error(), { ...fieldsOf(fields, revive), name })

  const sessions = () => new Map([...absent].map(([session, actor]) => [actor, session]))
  const link = (value: unknown, of = sessions()): void => {
    if (typeof value !== 'object' || value === null || 'getSnapshot' in value) return
    for (const [key, each] of Object.entries(value)) {
      const session = of.get(each)
      const actor = session === undefined ? undefined : actorOf(session)
      if (actor) Reflect.set(value, key, actor)
      else link(each, of)
    }
  }
  return {
    show: (entry) => void latest.set(entry.actor, entry),
    shownBy,
    revived: <T>(value: T) => revive(value) as T,
    link: (value) => link(value),
    recordedOf: (sessionId) => [...absent].find(([, actor]) => actor.sessionId === sessionId)?.[0],
  }
}

const fieldsOf = (value: object, revive: (value: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(value).map(([key, each]) => [key, revive(each)]))
