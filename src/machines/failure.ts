import { answered, isDecisive, problem } from '../schemas/base'
import { publicMessages } from '../schemas/commonMessages'

/** The server's own words where the error carries them (a `detail`), else the catalogue's fallback. */
export const failureText = (error: unknown, fallback: string): string => detailOf(error) ?? fallback

/** Why something failed, for the operator. */
export interface Problem {
  /** In the server's own words, or that it cannot be reached; undefined where nothing is known. */
  reason: string | undefined
  /** What can be done about it: ask again, mend what was entered, connect an account first, or choose another model. */
  next: 'again' | 'mend' | 'connect' | 'model'
}

export const problemOf = (error: unknown): Problem => {
  const status = problemStatus(error)
  return {
    reason: detailOf(error) ?? (status === undefined ? unreached(error) : undefined),
    next: nexts[status ?? 0] ?? 'again',
  }
}

const nexts: Record<number, Problem['next']> = { 404: 'mend', 409: 'connect', 410: 'model', 422: 'mend' }

/** What is wrong with what was entered, and in which field, by whose name the server's words begin where they are of one. */
export interface Fault {
  field: string | undefined
  reason: string
}

export const faultOf = (error: unknown): Fault => {
  const text = failureText(error, publicMessages.failure)
  const [, field, reason = text] = /^([a-z_]+): (.+)$/s.exec(text) ?? []
  return { field, reason }
}

/** The HTTP status of what the server answered. */
export const problemStatus = (error: unknown): number | undefined => {
  const told = answered.safeParse(error)
  return told.success ? told.data.status : undefined
}

/** The server answered that there is no such thing, or that what was asked by is no id of one. */
export const isMissing = (error: unknown): boolean => [404, 422].includes(problemStatus(error) ?? 0)

/** The server has another text, or would send through another account, than the operator read. */
export const isOutdated = (error: unknown): boolean => problemStatus(error) === 412

/** The server refused it for what it names: what the page says of that may be out of date. */
export const isRefusedAsNamed = (error: unknown): boolean => [404, 412, 422].includes(problemStatus(error) ?? 0)

/** Whether it took effect is not known: no answer came, or one that decides nothing. */
export const isUndecided = (error: unknown): boolean => isUnanswered(error) || (problemStatus(error) ?? 0) >= 500

/** The server refused it: nothing of it, or of an earlier try, took effect. 409 may well say that the earlier one did. */
export const isDecided = (error: unknown): boolean => {
  const status = problemStatus(error) ?? 0
  return isDecisive(status) && status !== 409
}

/** No answer came at all: whether the call took effect is not known. */
export const isUnanswered = (error: unknown): boolean => error instanceof Error && error.name === 'NetworkError'

/** The server, or its database, is away for a while: by no answer at all, or by that of a proxy or the server that says so. */
export const isAway = (error: unknown): boolean =>
  isUnanswered(error) || [502, 503, 504].includes(problemStatus(error) ?? 0)

const detailOf = (error: unknown): string | undefined => {
  const parsed = problem.safeParse(error)
  return parsed.success && parsed.data.detail !== '' ? parsed.data.detail : undefined
}

/** Without an answer, what the client says of it. */
const unreached = (error: unknown): string | undefined =>
  error instanceof Error && error.message !== '' ? error.message : undefined
