import type { ServerResponse } from 'node:http'
import { constants, createGzip, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createModelClient, type ModelClientOptions } from '../../server/models/client'
import type { ModelError } from '../../server/models/types'
import { serveModels } from '../support/modelServer'
import { sampleRole } from '../support/serverFakes'
import { eventually } from '../support/waiting'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

type Handler = (response: ServerResponse, asked: number) => void

/** A provider with these answers; `left` counts requests whose connection the client closed. */
const provider = async (answer: Handler, options: Partial<ModelClientOptions> = {}) => {
  const seen = { asked: 0, left: 0, urls: [] as string[], headers: [] as object[] }
  const { baseUrl, close } = await serveModels((request, response) => {
    seen.asked += 1
    seen.urls.push(request.url ?? '')
    seen.headers.push(request.headers)
    response.on('error', () => undefined)
    response.on('close', () => {
      if (!response.writableFinished) seen.left += 1
    })
    request.resume().on('end', () => answer(response, seen.asked))
  })
  closers.push(close)
  const client = createModelClient({ baseUrl, apiKey: 'sk-x', timeoutMs: 30_000, retryMs: 0, ...options })
  return { client, seen, baseUrl }
}

const words = (number: number) =>
  ['kiosk', 'ferry', 'lantern', 'orchard', 'pebble', 'violin', 'harbour', 'saddle']
    .map((_, index, list) => list[(index * 3 + number * (index + 1)) % list.length])
    .join(` ${number} `)
const completion = (content: string) => JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }] })
const replies = (from: number, count: number) =>
  JSON.stringify({ replies: Array.from({ length: count }, (_, index) => words(from + index)) })

const request = (count: number) => ({
  role: sampleRole,
  post: { text: 'We open on Saturday.', authorUsername: 'kiosk', authorName: 'Kiosk' },
  count,
})
const begin = (response: ServerResponse, headers = {}) =>
  response.writeHead(200, { 'content-type': 'application/json', ...headers })

describe('replies before a failure', () => {
  test('is answered, with the reason why the rest is missing', async () => {
    const { client } = await provider((response, asked) => {
      if (asked === 3) response.writeHead(500, { 'x-request-id': 'req_9' }).end('{"detail":"out of memory"}')
      else begin(response).end(completion(replies(asked * 20, 20)))
    })
    expect(await client.generateReplies(request(50))).toEqual({
      replies: Array.from({ length: 40 }, (_, index) => words(20 + index)),
      incomplete: 'The model provider failed: out of memory (request req_9)',
    })
  })

  test('counts in the middle of an answer, too, where the connection ends in it', async () => {
    const { client, seen } = await provider((response, asked) => {
      if (asked > 1) return begin(response).end(completion(replies(13, 7)))
      begin(response, { 'content-length': '9000' }).write(
        completion(replies(0, 20)).slice(0, completion(replies(0, 13)).length),
      )
      setImmediate(() => response.destroy())
    })
    const { replies: came, incomplete } = await client.generateReplies(request(20))
    expect([came.length, incomplete]).toEqual([20, undefined])
    expect(came[0]).toBe(words(0))
    expect(seen.asked).toBe(2)
  })

  test('counts where the deadline falls in the middle of an answer', async () => {
    const { client } = await provider(
      (response, asked) => {
        if (asked === 1) begin(response).write(completion(replies(0, 20)).slice(0, 700))
      },
      { timeoutMs: 1_000 },
    )
    const { replies: came, incomplete } = await client.generateReplies(request(20))
    expect(came.length).toBeGreaterThan(3)
    expect(came[0]).toBe(words(0))
    expect(incomplete).toBe('The model provider did not answer within 1 s')
  })

  test('a model with a low limit gets requests that fit', async () => {
    let written = 0
    const { client, seen } = await provider((response) => {
      const content = replies(written, 4)
      written += 4
      begin(response).end(
        JSON.stringify({
          choices: [{ message: { content: `${content.slice(0, -2)},"and this one` }, finish_reason: 'length' }],
        }),
      )
    })
    expect((await client.generateReplies(request(20))).replies).toHaveLength(20)
    expect(seen.asked).toBe(5)
  })
})

describe('an answer that nobody can read', () => {
  test('is requested once more, and then its reason is shown', async () => {
    const { client, seen } = await provider((response) => begin(response).end(completion('<think>["idea"]</think>')))
    const refused = { detail: 'The model provider answered only with its reasoning' }
    await expect(client.generateReplies(request(40))).rejects.toMatchObject(refused)
    expect(seen.asked).toBe(3)
    await expect(client.generateReplies(request(40))).rejects.toMatchObject(refused)
    expect(seen.asked).toBe(3 + 2)
  })

  test('brings drafts where the second one can be read, with a note on each that may be misread', async () => {
    const { client } = await provider((response, asked) =>
      begin(response).end(
        completion(asked === 1 ? '{"replies": [?]}' : '{"replies": ["They say "so" here.", "Lovely."]}'),
      ),
    )
    const { replies: came, notes } = await client.generateReplies(request(2))
    expect(came).toEqual(['They say "so" here.', 'Lovely.'])
    const note = 'may be misread: the answer was JSON with unescaped quotation marks'
    expect(came.map((text) => notes?.get(text))).toEqual([[note], [note]])
  })
})

describe('a deadline', () => {
  test.each([
    ['before the headers', () => undefined],
    ['after the headers', (response: ServerResponse) => begin(response).flushHeaders()],
    [
      'in the middle of compressed bytes',
      (response: ServerResponse) =>
        begin(response, { 'content-encoding': 'gzip' }).write(gzipSync('{"a":1}').subarray(0, 12)),
    ],
  ])('ends a call that stops %s, whatever the garbage collector does meanwhile', async (_, answer) => {
    const { client, seen } = await provider(answer, { timeoutMs: 1_000 })
    const rubbish = setInterval(() => Array.from({ length: 50_000 }, (_, index) => ({ index })), 1)
    await expect(client.listModels()).rejects.toMatchObject({
      detail: 'The model provider did not answer within 1 s',
    })
    clearInterval(rubbish)
    await eventually(() => expect(seen.left).toBe(1))
  })

  test('a caller who leaves ends the provider’s call, and nothing more is requested', async () => {
    const caller = new AbortController()
    const { client, seen } = await provider((response, asked) => {
      if (asked === 1) begin(response).end(completion(replies(0, 20)))
      else setImmediate(() => caller.abort(new Error('left')))
    })
    await expect(client.generateReplies(request(60), caller.signal)).rejects.toThrow('left')
    await eventually(() => expect(seen).toMatchObject({ asked: 2, left: 1 }))
  })

  test('a pause that is longer than the deadline is not begun, and named', async () => {
    const { client, seen } = await provider((response) =>
      response.writeHead(429, { 'retry-after': '90' }).end('{"error":{"message":"Slow down"}}'),
    )
    await expect(client.generateReplies(request(1))).rejects.toMatchObject({
      detail: 'The model provider refused: Slow down; it asks to wait 90 s',
      status: 429,
    })
    expect(seen.asked).toBe(1)
  })
})

describe('answers without measure', () => {
  const endless = (response: ServerResponse) => {
    const chunk = Buffer.alloc(1024 * 1024, 32)
    const write = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', write)
    write()
  }

  test('200 MB are read up to the bound', async () => {
    const { client, seen } = await provider((response) => endless(begin(response)))
    await expect(client.generateReplies(request(1))).rejects.toMatchObject({
      detail: 'The model provider broke off: the answer is larger than 1 MiB',
    })
    expect(seen.asked).toBe(1)
    await eventually(() => expect(seen.left).toBe(1))
  })

  test('a gzip bomb is unpacked up to the bound', async () => {
    const { client } = await provider((response) => {
      const zip = createGzip({ level: constants.Z_BEST_COMPRESSION })
      zip.pipe(begin(response, { 'content-encoding': 'gzip' }))
      let left = 200
      const write = () => {
        while (left > 0 && zip.write(Buffer.alloc(1024 * 1024))) left -= 1
      }
      zip.on('drain', write)
      write()
    })
    await expect(client.generateReplies(request(1))).rejects.toMatchObject({
      detail: 'The model provider broke off: the answer is larger than 1 MiB',
    })
  })

  test('a body that claims to be compressed and is not is named', async () => {
    const { client } = await provider((response) =>
      begin(response, { 'content-encoding': 'gzip' }).end(completion(replies(0, 1))),
    )
    await expect(client.generateReplies(request(1))).rejects.toMatchObject({
      detail: 'The model provider broke off: incorrect header check',
    })
  })

  test('a hundred thousand empty replies and as many equal ones bring a reason', async () => {
    const { client } = await provider((response) =>
      begin(response).end(completion(JSON.stringify({ replies: Array.from({ length: 180_000 }, () => '') }))),
    )
    await expect(client.generateReplies(request(1))).rejects.toMatchObject({
      detail: expect.stringMatching(/^The model provider answered something that is not a list of replies: /),
    })
    const { client: other } = await provider((response) =>
      begin(response).end(completion(JSON.stringify({ replies: Array.from({ length: 120_000 }, () => 'Yes') }))),
    )
    expect(await other.generateReplies(request(20))).toEqual({
      replies: ['Yes'],
      incomplete: 'The model provider wrote only 1 different replies of 20',
    })
  })

  test.each(['['.repeat(500_000), '{"a":'.repeat(150_000)])('nested JSON is no completion', async (body) => {
    const { client } = await provider((response) => begin(response).end(body))
    await expect(client.generateReplies(request(1))).rejects.toMatchObject({
      detail: 'The model provider answered something that is not a completion',
    })
    await expect(client.listModels()).rejects.toMatchObject({
      detail: 'The model provider answered something that is not a list of models',
    })
  })
})

describe('a prompt that is longer than its model takes', () => {
  const long = { ...request(2), role: { ...sampleRole, background_story: 'She paints signs. '.repeat(3_000) } }
  const listing = (models: object[]) => (response: ServerResponse) =>
    begin(response).end(JSON.stringify({ data: models }))

  test('is refused with both numbers before it is sent, by a list that is read once', async () => {
    const { client, seen } = await provider(listing([{ id: sampleRole.model_name, context_length: 8_192 }]))
    const refused = {
      status: 413,
      detail:
        'The prompt and its answer need about 14,000 tokens, and gpt-test accepts 8,192. Shorten the character or choose another model. Nothing was sent.',
    }
    await expect(client.generateReplies(long)).rejects.toMatchObject(refused)
    await expect(client.generateReplies(long)).rejects.toMatchObject(refused)
    expect(seen.urls).toEqual(['/v1/models'])
    expect(client.contextTokens(sampleRole.model_name)).toBe(8_192)
  })

  test('is sent where no list says so, or it is only slightly longer', async () => {
    const { client, seen } = await provider((response, asked) => {
      if (asked === 1) listing([{ id: sampleRole.model_name, context_length: 13_000 }])(response)
      else begin(response).end(completion(replies(0, 2)))
    })
    expect((await client.generateReplies(long)).replies).toHaveLength(2)
    const other = createModelClient({ baseUrl: 'http://127.0.0.1:1/v1', timeoutMs: 30_000, retryMs: 0 })
    await expect(other.generateReplies(long)).rejects.toThrow('could not be reached')
    expect(seen.urls).toEqual(['/v1/models', '/v1/chat/completions'])
  })
})

describe('the list of models', () => {
  const listing = async (body: unknown) =>
    (await provider((response) => begin(response).end(JSON.stringify(body)))).client.listModels()

  test('may have 5,000 names, or none', async () => {
    const names = Array.from({ length: 5000 }, (_, index) => ({ id: `model-${index}`, object: 'model' }))
    expect(await listing({ object: 'list', data: names })).toEqual(names.map(({ id }) => ({ id })))
    expect(await listing({ object: 'list', data: [] })).toEqual([])
  })

  test('may be a bare array, carry other kinds of models, or have a prefix', async () => {
    expect(
      await listing([
        { id: 'a', type: 'chat' },
        { id: 'b', type: 'image' },
        { id: 'a', type: 'chat' },
      ]),
    ).toEqual([{ id: 'a' }])
    expect(
      await listing({
        data: [{ id: 'models/gemini-9' }, { id: 'c', capabilities: { completion_chat: false } }, { id: '' }],
      }),
    ).toEqual([{ id: 'gemini-9' }])
    expect(
      await listing([
        { id: 'a', context_length: 8_192 },
        { id: 'b', max_context_length: 32_768 },
        { id: 'c', max_model_len: 16_384 },
        { id: 'd', max_input_tokens: 200_000 },
        { id: 'e', context_length: '8k', meta: { n_ctx_train: 131_072 } },
      ]),
    ).toEqual([
      { id: 'a', context_tokens: 8_192 },
      { id: 'b', context_tokens: 32_768 },
      { id: 'c', context_tokens: 16_384 },
      { id: 'd', context_tokens: 200_000 },
      { id: 'e' },
    ])
  })

  test.each<[string, unknown, object[]]>([
    ['no models loaded (Ollama)', { object: 'list', data: null }, []],
    [
      'kinds by their names (LM Studio)',
      {
        data: [
          { id: 'a', type: 'llm' },
          { id: 'b', type: 'embeddings' },
          { id: 'c', type: 'a-new-kind' },
        ],
      },
      [{ id: 'a' }, { id: 'c' }],
    ],
    [
      'a model by `model`',
      { models: [{ model: 'a:7b', name: 'A 7B' }, { model: 'b:2b' }] },
      [{ id: 'a:7b' }, { id: 'b:2b' }],
    ],
    [
      'names alone, in a place of their own',
      { warnings: [], result: { available: ['a', 'b'] } },
      [{ id: 'a' }, { id: 'b' }],
    ],
    [
      'days on which models end',
      [
        { id: 'a', shutdown_date: '2026-12-11' },
        { id: 'b', shutdown_date: null },
        { id: 'c', expiration_date: '2027-01-14T00:00:00Z' },
        { id: 'd', shutdown_date: 'soon' },
      ],
      [{ id: 'a', shutdown_date: '2026-12-11' }, { id: 'b' }, { id: 'c', shutdown_date: '2027-01-14' }, { id: 'd' }],
    ],
  ])('may hold %s', async (_, body, models) => {
    expect(await listing(body)).toEqual(models)
  })

  test.each([{ data: 'none' }, 'a', null, { data: [1, null, { id: 7 }] }])('%j is none', async (body) => {
    await expect(listing(body)).rejects.toMatchObject({
      detail: 'The model provider answered something that is not a list of models',
    })
  })
})

describe('the address of a provider', () => {
  test('a query stays on every call, and the path of a call is not doubled', async () => {
    const { seen, baseUrl } = await provider((response) => begin(response).end(completion(replies(0, 1))))
    for (const address of ['/openai/v1/?api-version=preview', '/v1/chat/completions?a=b%20c']) {
      const client = createModelClient({ baseUrl: new URL(address, baseUrl).href, timeoutMs: 30_000 })
      await client.generateReplies(request(1))
    }
    expect(seen.urls).toEqual(['/openai/v1/chat/completions?api-version=preview', '/v1/chat/completions?a=b%20c'])
  })

  test('Azure’s classic form names its one deployment, without a call', async () => {
    const baseUrl = 'https://res.openai.azure.com/openai/deployments/drafts-4?api-version=2024-10-21'
    expect(await createModelClient({ baseUrl, timeoutMs: 10 }).listModels()).toEqual([{ id: 'drafts-4' }])
  })

  test('headers of the configuration go along, one for the key in place of ours, and none is repeated', async () => {
    const headers = {
      'HTTP-Referer': 'https://console.example',
      'api-key': 'secret-of-azure',
      'x-portkey-provider': 'anthropic',
    }
    const { client, seen } = await provider(
      (response) => response.writeHead(401).end('{"error":{"message":"anthropic: secret-of-azure is wrong"}}'),
      { headers },
    )
    await expect(client.listModels()).rejects.toMatchObject({
      detail: 'The model provider refused: anthropic: [redacted] is wrong',
    })
    expect(seen.headers).toEqual([
      expect.objectContaining({ 'http-referer': headers['HTTP-Referer'], 'api-key': 'secret-of-azure' }),
    ])
    expect(seen.headers[0]).not.toHaveProperty('authorization')
  })

  test('no message and no log has the query of an address, however the provider repeats it', async () => {
    const warn = vi.fn()
    const echo = await serveModels((request, response) => {
      const { url = '', headers } = request
      const said = [url, decodeURIComponent(url), new URLSearchParams(url.replace(/^[^?]*/, '')).get('k')]
      const message = [...said, headers.authorization, atob((headers.authorization ?? '').slice(6))].join(' ~ ')
      response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
    })
    closers.push(echo.close)
    const part = fc.string({ unit: fc.constantFrom(...'abcXYZ019 +/&=%?#"äé-_.'), minLength: 8, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(part, part, part, async (secret, user, password) => {
        fc.pre([secret, user, password].every((each) => /[^a-z\d.-]/.test(each.trim()) && each.trim().length > 7))
        const url = new URL(`${echo.baseUrl}/v1?api-version=2024-10-21`)
        url.searchParams.set('k', secret)
        Object.assign(url, { username: encodeURIComponent(user), password: encodeURIComponent(password) })
        const client = createModelClient({ baseUrl: url.href, timeoutMs: 30_000, log: { warn } })
        const refused = await client.listModels().then(String, (error: ModelError) => error.detail)
        const told = `${refused} ${JSON.stringify(warn.mock.calls.flat())}`
        expect(told).toContain('api-version=2024-10-21')
        for (const each of [secret, user, password]) {
          for (const form of [each, encodeURIComponent(each), new URLSearchParams({ k: each }).toString().slice(2)])
            expect(told).not.toContain(form)
        }
        warn.mockClear()
      }),
      { numRuns: 100 },
    )
  })

  test('a refusal is logged with its words and its id, without the key', async () => {
    const warn = vi.fn()
    const { client, baseUrl } = await provider(
      (response) => response.writeHead(401, { 'x-request-id': 'req_5' }).end('{"error":"sk-x-y-z is wrong"}'),
      { log: { warn } },
    )
    await expect(client.listModels()).rejects.toThrow()
    expect(warn.mock.calls).toEqual([
      [
        {
          provider: new URL(baseUrl).host,
          path: '/models',
          status: 401,
          requestId: 'req_5',
          words: 'refused: [redacted] is wrong',
        },
        'the model provider refused',
      ],
    ])
  })
})
