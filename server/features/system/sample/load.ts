import type { Transaction } from 'kysely'
import type { AccountBody } from '../../../../src/schemas/accounts/accounts'
import { groupKey } from '../../../../src/schemas/groups/groupKey'
import type { Group } from '../../../../src/schemas/groups/groups'
import type { Sample } from '../../../../src/schemas/sandbox'
import { retrying } from '../../../db/retrying'
import type { Database } from '../../../db/schema'
import { audit } from '../../../db/trail/audit'
import type { AppDeps } from '../../../deps'
import { orBadGateway } from '../../../http/outbound'
import { HttpProblem } from '../../../problems'
import { createAccount, listAccounts, usernameKey } from '../../accounts/accounts.store'
import type { AccountChecks } from '../../accounts/checks'
import { createRole, listRoleNames } from '../../characters/roles.store'
import { createGroup, listGroups } from '../../groups/groups.store'
import { watchUnlessChosen } from '../../inbox/watches'
import { lockUser } from '../../session/users.store'
import { characters } from './characters'

const crew = { name: 'launch-crew', description: 'Twelve sandbox accounts that speak up when something launches' }
const crewSize = 12

/**
 * Adds the missing parts of the sample: a group, its accounts with subscriptions (the stand-in charges nothing), and
 * three AI characters. Safe to repeat.
 */
export const loadSample = async (
  deps: AppDeps,
  accounts: (count: number, group: string) => AccountBody[],
  checks: AccountChecks,
  ownerId: number,
): Promise<Sample> => {
  const { db, vault, models } = deps
  const { name: group } = await retrying(db, (trx) => crewGroup(trx, ownerId))

  const connected = new Set((await listAccounts(db, ownerId, '')).map(({ username }) => usernameKey(username)))
  for (const body of accounts(crewSize, group)) {
    if (connected.has(usernameKey(body.username))) continue
    const account = await unlessThere(retrying(db, (trx) => createAccount(trx, vault, ownerId, body)))
    if (account) checks.checkLater(ownerId, account.id)
  }

  const handles = new Set(accounts(crewSize, group).map(({ username }) => usernameKey(username)))
  const sampled = (await listAccounts(db, ownerId, group))
    .filter(({ username }) => handles.has(usernameKey(username)))
    .map(({ id }) => id)

  const [model] = await orBadGateway(models.listModels())
  await retrying(db, async (trx) => {
    await lockUser(trx, ownerId)
    const known = new Set(await listRoleNames(trx, ownerId))
    for (const character of characters.filter(({ name }) => !known.has(name))) {
      await createRole(trx, ownerId, { ...character, model_name: model?.id ?? 'default' })
    }
    await watchUnlessChosen(trx, ownerId, sampled)
    await audit(trx, ownerId, 'sample.loaded', group)
  })
  deps.inbox?.wake()
  return { group, accounts: sampled.length, characters: characters.length }
}

const crewGroup = async (trx: Transaction<Database>, ownerId: number): Promise<Group> => {
  await lockUser(trx, ownerId)
  const groups = await listGroups(trx, ownerId)
  return groups.find(({ name }) => groupKey(name) === groupKey(crew.name)) ?? createGroup(trx, ownerId, crew)
}

/** A second click may arrive during the first: a row that exists already is not a failure. */
const unlessThere = async <T>(created: Promise<T>): Promise<T | undefined> => {
  try {
    return await created
  } catch (error) {
    if (error instanceof HttpProblem && error.statusCode === 409) return undefined
    throw error
  }
}
