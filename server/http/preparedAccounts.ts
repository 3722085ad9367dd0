import type { Kysely } from 'kysely'
import { z } from 'zod'
import { contract } from '../../src/schemas/contract'
import type { Database } from '../db/schema'
import { listAccountsAfter } from '../features/accounts/accounts.store'
import { packedAnswer } from './preparedAnswer'
import { createPreparedAnswers, listText } from './preparedAnswers'

/** Accounts per query. */
const pageSize = 1000

/** Every operator's list of accounts, by its revision. */
export const createPreparedAccounts = (db: Kysely<Database>) => {
  const lists = createPreparedAnswers()
  return {
    get: (ownerId: number, revision: string) => {
      const version = `${ownerId}-${revision}`
      const readPage = (last: number) => listAccountsAfter(db, ownerId, last, pageSize)
      const validate = (page: Awaited<ReturnType<typeof readPage>>) => z.parse(contract.listAccounts.answer, page)
      return lists.get(String(ownerId), version, () => packedAnswer(version, listText(pageSize, readPage, validate)))
    },
  }
}
