import type { OnQuery } from '../db/database'
import type { Change } from '../db/generation'

/** Receives events of the server; durations are in seconds. */
export interface Observer {
  httpCall(call: { method: string; route: string; status: number; seconds: number }): void
  xCall(call: XCall): void
  modelCall(call: { provider: string; path: string; status: number | 'none'; seconds: number }): void
  /** The outcome of a request to post a reply. */
  attempt(outcome: string): void
  /** X's decision about a reply, if it differs from the expectation. */
  contradiction(said: 'allowed' | 'refused'): void
  /** The database was reset to an earlier state, or may have been. */
  generationChange(kind: Change['kind']): void
  query: OnQuery
}

export interface XCall {
  method: string
  /** Below `/2/`, with ids. */
  path: string
  /** `lost`: sent without an answer; `unsent`: no connection. */
  status: number | 'lost' | 'unsent'
  seconds: number
  headers: Record<string, string>
}
