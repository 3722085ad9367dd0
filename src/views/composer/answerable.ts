import type { Account } from '../../schemas/accounts'
import type { SendMode } from '../../schemas/draft'
import type { Eligibility, EligibilityVerdict } from '../../schemas/eligibility'
import { atHandle } from '../../schemas/handle'
import { counted } from '../ui'

/** `answered`: it answers this mention already, and X allows one reply to each. */
export type Answerable = EligibilityVerdict | 'answered'

export interface Judged {
  account: Account
  verdict: Answerable
  reason: string
  /** It has a reply to the post already, on X or waiting, and may get another one. */
  earlier: 'replied' | 'waiting' | undefined
}

const ranks: Record<Answerable, number> = { allowed: 0, uncertain: 1, refused: 2, answered: 3 }

/**
 * The active ones among these accounts, those first that X lets answer. Where the server says in which order a batch goes
 * to them, it is that order.
 */
export const judgedBy = ({ accounts: named, others, order = [] }: Eligibility, accounts: Account[]): Judged[] => {
  const verdicts = new Map(named.map((each) => [each.account_id, each]))
  const places = new Map(order.map((id, place) => [id, place]))
  const placeOf = ({ account }: Judged) => places.get(account.id) ?? order.length
  return accounts
    .filter(({ is_active }) => is_active)
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

/** As whom each reply would be sent: undefined, or nobody, where that is not known. */
export const sendersOf = (
  mode: SendMode,
  accounts: Account[],
  eligibility: Eligibility | undefined,
): (string | undefined)[] => {
  const handles = new Map(accounts.map(({ id, username }) => [id, atHandle(username)]))
  return mode === 'solo' ? [...handles.values()] : (eligibility?.order ?? []).map((id) => handles.get(id))
}

/** When each reply's sender posted the same words, undefined if that is not known. */
export const repeatsOf = (
  { repeats = [] }: Pick<Eligibility, 'repeats'>,
  replies: { content: string }[],
  senders: (string | undefined)[],
): (string | undefined)[] => {
  const moments = new Map(repeats.map((each) => [wordsBy(each.content, atHandle(each.username)), each.posted_at]))
  return replies.map(({ content }, index) => moments.get(wordsBy(content, senders[index])))
}

const wordsBy = (content: string, sender: string | undefined) => JSON.stringify([content, sender])

/** Media agents that the order of a batch names, and the list of them does not have in the group: one of the two is older. */
export const unnamedIn = ({ order = [] }: Eligibility, accounts: Account[]): number[] => {
  const known = new Set(accounts.map(({ id }) => id))
  return order.filter((id) => !known.has(id))
}

/** Those that a reply may still be sent through. */
export const stillFree = (judged: Judged[]): Judged[] => judged.filter(({ verdict }) => verdict !== 'answered')

const countOf = (judged: Judged[], verdict: Answerable): number =>
  judged.filter((each) => each.verdict === verdict).length

/** "2 of 12 accounts may answer by API, 1 perhaps, 8 by hand, 1 answers it already, 3 replied already, replies of 2 wait" */
export const answerSummary = (judged: Judged[]): string => {
  const perhaps = countOf(judged, 'uncertain')
  const byHand = countOf(judged, 'refused')
  const answered = countOf(judged, 'answered')
  const replied = judged.filter(({ earlier }) => earlier === 'replied').length
  const waiting = judged.filter(({ earlier }) => earlier === 'waiting').length
  return [
    `${countOf(judged, 'allowed')} of ${counted(judged.length, 'account')} may answer by API`,
    ...(perhaps > 0 ? [`${perhaps} perhaps`] : []),
    ...(byHand > 0 ? [`${byHand} by hand`] : []),
    ...(answered > 0 ? [`${answered} ${answered === 1 ? 'answers' : 'answer'} it already`] : []),
    ...(replied > 0 ? [`${replied} replied already`] : []),
    ...(waiting > 0 ? [waiting === 1 ? 'a reply of 1 waits' : `replies of ${waiting} wait`] : []),
  ].join(', ')
}

/** What X will do with these replies, undefined where it takes them all. */
export const refusalNote = (judged: Judged[], replies: number): string | undefined => {
  const sent = stillFree(judged).slice(0, replies)
  const refused = countOf(sent, 'refused')
  const perhaps = countOf(sent, 'uncertain')
  if (refused > 0) {
    const which = refused < sent.length ? refused : refused === 1 ? 'it' : 'all of them'
    return `X would refuse ${which} by API: sent, ${refused === 1 ? 'it waits for you to post it' : 'they wait for you to post them'} by hand.`
  }
  return perhaps > 0 ? `X may refuse ${sent.length === 1 ? 'it' : perhaps} by API.` : undefined
}
