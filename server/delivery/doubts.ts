import type { Transaction } from 'kysely'
import { timestamp } from '../clock'
import { doubtScope } from '../db/holdScopes'
import type { Database } from '../db/schema'
import { doubts } from './holds'
import { later } from './time'

const minute = 60_000
/** Of as many other accounts X has to say it too, for the fault to be taken for its own. */
const shared = 2
/** After a doubt that lasted as long, the accounts are at fault all the same: about 20 minutes after the first. */
const longDoubtMs = 10 * minute

/**
 * Whether X means the account by its 401. Not the first time: the account waits, and X is asked again by its next
 * reply. And not while X says the same of several accounts: then the fault is X's, or of their app, until it has lasted
 * too long.
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
    .where('until', '>', timestamp(later(now, -minute)))
    .where('scope', 'like', 'doubt:%')
    .where('scope', '<>', scope)
    .executeTakeFirstOrThrow()
  return Number(others) < shared
}
