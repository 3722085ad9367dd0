import type { Kysely } from 'kysely'
import { z } from 'zod'
import { contract } from '../../src/schemas/contract'
import type { Database } from '../db/schema'
import { listRolesAfter } from '../features/characters/roles.store'
import { packedAnswer } from './preparedAnswer'
import { createPreparedAnswers, listText } from './preparedAnswers'

/** Characters per query; each may have 400 KB. */
const pageSize = 2

/** Every operator's characters, by their revision. */
export const createPreparedRoles = (db: Kysely<Database>) => {
  const lists = createPreparedAnswers()
  return {
    get: (ownerId: number, revision: string, { skip, limit }: { skip: number; limit: number }) => {
      const key = `${ownerId}-${skip}-${limit}`
      const version = `${key}-${revision}`
      return lists.get(key, version, () => {
        let left = limit
        const readPage = async (last: number) => {
          const page = await listRolesAfter(db, ownerId, {
            last,
            skip: last === 0 ? skip : 0,
            limit: Math.min(left, pageSize),
          })
          left -= page.length
          return page
        }
        return packedAnswer(
          version,
          listText(pageSize, readPage, (page) => z.parse(contract.listRoles.answer, page)),
        )
      })
    },
  }
}
