export interface ProviderRequest {
  format: 'json_schema' | 'json_object' | 'text'
  /** The roles of its messages, in their order. */
  roles: readonly string[]
  replies: readonly string[]
  /** The number of completions before this one. */
  earlier: number
}

export interface ProviderAnswer {
  status: number
  /** Text is sent unchanged, anything else as JSON. */
  body: unknown
  headers?: Record<string, string>
}

export interface Behaviour {
  answer(request: ProviderRequest): ProviderAnswer
  /** The provider's words without a reply; absent if its answer has replies. */
  words?: string
}

export const json = (replies: readonly string[]) => JSON.stringify({ replies })

export const completed = (message: object, choice: object = {}, top: object = {}): ProviderAnswer => ({
  status: 200,
  body: {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_790_000_000,
    model: 'a-model',
    choices: [
      { index: 0, finish_reason: 'stop', logprobs: null, message: { role: 'assistant', ...message }, ...choice },
    ],
    usage: { prompt_tokens: 900, completion_tokens: 120, total_tokens: 1020 },
    ...top,
  },
})

export const says = (write: (replies: readonly string[]) => unknown): Behaviour => ({
  answer: ({ replies }) => completed({ content: write(replies) }),
})

export const invalid = (message: string, more: object = {}) => ({
  error: { message, type: 'invalid_request_error', param: null, ...more },
})

/** Ends a waiting client's pause at once. */
export const soon = { 'retry-after': '0' }
