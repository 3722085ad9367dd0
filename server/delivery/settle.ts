import type { Kysely } from 'kysely'
import type { Database } from '../db/schema'

const key = 'settle_ms'
const longestMs = 3_600_000

/** How long X may take to show a post: as configured, or longer where it was seen to take longer. */
export const readSettle = async (db: Kysely<Database>, configuredMs: number): Promise<number> => {
  const row = await db.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirst()
  return Math.max(configuredMs, Math.min(longestMs, Number(row?.value ?? 0)))
}

/** Half as long again as the lag that was seen, at most an hour. */
export const learnLag = async (db: Kysely<Database>, lagMs: number, settleMs: number): Promise<void> => {
  const wanted = Math.min(longestMs, Math.ceil(lagMs * 1.5))
  if (wanted <= settleMs) return
  await db
    .insertInto('instance')
    .values({ key, value: String(wanted) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(wanted) }))
    .execute()
}
