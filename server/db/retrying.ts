import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema'
import { isUniqueViolation } from './uniqueViolation'

const triesAllowed = 5

/** One transaction, run anew where another one was faster, so that it sees what that one stored. */
export const retrying = async <T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (tries >= triesAllowed || !isLostRace(error)) throw error
    }
  }
}

/** PostgreSQL: deadlock and serialisation failure (errcodes 40P01, 40001). Nothing of the transaction was stored. */
const isLostRace = (error: unknown): boolean =>
  isUniqueViolation(error) ||
  (error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001'))
