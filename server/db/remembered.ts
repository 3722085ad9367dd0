import { joinReads } from './joinedReads'

/**
 * Returns a different text after every completed write of any process. Undefined when the database cannot show this:
 * PostgreSQL shows a commit only in its rows.
 */
export type DatabaseState = () => Promise<string | undefined>

/** The most remembered reads; above it, all are forgotten. */
const capacity = 10_000

/**
 * Remembers a read until the next write. The state is read before the value: a write in between makes the value look
 * old, never new. Without a state, simultaneous reads of one key are joined.
 * @param read its key must contain everything that the result depends on besides the database; a result of `undefined`
 * is not remembered.
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
