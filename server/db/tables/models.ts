import type { Generated } from 'kysely'
import type { Flag, Json, Owned, Timestamp } from './columns'

export interface ModelTables {
  model_calls: ModelCallTable
  prompts: PromptTable
  model_budgets: ModelBudgetTable
}

/** One request to a model; the row is written before the request. */
interface ModelCallTable extends Owned {
  id: Generated<number>
  /** Null for a model test, and after the character was deleted. */
  role_id: Generated<number | null>
  /** `rewrite`: drafts that failed the draft checks; `try`: a model test. */
  purpose: 'drafts' | 'rewrite' | 'try'
  provider: string
  model: string
  prompt_version: number
  /** UTC, for example `2026-11-23`. */
  day: string
  started_at: Timestamp
  /** Null while the outcome is unknown. */
  settled_at: Timestamp | null
  took_ms: number | null
  input_tokens: number
  output_tokens: number
  /** 1 if the provider did not count the tokens. */
  is_estimated: Flag
  /** Micro-dollars; null without a price in the rate card. */
  micros: number | null
  /** The date of the rate card used; null without a rate card. */
  card: string | null
}

/** The prompts of each operator's newest calls, up to a number of bytes. */
interface PromptTable extends Owned {
  call_id: number
  bytes: number
  /** `Message[]`, without secrets. */
  messages: Json
}

/** The operator's model budget for a UTC day, in micro-dollars. No row: no limit. */
interface ModelBudgetTable extends Owned {
  daily_micros: number
}
