import type { RoleBody } from '../../src/schemas/characters/roles'
import type { PostContext } from '../../src/schemas/composer/postContext'
import type { ModelLedger } from './ledger'
import type { Lesson } from './prompt/lessons'

export interface GenerateRequest {
  role: RoleBody
  post: { text: string; authorUsername: string; authorName: string; context?: PostContext | undefined }
  /** 1 to 1,000 different replies. */
  count: number
  /** Earlier drafts that new ones must not repeat. */
  present?: readonly string[]
  /** The first words of the character's newest replies to any post. */
  lately?: readonly string[]
  /** Edits of the character's drafts for other posts, the newest first. */
  lessons?: readonly Lesson[]
  /** Drafts that failed the draft checks, with reasons in words that follow "This reply". New drafts replace them. */
  turnedDown?: readonly { reply: string; reasons: readonly string[] }[]
  /** The reply that gets a new version, and the operator's wish for it. */
  rewritten?: { reply: string; wish: string } | undefined
}

export interface Generated {
  /** At least one and at most `count`, different, non-empty, without control and bidi characters. */
  replies: string[]
  /** Reasons to look at a reply, by its text, in words that follow "This reply". */
  notes?: ReadonlyMap<string, readonly string[]>
  /** The id of the call in the ledger that wrote a reply, by its text. */
  by?: ReadonlyMap<string, number>
  /** Why replies are missing, for an operator. */
  incomplete?: string
}

/** `name` is the provider's name of the model, if that differs from `id`. */
export interface ListedModel {
  id: string
  name?: string
  provider?: string
  /** The limit of tokens for prompt and answer together, if the list contains it. */
  context_tokens?: number
  /** The day on which the provider removes the model, such as `2026-12-11`, if the list contains it. */
  shutdown_date?: string
}

export interface ModelClient {
  /** From the newest list that contains the model. */
  contextTokens(model: string): number | undefined
  /**
   * An aborted `signal` ends the provider's call.
   *
   * @throws ModelError
   */
  listModels(signal?: AbortSignal): Promise<ListedModel[]>
  /**
   * Replies differ from `present` too, unless the model wrote nothing new. Replies before a failure are returned.
   *
   * @param ledger records each request before it is made.
   * @throws ModelError without any reply, and the signal's reason.
   */
  generateReplies(request: GenerateRequest, signal?: AbortSignal, ledger?: ModelLedger): Promise<Generated>
}

/** All configured providers together. */
export interface Models extends Omit<ModelClient, 'contextTokens'> {
  /** @returns the provider of a character's model and its name there; undefined if no provider has this name. */
  ownerOf(model: string): { provider: string; model: string; context_tokens: number | undefined } | undefined
  /** The names of the providers, each with the reason why its newest list failed. */
  providers(): { name: string; problem: string | null }[]
}

/** The provider refused, was too late, or answered nonsense. `detail` is for an operator and contains no key. */
export class ModelError extends Error {
  constructor(
    readonly detail: string,
    readonly status?: number,
    /** Whether the provider does not have the model any more. */
    readonly isModelGone = false,
  ) {
    super(detail)
    this.name = 'ModelError'
  }
}

/** The operator's budget for models is too small for the request, which was not made. */
export class BudgetUsedUp extends ModelError {
  constructor(detail: string) {
    super(detail)
    this.name = 'BudgetUsedUp'
  }
}
