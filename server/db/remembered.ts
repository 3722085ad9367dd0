import { setImmediate as endOfTurn } from 'node:timers/promises'
import { joinReads } from './joinedReads'

/** Another text after every write to the database, by whichever process; undefined where it cannot be told. */
export type DatabaseState = () => string | undefined

/** As on PostgreSQL, whose commits are seen by asking for the rows alone. */
export const untold: DatabaseState = () => undefined

/** Reads that are remembered at once; beyond them all are forgotten. */
const capacity = 10_000

/**
 * What was read stays true until something is written. The state is looked at before the read: a write meanwhile makes
 * the value look old, never new. Where the state cannot be told, reads of one key are joined.
 *
 * @param read with a key that says all it depends on besides the database; `undefined` is not remembered.
 */
export const rememberReads = <T>(state: DatabaseState, read: (key: string) => Promise<T | undefined>) => {
  const joined = joinReads(read)
  if (state === untold) return joined
  const values = new Map<string, T>()
  const looked = lookTogether(state)
  let known: string | undefined

  return async (key: string): Promise<T | undefined> => {
    const now = await looked()
    if (now === undefined) return joined(key)
    if (now !== known || values.size > capacity) values.clear()
    known = now
    const remembered = values.get(key)
    if (remembered !== undefined) return remembered
    const value = await read(key)
    if (known === now && value !== undefined) values.set(key, value)
    return value
  }
}

/** One look for all who ask in one turn of the event loop, once they have asked. */
const lookTogether = <T>(look: () => T): (() => Promise<T>) => {
  let looking: Promise<T> | undefined
  return () => {
    looking ??= endOfTurn().then(() => {
      looking = undefined
      return look()
    })
    return looking
  }
}
