import type { Usage } from './completion'
import type { Message } from './prompt'

/** A request that the provider may charge for. */
export interface Asked {
  provider: string
  model: string
  /** As they are sent; what is in them of the provider's secrets is taken out. */
  messages: readonly Message[]
  /** How many replies it asks for. */
  replies: number
  /** Whether it replaces drafts that did not pass. */
  isRewrite: boolean
}

/**
 * What became of it. `refused`: nothing was written, so nothing is charged. `lost`: the answer never came, or ended before
 * its end, and what was charged is estimated. `answered`: `usage` where the provider counted, else estimated by `texts`.
 */
export type Met =
  | { kind: 'refused' }
  | { kind: 'lost' }
  | { kind: 'answered'; usage?: Usage | undefined; texts: readonly string[] }

/** Where every request that a provider may charge for is written down before it is made. */
export interface ModelLedger {
  /** Durable once it is fulfilled. @returns the call's number. @throws BudgetUsedUp */
  begin(asked: Asked): Promise<number>
  /** Never rejects: what was written before stands then. */
  end(call: number, met: Met): Promise<void>
}
