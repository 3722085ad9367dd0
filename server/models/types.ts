import type { RoleBody } from '../../src/schemas/roles'

export interface GenerateRequest {
  role: RoleBody
  post: { text: string; authorUsername: string; authorName: string }
  /** How many different replies, 1 to 200. */
  count: number
  /** Drafts that are there already, for the new ones to differ from. */
  present?: readonly string[]
}

export interface ModelClient {
  /** @throws ModelError */
  listModels(): Promise<{ id: string }[]>
  /**
   * Exactly `count` different, non-empty texts, control and bidi characters stripped. They differ from `present` too,
   * unless the model twice had nothing new to say. @throws ModelError
   */
  generateReplies(request: GenerateRequest): Promise<string[]>
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
