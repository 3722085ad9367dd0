import type { Kysely } from 'kysely'
import type { Database, Row } from '../../db/schema'
import { appOf } from '../../x/app'
import type { Access } from '../../x/types'
import type { DeliveryDeps } from '../protocol/types'

const atOnce = 500

/**
 * Stores the app of accounts from versions without this column. An account whose credentials cannot be opened does not
 * change.
 */
export const learnApps = async ({
  db,
  openCredentials,
}: Pick<DeliveryDeps, 'db' | 'openCredentials'>): Promise<void> => {
  let last = 0
  for (;;) {
    const accounts = await db
      .selectFrom('accounts')
      .selectAll()
      .where('x_app', '=', '')
      .where('id', '>', last)
      .orderBy('id')
      .limit(atOnce)
      .execute()
    const newest = accounts.at(-1)
    if (!newest) return
    last = newest.id
    await db.transaction().execute(async (trx) => {
      for (const account of accounts) await rememberApp(trx, account, await appIn(account, openCredentials))
    })
  }
}

const appIn = async (account: Row<'accounts'>, openCredentials: DeliveryDeps['openCredentials']): Promise<string> => {
  try {
    return appUsed(account, await openCredentials(account))
  } catch {
    return ''
  }
}

/** The app of a request. The app of an OAuth 2.0 account is stored with its tokens. */
export const appUsed = ({ x_app }: Pick<Row<'accounts'>, 'x_app'>, access: Access): string =>
  'bearer' in access ? x_app : appOf(access)

/**
 * @param app the app of the credentials at the time of the read; an account with new keys since then does not change
 */
export const rememberApp = async (
  db: Kysely<Database>,
  { id, api_key, x_app }: Pick<Row<'accounts'>, 'id' | 'api_key' | 'x_app'>,
  app: string,
): Promise<void> => {
  if (app === x_app) return
  await db.updateTable('accounts').set({ x_app: app }).where('id', '=', id).where('api_key', '=', api_key).execute()
}
