import type { Kysely } from 'kysely'
import { hourMs } from '../../clock'
import type { Database } from '../../db/schema'

const keyOf = (accountId: number) => `settle_ms:${accountId}`
const longestMs = hourMs

/** How long X may take to show a post, ms. */
export interface Settles {
  /** Of any account. */
  common: number
  of(accountId: number): number
}

/** As configured, or longer: for an account that was seen to lag, and for all once two of them were. */
export const readSettles = async (db: Kysely<Database>, configuredMs: number): Promise<Settles> => {
  const rows = await db.selectFrom('instance').selectAll().where('key', 'like', 'settle_ms:%').execute()
  const seen = new Map(rows.map(({ key, value }) => [key, Math.min(longestMs, Number(value))]))
  const [, second = 0] = [...seen.values()].toSorted((a, b) => b - a)
  const common = Math.max(configuredMs, second)
  return { common, of: (accountId) => Math.max(common, seen.get(keyOf(accountId)) ?? 0) }
}

/** Half as long again as the lag that was seen of the account's posts, at most an hour; never less than before. */
export const learnLag = async (
  db: Kysely<Database>,
  accountId: number,
  lagMs: number,
  settleMs: number,
): Promise<void> => {
  const wanted = Math.min(longestMs, Math.ceil(lagMs * 1.5))
  const { of } = await readSettles(db, settleMs)
  if (wanted <= of(accountId)) return
  await db
    .insertInto('instance')
    .values({ key: keyOf(accountId), value: String(wanted) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(wanted) }))
    .execute()
}
