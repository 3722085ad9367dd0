import type { Kysely } from 'kysely'
import { z } from 'zod'
import { contract } from '../src/schemas/contract'
import type { Database } from './db/schema'
import { PreparedAnswer } from './preparedAnswer'
import { listAccounts } from './repositories/accounts'

/** Characters of JSON that are kept in all; what was asked for longest ago goes first. */
const capacity = 32 * 1024 * 1024

interface Kept {
  revision: string
  answer: Promise<PreparedAnswer>
  size: number
}

/**
 * Every operator's whole list of accounts, read and validated once per revision. The database renews the revision with
 * each change, whichever process makes it, so that nothing here has to be told.
 */
export const createAccountLists = (db: Kysely<Database>) => {
  const kept = new Map<number, Kept>()

  const trim = (): void => {
    let total = [...kept.values()].reduce((sum, { size }) => sum + size, 0)
    for (const [ownerId, { size }] of kept) {
      if (total <= capacity) return
      kept.delete(ownerId)
      total -= size
    }
  }

  const read = (ownerId: number, revision: string): Kept => {
    const entry: Kept = { revision, size: 0, answer: prepare(db, ownerId, revision) }
    entry.answer.then(
      ({ json }) => {
        entry.size = json.length
        trim()
      },
      () => {
        if (kept.get(ownerId) === entry) kept.delete(ownerId)
      },
    )
    return entry
  }

  return {
    async get(ownerId: number): Promise<PreparedAnswer> {
      const { accounts_revision: revision } = await db
        .selectFrom('users')
        .select('accounts_revision')
        .where('id', '=', ownerId)
        .executeTakeFirstOrThrow()
      const known = kept.get(ownerId)
      const entry = known?.revision === revision ? known : read(ownerId, revision)
      kept.delete(ownerId)
      kept.set(ownerId, entry)
      return entry.answer
    },
  }
}

/** The revision was read first: a change meanwhile is in the list already, and comes with a revision of its own. */
const prepare = async (db: Kysely<Database>, ownerId: number, revision: string): Promise<PreparedAnswer> => {
  const accounts = await listAccounts(db, ownerId, '')
  return new PreparedAnswer(`${ownerId}-${revision}`, JSON.stringify(z.parse(contract.listAccounts.answer, accounts)))
}
