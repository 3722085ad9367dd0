import type { PostContext } from '../../src/schemas/postContext'
import type { RoleBody } from '../../src/schemas/roles'
import type { ModelLedger } from './ledger'
import type { Lesson } from './lessons'

export interface GenerateRequest {
  role: RoleBody
  post: { text: string; authorUsername: string; authorName: string; context?: PostContext | undefined }
  /** How many different replies, 1 to 1,000. */
  count: number
  /** Drafts that are there already, for the new ones to differ from. */
  present?: readonly string[]
  /** How the character began its newest replies, to any post. */
  lately?: readonly string[]
  /** What was changed in the character's drafts for other posts, the newest first. */
  lessons?: readonly Lesson[]
  /** Drafts that did not pass, and why not, in words that follow "This reply"; the new ones take their place. */
  turnedDown?: readonly { reply: string; because: readonly string[] }[]
}

export interface Generated {
  /** At least one, at most as many as were asked for: different, non-empty, control and bidi characters stripped. */
  replies: string[]
  /** By reply, why a person should look at it, in words that follow "This reply". */
  notes?: ReadonlyMap<string, readonly string[]>
  /** By reply, the call that wrote it, as the ledger knows it. */
  by?: ReadonlyMap<string, number>
  /** Why there are fewer than were asked for, fit for an operator. */
  incomplete?: string
}

/** `name` is what its provider calls it, where that is not its id here. */
export interface ListedModel {
  id: string
  name?: string
  provider?: string
  /** How many tokens it takes, prompt and answer together, where the list says so. */
  context_tokens?: number
  /** The day on which its provider ends it, as `2026-12-11`, where the list says so. */
  shutdown_date?: string
}

export interface ModelClient {
  /** As `ListedModel` has it, by the newest list that named the model. */
  contextTokens(model: string): number | undefined
  /** Where `signal` is aborted the provider's call ends with it. @throws ModelError */
  listModels(signal?: AbortSignal): Promise<ListedModel[]>
  /**
   * They differ from `present` too, unless the model had nothing new to say. What came before a failure is answered.
   *
   * @param ledger where each request is written down before it is made.
   * @throws ModelError where there is not one reply, and the signal's reason once it is aborted.
   */
  generateReplies(request: GenerateRequest, signal?: AbortSignal, ledger?: ModelLedger): Promise<Generated>
}

/** All providers that are configured, as one. */
export interface Models extends Omit<ModelClient, 'contextTokens'> {
  /** Whose a character's model is, and what that provider calls it; undefined where it is nobody's here. */
  ownerOf(model: string): { provider: string; model: string; context_tokens: number | undefined } | undefined
  /** Each by its name, with why its newest list did not come. */
  providers(): { name: string; problem: string | null }[]
}

/** The provider refused, timed out or answered nonsense. `detail` is fit for an operator and holds no key. */
export class ModelError extends Error {
  constructor(
    readonly detail: string,
    readonly status?: number,
    /** Whether the provider has no such model, or has it no more. */
    readonly isModelGone = false,
  ) {
    super(detail)
    this.name = 'ModelError'
  }
}

/** What the operator may spend on models today does not reach for the request: it was not made. */
export class BudgetUsedUp extends ModelError {
  constructor(detail: string) {
    super(detail)
    this.name = 'BudgetUsedUp'
  }
}
