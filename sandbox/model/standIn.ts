import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { closeServer, isAddressedToLoopback, listenOnLoopback, originOf, portOf, readBody } from '../loopback'
import { type CompletionBody, completionBody, formatOf } from './completion'
import { type ModelControl, type ModelFault, modelControl } from './control'
import { behaviours } from './providers'
import type { Behaviour } from './providers/wire'
import { type Assignment, readAssignment, writeReplies } from './voice'

/** The bearer token of every model stand-in. */
export const sandboxApiKey = 'sk-sandbox-0000000000000000000000000000'

const longestLog = 1000

/**
 * `thinker` thinks, at a price, unless a request switches that off. `plain` refuses the field for that. `ending` will
 * be removed.
 */
const models = ['sandbox-mini', 'sandbox-standard', 'sandbox-pro', 'sandbox-thinker', 'sandbox-plain', 'sandbox-ending']
const goneModel = 'sandbox-gone'
const thoughtTokens = 1_000

export interface ModelStandIn {
  /** Ends in `/v1`, like the openai client's `baseURL`. */
  baseUrl: string
  apiKey: string
  port: number
  /** Bodies of the last 1,000 completions, oldest first. */
  requests(): unknown[]
  control(change: ModelControl): void
  close(): Promise<void>
}

/**
 * A stand-in for a model provider on a loopback port, in the wire protocol of OpenAI's chat completions. It writes from
 * templates and the post's words; the same messages always get the same answer.
 */
export const startModelStandIn = async ({
  port = 0,
  options = {},
}: {
  port?: number
  options?: ModelControl
} = {}): Promise<ModelStandIn> => {
  let rules: { left: number; fault: ModelFault }[] = []
  let obedient = false
  let behaviour: { does: Behaviour; earlier: number } | undefined
  const requests: unknown[] = []

  const control = (change: ModelControl) => {
    if (change.rules) {
      rules = change.rules.map(({ times = Number.POSITIVE_INFINITY, do: fault }) => ({ left: times, fault }))
    }
    obedient = change.obedient ?? obedient
    if (change.provider !== undefined) {
      const does = change.provider === null ? undefined : behaviours[change.provider]
      behaviour = does && { does, earlier: 0 }
    }
  }

  const drawFault = (): ModelFault => {
    const rule = rules.find(({ left }) => left > 0)
    if (rule === undefined) return {}
    rule.left -= 1
    return rule.fault
  }

  const complete = async (request: IncomingMessage, response: ServerResponse) => {
    const body = completionBody.safeParse(JSON.parse(await readBody(request)))
    if (!body.success) return refuse(response, 400, body.error.issues[0]?.message ?? 'invalid body', 'invalid_request')
    requests.push(body.data)
    if (requests.length > longestLog) requests.shift()
    const { model, reasoning_effort } = body.data
    if (!behaviour && model === goneModel)
      return refuse(response, 404, `The model \`${model}\` has been deprecated.`, 'model_not_found')
    if (!behaviour && model === 'sandbox-plain' && reasoning_effort !== undefined)
      return refuse(response, 400, 'Unrecognized request argument supplied: reasoning_effort', null)
    if (!behaviour && !models.includes(body.data.model))
      return refuse(response, 404, unknownModel(body.data.model), 'model_not_found')
    if (behaviour) {
      const replies = writeReplies(readAssignment(body.data), obedient)
      const {
        status,
        body: said,
        headers,
      } = behaviour.does.answer({
        format: formatOf(body.data),
        roles: body.data.messages.map(({ role }) => role),
        replies,
        earlier: behaviour.earlier,
      })
      behaviour.earlier += 1
      return send(response, status, said, headers)
    }
    const { delayMs, answer } = drawFault()
    if (delayMs) await wait(delayMs)
    const assignment = readAssignment(body.data)
    const replies = writeReplies(assignment, obedient)
    if (answer === undefined) return send(response, 200, completion(body.data, content(assignment, replies)))
    misbehave(request, response, answer, body.data, assignment, replies)
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (!isAddressedToLoopback(request)) return refuse(response, 421, 'Misdirected Request', 'invalid_request')
    const call = `${request.method} ${new URL(request.url ?? '/', 'http://127.0.0.1').pathname}`
    if (call === 'POST /__control') {
      if (!request.headers['content-type']?.startsWith('application/json'))
        return refuse(response, 415, 'JSON only', null)
      control(modelControl.parse(JSON.parse(await readBody(request))))
      return send(response, 200, {})
    }
    if (call === 'GET /__control/requests') return send(response, 200, requests)
    if (request.headers.authorization !== `Bearer ${sandboxApiKey}`) {
      const key = request.headers.authorization?.replace(/^Bearer\s+/i, '') ?? ''
      return refuse(response, 401, `Incorrect API key provided: ${key}.`, 'invalid_api_key')
    }
    if (call === 'GET /v1/models') return send(response, 200, { object: 'list', data: models.map(listed) })
    if (call === 'POST /v1/chat/completions') return complete(request, response)
    return refuse(response, 404, 'Unknown request URL', 'unknown_url')
  }

  const server = await listenOnLoopback((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else refuse(response, 400, error instanceof Error ? error.message : 'bad request', 'invalid_request')
    })
  }, port)
  control(options)

  return {
    baseUrl: `${originOf(server)}/v1`,
    apiKey: sandboxApiKey,
    port: portOf(server),
    requests: () => [...requests],
    control: (change) => control(modelControl.parse(change)),
    close: () => closeServer(server),
  }
}

const listed = (id: string) => ({
  id,
  object: 'model',
  created: 1_760_000_000,
  owned_by: 'sandbox',
  shutdown_date: id === 'sandbox-ending' ? inDays(30) : null,
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const unknownModel = (id: string) => `The model \`${id}\` does not exist or you do not have access to it.`

const content = ({ field, count }: Assignment, replies: readonly string[]): string =>
  field === undefined ? (replies[0] ?? '') : JSON.stringify({ [field]: replies.slice(0, count) })

interface Choice {
  content: string | null
  refusal?: string | null
  finish?: string
}

const completion = (body: CompletionBody, message: string | Choice) => {
  const { content, refusal = null, finish = 'stop' } = typeof message === 'string' ? { content: message } : message
  const words = (text: string) => text.split(/\s+/).length
  const asked = body.messages.reduce((sum, each) => sum + words(each.content), 0)
  const thinks = body.model === 'sandbox-thinker' && body.reasoning_effort !== 'none'
  const thought = thinks ? thoughtTokens : 0
  const answered = words(content ?? '') + thought
  return {
    id: 'chatcmpl-sandbox',
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: body.model,
    choices: [{ index: 0, message: { role: 'assistant', content, refusal }, logprobs: null, finish_reason: finish }],
    usage: {
      prompt_tokens: asked,
      completion_tokens: answered,
      total_tokens: asked + answered,
      completion_tokens_details: { reasoning_tokens: thought },
    },
  }
}

const send = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_sandbox', ...headers })
  response.end(typeof body === 'string' && headers['content-type'] ? body : JSON.stringify(body))
}

const refuse = (response: ServerResponse, status: number, message: string, code: string | null, headers = {}) =>
  send(response, status, { error: { message, type: 'invalid_request_error', param: null, code } }, headers)

const misbehave = (
  request: IncomingMessage,
  response: ServerResponse,
  how: NonNullable<ModelFault['answer']>,
  body: CompletionBody,
  assignment: Assignment,
  replies: readonly string[],
) => {
  const say = (message: string | Choice) => send(response, 200, completion(body, message))
  const list = (texts: readonly string[]) => say(content(assignment, texts))
  if (typeof how === 'object') return send(response, how.status, how.body, how.headers)
  switch (how) {
    case 'hang':
      return
    case 'drop':
      return request.socket.destroy()
    case 'garbage':
      return request.socket.end('\u0016\u0003\u0001 not HTTP at all\r\n\r\n')
    case 'notJson':
      response.writeHead(200, { 'content-type': 'text/html' })
      return response.end('<!doctype html><title>Welcome to the proxy</title>')
    case 'refusal':
      return say({ content: null, refusal: 'I cannot help with that.' })
    case 'contentFilter':
      return say({ content: '', finish: 'content_filter' })
    case 'length':
      return say({ content: content(assignment, replies).slice(0, 40), finish: 'length' })
    case 'empty':
      return list(replies.map(() => ' \n '))
    case 'noChoices':
      return send(response, 200, { ...completion(body, ''), choices: [] })
    case 'notTheSchema':
      return say('Sure! Here are some replies: 1. Lovely. 2. Great.')
    case 'fewer':
      return list(replies.slice(0, Math.ceil(assignment.count / 2)))
    case 'duplicates':
      return list(replies.map(() => replies[0] ?? ''))
    case 'nearDuplicates':
      return list(replies.map((_, index) => `${replies[0]}${'!'.repeat(index % 3)}${' '.repeat(index % 2)}`))
    case 'controlCharacters':
      return list(replies.map((reply) => ` \u202e\u0007${reply}\u2066\u0000 `))
    case 'rateLimit':
      return refuse(response, 429, 'Rate limit reached for requests', 'rate_limit_exceeded', { 'retry-after': '1' })
    case 'quota':
      return refuse(response, 429, 'You exceeded your current quota, please check your plan.', 'insufficient_quota')
    case 'unauthorized':
      return refuse(response, 401, `Incorrect API key provided: ${sandboxApiKey}.`, 'invalid_api_key')
    case 'modelNotFound':
      return refuse(response, 404, unknownModel(body.model), 'model_not_found')
  }
}
