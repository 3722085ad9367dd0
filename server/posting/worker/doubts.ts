import type { Transaction } from 'kysely'
import { doubtScope } from '../../db/holdScopes'
import type { Database, Row } from '../../db/schema'
import { refusalOfAccess } from '../../features/accounts/tokens.store'
import { lockUser } from '../../features/session/users.store'
import { sealedOf } from '../../security/credentials'
import { later, minuteMs, timestamp } from '../../time/clock'
import { sentence } from '../../x/problems'
import { explanationOfRefusal, refusalRow } from '../../x/refusals'
import * as words from '../words'
import { doubts, pause } from './holds'

/** If X rejects the keys of this many other accounts too, the fault is X's or the app's. */
const shared = 2
/** After a doubt of this length the accounts are at fault anyway: about 20 minutes after the first answer. */
const longDoubtMs = 10 * minuteMs

/**
 * Whether X's 401 concerns the account. After the first 401 the account waits, and its next request asks X again. While
 * X answers 401 for several accounts, the fault is X's or their app's, until it has lasted too long.
 */
export const isRefusedAgain = async (trx: Transaction<Database>, accountId: number, now: Date): Promise<boolean> => {
  const scope = doubtScope(accountId)
  const last = await trx
    .selectFrom('holds')
    .select(['created_at', 'until'])
    .where('scope', '=', scope)
    .executeTakeFirst()
  if (!last?.until || last.until > timestamp(now) || last.until <= timestamp(later(now, -doubts.longestMs)))
    return false
  if (Date.parse(last.until) - Date.parse(last.created_at) >= longDoubtMs) return true
  const { others } = await trx
    .selectFrom('holds')
    .select(({ fn }) => fn.countAll<number>().as('others'))
    .where('until', '>', timestamp(later(now, -minuteMs)))
    .where('scope', 'like', 'doubt:%')
    .where('scope', '<>', scope)
    .executeTakeFirstOrThrow()
  return Number(others) < shared
}

/** Holds the account until a later request may ask X again. @returns the end of the hold */
export const pauseInDoubt = (trx: Transaction<Database>, accountId: number, detail: string, now: Date): Promise<Date> =>
  pause(trx, doubtScope(accountId), doubts, `${sentence(detail)} ${words.doubted}`, now)

/** How to reconnect an account whose credentials X refuses. */
export const reconnecting = async (trx: Transaction<Database>, accountId: number): Promise<string> =>
  refusalRow(await refusalOfAccess(trx, accountId)).nextStep

/**
 * X accepts nothing from the account until the operator acts. An account with new keys in the meantime does not change.
 */
export const revoke = async (trx: Transaction<Database>, account: Row<'accounts'>, reason: string): Promise<void> => {
  await lockUser(trx, account.owner_id)
  await trx
    .updateTable('accounts')
    .set({ is_active: 0, inactive_reason: reason })
    .where('id', '=', account.id)
    .where((eb) => eb.and(sealedOf(account)))
    .execute()
}

/** A reading met a 401, which only shows that X rejects the account's keys. */
export const doubtReading = async (
  trx: Transaction<Database>,
  account: Row<'accounts'>,
  detail: string,
  now: Date,
): Promise<void> => {
  if (!(await isRefusedAgain(trx, account.id, now))) await pauseInDoubt(trx, account.id, detail, now)
  else await revoke(trx, account, explanationOfRefusal(await refusalOfAccess(trx, account.id), detail))
}
