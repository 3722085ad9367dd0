import * as z from 'zod/mini'
import { text } from '../base'
import { type Call, call, wireId } from '../call'
import { budget, budgetBody, dayText, modelTotal as total, tokensUsed as used } from '../usage/money'
import { roleMessages } from './characters.words'

/** Micro-dollars per million tokens. */
const tokenPrice = z.object({ input: z.int(), output: z.int() })
export type TokenPrice = z.infer<typeof tokenPrice>

/** Other providers answer only the required fields. */
export const model = z.object({
  id: z.string(),
  provider: z.optional(z.string()),
  price: z.optional(tokenPrice),
  /** Prompt and answer together. */
  context_tokens: z.optional(z.int()),
  /** For example `2026-12-11`. */
  shutdown_date: z.optional(z.string()),
  /** The usual duration of this operator's recent calls. */
  took_ms: z.optional(z.int()),
})
export type Model = z.infer<typeof model>

/** "ends on 11 Dec 2026"; undefined if its provider names no day. */
export const endOf = ({ shutdown_date = '' }: Pick<Model, 'shutdown_date'>, now = new Date()): string | undefined => {
  const day = Date.parse(shutdown_date)
  return Number.isNaN(day) ? undefined : `${day < now.getTime() ? 'ended' : 'ends'} on ${dayText(shutdown_date)}`
}

/** `problem`: the reason why the latest list of models is missing. */
const provider = z.object({ name: z.string(), problem: z.nullable(z.string()) })
export type Provider = z.infer<typeof provider>

const micros = z.int()

export const draftPrompt = z.object({
  provider: z.string(),
  model: z.string(),
  /** Increases with every change of the prompt's instructions. */
  prompt_version: z.int(),
  at: z.string(),
  /** Null if the call never ended. */
  took_ms: z.nullable(z.int()),
  /** The whole call's, which may have written other drafts too. */
  ...used,
  /** Micro-dollars; null if the price is unknown. */
  price: z.nullable(micros),
  /** Stored replies of this call. */
  drafts: z.int(),
  /** Only the latest prompts are stored; null for older ones. */
  messages: z.nullable(z.array(z.object({ role: z.string(), content: z.string() }))),
})
export type DraftPrompt = z.infer<typeof draftPrompt>

export const modelSpending = z.object({
  /** The models as this server's rate card names them. */
  prices: z.array(z.object({ model: z.string(), ...tokenPrice.shape })),
  /** The date and source of the rate card; null if none is configured. */
  as_of: z.nullable(z.string()),
  source: z.nullable(z.string()),
  budget,
  /** `2026-11-23`, in UTC. */
  today: z.object({ day: z.string(), ...total.shape }),
  /** The last 30 days with a call, newest first. */
  days: z.array(z.object({ day: z.string(), ...total.shape })),
  /** For the same days, most tokens first. */
  models: z.array(z.object({ provider: z.string(), model: z.string(), ...total.shape })),
  /** For the same days, all characters. Prices are null if unknown. */
  characters: z.array(
    z.object({
      role_id: z.int(),
      name: z.string(),
      model: z.string(),
      price: z.nullable(tokenPrice),
      /** Prompt and answer together; null if unknown. */
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
    specified: [],
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
  getPrompt: call({
    method: 'GET',
    path: '/twitter/replies/told/{replyId}',
    auth: true,
    params: z.strictObject({ replyId: wireId }),
    status: 200,
    answer: draftPrompt,
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

/** Micro-dollars, rounded up; null if a price is unknown. */
export const priceOfTokens = (
  price: TokenPrice | undefined,
  { input, output }: { input: number; output: number },
): number | null =>
  price === undefined ? null : Math.ceil((input / 1_000_000) * price.input + (output / 1_000_000) * price.output)
