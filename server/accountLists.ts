import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { contract } from '../src/schemas/contract'
import { compress } from './compression'
import type { Database } from './db/schema'
import { PreparedAnswer } from './preparedAnswer'
import { listAccountsAfter } from './repositories/accounts'

/** Bytes that are kept in all; what was asked for longest ago goes first. */
const capacity = 32 * 1024 * 1024
/** Accounts that are read at once. */
const pageSize = 1000

interface Kept {
  revision: string
  answer: Promise<PreparedAnswer>
  /** Once it is made. */
  made?: PreparedAnswer
}

/**
 * Every operator's whole list of accounts, read and validated once per revision. The database renews the revision with
 * each change, whichever process makes it, so that nothing here has to be told.
 */
export const createAccountLists = (db: Kysely<Database>) => {
  const kept = new Map<number, Kept>()

  const trim = (): void => {
    let total = [...kept.values()].reduce((sum, { made }) => sum + (made?.size ?? 0), 0)
    for (const [ownerId, { made }] of kept) {
      if (total <= capacity) return
      kept.delete(ownerId)
      total -= made?.size ?? 0
    }
  }

  const read = (ownerId: number, revision: string): Kept => {
    const entry: Kept = { revision, answer: prepare(db, ownerId, revision) }
    entry.answer.then(
      (made) => {
        entry.made = made
        trim()
      },
      () => {
        if (kept.get(ownerId) === entry) kept.delete(ownerId)
      },
    )
    return entry
  }

  return {
    /** @param revision as it was before the list is read: a change meanwhile comes with a revision of its own. */
    get(ownerId: number, revision: string): Promise<PreparedAnswer> {
      const known = kept.get(ownerId)
      const entry = known?.revision === revision ? known : read(ownerId, revision)
      kept.delete(ownerId)
      kept.set(ownerId, entry)
      return entry.answer
    },
  }
}

const prepare = async (db: Kysely<Database>, ownerId: number, revision: string): Promise<PreparedAnswer> =>
  new PreparedAnswer(`${ownerId}-${revision}`, await compress(listText(db, ownerId)))

/** A page at a time: other calls have their turn in between, and only the compressed whole is in memory at once. */
async function* listText(db: Kysely<Database>, ownerId: number): AsyncGenerator<string> {
  let before = '['
  let last: number | undefined = 0
  while (last !== undefined) {
    const page = await listAccountsAfter(db, ownerId, last, pageSize)
    if (page.length > 0) {
      yield before + JSON.stringify(z.parse(contract.listAccounts.answer, page)).slice(1, -1)
      before = ','
    }
    last = page.length < pageSize ? undefined : page.at(-1)?.id
    await nextTurn()
  }
  yield before === '[' ? '[]' : ']'
}
