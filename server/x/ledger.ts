import { XError, type XOutcome } from './types'

/** The account and operator of a request to X. */
export interface Payer {
  ownerId: number
  /** The username with @, '' if the app reads for itself. */
  account: string
  /** The app that X charges, as `appOf` identifies it. */
  app: string
}

/** A planned reading. */
export interface Reading {
  /** Below `/2/`, without the query. */
  path: string
  /** Orders readings of one path: a reading with a lower value returns at least as much. */
  since: string
  /** The number of requested posts. */
  posts: number
  /** The highest number of related posts and people per requested post. */
  beside: { posts: number; users: number }
  /** The fewest posts of a smaller reading; undefined if no budget limits the reading. */
  least?: number | undefined
}

/** A recorded reading. */
export interface RecordedReading {
  /** Undefined if the reading is free. */
  charge: number | undefined
  /** The number of posts that the budget allows. */
  posts: number
}

/** Today's budget is too small for a reading. */
export class OverBudget extends XError {
  /** @param price of the smallest such reading in micro-dollars; null if unknown. */
  constructor(
    detail: string,
    readonly price: number | null,
  ) {
    super(detail)
    this.name = 'OverBudget'
  }
}

/**
 * The result of a call: X charges for each resource once per UTC day (X documentation, pricing; it says "soft
 * guarantee").
 */
export interface Brought {
  /** UTC, by X's own clock: `2026-11-23`. */
  day: string
  /** The requested posts. */
  posts: string[]
  /** Related posts. */
  others: string[]
  users: string[]
}

/** The result of a reading. `open`: X may have answered, with unknown content. */
export type Met = { kind: 'refused' } | { kind: 'open' } | { kind: 'brought'; brought: Brought }

/** Records every request that X may charge for before it is made. */
export interface Ledger {
  /**
   * Reserves the highest possible cost of the reading. Resolves when the record is durable.
   *
   * @throws OverBudget if the rest of today's budget is too small for the fewest posts.
   */
  begin(payer: Payer | undefined, reading: Reading): Promise<RecordedReading>
  /** Never rejects: after a failure, the reservation remains. */
  end(charge: number, met: Met): Promise<void>
}

/** X does not charge for refused requests (X documentation, pricing). */
export const metBy = (outcome: XOutcome, now: Date): Met => {
  if (outcome.kind === 'notSent') return { kind: 'refused' }
  if (outcome.kind === 'answer' && outcome.status >= 400) return { kind: 'refused' }
  if (outcome.kind === 'lost' || outcome.status !== 200 || !outcome.bodyReadable) return { kind: 'open' }
  const said = new Date(outcome.headers.date ?? now)
  const day = (Number.isNaN(said.getTime()) ? now : said).toISOString().slice(0, 10)
  return { kind: 'brought', brought: { day, ...resourcesIn(outcome.body) } }
}

/** Reads both generations of names, and every kind of resource, because X charges for everything that it returns. */
const resourcesIn = (body: unknown): Omit<Brought, 'day'> => {
  const { data, includes } = partsOf(body)
  const { users, tweets, posts } = partsOf(includes)
  return {
    posts: [...new Set(idsIn(data))],
    others: [...new Set([...idsIn(tweets), ...idsIn(posts)])],
    users: [...new Set(idsIn(users))],
  }
}

const partsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((each) => {
    const { id } = partsOf(each)
    return typeof id === 'string' ? id : []
  })
