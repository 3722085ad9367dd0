import { clockFault } from './clock'
import { wordsOf } from './problems'
import { refusalOf } from './refusals'
import { XError, type XOutcome } from './types'
import * as xWords from './words'

export const headersOf = (outcome: XOutcome): Record<string, string> =>
  outcome.kind === 'answer' ? outcome.headers : {}

export const readable = (outcome: XOutcome): unknown =>
  outcome.kind === 'answer' && outcome.status === 200 && outcome.bodyReadable ? outcome.body : undefined

/** Converts an outcome without the expected content to an error. */
export const refusal = (outcome: XOutcome): XError => {
  if (outcome.kind === 'notSent') return new XError(xWords.unreachable(outcome.reason))
  if (outcome.kind === 'lost') return new XError(xWords.noAnswer(outcome.reason))
  const { status, headers, body, bodyReadable } = outcome
  const words = bodyReadable ? wordsOf(body) : undefined
  const said = words ?? xWords.notAnApi(status)
  const reason = bodyReadable || status === 401 ? refusalOf(status, body, headers) : undefined
  const fault = status === 401 && outcome.isSigned ? clockFault(headers, new Date()) : undefined
  if (fault !== undefined) return new XError(fault)
  if (status === 403 && reason === 'appStopped') return new XError(said, undefined, headers, reason)
  return new XError(said, words !== undefined && status === 200 ? 404 : status, headers, reason)
}
