import { XError, type XOutcome } from './types'

/** For whom X is asked. */
export interface Payer {
  /** The operator. */
  ownerId: number
  /** Its username with the @, empty where the app reads for itself. */
  account: string
  /** As `appOf` names it: X charges the app. */
  app: string
}

/** A read that is about to be made. */
export interface Reading {
  /** Below `/2/`, without its query. */
  path: string
  /** What orders readings of one path: a reading with a lower one brings at least as much. */
  since: string
  /** How many posts are asked for. */
  posts: number
  /** How many posts and people may come beside each of them. */
  beside: { posts: number; users: number }
  /** The fewest posts that can be asked for; undefined for a reading that no budget bounds. */
  least?: number | undefined
}

/** A reading that is written down. */
export interface Begun {
  /** Undefined if the reading is free. */
  charge: number | undefined
  /** How many posts may be asked for. */
  posts: number
}

/** Today's budget does not reach for a reading. */
export class OverBudget extends XError {
  /** @param price of the smallest such reading, micro-dollars; null if nobody knows it. */
  constructor(
    detail: string,
    readonly price: number | null,
  ) {
    super(detail)
    this.name = 'OverBudget'
  }
}

/** What a call brought: X charges for each once per UTC day (X documentation, pricing; it says "soft guarantee"). */
export interface Brought {
  /** UTC, by X's own clock: `2026-11-23`. */
  day: string
  /** Those asked for. */
  posts: string[]
  /** Those that came beside them. */
  others: string[]
  users: string[]
}

/** What became of a read. `open`: X may have answered it, and nobody knows with what. */
export type Met = { kind: 'refused' } | { kind: 'open' } | { kind: 'brought'; brought: Brought }

/** Where everything that X may charge for is written down before it is asked for. */
export interface Ledger {
  /**
   * Reserves what the reading may cost at most; durable once it is fulfilled.
   *
   * @throws OverBudget if the rest of today's budget does not buy the fewest posts that can be asked for.
   */
  begin(payer: Payer | undefined, reading: Reading): Promise<Begun>
  /** Never rejects: what was written before stands then. */
  end(charge: number, met: Met): Promise<void>
}

/** X does not charge for what it refuses (X documentation, pricing). */
export const metBy = (outcome: XOutcome, now: Date): Met => {
  if (outcome.kind === 'notSent') return { kind: 'refused' }
  if (outcome.kind === 'answer' && outcome.status >= 400) return { kind: 'refused' }
  if (outcome.kind === 'lost' || outcome.status !== 200 || !outcome.bodyReadable) return { kind: 'open' }
  const said = new Date(outcome.headers.date ?? now)
  const day = (Number.isNaN(said.getTime()) ? now : said).toISOString().slice(0, 10)
  return { kind: 'brought', brought: { day, ...resourcesIn(outcome.body) } }
}

/** Both generations of names, and whatever is asked for: X charges by what it returns. */
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
