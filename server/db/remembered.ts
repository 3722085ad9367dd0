import { joinReads } from './joinedReads'

/**
 * Another text after every write to the database that was over when it was asked for, by whichever process; undefined where
 * it cannot be told, as on PostgreSQL, whose commits are seen by asking for the rows alone.
 */
export type DatabaseState = () => Promise<string | undefined>

/** Reads that are remembered at once; beyond them all are forgotten. */
const capacity = 10_000

/**
 * What was read stays true until something is written. The state is looked at before the read: a write meanwhile makes
 * the value look old, never new. Where the state cannot be told, reads of one key are joined.
 *
 * @param read with a key that says all it depends on besides the database; `undefined` is not remembered.
 */
export const rememberReads = <T>(state: DatabaseState, read: (key: string) => Promise<T | undefined>) => {
  const values = new Map<string, T>()
  const joined = joinReads(read)
  let known: string | undefined

  return async (key: string): Promise<T | undefined> => {
    const now = await state()
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
