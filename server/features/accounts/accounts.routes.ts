import type { Kysely } from 'kysely'
import { z } from 'zod'
import { credentialNames } from '../../../src/schemas/accounts/accounts'
import { contract } from '../../../src/schemas/contract'
import type { Database } from '../../db/schema'
import { audit, audited } from '../../db/trail/audit'
import type { AppDeps } from '../../deps'
import { signedIn } from '../../http/authenticate'
import type { Routes } from '../../http/define'
import { orBadGateway } from '../../http/outbound'
import { packedAnswer } from '../../http/preparedAnswer'
import { createPreparedAnswers, listText } from '../../http/preparedAnswers'
import { assertFactorConfirmed } from '../security/secondFactor.store'
import { lockUser } from '../session/users.store'
import {
  createAccount,
  createAccountRoom,
  deleteAccount,
  getAccountPage,
  getAccountRow,
  listAccounts,
  listAccountsAfter,
  updateAccount,
} from './accounts.store'
import type { AccountChecks } from './checks'

export const register = (routes: Routes, deps: AppDeps, checks: AccountChecks): void => {
  const { db, vault, access } = deps
  const lists = createPreparedAccounts(db)
  const makeRoom = createAccountRoom(db)

  routes.on('listAccounts', async ({ ownerId, query, request }) =>
    query.group === ''
      ? lists.get(ownerId, signedIn(request).revisions.accounts)
      : listAccounts(db, ownerId, query.group),
  )

  routes.on('getAccount', ({ ownerId, params }) => getAccountPage(db, ownerId, params.accountId))

  routes.on('createAccount', async ({ ownerId, body }) => {
    await makeRoom(ownerId)
    const account = await audited(
      db,
      ownerId,
      'account.created',
      (trx) => createAccount(trx, vault, ownerId, body),
      ({ username }) => ({ subject: username }),
    )
    checks.checkLater(ownerId, account.id)
    return account
  })

  routes.on('updateAccount', async ({ ownerId, params, body, request }) => {
    if (credentialNames.some((name) => body[name] !== undefined)) await assertFactorConfirmed(db, signedIn(request))
    const { account, reconnected } = await audited(
      db,
      ownerId,
      'account.changed',
      (trx) => updateAccount(trx, vault, ownerId, params.accountId, body),
      (change) => ({ subject: change.account.username, ...changedFields(body) }),
    )
    if (reconnected) checks.checkLater(ownerId, account.id)
    return account
  })

  routes.on('deleteAccount', async ({ ownerId, params }) => {
    const deleted = await audited(
      db,
      ownerId,
      'account.deleted',
      async (trx) => {
        await lockUser(trx, ownerId)
        await access.revoke(trx, await getAccountRow(trx, ownerId, params.accountId))
        return deleteAccount(trx, ownerId, params.accountId)
      },
      ({ username }) => ({ subject: username }),
    )
    access.revocations.wake()
    return deleted
  })

  routes.on('verifyAccount', async ({ ownerId, params }) => {
    await orBadGateway(checks.check(ownerId, params.accountId))
    const checked = await getAccountPage(db, ownerId, params.accountId)
    await audit(
      db,
      ownerId,
      'account.verified',
      checked.username,
      checked.is_active ? 'ACTIVE' : (checked.inactive_reason ?? null),
    )
    return checked
  })
}

const changedFields = (patch: object): { detail?: string } => {
  const names = Object.keys(patch)
  return names.length === 0 ? {} : { detail: `fields: ${names.join(', ')}` }
}

/** Accounts per query. */
const pageSize = 1000

/** Every operator's list of accounts, by its revision. */
const createPreparedAccounts = (db: Kysely<Database>) => {
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
