import * as words from './http/words'
/** Answered as `{ detail }` with this status. */
export class HttpProblem extends Error {
  constructor(
    readonly statusCode: number,
    readonly detail: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(detail)
    this.name = 'HttpProblem'
  }
}

export const signedOut = (): HttpProblem => new HttpProblem(401, words.signIn, { 'www-authenticate': 'Bearer' })

/** A missing record and another operator's record get the same answer. */
export const notFound = (what: string): HttpProblem => new HttpProblem(404, words.wasNotFound(what))

export const conflict = (detail: string): HttpProblem => new HttpProblem(409, detail)

/** For values that a schema cannot judge. */
export const invalid = (field: string, message: string): HttpProblem => new HttpProblem(422, `${field}: ${message}`)
