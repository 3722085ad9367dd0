import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { startModelStandIn } from '../../../sandbox/model/standIn'
import { createModelClient } from '../../../server/models/client'
import { type Thinking, thinkingFields } from '../../../server/models/thinking'
import type { ModelError } from '../../../server/models/types'
import { serveModels } from '../../support/modelServer'
import { sampleRole } from '../../support/serverFakes'

const closers: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

const request = (thinking: Thinking, model_name = 'a-model') => ({
  role: { ...sampleRole, name: 'Ada', thinking, model_name },
  post: { text: 'We open on Saturday.', authorUsername: 'kiosk', authorName: 'Kiosk' },
  count: 1,
})

interface Asked {
  model: string
  messages: { role: string }[]
  reasoning_effort?: string
  response_format?: { type: string }
}
interface Answer {
  status: number
  body: unknown
}

const provider = async (answer: (asked: Asked) => Answer | null) => {
  const asked: Asked[] = []
  let paid = 0
  const { baseUrl, close } = await serveModels(async (incoming, response) => {
    let text = ''
    for await (const part of incoming) text += part
    const body: Asked = JSON.parse(text)
    asked.push(body)
    const refused = answer(body)
    if (refused === null) paid += 1
    const content = '{"replies":["See you on Saturday"]}'
    const { status, body: said } = refused ?? { status: 200, body: { choices: [{ message: { content } }] } }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  })
  closers.push(close)
  const client = createModelClient({ baseUrl, timeoutMs: 30_000, retryMs: 0 })
  return {
    write: (thinking: Thinking, model?: string) => client.generateReplies(request(thinking, model)),
    refusal: (model: string) =>
      client.generateReplies(request('off', model)).then(
        () => undefined,
        (error: ModelError) => error,
      ),
    efforts: () => asked.splice(0).map(({ reasoning_effort = '' }) => reasoning_effort),
    paid: () => paid,
  }
}

const refuse = (message: string, status = 400): Answer => ({ status, body: { error: { message } } })

describe('thinking', () => {
  test.each([
    ['https://api.openai.com/v1', 'reasoning_effort: none minimal low', 'reasoning_effort: low'],
    ['https://openrouter.ai/api/v1', 'reasoning.effort: none minimal low', 'reasoning.effort: low'],
    ['https://api.deepseek.com', 'thinking.type: disabled', 'reasoning_effort: low'],
    ['https://notopenrouter.ai/v1', 'reasoning_effort: none minimal low', 'reasoning_effort: low'],
  ])('is requested in the words of %s', (baseUrl, off, low) => {
    const written = (thinking: Thinking) => {
      const ways = thinkingFields({ baseUrl }, thinking)
      expect(ways.at(-1)).toEqual({})
      const fields = ways.slice(0, -1).flatMap((way) => Object.entries(way))
      const named = fields.map(([name, value]) =>
        typeof value === 'string'
          ? [name, value]
          : Object.entries(value).map(([key, each]) => [`${name}.${key}`, each])[0],
      )
      return `${named[0]?.[0]}: ${named.map((each) => each?.[1]).join(' ')}`
    }
    expect([written('off'), written('low'), thinkingFields({ baseUrl }, 'provider')]).toEqual([off, low, [{}]])
  })

  test('steps down when a refusal names the field, and remembers the step for the model and the choice', async () => {
    const { write, efforts } = await provider(({ model, reasoning_effort: effort }) =>
      model === 'b-model' || effort === 'low' || effort === undefined
        ? null
        : refuse(`Unsupported value for effort: ${effort}`),
    )
    await write('off')
    expect(efforts()).toEqual(['none', 'minimal', 'low'])
    await write('off')
    await write('low')
    await write('provider')
    await write('off', 'b-model')
    expect(efforts()).toEqual(['low', 'low', '', 'none'])
  })

  test('is left out after a refusal in unknown words if only the field made the difference', async () => {
    let refusesAll = true
    const { write, efforts } = await provider(({ reasoning_effort: effort }) =>
      refusesAll || effort !== undefined ? refuse('Bad input', 422) : null,
    )
    await expect(write('off')).rejects.toThrow('Bad input')
    expect(efforts()).toEqual(['none', ''])
    refusesAll = false
    await write('off')
    await write('off')
    expect(efforts()).toEqual(['none', '', ''])
  })

  test('is not requested again after a failure that may have cost money', async () => {
    const { write, efforts } = await provider(() => refuse('reasoning_effort failed', 500))
    await expect(write('off')).rejects.toThrow('failed')
    expect(efforts()).toEqual(['none'])
  })

  test('is paid for one generation only, whatever a provider refuses', async () => {
    const phrases = fc.constantFrom(
      'Bad input',
      'Unknown field: reasoning_effort',
      'Request contains an invalid argument.',
    )
    const behaviour = fc.record({
      takes: fc.subarray(['none', 'minimal', 'low']),
      hasSchema: fc.boolean(),
      hasSystem: fc.boolean(),
      words: phrases,
      status: fc.constantFrom(400, 422),
    })
    await fc.assert(
      fc.asyncProperty(behaviour, fc.constantFrom<Thinking>('off', 'low'), async (does, thinking) => {
        const { write, paid } = await provider(({ reasoning_effort: effort, response_format: format, messages }) => {
          if (effort !== undefined && !does.takes.includes(effort)) return refuse(does.words, does.status)
          if (format?.type === 'json_schema' && !does.hasSchema) return refuse('response_format is not supported')
          const hasSystem = messages.some(({ role }) => role === 'system')
          return hasSystem && !does.hasSystem ? refuse('System role not supported') : null
        })
        await write(thinking)
        expect(paid()).toBe(1)
        await write(thinking)
        expect(paid()).toBe(2)
      }),
      { numRuns: 60 },
    )
  })

  test('costs nothing at the stand-in if it is off, and a model without the field gets a request without it', async () => {
    const model = await startModelStandIn()
    closers.push(model.close)
    const client = createModelClient({ ...model, timeoutMs: 30_000 })
    const costs: number[] = []
    const ledger = {
      begin: async () => 1,
      end: async (_: number, met: { kind: string; usage?: { completion: number } | undefined }) => {
        if (met.kind === 'answered') costs.push(met.usage?.completion ?? 0)
      },
    }
    for (const [thinking, name] of [
      ['off', 'sandbox-thinker'],
      ['provider', 'sandbox-thinker'],
      ['off', 'sandbox-plain'],
    ] as const)
      await client.generateReplies(request(thinking, name), undefined, ledger)
    expect(costs.map((tokens) => tokens > 1_000)).toEqual([false, true, false])
    expect(model.requests().map((body) => (body as Asked).reasoning_effort)).toEqual([
      'none',
      undefined,
      ...['none', 'minimal', 'low', undefined],
    ])
    await expect(client.generateReplies(request('off', 'sandbox-gone'))).rejects.toThrow('sandbox-gone is gone.')
    expect((await client.listModels()).filter(({ shutdown_date }) => shutdown_date)).toHaveLength(1)
  })
})

describe('a model that was retired', () => {
  const name = 'gpt-5-mini'
  const coded = (status: number, fields: object) => ({ status, body: { error: { message: 'No.', ...fields } } })

  test.each([
    ['a code with 404', coded(404, { code: 'model_not_found' })],
    ['a code with 400', coded(400, { code: 'model_not_found' })],
    ['a code with 503, which is not waited for', coded(503, { code: 'model_not_found' })],
    ['a type behind a number', coded(400, { code: '1500', type: 'invalid_model' })],
    ['a field', coded(400, { param: 'model' })],
    ['410', coded(410, {})],
    ['OpenAI', refuse('The model `gpt-5-mini` has been deprecated', 404)],
    ['words with 400', refuse('gpt-5-mini has been retired on 2026-12-11.')],
    ['DeepSeek', refuse('Model Not Exist')],
    ['Gemini', refuse('models/gpt-5-mini is not found for API version v1beta', 404)],
    ['Anthropic', refuse('model: gpt-5-mini', 404)],
    ['Bedrock', refuse('This model version has reached the end of its life.', 404)],
    ['Groq', refuse('The model `gpt-5-mini` has been decommissioned and is no longer supported.')],
    ['OpenRouter', refuse('gpt-5-mini is not a valid model ID')],
    ['a gateway', refuse('Model "gpt-5-mini" is no longer available', 500)],
  ])('is requested once: %s', async (_, answer) => {
    const { refusal, efforts } = await provider(() => answer)
    const error = await refusal(name)
    expect(error).toMatchObject({ isModelGone: true, status: answer.status })
    expect(error?.detail).toMatch(
      /^gpt-5-mini is gone\. Choose another model for Ada\. The model provider (?:refused|failed): /,
    )
    expect(efforts()).toEqual(['none'])
  })

  test.each([
    refuse('`temperature` is deprecated for this model.'),
    refuse('Not Found', 404),
    refuse('No endpoints found that support image input', 404),
    refuse("This model's maximum context length is 16384 tokens."),
    refuse('this model does not support image input'),
    refuse('The model is overloaded and not available right now', 500),
    refuse('Invalid model parameter: temperature'),
    refuse('The prompt is too long for gpt-5-mini'),
    refuse('Your project has no access to the model gpt-5-mini', 403),
  ])('is not recognised in $status $body.error.message', async (answer) => {
    const { refusal } = await provider(() => answer)
    expect(await refusal(name)).toMatchObject({ isModelGone: false })
  })
})
