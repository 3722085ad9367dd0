import type { ServerResponse } from 'node:http'
import { constants, createGzip, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { begin, completion, provider, replies, request, words } from '../../support/modelProvider'
import { eventually } from '../../support/waiting'

describe('replies before a failure', () => {
  test('are returned, with the reason why the others are missing', async () => {
    const { client } = await provider((response, asked) => {
      if (asked === 3) response.writeHead(500, { 'x-request-id': 'req_9' }).end('{"detail":"out of memory"}')
      else begin(response).end(completion(replies(asked * 20, 20)))
    })
    expect(await client.generateReplies(request(50))).toEqual({
      replies: Array.from({ length: 40 }, (_, index) => words(20 + index)),
      incomplete: 'The model provider failed: out of memory (request req_9)',
    })
  })

  test('count even in the middle of an answer, if the connection ends there', async () => {
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

  test('count if the deadline ends the call in the middle of an answer', async () => {
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

describe('an unreadable answer', () => {
  test('is requested once more, and then its reason is shown', async () => {
    const { client, seen } = await provider((response) => begin(response).end(completion('<think>["idea"]</think>')))
    const refused = { detail: 'The model provider answered only with its reasoning' }
    await expect(client.generateReplies(request(40))).rejects.toMatchObject(refused)
    expect(seen.asked).toBe(3)
    await expect(client.generateReplies(request(40))).rejects.toMatchObject(refused)
    expect(seen.asked).toBe(3 + 2)
  })

  test('brings drafts if the second answer can be read, with a note on each draft that may be misread', async () => {
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
  ])('ends a call that stops %s, even during garbage collection', async (_, answer) => {
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

  test.each<[string, Record<string, string>]>([
    ['in seconds', { 'retry-after': '90' }],
    ['in milliseconds', { 'retry-after-ms': '89001' }],
    ['as a date', { date: 'Sun, 22 Nov 2026 12:00:00 GMT', 'retry-after': 'Sun, 22 Nov 2026 12:01:30 GMT' }],
  ])('a pause that ends %s after the deadline is not started, but reported', async (_, headers) => {
    const { client, seen } = await provider((response) =>
      response.writeHead(429, headers).end('{"error":{"message":"Slow down"}}'),
    )
    await expect(client.generateReplies(request(1))).rejects.toMatchObject({
      detail: 'The model provider refused: Slow down; it asks to wait 90 s',
      status: 429,
    })
    expect(seen.asked).toBe(1)
  })
})

describe('answers of extreme size', () => {
  const endless = (response: ServerResponse) => {
    const chunk = Buffer.alloc(1024 * 1024, 32)
    const write = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', write)
    write()
  }

  test('200 MB are read up to the limit', async () => {
    const { client, seen } = await provider((response) => endless(begin(response)))
    await expect(client.generateReplies(request(1))).rejects.toMatchObject({
      detail: 'The model provider broke off: the answer is larger than 1 MiB',
    })
    expect(seen.asked).toBe(1)
    await eventually(() => expect(seen.left).toBe(1))
  })

  test('a gzip bomb is unpacked up to the limit', async () => {
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

  test('a body that falsely claims to be compressed is reported', async () => {
    const { client } = await provider((response) =>
      begin(response, { 'content-encoding': 'gzip' }).end(completion(replies(0, 1))),
    )
    await expect(client.generateReplies(request(1))).rejects.toMatchObject({
      detail: 'The model provider broke off: incorrect header check',
    })
  })

  test('a hundred thousand empty or equal replies give a reason', async () => {
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

test.each([400, 404, 422, 500, 501])('a form that is refused with %i is replaced by the next form', async (status) => {
  const { client, seen } = await provider((response, asked) => {
    const refusal = JSON.stringify({ error: { message: 'response_format json_schema is not supported' } })
    if (asked === 1) response.writeHead(status, { 'content-type': 'application/json' }).end(refusal)
    else begin(response).end(completion(replies(0, 2)))
  })
  expect((await client.generateReplies(request(2))).replies).toHaveLength(2)
  expect(seen.asked).toBe(2)
})
