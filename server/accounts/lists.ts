import type { Kysely } from 'kysely'
import { z } from 'zod'
import { contract } from '../../src/schemas/contract'
import type { Database } from '../db/schema'
import { createPreparedLists, listText } from '../http/preparedLists'
import { listAccountsAfter } from '../repositories/accounts'

/** Accounts that are read at once. */
const pageSize = 1000

/** Every operator's whole list of accounts, by its revision. */
export const createAccountLists = (db: Kysely<Database>) => {
  const lists = createPreparedLists()
  return {
    get: (ownerId: number, revision: string) =>
      lists.get(String(ownerId), `${ownerId}-${revision}`, () =>
        listText(
          pageSize,
          (last) => listAccountsAfter(db, ownerId, last, pageSize),
          (page) => z.parse(contract.listAccounts.answer, page),
        ),
      ),
  }
}
