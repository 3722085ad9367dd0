import type { Kysely } from 'kysely'
import { z } from 'zod'
import { contract } from '../../../src/schemas/contract'
import type { Database } from '../../db/schema'
import { audited } from '../../db/trail/audit'
import type { AppDeps } from '../../deps'
import { signedIn } from '../../http/authenticate'
import type { Routes } from '../../http/define'
import { packedAnswer } from '../../http/preparedAnswer'
import { createPreparedAnswers, listText } from '../../http/preparedAnswers'
import { createRole, deleteRole, getRole, listRolesAfter, updateRole } from './roles.store'

export const register = (routes: Routes, { db }: AppDeps): void => {
  const lists = createPreparedRoles(db)

  routes.on('listRoles', ({ ownerId, query, request }) => lists.get(ownerId, signedIn(request).revisions.roles, query))

  routes.on('getRole', ({ ownerId, params }) => getRole(db, ownerId, params.roleId))

  routes.on('createRole', ({ ownerId, body }) =>
    audited(db, ownerId, 'role.created', (trx) => createRole(trx, ownerId, body), named),
  )

  routes.on('updateRole', ({ ownerId, params, body }) =>
    audited(db, ownerId, 'role.changed', (trx) => updateRole(trx, ownerId, params.roleId, body), named),
  )

  routes.on('deleteRole', ({ ownerId, params }) =>
    audited(db, ownerId, 'role.deleted', (trx) => deleteRole(trx, ownerId, params.roleId), named),
  )
}

const named = ({ name }: { name: string }) => ({ subject: name })

/** Characters per query; each may have 400 KB. */
const pageSize = 2

/** Every operator's characters, by their revision. */
const createPreparedRoles = (db: Kysely<Database>) => {
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
