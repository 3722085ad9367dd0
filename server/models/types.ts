import type { PostContext } from '../../src/schemas/postContext'
import type { RoleBody } from '../../src/schemas/roles'
import type { ModelLedger } from './ledger'

export interface GenerateRequest {
  role: RoleBody
  post: { text: string; authorUsername: string; authorName: string; context?: PostContext | undefined }
  /** How many different replies, 1 to 1,000. */
  count: number
  /** Drafts that are there already, for the new ones to differ from. */
  present?: readonly string[]
  /** How the character began its newest replies, to any post. */
  lately?: readonly string[]
  /** Drafts that did not pass, and why not, in words that follow "This reply"; the new ones take their place. */
  turnedDown?: readonly { reply: string; because: readonly string[] }[]
}

export interface Generated {
  /** At least one, at most as many as were asked for: different, non-empty, control and bidi characters stripped. */
  replies: string[]
  /** By reply, what was in it that shows nothing and was taken out. */
  hidden?: ReadonlyMap<string, string>
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
}

export interface ModelClient {
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

/** The provider refused, timed out or answered nonsense. `detail` is fit for an operator and holds no key. */
export class ModelError extends Error {
  constructor(
    readonly detail: string,
    readonly status?: number,
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
