import type { Generated } from 'kysely'
import type { Flag, Json, Owned, Timestamp } from './columns'

/** What models were asked, and what that costs. */
export interface ModelTables {
  model_calls: ModelCallTable
  prompts: PromptTable
  model_budgets: ModelBudgetTable
}

/** One request to a model, written before it is made. */
interface ModelCallTable extends Owned {
  id: Generated<number>
  /** Null where a model was tried, and once the character was deleted. */
  role_id: Generated<number | null>
  /** `rewrite`: of drafts that did not pass; `try`: a model was tried. */
  purpose: 'drafts' | 'rewrite' | 'try'
  provider: string
  model: string
  prompt_version: number
  /** UTC, `2026-11-23`. */
  day: string
  started_at: Timestamp
  /** Null while nobody knows what came of it. */
  settled_at: Timestamp | null
  took_ms: number | null
  input_tokens: number
  output_tokens: number
  /** Whether the provider did not count these tokens. */
  is_estimated: Flag
  /** Micro-dollars; null where the rate card has no price for the model. */
  micros: number | null
  /** The date of the rate card that it was counted by; null where there is none. */
  card: string | null
}

/** What a call told the model: the newest of each operator, up to a number of bytes. */
interface PromptTable extends Owned {
  call_id: number
  bytes: number
  /** `Message[]`, without anybody's secrets. */
  messages: Json
}

/** What an operator wants to spend on models from 00:00 to 24:00 UTC, micro-dollars. No row: as much as it takes. */
interface ModelBudgetTable extends Owned {
  daily_micros: number
}
