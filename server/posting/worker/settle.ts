import type { Kysely } from 'kysely'
import { storeFact } from '../../db/facts'
import type { Database } from '../../db/schema'
import { hourMs } from '../../time/clock'

const keyOf = (accountId: number) => `settle_ms:${accountId}`
const longestMs = hourMs

/** How long X may take to show a post, in ms. */
export interface Settles {
  /** For any account. */
  common: number
  of(accountId: number): number
}

/**
 * The configured time, or a longer one: for an account after an observed delay, and for all accounts after delays of
 * two of them.
 */
export const readSettles = async (db: Kysely<Database>, configuredMs: number): Promise<Settles> => {
  const rows = await db.selectFrom('instance').selectAll().where('key', 'like', 'settle_ms:%').execute()
  const seen = new Map(rows.map(({ key, value }) => [key, Math.min(longestMs, Number(value))]))
  const [, second = 0] = [...seen.values()].toSorted((a, b) => b - a)
  const common = Math.max(configuredMs, second)
  return { common, of: (accountId) => Math.max(common, seen.get(keyOf(accountId)) ?? 0) }
}

/** Raises the settle time to 1.5 times the observed delay of the account's posts, at most an hour. Never lowers it. */
export const learnLag = async (
  db: Kysely<Database>,
  accountId: number,
  lagMs: number,
  settleMs: number,
): Promise<void> => {
  const wanted = Math.min(longestMs, Math.ceil(lagMs * 1.5))
  const { of } = await readSettles(db, settleMs)
  if (wanted <= of(accountId)) return
  await storeFact(db, keyOf(accountId), String(wanted))
}
