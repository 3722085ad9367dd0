import type { AccountChecks } from '../accountChecks'
import { audit } from '../db/audit'
import type { AppDeps } from '../deps'
import { createAccount, deleteAccount, getAccount, listAccounts, updateAccount } from '../repositories/accounts'
import type { Routes } from './define'
import { orBadGateway } from './outbound'

export const register = (routes: Routes, { db, vault }: AppDeps, checks: AccountChecks): void => {
  routes.on('listAccounts', ({ ownerId, query }) => listAccounts(db, ownerId, query.group))

  routes.on('getAccount', ({ ownerId, params }) => getAccount(db, ownerId, params.accountId))

  routes.on('createAccount', async ({ ownerId, body }) => {
    const account = await createAccount(db, vault, ownerId, body)
    await audit(db, ownerId, 'account.created', account.username)
    checks.checkLater(ownerId, account.id)
    return account
  })

  routes.on('updateAccount', async ({ ownerId, params, body }) => {
    const { account, reconnected } = await updateAccount(db, vault, ownerId, params.accountId, body)
    await audit(db, ownerId, 'account.changed', account.username, `fields: ${Object.keys(body).join(', ')}`)
    if (reconnected) checks.checkLater(ownerId, account.id)
    return account
  })

  routes.on('deleteAccount', async ({ ownerId, params }) => {
    const { username } = await deleteAccount(db, ownerId, params.accountId)
    await audit(db, ownerId, 'account.deleted', username)
  })

  routes.on('verifyAccount', async ({ ownerId, params }) => {
    await orBadGateway(checks.check(ownerId, params.accountId))
    return getAccount(db, ownerId, params.accountId)
  })
}
