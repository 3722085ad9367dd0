import * as z from 'zod/mini'
import { type Call, call, wireId } from '../call'
import * as words from './usage.words'

/** The rows of X's rate card (docs.x.com, x-api/getting-started/pricing). */
export const priceNames = [
  'post_create',
  'post_create_with_url',
  'post_create_summoned',
  'post_read',
  'owned_read',
  'user_read',
  'users_me',
] as const
export type PriceName = (typeof priceNames)[number]

/** Micro-dollars; null if the rate card has no price. */
export type Price = number | null
export type Prices = Record<PriceName, Price>

const micros = z.int()
const price = z.nullable(micros)

const total = z.object({
  /** Confirmed costs, micro-dollars. */
  charged: micros,
  /** The highest possible cost of calls whose outcome is unknown, micro-dollars. */
  open: micros,
  /** Calls without a price; neither sum includes them. */
  unpriced: z.int(),
})
export type Total = z.infer<typeof total>

export const tokensUsed = {
  input_tokens: z.int(),
  output_tokens: z.int(),
  /** True if some tokens are estimated, because the provider did not count them or did not answer. */
  is_estimated: z.boolean(),
}

export const modelTotal = z.object({
  ...tokensUsed,
  calls: z.int(),
  /** For calls with a known price, micro-dollars. */
  charged: micros,
  /** Calls of models without a known price; only the tokens include them. */
  unpriced: z.int(),
})
export type ModelTotal = z.infer<typeof modelTotal>

const taskSpending = z.object({ ...total.shape, models: modelTotal })
export type TaskSpending = z.infer<typeof taskSpending>

/** "11 Dec 2026" for `2026-12-11` in UTC */
export const dayText = (day: string): string =>
  new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

const dayTotal = z.object({ ...total.shape, /** `2026-11-23`, in UTC. */ day: z.string() })
export type DayTotal = z.infer<typeof dayTotal>

export const budget = z.object({
  /** The limit from 00:00 to 24:00 UTC, micro-dollars; null for no limit. */
  daily: price,
  /** The server's limit, which applies to operators without their own. */
  ceiling: price,
})
export type Budget = z.infer<typeof budget>

export const spending = z.object({
  prices: z.object({
    post_create: price,
    post_create_with_url: price,
    post_create_summoned: price,
    post_read: price,
    owned_read: price,
    user_read: price,
    users_me: price,
  }),
  /** The date of the rate card, such as `2026-08-13`, and its source. */
  as_of: z.string(),
  source: z.string(),
  budget,
  today: dayTotal,
  /** The last 30 days with costs, newest first. */
  days: z.array(z.object({ ...dayTotal.shape, replies: total, reads: total })),
})
export type Spending = z.infer<typeof spending>

/** Micro-dollars. */
export const largestBudget = 10_000_000_000
export const budgetBody = z.strictObject({
  daily: z.nullable(z.int().check(z.minimum(0), z.maximum(largestBudget))),
})

export const moneyCalls = {
  getSpending: call({
    method: 'GET',
    path: '/x/spending',
    auth: true,
    status: 200,
    answer: spending,
    reads: 'required',
  }),
  getTaskSpending: call({
    method: 'GET',
    path: '/tasks/{taskId}/spending',
    auth: true,
    params: z.strictObject({ taskId: wireId }),
    status: 200,
    answer: taskSpending,
    reads: 'required',
  }),
  setBudget: call({
    method: 'PUT',
    path: '/x/budget',
    auth: true,
    body: budgetBody,
    status: 200,
    answer: budget,
    reads: 'required',
  }),
} satisfies Record<string, Call>

/** X charges most for a link, and less for an answer to a person who named the account. */
export const priceOfReply = (prices: Prices, reply: { hasLink: boolean; isSummoned: boolean }): Price => {
  if (reply.hasLink) return prices.post_create_with_url
  return reply.isSummoned ? prices.post_create_summoned : prices.post_create
}

interface Read {
  posts: number
  users: number
  /** Posts that the app's owner reads of its own accounts, or that mention them. */
  owned?: number
}

/** Without a price for owned reads, all posts have the same price. */
export const priceOfReading = (prices: Prices, { posts, users, owned = 0 }: Read): Price =>
  sumOf([
    times(prices.post_read, posts),
    times(prices.user_read, users),
    times(prices.owned_read ?? prices.post_read, owned),
  ])

const times = (each: Price, count: number): Price => (count === 0 ? 0 : each === null ? null : each * count)

/** Null if a price is unknown. */
export const sumOf = (prices: Price[]): Price =>
  prices.reduce<Price>((sum, each) => (sum === null || each === null ? null : sum + each), 0)

/** `$0.20`, `$0.015`: at least two decimals. */
export const dollars = (amount: number): string => {
  const cents = Math.trunc(amount / 10_000)
  const [whole, part] = [Math.trunc(cents / 100), String(cents % 100).padStart(2, '0')]
  const rest = String((amount % 10_000) / 10_000).slice('0.'.length)
  return `$${whole}.${part}${rest}`
}

/** Micro-dollars of a typed amount such as `5`, `5.00` or `$0.015`, up to $999,999,999; undefined for anything else. */
export const microsOf = (text: string): number | undefined => {
  const match = /^\$?(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text.trim())
  return match ? Number(match[1]) * 1_000_000 + Number((match[2] ?? '').padEnd(6, '0')) : undefined
}

/** Input: dollars a day, empty for no budget, at most the server's limit. Output: micro-dollars. */
export const budgetForm = ({ ceiling }: Pick<Budget, 'ceiling'>) => {
  const most = ceiling ?? largestBudget
  return z.object({
    daily: z.pipe(
      z.string().check(
        z.trim(),
        z.refine((text) => text === '' || microsOf(text) !== undefined, words.invalidBudget),
        z.refine((text) => (microsOf(text) ?? 0) <= most, words.budgetTooHigh(dollars(most))),
      ),
      z.transform((text) => microsOf(text) ?? null),
    ),
  })
}
export type BudgetForm = z.input<ReturnType<typeof budgetForm>>

export const toBudgetForm = ({ daily }: Budget): BudgetForm => ({
  daily: daily === null ? '' : dollars(daily).slice('$'.length),
})
