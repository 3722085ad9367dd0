import type { Account } from '../accounts/accounts'
import { mayPost } from '../accounts/activity'
import type { RecordId } from '../base'
import { atHandle } from '../handle'
import * as words from './composer.words'
import type { Sender } from './draft'
import type { Eligibility, EligibilityVerdict } from './eligibility'

/** `answered`: the account has answered this mention, and X allows one reply to each. */
export type Answerable = EligibilityVerdict | 'answered'

export interface Judged {
  account: Account
  verdict: Answerable
  reason: string
  /** The account has a sent or queued reply to the post, and may get another. */
  earlier: 'replied' | 'waiting' | undefined
}

const ranks: Record<Answerable, number> = { allowed: 0, uncertain: 1, refused: 2, answered: 3 }

/** The accounts that may post, in the server's order of a batch, otherwise those first that X accepts. */
export const judgedBy = (
  { accounts: named, others, order = [] }: Pick<Eligibility, 'accounts' | 'others' | 'order'>,
  accounts: Account[],
): Judged[] => {
  const verdicts = new Map<RecordId, (typeof named)[number]>(named.map((each) => [each.account_id, each]))
  const places = new Map<RecordId, number>(order.map((id, place) => [id, place]))
  const placeOf = ({ account }: Judged) => places.get(account.id) ?? order.length
  return accounts
    .filter(mayPost)
    .map((account) => {
      const named = verdicts.get(account.id)
      const { verdict, reason } = named ?? others
      return {
        account,
        verdict: named?.answered_in === undefined ? verdict : ('answered' as const),
        reason,
        earlier: earlierOf(named),
      }
    })
    .sort((a, b) => placeOf(a) - placeOf(b) || ranks[a.verdict] - ranks[b.verdict])
}

const earlierOf = (named: Eligibility['accounts'][number] | undefined): Judged['earlier'] =>
  named?.replied_in !== undefined ? 'replied' : named?.waiting_in !== undefined ? 'waiting' : undefined

/** The replies' accounts first, then the others as the server orders them. */
export const inOrderOf = (senders: readonly Sender[], { order, ...eligibility }: Eligibility): Eligibility =>
  order === undefined
    ? eligibility
    : { ...eligibility, order: [...new Set([...senders.flatMap(({ account_id }) => account_id ?? []), ...order])] }

export interface ShownSender {
  handle: string | undefined
  /** The account that was shown before. */
  was: string | undefined
}

/** In the order of the replies; `accounts` are all accounts of the operator. */
export const sendersOf = (senders: readonly Sender[], accounts: readonly Account[]): ShownSender[] => {
  const handles = new Map(accounts.map(({ id, username }) => [id, atHandle(username)]))
  return senders.map(({ account_id, was }) => ({
    handle: account_id === null ? undefined : handles.get(account_id),
    was: was === undefined ? undefined : (handles.get(was) ?? words.anotherAccount),
  }))
}

export const repeatsOf = (
  { repeats = [] }: Pick<Eligibility, 'repeats'>,
  replies: { content: string }[],
  senders: ShownSender[],
): (string | undefined)[] => {
  const moments = new Map(repeats.map((each) => [wordsBy(each.content, atHandle(each.username)), each.posted_at]))
  return replies.map(({ content }, index) => moments.get(wordsBy(content, senders[index]?.handle)))
}

const wordsBy = (content: string, sender: string | undefined) => JSON.stringify([content, sender])

/** Accounts in the order of a batch that the loaded list lacks: one of the two is out of date. */
export const unnamedIn = ({ order = [] }: Eligibility, accounts: Account[]): number[] => {
  const known = new Set(accounts.map(({ id }) => id))
  return order.filter((id) => !known.has(id))
}

export const stillFree = (judged: Judged[]): Judged[] => judged.filter(({ verdict }) => verdict !== 'answered')

const countOf = (judged: Judged[], verdict: Answerable): number =>
  judged.filter((each) => each.verdict === verdict).length

export const answerSummary = (judged: Judged[]): string =>
  words.audience({
    allowed: countOf(judged, 'allowed'),
    perhaps: countOf(judged, 'uncertain'),
    manual: countOf(judged, 'refused'),
    answered: countOf(judged, 'answered'),
    replied: judged.filter(({ earlier }) => earlier === 'replied').length,
    queued: judged.filter(({ earlier }) => earlier === 'waiting').length,
  })

export const refusalNote = (judged: Judged[], replies: number): string | undefined => {
  const sent = stillFree(judged).slice(0, replies)
  const refused = countOf(sent, 'refused')
  const perhaps = countOf(sent, 'uncertain')
  if (refused > 0) return words.refusedByX(refused, sent.length)
  return perhaps > 0 ? words.perhapsRefusedByX(perhaps, sent.length) : undefined
}
