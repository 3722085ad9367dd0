import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { createUser } from '../../../server/features/session/users.store'
import { createModelClient } from '../../../server/models/client'
import { readCompletion } from '../../../server/models/completion'
import type { Met } from '../../../server/models/ledger'
import { readModelRateCard } from '../../../server/models/prices'
import { promptVersion } from '../../../server/models/prompt/prompt'
import { storedPrompt } from '../../../server/models/prompt/storedPrompt'
import { trial } from '../../../server/models/trial'
import { BudgetUsedUp } from '../../../server/models/types'
import { createModelLedger } from '../../../server/usage/modelCalls.store'
import { estimatedTokens } from '../../../src/schemas/characters/tokens'
import { type DatabaseKind, databasesHere, sqlite } from '../../support/databases'
import { modelPrices, modelsAt, serveModels } from '../../support/modelServer'
import { type Operator, startTestServer, type TestServer, testSettings } from '../../support/server'
import { sampleRole } from '../../support/serverFakes'
import { eventually } from '../../support/waiting'
import { portOf } from '../../support/xServers'

it('a count of zero tokens means an unknown count, because gateways fill in zero', () => {
  const counted = [
    { prompt_tokens: 0, completion_tokens: 0 },
    { prompt_tokens: 310, completion_tokens: 0 },
    { prompt_tokens: 310, completion_tokens: 7 },
  ].map((usage) => readCompletion(completion(['One kiosk'], usage), 1)?.usage)
  expect(counted).toEqual([undefined, undefined, { prompt: 310, completion: 7 }])
})

it('reasoning tokens count once, whether they are included or reported separately', () => {
  const counted = [
    { completion_tokens: 90, total_tokens: 400, completion_tokens_details: { reasoning_tokens: 80 } },
    { completion_tokens: 10, total_tokens: 400, completion_tokens_details: { reasoning_tokens: 80 } },
    { completion_tokens: 10, total_tokens: 320, completion_tokens_details: { reasoning_tokens: 80 } },
    { completion_tokens: 10, total_tokens: 425 },
    { completion_tokens: 0, total_tokens: 375 },
    { completion_tokens: 10, total_tokens: 7 },
  ].map((usage) => readCompletion(completion(['One kiosk'], { prompt_tokens: 310, ...usage }), 1)?.usage?.completion)
  expect(counted).toEqual([90, 90, 90, 115, 65, 10])
})

describe('a kept prompt', () => {
  it('is complete, unless it is longer than the stored maximum', () => {
    const short = [
      { role: 'system', content: 'Be kind. 日本' },
      { role: 'user', content: 'Write.' },
    ] as const
    expect(JSON.parse(storedPrompt(short))).toEqual(short)
    const [rules, post] = JSON.parse(
      storedPrompt([short[0], { role: 'user', content: `first ${'語😀'.repeat(90_000)} last` }]),
    )
    expect(rules).toEqual(short[0])
    const [begin = '', left = '', end = ''] = post.content.split(/\n\[([\d,]+) characters are not kept here\]\n/)
    expect([begin.slice(0, 6), end.slice(-5)]).toEqual(['first ', ' last'])
    expect(Number(left.replaceAll(',', ''))).toBe('first  last'.length + 3 * 90_000 - begin.length - end.length)
    expect(Buffer.byteLength(JSON.stringify(post))).toBeLessThan(64 * 1024)
    expect(post.content.isWellFormed()).toBe(true)
  })

  it('is estimated in tokens by its scripts', () => {
    expect(['', 'word', 'three words here', '日本語で', 'привет'].map(estimatedTokens)).toEqual([0, 1, 4, 4, 6])
  })
})

type Answer = (response: ServerResponse, asked: { count: number; key: string | undefined }) => void

const key = 'sk-live-secret-0123456789'
const completion = (texts: string[], usage?: object) =>
  JSON.stringify({ choices: [{ message: { content: JSON.stringify({ replies: texts }) } }], usage })

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const startWith = async (create: DatabaseKind['create'], answer: Answer, rewritesDrafts = false) => {
  const provider = await serveModels((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const count = [...body.matchAll(/Write exactly (\d+)/g)].at(-1)?.[1]
      answer(response, { count: Number(count), key: request.headers.authorization })
    })
  })
  closers.push(provider.close)
  const server: TestServer = await startTestServer(create, {
    models: modelsAt({ name: 'There', baseUrl: provider.baseUrl, apiKey: key, timeoutMs: 30_000, retryMs: 0 }),
    modelMoney: { card: readModelRateCard(JSON.stringify(modelPrices)), ceiling: 40_000_000 },
    settings: { ...testSettings, rewritesDrafts },
  })
  closers.push(() => server.close())
  const ada = await server.operator('ada@example.com')
  await ada.call('POST', '/ai-roles', { ...sampleRole, system_prompt: `You are Mara. ${key}` })
  await ada.call('POST', '/twitter/tweet/content', { tweet_url: 'https://x.com/maker/status/77' })
  return { server, ada }
}

const generate = (operator: Operator, count: number) =>
  operator.call('POST', '/twitter/tweet/generate-reply', { tweet_id: '77', role_id: 1, count })

interface Drafts {
  replies: { reply_id: string; content: string; told?: boolean }[]
}

describe.each(databasesHere())('the stored prompts of a model on $name', ({ create }) => {
  it('are stored with each of their drafts, only for their operator and without secrets', async () => {
    let asked = 0
    const { server, ada } = await startWith(create, (response) => {
      asked += 1
      if (asked === 1)
        response.end(completion(['One kiosk', 'Two ferries'], { prompt_tokens: 400, completion_tokens: 50 }))
      else response.end(completion(['A third lantern']))
    })
    const { replies } = (await generate(ada, 3)).body as unknown as Drafts
    expect(replies.map(({ content, told }) => [content, told])).toEqual([
      ['One kiosk', true],
      ['Two ferries', true],
      ['A third lantern', true],
    ])
    const [first, second, third] = await Promise.all(
      replies.map(async ({ reply_id }) => (await ada.call('GET', `/twitter/replies/told/${reply_id}`)).body),
    )
    expect(first).toEqual({
      provider: 'There',
      model: 'gpt-test',
      prompt_version: promptVersion,
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      took_ms: expect.any(Number),
      input_tokens: 400,
      output_tokens: 50,
      is_estimated: false,
      price: 1_200,
      drafts: 2,
      messages: expect.any(Array),
    })
    expect(second).toEqual(first)
    expect(third).toMatchObject({ output_tokens: 8, is_estimated: true, drafts: 1 })
    const said = JSON.stringify([first, third])
    expect(said).toContain('You are Mara. [redacted]')
    expect(said).toContain('Text of 77')
    expect(said).toContain('different from each')
    expect(said).not.toContain('sk-live')

    const bob = await server.operator('bob@example.com')
    const path = `/twitter/replies/told/${replies[0]?.reply_id}`
    const missing = { status: 404, body: { detail: 'The prompt of this reply was not found' } }
    expect(await bob.call('GET', path)).toEqual(missing)
    await server.database.db.updateTable('replies').set({ call_id: null }).execute()
    expect(await ada.call('GET', path)).toEqual(missing)
  })

  it('are deleted for newer ones, while their cost stays', async () => {
    const texts = ['One kiosk', 'A third lantern']
    const { server, ada } = await startWith(create, (response) => response.end(completion([texts.shift() ?? ''])))
    const { replies } = (await generate(ada, 1)).body as unknown as Drafts
    await server.database.db
      .updateTable('prompts')
      .set({ bytes: 16 * 1024 * 1024 })
      .execute()
    await generate(ada, 1)
    expect((await ada.call('GET', `/twitter/replies/told/${replies[0]?.reply_id}`)).body).toMatchObject({
      model: 'gpt-test',
      drafts: 1,
      messages: null,
    })
    expect(await server.database.db.selectFrom('prompts').select('call_id').execute()).toEqual([{ call_id: 2 }])
  })

  it('cost what the provider counted, nothing after a refusal, and an estimate if nobody knows', async () => {
    const { server, ada } = await startWith(create, (response, { count }) => {
      if (count === 1) response.writeHead(400).end('{"error":{"message":"no such model"}}')
      else if (count === 4)
        response.end(completion(['One', 'Two', 'Three', 'Four'], { prompt_tokens: -5, completion_tokens: 1e300 }))
      else response.destroy()
    })
    expect([(await generate(ada, 1)).status, (await generate(ada, 2)).status, (await generate(ada, 4)).status]).toEqual(
      [410, 502, 201],
    )
    const rows = await server.database.db.selectFrom('model_calls').selectAll().orderBy('id').execute()
    const [, lost, uncounted] = rows
    expect(rows.map((row) => [row.output_tokens, row.is_estimated, row.settled_at !== null])).toEqual([
      [0, 0, true],
      [120, 1, true],
      [10, 1, true],
    ])
    expect(rows[0]).toMatchObject({ input_tokens: 0, micros: 0, card: '2026-10-02', purpose: 'drafts' })
    const input = lost?.input_tokens ?? 0
    expect(input).toBeGreaterThan(300)
    expect(lost?.micros).toBe(2 * input + 8 * 120)

    const { body } = await ada.call('GET', '/openai/spending')
    const day = rows[0]?.day
    const total = {
      calls: 3,
      input_tokens: input + (uncounted?.input_tokens ?? 0),
      output_tokens: 130,
      is_estimated: true,
      charged: (lost?.micros ?? 0) + (uncounted?.micros ?? 0),
      unpriced: 0,
    }
    expect(body).toEqual({
      prices: [
        { model: 'gpt-test', input: 2_000_000, output: 8_000_000 },
        { model: 'Here/gpt-test', input: 3_000_000, output: 9_000_000 },
      ],
      as_of: '2026-10-02',
      source: 'a contract',
      budget: { daily: null, ceiling: 40_000_000 },
      today: { day, ...total },
      days: [{ day, ...total }],
      models: [{ provider: 'There', model: 'gpt-test', ...total }],
      characters: [
        {
          ...{ role_id: 1, name: 'Mara', model: 'gpt-test', context_tokens: null },
          ...{ price: { input: 2_000_000, output: 8_000_000 }, ...total },
        },
      ],
    })
  })

  it.each([
    ['an error in the middle of an answer', 200, { choices: [{ error: { message: 'gone', code: 502 }, message: {} }] }],
    ['a gateway that waited no longer', 524, { error: { message: 'a timeout occurred' } }],
  ])('costs an estimate after %s', async (_what, status, body) => {
    const { server, ada } = await startWith(create, (response) => response.writeHead(status).end(JSON.stringify(body)))
    expect((await generate(ada, 1)).status).toBe(502)
    const rows = await server.database.db.selectFrom('model_calls').selectAll().execute()
    expect(rows.map(({ output_tokens, is_estimated }) => [output_tokens, is_estimated])).toEqual([[60, 1]])
  })

  it('stay within the day’s budget: a call that exceeds the budget is not made', async () => {
    let asked = 0
    const { server, ada } = await startWith(create, (response, { count }) => {
      asked += 1
      const texts = Array.from({ length: count }, (_, at) => `${'abcdefgh'[asked]}${at} `.repeat(4))
      response.end(completion(texts, { prompt_tokens: 1_000, completion_tokens: 1_000 }))
    })
    const budget = (daily: number | null) => ada.call('PUT', '/openai/budget', { daily })
    expect(await budget(40_000_001)).toEqual({
      status: 422,
      body: { detail: 'daily: this server allows at most $40.00 a day' },
    })
    expect(await budget(500)).toEqual({ status: 200, body: { daily: 500, ceiling: 40_000_000 } })
    const refused = await generate(ada, 2)
    expect(refused).toEqual({
      status: 402,
      body: {
        detail: expect.stringMatching(
          /^Today's model budget of \$0\.0005: \$0\.0005 is left, and this costs about \$0\.00\d+\. /,
        ),
      },
    })
    expect([asked, await server.database.db.selectFrom('model_calls').select('id').execute()]).toEqual([0, []])

    await budget(12_000)
    const part = (await generate(ada, 40)).body as unknown as Drafts & { incomplete: string }
    expect([asked, part.replies.length, part.incomplete]).toEqual([
      1,
      20,
      expect.stringMatching(/^Today's model budget of \$0\.012: \$0\.002 is left/),
    ])
    expect((await ada.call('POST', '/openai/models/try', { model_name: 'gpt-test' })).status).toBe(200)
    expect(await generate(ada, 1)).toMatchObject({ status: 402 })
    expect((await ada.call('POST', '/openai/models/try', { model_name: 'gpt-test' })).status).toBe(402)

    await budget(null)
    expect((await generate(ada, 1)).status).toBe(201)
    expect((await ada.call('GET', '/audit')).body).toEqual(
      expect.arrayContaining([expect.objectContaining({ action: 'modelBudget.set', subject: '$0.0005 a day' })]),
    )
  })
})

it('records no cost for calls that never reached the provider, and an estimate for a lost answer', async () => {
  const met: Met[] = []
  const ledger = { begin: async () => 1, end: async (_: number, each: Met) => void met.push(each) }
  const ask = (baseUrl: string) =>
    createModelClient({ baseUrl, timeoutMs: 30_000, retryMs: 0 }).generateReplies(trial('gpt-test'), undefined, ledger)
  await expect(ask('http://127.0.0.1:9/v1')).rejects.toThrow('could not be reached')
  // The client asks again in each simpler form.
  const thrownAway = { message: 'no JSON', code: 'json_validate_failed', failed_generation: '{"rep' }
  for (const error of [{ message: 'no such model' }, thrownAway]) {
    const provider = await serveModels((request, response) => {
      request.resume().on('end', () => response.writeHead(404).end(JSON.stringify({ error })))
    })
    closers.push(provider.close)
    await expect(ask(provider.baseUrl)).rejects.toThrow()
  }
  expect(met.map(({ kind }) => kind)).toEqual(['refused', 'refused', 'lost', 'lost', 'lost'])
})

describe.each(databasesHere())('the budget for models on $name', ({ create }) => {
  it('gives one of many simultaneous calls the rest, even if only the server set a limit', async () => {
    const database = await create()
    closers.push(() => database.remove())
    const ada = await createUser(database.db, { email: 'ada@example.com', username: 'ada', passwordHash: 'h' })
    const money = { card: readModelRateCard(JSON.stringify(modelPrices)), ceiling: 700 }
    const ledger = createModelLedger({ db: database.db, money }, ada ?? 0)
    const asked = { provider: 'There', model: 'gpt-test', messages: [], replies: 1, isRewrite: false }
    const begun = await Promise.allSettled(Array.from({ length: 8 }, () => ledger.begin(asked)))
    const refused = begun.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused.filter((error) => error instanceof BudgetUsedUp)).toHaveLength(7)
    const { db } = database
    expect(await db.selectFrom('model_calls').select('micros').execute()).toEqual([{ micros: 480 }])
    const unpriced = { ...asked, model: 'gpt-new' }
    await ledger.begin(unpriced)
    await db.updateTable('model_calls').set({ micros: 700 }).where('micros', 'is not', null).execute()
    await expect(ledger.begin(unpriced)).rejects.toThrow("Today's model budget of $0.0007 is used up.")
  })
})

describe('trying a model', () => {
  it("returns its answer, time, tokens and price, or the provider's words, and stores no prompt", async () => {
    const { server, ada } = await startWith(sqlite.create, (response) => {
      response.end(completion(['See you on Saturday'], { prompt_tokens: 310, completion_tokens: 12 }))
    })
    const tries = (model_name: string) => ada.call('POST', '/openai/models/try', { model_name })
    expect(await tries('gpt-test')).toEqual({
      status: 200,
      body: {
        provider: 'There',
        model: 'gpt-test',
        answer: 'See you on Saturday',
        took_ms: expect.any(Number),
        input_tokens: 310,
        output_tokens: 12,
        is_estimated: false,
        price: 716,
      },
    })
    expect(await tries('gpt-new')).toMatchObject({ body: { price: null, output_tokens: 12 } })
    expect(await tries('')).toEqual({ status: 422, body: { detail: 'model_name: Model name is required' } })
    const { db } = server.database
    expect(await db.selectFrom('model_calls').select(['purpose', 'micros']).execute()).toEqual([
      { purpose: 'try', micros: 716 },
      { purpose: 'try', micros: null },
    ])
    expect(await db.selectFrom('prompts').select('call_id').execute()).toEqual([])
  })
})

describe('a caller who leaves', () => {
  it('during the rewriting of failing drafts also ends that call of the provider', async () => {
    let asked = 0
    let left = 0
    const caller = new AbortController()
    const { server } = await startWith(
      sqlite.create,
      (response) => {
        asked += 1
        response.on('close', () => {
          if (!response.writableFinished) left += 1
        })
        if (asked === 1) response.end(completion(['#one #two #three https://spam.example']))
      },
      true,
    )
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const port = portOf(server.app.server)
    const { token } = await server.operator('ada@example.com')
    const answer = fetch(`http://127.0.0.1:${port}/api/v1/twitter/tweet/generate-reply`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tweet_id: '77', role_id: 1, count: 1 }),
      signal: caller.signal,
    })
    await eventually(() => expect(asked).toBe(2))
    caller.abort()
    await expect(answer).rejects.toThrow()
    await eventually(() => expect(left).toBe(1))
    const { db } = server.database
    await eventually(async () =>
      expect(
        await db
          .selectFrom('model_calls')
          .select(['purpose', 'is_estimated'])
          .where('settled_at', 'is not', null)
          .execute(),
      ).toEqual([
        { purpose: 'drafts', is_estimated: 1 },
        { purpose: 'rewrite', is_estimated: 1 },
      ]),
    )
    expect(await db.selectFrom('replies').select('id').execute()).toEqual([])
  })
})
