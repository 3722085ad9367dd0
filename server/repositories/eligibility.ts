import type { Kysely } from 'kysely'
import type { Eligibility, EligibilityVerdict } from '../../src/schemas/eligibility'
import type { Database } from '../db/schema'
import { type Candidate, concerned, type Judgement, mayAnswer, type ReplyRule } from '../x/eligibility'
import type { Standing } from '../x/standing'
import { usernameKey } from './accounts'
import { findPerson, whyNotReply } from './doNotReply'

/** Verdicts from the best to the worst. */
const ranks: Record<EligibilityVerdict, number> = { allowed: 0, uncertain: 1, refused: 2 }

interface Scope {
  ownerId: number
  /** Undefined for all of the owner's accounts. */
  groupId: number | undefined
}

/** Which active accounts may answer the post. Reads only those that the post concerns, and counts the rest. */
export const judgeAccounts = async (
  db: Kysely<Database>,
  scope: Scope,
  post: Standing | undefined,
  rule: ReplyRule,
): Promise<Eligibility> => {
  const unwanted = post && (await findPerson(db, scope.ownerId, post.author))
  const judge = (account: Candidate): Judgement =>
    unwanted ? { verdict: 'refused', reason: whyNotReply(unwanted) } : mayAnswer(post, account, rule)
  const { total } = await active(db, scope)
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const named = post === undefined ? [] : await concernedAccounts(db, scope, post)
  const accounts = named
    .map(({ id, username, x_user_id }) => ({
      account_id: id,
      username,
      ...judge({ username, xUserId: x_user_id }),
    }))
    .sort((a, b) => ranks[a.verdict] - ranks[b.verdict] || a.account_id - b.account_id)
  const others = judge(nobody)
  const count = (verdict: EligibilityVerdict) =>
    accounts.filter((each) => each.verdict === verdict).length +
    (others.verdict === verdict ? Number(total) - accounts.length : 0)
  return {
    rule,
    allowed: count('allowed'),
    uncertain: count('uncertain'),
    refused: count('refused'),
    accounts,
    others,
  }
}

/** An account that no post concerns. */
const nobody = { username: '', xUserId: null }

/** The active accounts whose verdict may differ from that of all others. */
export const concernedAccounts = (db: Kysely<Database>, scope: Scope, post: Standing) => {
  const people = concerned(post)
  // Never without a member, which PostgreSQL does not take: nobody has an empty name or id.
  const keys = ['', ...people.flatMap(({ username }) => (username === undefined ? [] : [usernameKey(username)]))]
  const ids = ['', ...people.flatMap(({ id }) => (id === undefined ? [] : [id]))]
  return active(db, scope)
    .select(['id', 'username', 'x_user_id', 'last_used_at'])
    .where((eb) => eb.or([eb('username_key', 'in', keys), eb('x_user_id', 'in', ids)]))
    .execute()
}

interface Ranked {
  id: number
  username: string
  x_user_id: string | null
  last_used_at: string | null
}

/** Those that X lets answer first, and among those of one verdict the least recently used ones first. */
export const inOrderOfUse = <T extends Ranked>(accounts: T[], post: Standing | undefined, rule: ReplyRule): T[] => {
  const rankOf = ({ username, x_user_id }: T) => ranks[mayAnswer(post, { username, xUserId: x_user_id }, rule).verdict]
  return accounts
    .map((account) => ({ account, rank: rankOf(account), usedAt: account.last_used_at ?? '' }))
    .sort((a, b) => a.rank - b.rank || compare(a.usedAt, b.usedAt) || a.account.id - b.account.id)
    .map(({ account }) => account)
}

const compare = (one: string, two: string): number => (one < two ? -1 : one > two ? 1 : 0)

const active = (db: Kysely<Database>, { ownerId, groupId }: Scope) =>
  db
    .selectFrom('accounts')
    .where('owner_id', '=', ownerId)
    .where('is_active', '=', 1)
    .$if(groupId !== undefined, (query) => query.where('group_id', '=', groupId ?? null))
