import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema'
import { isUniqueViolation } from './uniqueViolation'

const triesAllowed = 5

/** One transaction, run again after it lost a race, so that it sees the data of the winner. */
export const retrying = async <T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      const [result, acts] = await db.transaction().execute(async (trx) => {
        const done = await work(trx)
        return [done, afterwards.get(trx) ?? []] as const
      })
      for (const act of acts) act()
      return result
    } catch (error) {
      if (tries >= triesAllowed || !isLostRace(error)) throw error
    }
  }
}

const afterwards = new WeakMap<Kysely<Database>, (() => void)[]>()

/** Makes `retrying` call `act` after the commit of its transaction. `act` must not throw. */
export const afterCommit = (trx: Transaction<Database>, act: () => void): void => {
  afterwards.set(trx, [...(afterwards.get(trx) ?? []), act])
}

/**
 * PostgreSQL: deadlock, serialisation failure, and a row that another one deleted after it was read here (errcodes
 * 40P01, 40001, 23503). Nothing of the transaction was stored.
 */
const lostRaces: unknown[] = ['40P01', '40001', '23503']

const isLostRace = (error: unknown): boolean =>
  isUniqueViolation(error) || (error instanceof Error && 'code' in error && lostRaces.includes(error.code))
