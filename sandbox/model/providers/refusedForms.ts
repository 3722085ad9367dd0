import { type Behaviour, completed, invalid, json, type ProviderAnswer, says, soon } from './wire'

const refusing = (forms: readonly string[], status: number, body: unknown, then = says(json)): Behaviour => ({
  answer: (request) => (forms.includes(request.format) ? { status, body } : then.answer(request)),
})

/** Forms that a provider refuses or ignores; the next one brings replies. */
export const refusedForms: Record<string, Behaviour> = {
  'deepseek: no JSON schema': refusing(['json_schema'], 400, invalid('This response_format type is unavailable now')),
  'deepseek: no JSON schema, and blanks in JSON mode': {
    answer: ({ format, replies }) => {
      if (format === 'json_schema')
        return { status: 400, body: invalid('This response_format type is unavailable now') }
      return completed({ content: format === 'json_object' ? '   \n ' : json(replies) })
    },
  },
  'groq: a model without JSON schemas': refusing(
    ['json_schema'],
    400,
    invalid('This model does not support response format `json_schema`.', { param: 'response_format' }),
  ),
  'groq: JSON that failed to validate, with what was written': {
    answer: ({ format, replies }) =>
      format === 'text'
        ? completed({ content: json(replies) })
        : {
            status: 400,
            body: invalid(
              "Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.",
              { code: 'json_validate_failed', failed_generation: `${json(replies)} I hope they help` },
            ),
          },
  },
  'groq: JSON that failed to validate, with nothing': refusing(
    ['json_schema', 'json_object'],
    400,
    invalid("Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.", {
      code: 'json_validate_failed',
      failed_generation: '',
    }),
  ),
  'lmstudio: no JSON mode, and a schema that the model ignores': {
    answer: (request) =>
      request.format === 'json_object'
        ? { status: 400, body: { error: "'response_format.type' must be 'json_schema' or 'text'" } }
        : completed({ content: request.replies.map((reply) => `- ${reply}`).join('\n') }),
  },
  'gemini: a schema that it does not like': refusing(['json_schema'], 400, [
    { error: { code: 400, message: 'Request contains an invalid argument.', status: 'INVALID_ARGUMENT' } },
  ]),
  'together: a grammar that is not valid': refusing(['json_schema'], 400, {
    id: 'o1',
    ...invalid("Input validation error: grammar is not valid: Grammar must have a 'properties' field", { code: null }),
  }),
  'openai: an older model without schemas': refusing(
    ['json_schema'],
    400,
    invalid("Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."),
  ),
  'azure classic: a version without schemas': refusing(['json_schema'], 400, {
    error: {
      code: 'BadRequest',
      message: 'response_format value as json_schema is enabled only for api versions 2024-08-01-preview and later',
    },
  }),
  'mistral: a schema refused by validation': refusing(['json_schema'], 422, {
    object: 'error',
    message: {
      detail: [{ loc: ['body', 'response_format', 'type'], msg: 'Input should be text or json_object', type: 'enum' }],
    },
  }),
  'llamacpp: schema and grammar at once': refusing(['json_schema'], 400, {
    error: {
      code: 400,
      message: 'Either "json_schema" or "grammar" can be specified, but not both',
      type: 'invalid_request_error',
    },
  }),
  'openrouter: no endpoint for the parameters': refusing(['json_schema', 'json_object'], 404, {
    error: { code: 404, message: 'No endpoints found that can handle the requested parameters.' },
  }),
  'ollama cloud: words where JSON was asked for': {
    answer: ({ format, replies }) =>
      completed({ content: format === 'text' ? json(replies) : 'Sure! I would be happy to help with that.' }),
  },
}

const unlessRoles = (areTaken: (roles: readonly string[]) => boolean, status: number, body: unknown): Behaviour => ({
  answer: ({ roles, replies }) => (areTaken(roles) ? completed({ content: json(replies) }) : { status, body }),
})
const hasNoSystem = (roles: readonly string[]) => !roles.includes('system')
const alternates = (roles: readonly string[]) => roles.every((role, at) => role === (at % 2 ? 'assistant' : 'user'))

/** Chat templates that reject some roles of messages. They accept the same conversation with other roles. */
export const refusedRoles: Record<string, Behaviour> = {
  'vllm: a template without a system role': unlessRoles(hasNoSystem, 400, {
    object: 'error',
    message: 'System role not supported',
    type: 'BadRequestError',
    code: 400,
  }),
  'llamacpp: a template without a system role': unlessRoles(hasNoSystem, 500, {
    error: { code: 500, message: 'Jinja Exception: System role not supported', type: 'server_error' },
  }),
  'vllm: roles in turn': unlessRoles(
    alternates,
    400,
    invalid('Conversation roles must alternate user/assistant/user/assistant/...'),
  ),
  'openai: a model without a system role': unlessRoles(
    hasNoSystem,
    400,
    invalid("Unsupported value: 'messages[0].role' does not support 'system' with this model."),
  ),
  'a gateway: roles refused in other words': unlessRoles(alternates, 400, { msg: 'messages[0]: value not allowed' }),
}

const once = (first: ProviderAnswer): Behaviour => ({
  answer: ({ earlier, replies }) => (earlier === 0 ? first : completed({ content: json(replies) })),
})
export const passing: Record<string, Behaviour> = {
  'openai: too many requests for a moment': once({
    status: 429,
    body: invalid('Rate limit reached for requests', { code: 'rate_limit_exceeded' }),
    headers: soon,
  }),
  'llamacpp: the model is loading': once({
    status: 503,
    body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
    headers: soon,
  }),
  'anthropic: overloaded for a moment': once({
    status: 529,
    body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    headers: soon,
  }),
  'openrouter: too many requests inside a 200': once({
    status: 200,
    body: { error: { code: 429, message: 'Rate limited upstream' } },
    headers: soon,
  }),
}
