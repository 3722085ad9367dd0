import { answered, isDecisive, problem } from '../../schemas/base'
import { publicMessages } from '../../schemas/commonMessages'

export const failureText = (error: unknown, fallback: string): string => detailOf(error) ?? fallback

/** The reason of a failure, for the operator. */
export interface Problem {
  /** The server's own words, or that the server cannot be reached; undefined if nothing is known. */
  reason: string | undefined
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

/** An invalid input, and its field if the server's words begin with the field's name. */
export interface Fault {
  field: string | undefined
  reason: string
}

export const faultOf = (error: unknown): Fault => {
  const text = failureText(error, publicMessages.failure)
  const [, field, reason = text] = /^([a-z_]+): (.+)$/s.exec(text) ?? []
  return { field, reason }
}

export const problemStatus = (error: unknown): number | undefined => {
  const problem = answered.safeParse(error)
  return problem.success ? problem.data.status : undefined
}

export const isMissing = (error: unknown): boolean => [404, 422].includes(problemStatus(error) ?? 0)

/** The server's text or account differs from what the operator read. */
export const isOutdated = (error: unknown): boolean => problemStatus(error) === 412

/** The server refused a named record, so the page may be out of date. */
export const isRefusedAsNamed = (error: unknown): boolean => [404, 412, 422].includes(problemStatus(error) ?? 0)

/** Nobody knows whether the call took effect: no answer came, or an answer that decides nothing. */
export const isUndecided = (error: unknown): boolean => isUnanswered(error) || (problemStatus(error) ?? 0) >= 500

/** The server refused the call, and no earlier try took effect. A 409 may mean that an earlier try did. */
export const isDecided = (error: unknown): boolean => {
  const status = problemStatus(error) ?? 0
  return isDecisive(status) && status !== 409
}

export const isUnanswered = (error: unknown): boolean => error instanceof Error && error.name === 'NetworkError'

/** The server or its database is away for a while: no answer came, or a proxy or the server reported it. */
export const isAway = (error: unknown): boolean =>
  isUnanswered(error) || [502, 503, 504].includes(problemStatus(error) ?? 0)

const detailOf = (error: unknown): string | undefined => {
  const parsed = problem.safeParse(error)
  return parsed.success && parsed.data.detail !== '' ? parsed.data.detail : undefined
}

const unreached = (error: unknown): string | undefined =>
  error instanceof Error && error.message !== '' ? error.message : undefined
