/** A refusal that the caller is meant to read: answered as `{detail}` with this status. */
export class HttpProblem extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 503 | 504,
    readonly detail: string,
  ) {
    super(detail)
    this.name = 'HttpProblem'
  }
}
