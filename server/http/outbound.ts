import type { FastifyRequest } from 'fastify'
import { BudgetUsedUp, ModelError } from '../models/types'
import { HttpProblem } from '../problems'
import { OverBudget } from '../x/ledger'
import { opensAt } from '../x/limits'
import { sentence } from '../x/problems'
import { XError } from '../x/types'
import * as words from './words'

/**
 * Translates refusals of X and of model providers: a used-up budget is 402, a missing model 410, 404 and 413 stay, 429
 * is 503, and anything else is 502. Never 401 or 403, which would mean the operator's session here.
 */
export const orBadGateway = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof BudgetUsedUp || error instanceof OverBudget) throw new HttpProblem(402, error.detail)
    if (!(error instanceof XError || error instanceof ModelError)) throw error
    const opens = error instanceof XError && error.status === 429 ? quotaUsedUp(error, new Date()) : undefined
    if (opens) throw opens
    if (error instanceof ModelError && error.isModelGone) throw new HttpProblem(410, error.detail)
    throw new HttpProblem(statusFor(error.status), error.detail)
  }
}

const statusFor = (status: number | undefined): number => {
  if (status === 404 || status === 413) return status
  return status === 429 ? 503 : 502
}

/** Adds the time when X answers again, if X's headers contain it: to the text, and as Retry-After in seconds. */
const quotaUsedUp = ({ detail, headers }: XError, now: Date): HttpProblem | undefined => {
  const at = opensAt(headers, now)
  if (at === undefined) return undefined
  const seconds = Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000))
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  const clock = at.toISOString().slice(11, 16)
  return new HttpProblem(503, words.xAnswersAgain(sentence(detail), wait, clock), {
    'retry-after': String(seconds),
  })
}

/**
 * Runs work with a signal that is aborted when the caller closes the connection.
 *
 * @throws HttpProblem 499, which only the log contains.
 */
export const whileOpen = async <T>(
  { raw }: { raw: Pick<FastifyRequest['raw'], 'socket'> },
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const left = new AbortController()
  const leave = () => left.abort(new HttpProblem(499, words.callerLeft))
  raw.socket.once('close', leave)
  // The caller may leave while the request waits for its turn.
  if (raw.socket.destroyed) leave()
  try {
    return await run(left.signal)
  } finally {
    raw.socket.off('close', leave)
  }
}
