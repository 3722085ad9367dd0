import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/schema'
import { serialise } from '../../db/serialise'
import type { Settings } from '../../deps'
import { hasUsers } from './users.store'

/** True if anybody may sign up now without an invitation. */
export const isSignUpOpen = async (
  db: Kysely<Database>,
  { meta, firstSignUp = false }: Pick<Settings, 'meta' | 'firstSignUp'>,
): Promise<boolean> => meta.sign_up_open || (firstSignUp && !(await hasUsers(db)))

/** Serialises sign-ups, even before the first operator, when there is no row to lock. */
export const lockSignUp = (trx: Transaction<Database>): Promise<void> => serialise(trx, 'sign-up')
