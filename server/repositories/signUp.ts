import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, DialectName } from '../db/schema'
import type { Settings } from '../deps'
import { hasUsers } from './users'

/** Whether anybody may sign up now, without an invitation. */
export const isSignUpOpen = async (
  db: Kysely<Database>,
  { meta, firstSignUp = false }: Pick<Settings, 'meta' | 'firstSignUp'>,
): Promise<boolean> => meta.sign_up_open || (firstSignUp && !(await hasUsers(db)))

/** Any number that no other lock of this database has. */
const signUps = 738_105

/** Sign-ups take turns, also where there is no operator yet whose row could be locked. SQLite's transactions all do. */
export const lockSignUp = async (trx: Transaction<Database>, dialect: DialectName): Promise<void> => {
  if (dialect === 'sqlite') return
  await sql`select pg_advisory_xact_lock(${sql.lit(signUps)})`.execute(trx)
}
