import type { OnQuery } from '../db/database'

/** Told of what the server does; every duration in seconds. */
export interface Observer {
  httpCall(call: { method: string; route: string; status: number; seconds: number }): void
  xCall(call: XCall): void
  modelCall(call: { provider: string; path: string; status: number | 'none'; seconds: number }): void
  /** One request to post a reply, and what came of it. */
  attempt(outcome: string): void
  /** What X said of who may answer, against what was expected. */
  contradiction(said: 'allowed' | 'refused'): void
  query: OnQuery
}

export interface XCall {
  method: string
  /** Below `/2/`, with its ids. */
  path: string
  /** `lost`: sent without an answer; `unsent`: no connection. */
  status: number | 'lost' | 'unsent'
  seconds: number
  headers: Record<string, string>
}
