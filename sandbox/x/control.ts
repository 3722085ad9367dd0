import { z } from 'zod'
import { mulberry32 } from '../random'
import { type ProblemName, problems, type Wording, wordingNames } from './problems'
import { scene } from './scene'

const wires = ['drop', 'reset', 'hang', 'half', 'html', 'redirect', 'withoutId', 'garbage'] as const
export const isWire = (how: string): boolean => wires.some((each) => each === how)
const names = Object.keys(problems) as [ProblemName, ...ProblemName[]]

/**
 * The fault of one answer. The request takes effect first if `accept` is true (a post is stored), and not at all
 * otherwise; a fault without `answer` gets the normal answer, after `delayMs` or with a wrong clock. `drop` closes the
 * connection, `reset` sends RST, `hang` sends nothing, `half` promises the whole JSON and breaks off, `html` is 200
 * with a page, `redirect` 302, `withoutId` 201 without an id, `garbage` not HTTP at all.
 */
const fault = z.strictObject({
  accept: z.boolean().optional(),
  delayMs: z.number().min(0).max(600_000).optional(),
  answer: z
    .union([
      z.enum(wires),
      z.enum(names),
      z.strictObject({
        status: z.int().min(200).max(599),
        body: z.unknown(),
        headers: z.record(z.string(), z.string()).optional(),
      }),
    ])
    .optional(),
  /** The named answer in another of X's forms (`inForm`). */
  form: z.enum(['detail', 'errors', 'code']).optional(),
  /** Added to the answer's headers. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Added to the Date header. */
  clockSkewSeconds: z.int().optional(),
})
export type Fault = z.infer<typeof fault>

const rule = z.strictObject({
  /** All given fields must match; an empty match fits every request of the API. */
  match: z
    .strictObject({
      method: z.enum(['GET', 'POST', 'DELETE']).optional(),
      /** The beginning of the path. */
      path: z.string().optional(),
      /** Username, without its @. */
      account: z.string().optional(),
    })
    .optional(),
  /** Without limit by default. */
  times: z.int().min(1).optional(),
  /** 0 to 1; 1 by default. */
  probability: z.number().min(0).max(1).optional(),
  /** One of several is drawn. */
  do: z.union([fault, z.array(fault).min(1)]),
})
export type Rule = z.infer<typeof rule>

const limits = z.strictObject({
  createPost: z.int().min(0).optional(),
  getPost: z.int().min(0).optional(),
  getMe: z.int().min(0).optional(),
  getUserPosts: z.int().min(0).optional(),
  getMentions: z.int().min(0).optional(),
  deletePost: z.int().min(0).optional(),
  stream: z.int().min(0).optional(),
  subscriptions: z.int().min(0).optional(),
})

const chance = z.number().min(0).max(1)

/** Faults of the activity stream; each call replaces them. */
const stream = z.strictObject({
  /** Restarts the draws. */
  seed: z.int().optional(),
  /** The probability that an event ends the connection in its middle. */
  cutMidEvent: chance.optional(),
  /** The probability that an event is sent twice, or after the next one. */
  duplicate: chance.optional(),
  outOfOrder: chance.optional(),
  /** The stream sends nothing any more, not even a keep-alive. */
  silent: z.boolean().optional(),
  /** A request for earlier events is refused. */
  noBackfill: z.boolean().optional(),
  /** Written unchanged, now. */
  lines: z.array(z.string()).optional(),
  /** Ends all open connections. */
  end: z.boolean().optional(),
})

/** The changes of a control call; missing fields stay. */
export const control = z.strictObject({
  /** Replaces all rules; the first that fits and is drawn applies. */
  rules: z.array(rule).optional(),
  /** Restarts the draws, and draws X's wording if none is given. */
  seed: z.int().optional(),
  /** The year of the words in X's refusals; `new` is an unknown sentence. */
  wording: z.enum(wordingNames).optional(),
  duplicateFilter: z.boolean().optional(),
  /** `summoned` by default: X's rule for self-serve apps. */
  replyRule: z.enum(['summoned', 'open']).optional(),
  /** A post appears among its author's posts this much later. */
  visibilityLagMs: z.number().min(0).optional(),
  /** Requests per account and window. */
  limits: limits.optional(),
  windowSeconds: z.number().positive().optional(),
  /** The only accepted names of fields; both by default. */
  fieldNames: z.enum(['tweet.fields', 'post.fields']).optional(),
  /** Parts that readings leave out of posts, see `holes.ts`; replaces all. */
  holes: z.record(z.string(), z.array(z.string())).optional(),
  /** The answer to more than 280 characters; by default a 400 with that reason. */
  longText: z.enum(['tooLong', 'tooLongForbidden', 'notPermitted']).optional(),
  /** Replaces the posts of these ids. */
  planted: z.record(z.string(), scene).optional(),
  /** Posts of others that are made now, each with an id of its own. */
  arrivals: z.array(scene).optional(),
  /** Unusual states of an account, by username in lower case. */
  people: z
    .record(
      z.string(),
      z.strictObject({
        /** Its OAuth 1.0a tokens may only read. */
        readOnly: z.boolean().optional(),
        subscription_type: z.enum(['None', 'Basic', 'Premium', 'PremiumPlus']).optional(),
        protected: z.boolean().optional(),
        /** The app is its own: X charges it less for reading its posts and mentions. */
        ownsApp: z.boolean().optional(),
      }),
    )
    .optional(),
  /** The lifetime of OAuth 2.0 access tokens issued from now on; 7,200 by default. */
  tokenSeconds: z.number().min(0).optional(),
  /** Scopes that no consent grants. */
  withheldScopes: z.array(z.string()).optional(),
  /** Usernames whose keys X rejects for the exchange. */
  notExchangeable: z.array(z.string()).optional(),
  stream: stream.optional(),
  /** Ids of deleted posts. */
  gone: z.array(z.string()).optional(),
})
export type Control = z.infer<typeof control>

export interface Matched {
  method: string
  path: string
  account: string | undefined
}

/** The rules in force, drawn with a generator of its own so that a run can be repeated. */
export const createRules = () => {
  let rules: { rule: Rule; left: number }[] = []
  let random = mulberry32(1)
  return {
    replace: (next: readonly Rule[]) => {
      rules = next.map((each) => ({ rule: each, left: each.times ?? Number.POSITIVE_INFINITY }))
    },
    reseed: (seed: number) => {
      random = mulberry32(seed)
    },
    drawWording: (seed: number): Wording =>
      wordingNames[Math.floor(mulberry32(seed)() * wordingNames.length)] ?? wordingNames[0],
    draw: (request: Matched): Fault | undefined => {
      for (const entry of rules) {
        if (entry.left < 1 || !fits(entry.rule, request) || random() >= (entry.rule.probability ?? 1)) continue
        entry.left -= 1
        const { do: effect } = entry.rule
        return Array.isArray(effect) ? effect[Math.floor(random() * effect.length)] : effect
      }
      return undefined
    },
  }
}

const fits = ({ match = {} }: Rule, { method, path, account }: Matched) =>
  (match.method === undefined || match.method === method) &&
  (match.path === undefined || path.startsWith(match.path)) &&
  (match.account === undefined || match.account.replace(/^@/, '').toLowerCase() === account)
