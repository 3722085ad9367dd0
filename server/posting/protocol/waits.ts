import type { Kysely } from 'kysely'
import type { WaitReason } from '../../../src/schemas/history/tasks'
import { accountScope, appScope, budgetScope, doubtScope, pausedScope, restScope } from '../../db/holdScopes'
import { openOutcome } from '../../db/itemStates'
import type { Database, Row } from '../../db/schema'
import { sentence } from '../../x/problems'
import * as words from '../words'
import type { Pause } from '../worker/pauses'

export interface Wait {
  reason: WaitReason
  until: string | null
  /** Null if its task or its reason alone explains the wait. */
  why: string | null
}

/** Why each queued item is not sent now; `claimNext` decides by the same conditions. */
export const waitsOf = async (
  db: Kysely<Database>,
  items: Row<'task_items'>[],
  pauseOf: (taskId: string) => Pause | undefined,
  now: string,
): Promise<Map<number, Wait>> => {
  const queued = items.filter((item) => item.state === 'queued')
  const accountIds = [...new Set(queued.flatMap((item) => item.account_id ?? []))]
  if (accountIds.length === 0) return new Map()
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'is_active', 'inactive_reason', 'x_app'])
    .where('id', 'in', accountIds)
    .execute()
  const scopesOf = ({ id, x_app }: (typeof accounts)[number], ownerId: number): Record<string, WaitReason> => ({
    [budgetScope(ownerId)]: 'budget',
    [pausedScope(x_app)]: 'app_paused',
    [appScope(x_app)]: 'app_limit',
    [accountScope(id)]: 'account_limit',
    [restScope(id)]: 'account_rest',
    [doubtScope(id)]: 'account_doubt',
  })
  const wanted = accounts.flatMap((account) => Object.keys(scopesOf(account, queued[0]?.owner_id ?? 0)))
  const holds = await db
    .selectFrom('holds')
    .select(['scope', 'reason', 'until'])
    .where('scope', 'in', [...new Set(wanted)])
    .where('until', '>', now)
    .$narrowType<{ until: string }>()
    .orderBy('until', 'desc')
    .execute()
  const earlier = await db
    .selectFrom('task_items')
    .select(['account_id', 'next_at', 'state'])
    .where('account_id', 'in', accountIds)
    .where('state', 'in', openOutcome)
    .execute()
  return new Map(
    queued.flatMap((item): [number, Wait][] => {
      const account = accounts.find(({ id }) => id === item.account_id)
      if (!account) return []
      if (account.is_active === 0) {
        const why = words.agentNotActive(item.twitter_username, sentence(account.inactive_reason ?? words.notAccepted))
        return [[item.id, { reason: 'account_inactive', until: null, why }]]
      }
      const scopes = scopesOf(account, item.owner_id)
      const held = holds.find(({ scope }) => scope in scopes)
      const reason = held && scopes[held.scope]
      if (held && reason) {
        const until = held.until > item.next_at ? held.until : item.next_at
        const why = held.scope === pauseOf(item.task_id)?.scope ? null : held.reason
        return [[item.id, { reason, until, why }]]
      }
      const open = earlier.find(({ account_id }) => account_id === item.account_id)
      if (open) {
        const until = open.state === 'unknown' ? open.next_at : null
        return [[item.id, { reason: 'earlier_reply', until, why: item.next_step }]]
      }
      const isLater = item.next_at > now
      const own = !isLater ? 'turn' : item.attempts + item.resends > 0 ? 'retry' : 'undo'
      return [[item.id, { reason: own, until: isLater ? item.next_at : null, why: item.next_step }]]
    }),
  )
}
