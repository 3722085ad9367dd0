import type { Account } from '../accounts/accounts'
import { atHandle } from '../handle'
import { type Judged, judgedBy, refusalNote, stillFree } from './answerable'
import * as words from './composer.words'
import type { SendMode } from './draft'
import type { Eligibility } from './eligibility'

export interface PlannedSend {
  mode: SendMode
  replies: number
  /** True if a group is chosen in batch mode, or an account in solo mode. */
  hasTarget: boolean
  accounts: Account[]
  eligibility: Eligibility | undefined
  /** Why the send may have happened already. */
  doubt: string | undefined
  /** Why the composer cannot send now. */
  hindrances: string[]
  /** Texts to read or change, the most urgent first. */
  cautions: string[]
  /** 0 for none. */
  holdSeconds: number
}

/** The effect of Send, in one sentence. */
export interface Verdict {
  tone: 'plain' | 'ready' | 'caution'
  sentence: string
  notes: string[]
  /** Undefined if the API posts nothing. */
  by: { text: string; unnamed: string[]; label: string } | undefined
  /** In the order of the replies, only those that the API posts. */
  posting: { index: number; isSummoned: boolean }[]
}

const mostInSentence = 3

export const verdictOf = (send: PlannedSend): Verdict => {
  const { mode, replies, hasTarget, accounts, eligibility, doubt, holdSeconds } = send
  const judged = judgedBy(eligibility ?? { accounts: [], others: { verdict: 'allowed', reason: '' } }, accounts)
  const free = stillFree(judged)
  const posted = free
    .slice(0, replies)
    .map((each, index) => ({ ...each, index, isSummoned: isSummoned(each, eligibility) }))
    .filter(({ verdict }) => verdict !== 'refused')
  if (replies === 0) return { tone: 'plain', sentence: words.nothingToSend, notes: [], by: undefined, posting: [] }
  const hindrances = [
    ...send.hindrances,
    ...(hasTarget ? [] : [words.targetMissing[mode]]),
    ...refusalsOf(send, judged, free.length),
  ]
  const [first, ...notes] = [
    ...(doubt ? [doubt] : []),
    ...hindrances,
    ...(hindrances.length === 0 ? audienceNotes(send, judged) : []),
    ...send.cautions,
  ]
  const isSent = !doubt && hindrances.length === 0 && posted.length > 0
  const isKnown = mode === 'solo' || eligibility?.order !== undefined || replies >= free.length
  const handles = (isKnown ? posted : free).map(({ account }) => atHandle(account.username))
  const unnamed = handles.slice(isKnown ? mostInSentence : 0)
  const willPost = words.willBePosted(posted.length, holdSeconds)
  return {
    tone: first ? 'caution' : isSent ? 'ready' : 'plain',
    sentence: first ?? (isSent ? willPost : words.toReview(replies)),
    notes,
    posting: isSent ? posted : [],
    by: isSent
      ? {
          text: `${first ? `${willPost} ` : ''}${words.postedBy(
            isKnown ? handles.slice(0, mostInSentence).join(', ') : words.someOf(posted.length, free.length),
          )}`,
          unnamed,
          label: isKnown ? words.andMore(unnamed.length) : words.showNames,
        }
      : undefined,
  }
}

const isSummoned = ({ verdict }: Judged, eligibility: Eligibility | undefined): boolean =>
  verdict === 'allowed' && eligibility?.rule === 'summoned'

/** Why the server would refuse the send. */
const refusalsOf = (
  { mode, replies, accounts, eligibility }: PlannedSend,
  judged: Judged[],
  free: number,
): string[] => {
  if (eligibility?.declined !== undefined) return [words.notSentBecause(eligibility.declined)]
  const [only] = judged
  if (mode === 'solo' && only?.verdict === 'answered') return [words.cannotSendAgain(only.reason)]
  if (accounts.length === 0 || replies <= free) return []
  return [words.tooFewAccounts(free, accounts.length, judged.length - free)]
}

const audienceNotes = ({ mode, replies }: PlannedSend, judged: Judged[]): string[] => {
  const note = refusalNote(judged, replies)
  const [only] = judged
  if (mode === 'batch' || !only || !(note || only.earlier)) return note ? [note] : []
  return [[note, only.reason].filter(Boolean).join(' ')]
}
