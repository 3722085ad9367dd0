import { type AnyActorRef, createActor, fromCallback } from 'xstate'
import { inner } from '../../src/recording/actorsOf'

export interface Revival {
  /**
   * A recorded value with errors, functions and actors instead of their marks. Equal values are one object, because
   * code may compare them by identity.
   */
  revived<T>(value: T): T
  /** Puts actors into values that were revived before the actors existed. */
  link(value: unknown): void
  /** The recorded session id of a stand-in, if no recorded machine was started in its place. */
  recordedOf(sessionId: string): string | undefined
}

/** `actorOf` answers the actor for a recorded session id. */
export const createRevival = (actorOf: (session: string) => AnyActorRef | undefined): Revival => {
  const shared = new Map<string, object>()
  const absent = new Map<string, AnyActorRef>()

  const standIn = (session: string): AnyActorRef => {
    const known = absent.get(session) ?? createActor(fromCallback(() => {}))
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
    revived: <T>(value: T) => revive(value) as T,
    link: (value) => link(value),
    recordedOf: (sessionId) => [...absent].find(([, actor]) => actor.sessionId === sessionId)?.[0],
  }
}

const fieldsOf = (value: object, revive: (value: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(value).map(([key, each]) => [key, revive(each)]))
