import type { Kysely } from 'kysely'
import type { Eligibility, EligibilityVerdict } from '../../../src/schemas/composer/eligibility'
import type { Database } from '../../db/schema'
import type { Audience } from '../../x/audience'
import { type Candidate, concerned, type Judgement, mayAnswer, type ReplyRule } from '../../x/eligibility'
import { usernameKey } from '../accounts/accounts.store'
import * as words from '../accounts/words'
import { findAuthorOnList, whyNotReply } from '../inbox/doNotReply.store'
import { type EarlierReply, findEarlierReplies, type Scope } from './earlierReplies.store'

/** Best verdict first. */
const ranks: Record<EligibilityVerdict, number> = { allowed: 0, uncertain: 1, refused: 2 }

interface Asked {
  tweetId: string
  /** Undefined if an earlier version fetched the post. */
  audience: Audience | undefined
}

/**
 * The active accounts that may answer the post. Reads only the accounts with a relation to the post, and counts the
 * others.
 */
export const judgeAccounts = async (
  db: Kysely<Database>,
  scope: Scope,
  { tweetId, audience: post }: Asked,
  rule: ReplyRule,
): Promise<Eligibility> => {
  const unwanted = await findAuthorOnList(db, scope.ownerId, tweetId)
  const declined = unwanted && whyNotReply(unwanted)
  const judge = (account: Candidate): Judgement =>
    declined === undefined ? mayAnswer(post, account, rule) : { verdict: 'refused', reason: declined }
  const { total } = await active(db, scope)
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const earlier = await findEarlierReplies(db, scope, tweetId)
  const accounts = (await accountsOfPost(db, scope, post, earlier))
    .map((account) => {
      const { verdict, reason } = judge(account)
      const row = { account_id: account.id, username: account.username, verdict }
      const reply = earlier.get(account.id)
      if (declined !== undefined || reply?.task_id === undefined) return { ...row, reason }
      const { task_id } = reply
      if (reply.isMention) return { ...row, reason: words.mentionAnswered(task_id), answered_in: task_id }
      return reply.isPosted
        ? { ...row, reason: words.answeredIn(task_id, reason), replied_in: task_id }
        : { ...row, reason: words.waitingIn(task_id, reason), waiting_in: task_id }
    })
    .sort((a, b) => ranks[a.verdict] - ranks[b.verdict] || a.account_id - b.account_id)
  const others = judge(nobody)
  const count = (verdict: EligibilityVerdict) =>
    accounts.filter((each) => each.verdict === verdict && !('answered_in' in each)).length +
    (others.verdict === verdict ? Number(total) - accounts.length : 0)
  return {
    rule,
    allowed: count('allowed'),
    uncertain: count('uncertain'),
    refused: count('refused'),
    accounts,
    others,
    ...(declined === undefined ? {} : { declined }),
  }
}

/** Any account without a relation to the post. */
const nobody = { username: '', xUserId: null }

/** An active account with X's last answer for the post. */
export interface Ranked extends Candidate {
  id: number
  last_used_at: string | null
}

/**
 * The active accounts whose verdict may differ from the others': the mentioned accounts, and those with earlier
 * replies.
 */
export const accountsOfPost = async (
  db: Kysely<Database>,
  scope: Scope,
  post: Audience | undefined,
  earlier: Map<number, EarlierReply>,
): Promise<Ranked[]> => {
  const named = post === undefined ? [] : await concernedAccounts(db, scope, post)
  return [
    ...named
      .filter(({ id }) => !earlier.has(id))
      .map(({ x_user_id, ...account }) => ({ ...account, xUserId: x_user_id })),
    ...earlier.values(),
  ]
}

const concernedAccounts = (db: Kysely<Database>, scope: Scope, post: Audience) => {
  const people = concerned(post)
  // PostgreSQL refuses an empty list; nobody has an empty name or id.
  const keys = ['', ...people.flatMap(({ username }) => (username === undefined ? [] : [usernameKey(username)]))]
  const ids = ['', ...people.flatMap(({ id }) => (id === undefined ? [] : [id]))]
  return active(db, scope)
    .select(['id', 'username', 'x_user_id', 'last_used_at'])
    .where((eb) => eb.or([eb('username_key', 'in', keys), eb('x_user_id', 'in', ids)]))
    .execute()
}

/** Accounts that X allows to answer come first; within one verdict, the least recently used first. */
export const inOrderOfUse = <T extends Ranked>(accounts: T[], post: Audience | undefined, rule: ReplyRule): T[] =>
  accounts
    .map((account) => ({
      account,
      rank: ranks[mayAnswer(post, account, rule).verdict],
      usedAt: account.last_used_at ?? '',
    }))
    .sort((a, b) => a.rank - b.rank || compare(a.usedAt, b.usedAt) || a.account.id - b.account.id)
    .map(({ account }) => account)

const compare = (one: string, two: string): number => (one < two ? -1 : one > two ? 1 : 0)

const active = (db: Kysely<Database>, { ownerId, groupId }: Scope) =>
  db
    .selectFrom('accounts')
    .where('owner_id', '=', ownerId)
    .where('is_active', '=', 1)
    .$if(groupId !== undefined, (query) => query.where('group_id', '=', groupId ?? null))
