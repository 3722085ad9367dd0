import { postLength, weightedLength } from '../../../src/schemas/composer/postText'
import { cleanText } from '../../cleanText'
import { clockFault } from '../../x/clock'
import { type Limit, limitsOf, opensAt } from '../../x/limits'
import { rawOf, wordsOf } from '../../x/problems'
import { type Concern, knowsWords, type Refusal, refusalOf, refusalRow } from '../../x/refusals'
import type { Answer, XOutcome } from '../../x/types'
import * as xWords from '../../x/words'
import * as deliveryWords from '../words'

/** The proof in an outcome, which decides the next step (posting protocol, step 4). */
export type Verdict =
  /** 201 with a numeric id. */
  | { kind: 'done'; postId: string; detail: null; nextStep: null }
  /** Surely not posted: the request did not leave this machine, or X did not judge the reply. */
  | { kind: 'unsent'; detail: string; nextStep: string }
  /** Surely not posted: X asks to wait; `until` if X names a time. */
  | { kind: 'limited'; detail: string; nextStep: string; until: Date | undefined }
  /** Surely not posted: X accepts nothing more from the whole app. */
  | { kind: 'paused'; detail: string; nextStep: string }
  /** Surely not posted: X limits this account and names no time. */
  | { kind: 'rested'; detail: string; nextStep: string }
  /** Surely not posted: X refuses this reply. */
  | { kind: 'refused'; detail: string; nextStep: string }
  /** Surely not posted: X accepts nothing from this account until the operator acts. */
  | { kind: 'revoked'; detail: string; nextStep: string }
  /** Surely not posted: X does not know these keys. `nextStep` applies after X has answered so again. */
  | { kind: 'doubted'; detail: string; nextStep: string }
  /** Surely not posted: X rejects our signatures because this machine's clock is wrong. */
  | { kind: 'skewed'; detail: string; nextStep: string }
  /** May have been posted. */
  | { kind: 'ambiguous'; detail: string; nextStep: null }

export interface Classified {
  verdict: Verdict
  /** The HTTP status; null without an answer. */
  httpStatus: number | null
  /** The used-up limits in X's headers, whatever the answer. */
  limits: Limit[]
  refusal: Refusal | null
  /** Whether X refused the reply with words that this version does not know. */
  isNew: boolean
  /** X's id of the request, which X's support asks for. */
  transactionId: string | null
}

const steps = {
  wait: xWords.resumes,
  clock: deliveryWords.setClock,
}

/**
 * Classifies an outcome of `POST /2/tweets`, without side effects.
 * @param text the sent text: X answers "not permitted" for a text that is too long
 */
export const classify = (outcome: XOutcome, text: string, now: Date): Classified => {
  if (outcome.kind === 'notSent') return unsent(xWords.unreachable(outcome.reason))
  if (outcome.kind === 'lost') return unanswered(ambiguous(xWords.noAnswer(outcome.reason)))
  const refusal = refusedFor(outcome, text)
  return {
    verdict: verdictOf(outcome, refusal, now),
    httpStatus: outcome.status,
    limits: limitsOf(outcome.headers, now),
    refusal: refusal ?? null,
    isNew: outcome.bodyReadable && isJudged(outcome.status, refusal) && !knowsWords(outcome.body),
    transactionId: transactionIn(outcome),
  }
}

/** Whether the words of an answer concern this reply. A 401 and a 429 mean the same with any words. */
const isJudged = (status: number, refusal: Refusal | undefined): boolean =>
  refusal !== undefined && (status === 403 || refusal === 'other' || refusal === 'invalid')

/** Nothing reached X, so the reply may be sent again. */
export const unsent = (detail: string): Classified => unanswered({ kind: 'unsent', detail, nextStep: steps.wait })

/** A classification without an answer of X. */
export const unanswered = (verdict: Verdict): Classified => ({
  verdict,
  httpStatus: null,
  limits: [],
  refusal: null,
  isNew: false,
  transactionId: null,
})

const transactionIn = ({ headers }: Answer): string | null =>
  cleanText(headers['x-transaction-id'] ?? '').slice(0, 200) || null

/** A 403 that cannot be parsed may come from a proxy, which proves nothing about X. */
const refusedFor = ({ status, body, bodyReadable, headers }: Answer, text: string): Refusal | undefined => {
  if (status === 403 && !bodyReadable) return undefined
  const refusal = refusalOf(status, bodyReadable ? body : undefined, headers)
  return refusal === 'notPermitted' && weightedLength(text) > postLength ? 'tooLong' : refusal
}

const verdictOf = (answer: Answer, refusal: Refusal | undefined, now: Date): Verdict => {
  const { status, body, bodyReadable } = answer
  const words = bodyReadable ? wordsOf(body) : undefined
  const detail = words ?? withoutWords(answer)
  if (status === 201) {
    const postId = bodyReadable ? createdId(body) : undefined
    if (postId) return { kind: 'done', postId, detail: null, nextStep: null }
    return ambiguous(words ?? deliveryWords.noPostId)
  }
  if (refusal === undefined) return ambiguous(detail)
  if (refusal === 'unauthorized') {
    const fault = answer.isSigned ? clockFault(answer.headers, now) : undefined
    if (fault !== undefined) return { kind: 'skewed', detail: fault, nextStep: steps.clock }
    return { kind: 'doubted', detail, nextStep: refusalRow(refusal).nextStep }
  }
  if (refusal === 'rateLimited') {
    return { kind: 'limited', detail, nextStep: steps.wait, until: opensAt(answer.headers, now) }
  }
  const { concerns, nextStep, repeatsForAccount } = refusalRow(refusal)
  const transactionId = transactionIn(answer)
  const unexplained = repeatsForAccount && transactionId !== null
  const support = unexplained ? ` ${deliveryWords.transactionForSupport(transactionId)}` : ''
  return { kind: kinds[concerns], detail, nextStep: `${nextStep}${support}` }
}

const withoutWords = ({ status, body, bodyReadable }: Answer): string => {
  if (!bodyReadable) return xWords.notAnApi(status)
  const raw = rawOf(body)
  return raw === undefined ? `X answered ${status}` : `X answered ${status}: ${raw}`
}

const kinds = {
  item: 'refused',
  moment: 'unsent',
  account: 'revoked',
  pace: 'rested',
  app: 'paused',
} as const satisfies Record<Concern, Verdict['kind']>

const ambiguous = (detail: string): Verdict => ({ kind: 'ambiguous', detail, nextStep: null })

const createdId = (body: unknown): string | undefined => {
  const data: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'data') : undefined
  const id: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'id') : undefined
  return typeof id === 'string' && /^[0-9]{1,19}$/.test(id) ? id : undefined
}
