import { z } from 'zod'
import { mulberry32 } from '../random'
import { type ProblemName, problems, type Wording, wordingNames } from './problems'
import { scene } from './scene'

const wires = ['drop', 'reset', 'hang', 'half', 'html', 'redirect', 'withoutId', 'garbage'] as const
export const isWire = (how: string): boolean => wires.some((each) => each === how)
const names = Object.keys(problems) as [ProblemName, ...ProblemName[]]

/**
 * How one answer goes wrong. The request takes effect first where `accept` is true (a post is stored), and not at all
 * otherwise; a fault without `answer` answers as always, after `delayMs` or with a wrong clock.
 *
 * `drop` closes the connection, `reset` sends RST, `hang` says nothing, `half` promises the whole JSON and breaks off,
 * `html` is 200 with a page, `redirect` 302, `withoutId` 201 without an id, `garbage` not HTTP at all.
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
  /** Added to what the answer has. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Added to the Date header. */
  clockSkewSeconds: z.int().optional(),
})
export type Fault = z.infer<typeof fault>

const rule = z.strictObject({
  /** All that is given has to fit; nothing given fits every request of the API. */
  match: z
    .strictObject({
      method: z.enum(['GET', 'POST', 'DELETE']).optional(),
      /** What the path begins with. */
      path: z.string().optional(),
      /** Username, without its @. */
      account: z.string().optional(),
    })
    .optional(),
  /** How often it applies; without end by default. */
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

/** What goes wrong on the activity stream; each call replaces it. */
const stream = z.strictObject({
  /** Starts the draws again. */
  seed: z.int().optional(),
  /** How likely an event ends the connection in its middle. */
  cutMidEvent: chance.optional(),
  /** How likely an event comes twice, or after the next one. */
  duplicate: chance.optional(),
  outOfOrder: chance.optional(),
  /** Nothing comes any more, not even a sign of life. */
  silent: z.boolean().optional(),
  /** Who asks for what was told before is refused. */
  noBackfill: z.boolean().optional(),
  /** Written as they are, now. */
  lines: z.array(z.string()).optional(),
  /** Ends the connections that there are. */
  end: z.boolean().optional(),
})

/** What a control call changes; whatever is left out stays. */
export const control = z.strictObject({
  /** Replaces all rules; the first that fits and is drawn applies. */
  rules: z.array(rule).optional(),
  /** Starts the draws again, and draws X's wording where none is given. */
  seed: z.int().optional(),
  /** Whose years' words X refuses in; `new` is a sentence that nobody knows. */
  wording: z.enum(wordingNames).optional(),
  duplicateFilter: z.boolean().optional(),
  /** `summoned` by default: X's rule for self-serve apps. */
  replyRule: z.enum(['summoned', 'open']).optional(),
  /** A post appears among its author's posts this much later. */
  visibilityLagMs: z.number().min(0).optional(),
  /** Requests per account and window. */
  limits: limits.optional(),
  windowSeconds: z.number().positive().optional(),
  /** The only names of fields that are answered to; both by default. */
  fieldNames: z.enum(['tweet.fields', 'post.fields']).optional(),
  /** What reads leave out of posts, see `holes.ts`; replaces all. */
  holes: z.record(z.string(), z.array(z.string())).optional(),
  /** What more than 280 characters are answered with; by default a 400 that says so. */
  longText: z.enum(['tooLong', 'tooLongForbidden', 'notPermitted']).optional(),
  /** Replaces the posts that stand behind these ids. */
  planted: z.record(z.string(), scene).optional(),
  /** Posts of others that are made now, each with an id of its own. */
  arrivals: z.array(scene).optional(),
  /** What is not as usual with an account, by username in lower case. */
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
  /** How long OAuth 2.0 access tokens live that are issued from now on; 7,200 by default. */
  tokenSeconds: z.number().min(0).optional(),
  /** Scopes that no consent grants. */
  withheldScopes: z.array(z.string()).optional(),
  /** Usernames whose app X does not let exchange tokens. */
  notExchangeable: z.array(z.string()).optional(),
  stream: stream.optional(),
  /** Ids of posts that are to be gone. */
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
