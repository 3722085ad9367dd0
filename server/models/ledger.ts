import type { Usage } from './completion'
import type { Message } from './prompt/prompt'

export interface Asked {
  provider: string
  model: string
  /** As sent, without the provider's secrets. */
  messages: readonly Message[]
  replies: number
  /** Whether the call replaces drafts that failed the draft checks. */
  isRewrite: boolean
}

/**
 * The result of a call. `refused`: the model wrote nothing, so the call is free. `lost`: the answer is missing or
 * incomplete, and its cost is estimated. `answered`: with the provider's `usage`, else with an estimate by `texts`.
 */
export type Met =
  | { kind: 'refused' }
  | { kind: 'lost' }
  | { kind: 'answered'; usage?: Usage | undefined; texts: readonly string[] }

/** Records every call that may cost money before it is made. */
export interface ModelLedger {
  /**
   * Resolves when the record is durable.
   *
   * @returns the id of the call.
   * @throws BudgetUsedUp
   */
  begin(asked: Asked): Promise<number>
  /** Never rejects: after a failure, the first record remains. */
  end(call: number, met: Met): Promise<void>
}
