import { clockFault } from '../x/clock'
import type { XOutcome } from '../x/types'
import { forbidsApp, speaksOf, wordsOf } from '../x/words'
import { type Limit, limitsOf } from './limits'

/** What an outcome proves, and so what happens next (posting protocol, step 4). */
export type Verdict =
  /** 201 with a numeric id. */
  | { kind: 'done'; postId: string; detail: null; nextStep: null }
  /** Surely not posted, nothing left this machine. */
  | { kind: 'unsent'; detail: string; nextStep: string }
  /** Surely not posted, X asks to wait. */
  | { kind: 'limited'; detail: string; nextStep: string }
  /** Surely not posted, X takes nothing more from the whole app. */
  | { kind: 'paused'; detail: string; nextStep: string }
  /** Surely not posted, X will not take this one. */
  | { kind: 'refused'; detail: string; nextStep: string }
  /** Surely not posted, X takes nothing from this account until the operator acts. */
  | { kind: 'revoked'; detail: string; nextStep: string }
  /** Surely not posted, X rejects our signatures because this machine's clock is wrong. */
  | { kind: 'skewed'; detail: string; nextStep: string }
  /** Evidence that it was posted before. */
  | { kind: 'duplicate'; detail: string; nextStep: null }
  /** May have been posted. */
  | { kind: 'ambiguous'; detail: string; nextStep: null }

export interface Classified {
  verdict: Verdict
  /** HTTP status, null where no answer came. */
  httpStatus: number | null
  /** What X's headers say is used up, whatever the answer. */
  limits: Limit[]
}

const steps = {
  wait: 'Nothing to do: it goes on by itself.',
  paused: "Look at the app's credits and usage on X's developer site. Sending goes on by itself once X takes it.",
  edit: 'Change the text and send it again, or post it by hand with Open in X.',
  byHand: 'Post it by hand with Open in X.',
  reconnect: 'Reconnect this account: enter its keys again in Media Agent, then retry.',
  writeAccess: "Give the app read and write permission on X's developer site, renew the account's tokens, then retry.",
  clock: "Set this server's clock right, then retry.",
}

/**
 * Reads an outcome of `POST /2/tweets`. Pure.
 *
 * The duplicate, permission and summoning texts are X's (error bodies quoted in plhery/node-twitter-api-v2#469, #493
 * and akrherz/iembot#163, 2026-02); any 403 that none of them fits is a definite refusal.
 */
export const classify = (outcome: XOutcome, now: Date): Classified => {
  if (outcome.kind === 'notSent') return unsent(`X could not be reached: ${outcome.reason}`)
  if (outcome.kind === 'lost') {
    return { verdict: ambiguous(`X did not answer: ${outcome.reason}`), httpStatus: null, limits: [] }
  }
  return {
    verdict: verdictOf(outcome, now),
    httpStatus: outcome.status,
    limits: limitsOf(outcome.headers, now),
  }
}

/** Nothing reached X, so that it may be tried again. */
export const unsent = (detail: string): Classified => ({
  verdict: { kind: 'unsent', detail, nextStep: steps.wait },
  httpStatus: null,
  limits: [],
})

type Answer = Extract<XOutcome, { kind: 'answer' }>

const verdictOf = (answer: Answer, now: Date): Verdict => {
  const { status, body, bodyReadable } = answer
  const words = bodyReadable ? wordsOf(body) : undefined
  const detail =
    words ?? `X answered ${status}${bodyReadable ? '' : ' with something that is not an answer of its API'}`
  if (status === 201) {
    const postId = bodyReadable ? createdId(body) : undefined
    if (postId) return { kind: 'done', postId, detail: null, nextStep: null }
    return ambiguous(words ?? "X answered 201 without the post's id")
  }
  switch (status) {
    case 401:
      return skewOf(answer, now) ?? { kind: 'revoked', detail, nextStep: steps.reconnect }
    case 402:
      return { kind: 'paused', detail, nextStep: steps.paused }
    case 403:
      return forbidden(answer, detail)
    case 429:
      return speaksOf(body, /usage-?capped|UsageCapExceeded|usage cap/i)
        ? { kind: 'paused', detail, nextStep: steps.paused }
        : { kind: 'limited', detail, nextStep: steps.wait }
    case 400:
    case 413:
    case 415:
    case 422:
      return { kind: 'refused', detail, nextStep: steps.edit }
    case 404:
      return { kind: 'refused', detail, nextStep: steps.byHand }
    default:
      return ambiguous(detail)
  }
}

const forbidden = ({ body, bodyReadable }: Answer, detail: string): Verdict => {
  if (!bodyReadable) return ambiguous(detail)
  if (/duplicate content/i.test(detail)) return { kind: 'duplicate', detail, nextStep: null }
  if (forbidsApp(body)) return { kind: 'paused', detail, nextStep: steps.paused }
  if (speaksOf(body, /oauth1-permissions|oauth1 app permissions/i)) {
    return { kind: 'revoked', detail, nextStep: steps.writeAccess }
  }
  if (
    speaksOf(
      body,
      /unsupported-authentication|not permitted to perform this action|account is (?:temporarily )?(?:locked|suspended)/i,
    )
  ) {
    return { kind: 'revoked', detail, nextStep: steps.reconnect }
  }
  return { kind: 'refused', detail, nextStep: steps.byHand }
}

const ambiguous = (detail: string): Verdict => ({ kind: 'ambiguous', detail, nextStep: null })

const skewOf = ({ headers }: Answer, now: Date): Verdict | undefined => {
  const detail = clockFault(headers, now)
  return detail === undefined ? undefined : { kind: 'skewed', detail, nextStep: steps.clock }
}

const createdId = (body: unknown): string | undefined => {
  const data: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'data') : undefined
  const id: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'id') : undefined
  return typeof id === 'string' && /^[0-9]{1,19}$/.test(id) ? id : undefined
}
