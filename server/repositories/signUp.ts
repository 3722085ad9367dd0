import type { Kysely } from 'kysely'
import type { Database } from '../db/schema'
import type { Settings } from '../deps'
import { hasUsers } from './users'

/** Whether anybody may sign up now, without an invitation. */
export const isSignUpOpen = async (
  db: Kysely<Database>,
  { meta, firstSignUp = false }: Pick<Settings, 'meta' | 'firstSignUp'>,
): Promise<boolean> => meta.sign_up_open || (firstSignUp && !(await hasUsers(db)))
