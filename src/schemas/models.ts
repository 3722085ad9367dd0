import * as z from 'zod/mini'
import { text } from './base'
import { type Call, call, wireId } from './call'
import { budget, budgetBody, modelTotal as total, tokensUsed as used } from './money'
import { roleMessages } from './roles'

/** Micro-dollars for a million tokens. */
const tokenPrice = z.object({ input: z.int(), output: z.int() })
export type TokenPrice = z.infer<typeof tokenPrice>

/** The rest only from our server. */
export const model = z.object({
  id: z.string(),
  /** Whose it is, where there are several providers. */
  provider: z.optional(z.string()),
  price: z.optional(tokenPrice),
  /** How many it takes, prompt and answer together. */
  context_tokens: z.optional(z.int()),
  /** The day on which its provider ends it, such as `2026-12-11`. */
  shutdown_date: z.optional(z.string()),
  /** How long the operator's calls of it took lately. */
  took_ms: z.optional(z.int()),
})
export type Model = z.infer<typeof model>

/** "ends on 11 Dec 2026"; undefined if its provider names no day. */
export const endOf = ({ shutdown_date }: Pick<Model, 'shutdown_date'>, now = new Date()): string | undefined => {
  const day = new Date(shutdown_date ?? Number.NaN)
  if (Number.isNaN(day.getTime())) return undefined
  const dated = day.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  return `${day < now ? 'ended' : 'ends'} on ${dated}`
}

/** A provider of models, with why its newest list of them did not come. */
const provider = z.object({ name: z.string(), problem: z.nullable(z.string()) })
export type Provider = z.infer<typeof provider>

const micros = z.int()

export const told = z.object({
  provider: z.string(),
  model: z.string(),
  /** Counted up with every change of what models are told. */
  prompt_version: z.int(),
  at: z.string(),
  /** How long the call took, ms; null where it never ended. */
  took_ms: z.nullable(z.int()),
  /** Of the whole call, which may have written other drafts, too. */
  ...used,
  /** Micro-dollars; null where no price is known. */
  price: z.nullable(micros),
  /** How many of its drafts were taken. */
  drafts: z.int(),
  /** Null once newer ones took its place. */
  messages: z.nullable(z.array(z.object({ role: z.string(), content: z.string() }))),
})
export type Told = z.infer<typeof told>

export const modelSpending = z.object({
  /** By model, as the rate card of this server names them. */
  prices: z.array(z.object({ model: z.string(), ...tokenPrice.shape })),
  /** When the rate card was as it is here, and who says so; null where nobody configured one. */
  as_of: z.nullable(z.string()),
  source: z.nullable(z.string()),
  budget,
  /** `2026-11-23`, in UTC. */
  today: z.object({ day: z.string(), ...total.shape }),
  /** The last 30 days with a call, the newest first. */
  days: z.array(z.object({ day: z.string(), ...total.shape })),
  /** Of the same days, by model, the most tokens first. */
  models: z.array(z.object({ provider: z.string(), model: z.string(), ...total.shape })),
  /** Of the same days, every character there is, with what its model, as it names it, charges; null for an unknown price. */
  characters: z.array(
    z.object({
      role_id: z.int(),
      name: z.string(),
      model: z.string(),
      price: z.nullable(tokenPrice),
      /** How many tokens its model takes, prompt and answer together; null where nobody said so. */
      context_tokens: z.nullable(z.int()),
      ...total.shape,
    }),
  ),
})
export type ModelSpending = z.infer<typeof modelSpending>

export const tried = z.object({
  provider: z.string(),
  model: z.string(),
  answer: z.string(),
  took_ms: z.int(),
  ...used,
  price: z.nullable(micros),
})

export type Tried = z.infer<typeof tried>

export const modelCalls = {
  listModels: call({
    method: 'GET',
    path: '/openai/models',
    auth: true,
    status: 200,
    answer: z.array(model),
    reads: 'required',
  }),
  listProviders: call({
    method: 'GET',
    path: '/openai/providers',
    auth: true,
    status: 200,
    answer: z.array(provider),
    reads: 'required',
  }),
  getTold: call({
    method: 'GET',
    path: '/twitter/replies/told/{replyId}',
    auth: true,
    params: z.strictObject({ replyId: wireId }),
    status: 200,
    answer: told,
    reads: 'required',
  }),
  tryModel: call({
    method: 'POST',
    path: '/openai/models/try',
    auth: true,
    body: z.strictObject({ model_name: text(200, roleMessages.modelRequired) }),
    status: 200,
    answer: tried,
    reads: 'required',
  }),
  getModelSpending: call({
    method: 'GET',
    path: '/openai/spending',
    auth: true,
    status: 200,
    answer: modelSpending,
    reads: 'required',
  }),
  setModelBudget: call({
    method: 'PUT',
    path: '/openai/budget',
    auth: true,
    body: budgetBody,
    status: 200,
    answer: budget,
    reads: 'required',
  }),
} satisfies Record<string, Call>

/** Micro-dollars, rounded up; null where no price is known. */
export const priceOfTokens = (
  price: TokenPrice | undefined,
  { input, output }: { input: number; output: number },
): number | null =>
  price === undefined ? null : Math.ceil((input / 1_000_000) * price.input + (output / 1_000_000) * price.output)
