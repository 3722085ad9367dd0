import { type Behaviour, completed, invalid, json, soon } from './wire'

/** Answers of status 200 with missing content. */
export const poorAnswers: Record<string, Behaviour> = {
  'openai: a refusal': {
    answer: () => completed({ content: null, refusal: 'I can’t help with that.' }),
    words: 'refused: I can’t help with that.',
  },
  'openai: a length limit spent on reasoning': {
    answer: () => completed({ content: '' }, { finish_reason: 'length' }),
    words: 'reached its length limit',
  },
  'gemini: thinking that used up its tokens': {
    answer: () => completed({ content: null, reasoning: 'Let me think' }, { finish_reason: 'length' }),
    words: 'reached its length limit, all of it spent on reasoning',
  },
  'azure: a filter on the answer': {
    answer: () => completed({ content: '' }, { finish_reason: 'content_filter' }),
    words: 'refused: its content filter stopped the answer',
  },
  'deepseek: a system out of resources': {
    answer: () => completed({ content: '' }, { finish_reason: 'insufficient_system_resource' }),
    words: 'broke off: its model failed',
  },
  'anthropic: a refusal in plain words': {
    answer: () => completed({ content: "I'm sorry, but I can't help with writing that." }),
    words: "refused: I'm sorry, but I can't help with writing that.",
  },
  'openrouter: an error inside a 200': {
    answer: () => ({
      status: 200,
      body: { error: { code: 402, message: 'Insufficient credits. Add more using https://openrouter.ai/credits' } },
    }),
    words: 'refused: Insufficient credits. Add more using https://openrouter.ai/credits',
  },
  'openrouter: an error in the choice of a 200': {
    answer: () =>
      completed({ content: '' }, { finish_reason: 'error', error: { code: 502, message: 'Provider disconnected' } }),
    words: 'failed: Provider disconnected',
  },
  'openrouter: an error after the replies': {
    answer: ({ replies }) =>
      completed(
        { content: json(replies) },
        { finish_reason: 'error', error: { code: 502, message: 'Provider disconnected' } },
      ),
  },
  'vllm: reasoning that never ends': {
    answer: () => completed({ content: '<think>Let me see, and see, and' }, { finish_reason: 'length' }),
    words: 'reached its length limit',
  },
}

const fails = (status: number, body: unknown, words: string, headers: Record<string, string> = soon): Behaviour => ({
  answer: () => ({ status, body, headers }),
  words,
})

export const refusals: Record<string, Behaviour> = {
  'openai: a wrong key': fails(
    401,
    invalid('Incorrect API key provided: sk-proj-*****1234.', { code: 'invalid_api_key' }),
    'refused: Incorrect API key provided: [redacted]',
  ),
  'openai: a wrong key, without a message': fails(
    401,
    { error: { code: 'invalid_api_key', type: 'invalid_request_error' } },
    'refused: invalid_api_key',
  ),
  'openai: a quota that is used up': fails(
    429,
    invalid('You exceeded your current quota.', { code: 'insufficient_quota' }),
    'refused: You exceeded your current quota.',
  ),
  'openai: an unsupported value': fails(
    400,
    invalid("Unsupported value: 'temperature' does not support 0.16 with this model."),
    "refused: Unsupported value: 'temperature'",
  ),
  'azure classic: no version in the address': fails(
    404,
    { error: { code: '404', message: 'Resource not found' } },
    'refused: Resource not found',
  ),
  'azure classic: no such deployment': fails(
    404,
    {
      error: {
        type: 'invalid_request_error',
        code: 'DeploymentNotFound',
        message: 'The API deployment for this resource does not exist.',
      },
    },
    'refused: The API deployment for this resource does not exist.',
  ),
  'azure: a filter on the prompt': fails(
    400,
    {
      error: {
        code: 'content_filter',
        param: 'prompt',
        status: 400,
        message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy",
        innererror: { code: 'ResponsibleAIPolicyViolation' },
      },
    },
    'refused: The response was filtered due to the prompt',
  ),
  'azure v1: before its general availability': fails(
    400,
    { error: { code: 'BadRequest', message: 'API in preview mode, please use api-version=preview' } },
    'refused: API in preview mode, please use api-version=preview',
  ),
  'openrouter: no key': fails(
    401,
    { error: { code: 401, message: 'Missing Authentication header' } },
    'refused: Missing Authentication header',
  ),
  'openrouter: no credits': fails(
    402,
    { error: { code: 402, message: 'Insufficient credits.' } },
    'refused: Insufficient credits.',
  ),
  'openrouter: what the provider behind it said, as JSON': fails(
    400,
    {
      error: {
        code: 400,
        message: 'Provider returned error',
        metadata: { raw: '{"error":{"message":"context_length_exceeded"}}', provider_name: 'Acme' },
      },
    },
    'refused: Provider returned error (Acme): context_length_exceeded',
  ),
  'openrouter: what the provider behind it said, as text': fails(
    502,
    {
      error: {
        code: 502,
        message: 'Provider returned error',
        metadata: { raw: 'upstream went away', provider_name: 'Acme' },
      },
    },
    'failed: Provider returned error (Acme): upstream went away',
  ),
  'openrouter: no endpoint for pictures': fails(
    404,
    { error: { code: 404, message: 'No endpoints found that support image input' } },
    'refused: No endpoints found that support image input',
  ),
  'anthropic: a wrong key': fails(
    401,
    { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' }, request_id: 'req_011' },
    'refused: invalid x-api-key (request req_011)',
  ),
  'gemini: a wrong key, as an array': fails(
    400,
    [{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' } }],
    'refused: API key not valid. Please pass a valid API key.',
  ),
  'groq: more tokens than a minute has': fails(
    413,
    invalid('Request too large on tokens per minute (TPM): Limit 12000, Requested 15318', {
      code: 'rate_limit_exceeded',
    }),
    'refused: Request too large on tokens per minute (TPM)',
  ),
  'deepseek: no balance': fails(
    402,
    { error: { message: 'Insufficient Balance', type: 'unknown_error', param: null, code: 'invalid_request_error' } },
    'refused: Insufficient Balance',
  ),
  'mistral: no such model, flat': fails(
    400,
    { object: 'error', message: 'Invalid model: no-such', type: 'invalid_model', code: '1500' },
    'refused: Invalid model: no-such',
  ),
  'mistral: too many requests, flat': fails(
    429,
    { object: 'error', message: 'Rate limit exceeded', type: 'rate_limited', code: '1300', raw_status_code: 429 },
    'refused: Rate limit exceeded',
  ),
  'mistral: a capacity exceeded': fails(
    429,
    {
      object: 'error',
      message: 'Service tier capacity exceeded for this model.',
      type: 'service_tier_capacity_exceeded',
      code: '3505',
    },
    'refused: Service tier capacity exceeded for this model.',
  ),
  'mistral: validation, as a list': fails(
    422,
    { detail: [{ loc: ['body', 'messages', 0], msg: 'Field required', type: 'missing' }] },
    'refused: body.messages.0: Field required',
  ),
  'together: a model that is listed but cannot be called': fails(
    400,
    invalid('Unable to access non-serverless model x. Please create and start a new dedicated endpoint'),
    'refused: Unable to access non-serverless model x.',
  ),
  'xai: a wrong key, as a string': fails(
    400,
    {
      code: 'invalid-argument',
      error: 'Incorrect API key provided. You can obtain an API key from https://console.x.ai.',
    },
    'refused: Incorrect API key provided.',
  ),
  'xai: too many requests, as a string': fails(
    429,
    { code: 'Too many requests', error: 'You are sending requests too frequently' },
    'refused: You are sending requests too frequently',
  ),
  'ollama: no such model': fails(
    404,
    {
      error: {
        message: 'model "no-such" not found, try pulling it first',
        type: 'not_found_error',
        param: null,
        code: null,
      },
    },
    'refused: model "no-such" not found, try pulling it first',
  ),
  'ollama: its native form': fails(
    400,
    { error: 'this model does not support image input' },
    'refused: this model does not support image input',
  ),
  'vllm: no such model, flat': fails(
    404,
    { object: 'error', message: 'The model `x` does not exist.', type: 'NotFoundError', param: null, code: 404 },
    'refused: The model `x` does not exist.',
  ),
  'vllm: a prompt that is too long': fails(
    400,
    {
      error: {
        message: "This model's maximum context length is 16384 tokens.",
        type: 'BadRequestError',
        param: null,
        code: 400,
      },
    },
    "refused: This model's maximum context length is 16384 tokens.",
  ),
  'lmstudio: an error that is a string': fails(
    400,
    { error: 'Model does not support images. Please use a model that does.' },
    'refused: Model does not support images.',
  ),
  'llamacpp: a wrong key': fails(
    401,
    { error: { code: 401, message: 'Invalid API Key', type: 'authentication_error' } },
    'refused: Invalid API Key',
  ),
  'llamacpp: a prompt that is too long': fails(
    400,
    {
      error: {
        code: 400,
        message: 'request (13392 tokens) exceeds the available context size (8192 tokens), try increasing it',
        type: 'exceed_context_size_error',
      },
    },
    'refused: request (13392 tokens) exceeds the available context size',
  ),
  'llamacpp: an error that repeats the prompt': fails(
    500,
    {
      error: {
        code: 500,
        message:
          'Failed to parse messages: Unsupported content part type; messages = [{"role":"system","content":"You are Mara"}]',
      },
    },
    'failed: Failed to parse messages: Unsupported content part type',
  ),
  'a proxy: a page': fails(
    502,
    '<!doctype html><title>Bad gateway of the intranet</title>',
    'failed: HTTP status 502',
    { 'content-type': 'text/html' },
  ),
  'a proxy: a page as a 200': fails(
    200,
    '<!doctype html><title>Please sign in</title>',
    'answered something that is not a completion',
    { 'content-type': 'text/html' },
  ),
  'a proxy: a line of text': fails(
    503,
    'upstream connect error or disconnect/reset before headers',
    'failed: upstream connect error or disconnect/reset before headers',
    { 'content-type': 'text/plain', ...soon },
  ),
  'minimax: an error inside a 200': fails(
    200,
    {
      id: '06',
      choices: null,
      base_resp: { status_code: 1004, status_msg: 'login fail: Please carry the API secret key' },
    },
    'failed: login fail: Please carry the API secret key',
  ),
  'zhipu: a code and its words inside a 200': fails(
    200,
    { code: 1211, msg: 'The model is not there, check its code', success: false },
    'failed: The model is not there, check its code',
  ),
  'vllm: events that end in an error': fails(
    200,
    'data: {"choices":[{"delta":{"role":"assistant","content":""}}]}\n\ndata: {"error":{"message":"The engine is dead","code":500}}\n\ndata: [DONE]\n\n',
    'failed: The engine is dead',
    { 'content-type': 'text/event-stream' },
  ),
  'anthropic: events with an error by their name': fails(
    200,
    'event: error\ndata: {"kind":"busy","words":"The model is full for now"}\n\n',
    'failed: The model is full for now',
    { 'content-type': 'text/event-stream' },
  ),
  'cloudflare: errors as a list of objects': fails(
    400,
    { success: false, errors: [{ code: 5007, message: 'No such model @cf/none' }], messages: [], result: {} },
    'refused: No such model @cf/none',
  ),
  'a gateway: errors by field': fails(
    422,
    { errors: { model: ['is not a model of this account'] } },
    'refused: is not a model of this account',
  ),
  'a gateway: an error without a wrapper': fails(500, { message: 'no route to model' }, 'failed: no route to model'),
}
