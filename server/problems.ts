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

/** No session that lives came with the request. */
export const signedOut = (): HttpProblem => new HttpProblem(401, words.signIn, { 'www-authenticate': 'Bearer' })

/** Said of a missing record and of another operator's alike. */
export const notFound = (what: string): HttpProblem => new HttpProblem(404, words.wasNotFound(what))

export const conflict = (detail: string): HttpProblem => new HttpProblem(409, detail)

/** A value that the schema cannot judge alone. */
export const invalid = (field: string, message: string): HttpProblem => new HttpProblem(422, `${field}: ${message}`)
