import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { readModelRateCard } from '../../../server/models/prices'
import { modelProvidersOf } from '../../../server/models/providerList'
import { joinProviders } from '../../../server/models/providers'
import { BudgetUsedUp, ModelError } from '../../../server/models/types'
import { sqlite } from '../../support/databases'
import { startTestServer } from '../../support/server'
import { fakeModels, sampleRole } from '../../support/serverFakes'

const post = { text: 'We open.', authorUsername: 'kiosk', authorName: 'Kiosk' }
const asking = (model_name: string) => ({ role: { ...sampleRole, model_name }, post, count: 1 })

const three = () => {
  const [here, groq, local] = [fakeModels(), fakeModels(), fakeModels()]
  groq.listModels.mockResolvedValue([{ id: 'llama-3', context_tokens: 8_192, shutdown_date: '2026-12-11' }])
  groq.contextTokens.mockReturnValue(8_192)
  local.listModels.mockResolvedValue([{ id: 'phi:2b' }])
  const said: string[] = []
  const models = joinProviders(
    [
      { name: 'Here', client: here },
      { name: 'Groq', client: groq },
      { name: 'my box', client: local },
    ],
    { warn: (fields) => said.push(JSON.stringify(fields)) },
  )
  return { models, here, groq, local, said }
}

it('lists the models of several providers with their names, without those of one whose list does not come', async () => {
  const { models, here, groq, local, said } = three()
  const ids = async () => (await models.listModels()).map(({ id, provider }) => [id, provider])
  groq.listModels.mockRejectedValueOnce(new Error('gone'))
  await expect(models.listModels(AbortSignal.abort(new Error('nobody asks any more')))).rejects.toThrow('nobody asks')
  expect(said).toEqual([])
  const [first, second] = [
    ['gpt-test', 'Here'],
    ['gpt-other', 'Here'],
  ]
  expect(await ids()).toEqual([first, second, ['Groq: llama-3', 'Groq'], ['my box: phi:2b', 'my box']])
  groq.listModels.mockRejectedValue(new ModelError('The model provider refused: no such key', 401))
  expect(await ids()).toEqual([first, second, ['my box: phi:2b', 'my box']])
  expect(said).toEqual([expect.stringContaining('The model provider Groq refused: no such key')])
  const [listed, missing] = [
    { name: 'Here', problem: null },
    { name: 'Groq', problem: 'The model provider Groq refused: no such key' },
  ]
  expect(models.providers()).toEqual([listed, missing, { name: 'my box', problem: null }])
  groq.listModels.mockResolvedValueOnce([])
  await ids()
  expect(models.providers()).toEqual([listed, { ...missing, problem: null }, { name: 'my box', problem: null }])
  here.listModels.mockRejectedValue(new ModelError('The model provider failed: out of memory', 500))
  local.listModels.mockRejectedValue(new ModelError('The model provider could not be reached'))
  await expect(models.listModels()).rejects.toMatchObject({
    detail: 'The model provider Here failed: out of memory',
    status: 500,
  })
})

it('asks the provider that a character names by its model, and says whose refusal it was', async () => {
  const { models, here, groq, local } = three()
  await models.generateReplies(asking('gpt-test'))
  await models.generateReplies(asking('Groq: llama-3'))
  await models.generateReplies(asking('my box: phi:2b'))
  await models.generateReplies(asking('Here: llama3:8b'))
  expect(
    ['gpt-test', 'Groq: llama-3', 'my box: phi:2b', 'Here: llama3:8b', 'Gone: llama-3'].map(models.ownerOf),
  ).toEqual([
    { provider: 'Here', model: 'gpt-test' },
    { provider: 'Groq', model: 'llama-3', context_tokens: 8_192 },
    { provider: 'my box', model: 'phi:2b' },
    { provider: 'Here', model: 'llama3:8b' },
    undefined,
  ])
  const asked = [here, groq, local].map(({ generateReplies }) =>
    generateReplies.mock.calls.map(([{ role }]) => role.model_name),
  )
  expect(asked).toEqual([['gpt-test', 'llama3:8b'], ['llama-3'], ['phi:2b']])

  await expect(models.generateReplies(asking('Gone: llama-3'))).rejects.toMatchObject({
    detail: 'No model provider is called “Gone”. Choose another model for this character',
  })
  groq.generateReplies.mockRejectedValueOnce(new ModelError('The model provider refused: busy', 429))
  await expect(models.generateReplies(asking('Groq: llama-3'))).rejects.toMatchObject({
    detail: 'The model provider Groq refused: busy',
    status: 429,
  })
  groq.generateReplies.mockResolvedValueOnce({ replies: ['One'], incomplete: 'The model provider broke off' })
  expect(await models.generateReplies(asking('Groq: llama-3'))).toEqual({
    replies: ['One'],
    incomplete: 'The model provider Groq broke off',
  })
  groq.generateReplies.mockRejectedValueOnce(new BudgetUsedUp("Today's model budget is used up"))
  await expect(models.generateReplies(asking('Groq: llama-3'))).rejects.toBeInstanceOf(BudgetUsedUp)

  const one = joinProviders([{ name: 'Here', client: here }])
  here.generateReplies.mockRejectedValueOnce(new ModelError('The model provider refused: busy', 429))
  await expect(one.generateReplies(asking('gpt-test'))).rejects.toMatchObject({
    detail: 'The model provider refused: busy',
  })
})

it('says at the models of the list whose they are, what they cost and how long they took', async () => {
  const { models } = three()
  const usd_per_million_tokens = { 'Groq/llama-3': { input: '0.05', output: '0.08' } }
  const card = readModelRateCard(JSON.stringify({ as_of: '2026-10-03', source: 'a list', usd_per_million_tokens }))
  const server = await startTestServer(sqlite.create, { models, modelMoney: { card, ceiling: null } })
  const ada = await server.operator('ada@example.com')
  const day = new Date().toISOString().slice(0, 10)
  const call = { owner_id: 1, purpose: 'drafts', prompt_version: 4, day, started_at: day, is_estimated: 0 } as const
  const settled = { settled_at: day, input_tokens: 9, output_tokens: 5, micros: null, card: null }
  const timed = { ...call, ...settled, provider: 'my box', model: 'phi:2b' }
  await server.database.db
    .insertInto('model_calls')
    .values([
      { ...timed, took_ms: 800 },
      { ...timed, took_ms: 1_400 },
      { ...timed, took_ms: 20, output_tokens: 0 },
    ])
    .execute()
  expect(await ada.call('GET', '/openai/models')).toEqual({
    status: 200,
    body: [
      { id: 'gpt-test', provider: 'Here' },
      { id: 'gpt-other', provider: 'Here' },
      {
        ...{ id: 'Groq: llama-3', provider: 'Groq', price: { input: 50_000, output: 80_000 } },
        ...{ context_tokens: 8_192, shutdown_date: '2026-12-11' },
      },
      { id: 'my box: phi:2b', provider: 'my box', took_ms: 1_100 },
    ],
  })
  expect(await ada.call('GET', '/openai/providers')).toMatchObject({ body: [{ name: 'Here', problem: null }, {}, {}] })
  const characters = ['gpt-test', 'Groq: llama-3', 'Gone: llama-3']
  for (const model_name of characters) await ada.call('POST', '/ai-roles', { ...sampleRole, model_name })
  await server.database.db.updateTable('model_calls').set({ role_id: 2 }).where('took_ms', '=', 800).execute()
  const { body } = await ada.call('GET', '/openai/spending')
  const none = { calls: 0, input_tokens: 0, output_tokens: 0, is_estimated: false, charged: 0, unpriced: 0 }
  const named = { name: sampleRole.name, price: null, ...none }
  expect(body).toMatchObject({
    characters: [
      { role_id: 1, model: 'gpt-test', ...named },
      {
        ...{ role_id: 2, model: 'Groq: llama-3', ...named, price: { input: 50_000, output: 80_000 } },
        context_tokens: 8_192,
        ...{ calls: 1, input_tokens: 9, output_tokens: 5, unpriced: 1 },
      },
      { role_id: 3, model: 'Gone: llama-3', ...named },
    ],
  })
  expect(await ada.call('DELETE', '/ai-roles/2')).toMatchObject({ status: 204 })
  expect((await ada.call('GET', '/openai/spending')).body).toMatchObject({
    characters: [{ role_id: 1 }, { role_id: 3 }],
    today: { calls: 3 },
  })
  await server.close()
})

it('reads providers from the configuration, and names what is wrong without a key', () => {
  const groq = {
    name: 'Groq',
    base_url: 'https://api.groq.example/v1',
    api_key: 'gsk-secret',
    headers: { 'X-Team': 'a' },
  }
  const local = { name: 'my box', base_url: 'http://127.0.0.1:11434/v1' }
  const both = [
    { name: 'Groq', baseUrl: groq.base_url, apiKey: 'gsk-secret', headers: { 'X-Team': 'a' } },
    { name: 'my box', baseUrl: local.base_url, apiKey: undefined },
  ]
  const file = join(mkdtempSync(join(tmpdir(), 'acb-providers-')), 'providers.json')
  writeFileSync(file, JSON.stringify([groq, local]))
  expect(modelProvidersOf({ MODEL_PROVIDERS: JSON.stringify([groq, local]) })).toEqual(both)
  expect(modelProvidersOf({ MODEL_PROVIDERS: file, OPENAI_API_KEY: 'sk-secret' })).toEqual([
    { name: 'api.openai.com', baseUrl: 'https://api.openai.com/v1', apiKey: 'sk-secret' },
    ...both,
  ])
  expect(modelProvidersOf({ OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1', OPENAI_HEADERS: { 'X-Team': 'b' } })).toEqual([
    { name: '127.0.0.1:8000', baseUrl: 'http://127.0.0.1:8000/v1', apiKey: undefined, headers: { 'X-Team': 'b' } },
  ])
  rmSync(dirname(file), { recursive: true })
  const wrong = [
    '{',
    tmpdir(),
    JSON.stringify(groq),
    JSON.stringify([groq, { ...local, name: 'Groq' }]),
    JSON.stringify([{ ...groq, name: 'a: b' }]),
    JSON.stringify([{ ...groq, base_url: 'api.groq.example' }]),
    JSON.stringify([{ ...groq, apikey: 'gsk-secret' }]),
    JSON.stringify([{ ...groq, name: 'api.openai.com' }]),
  ].map((MODEL_PROVIDERS) => {
    try {
      return modelProvidersOf({ MODEL_PROVIDERS, OPENAI_API_KEY: 'sk-secret' })
    } catch (error) {
      return String(error)
    }
  })
  expect(wrong).toEqual([
    'Error: Configuration: MODEL_PROVIDERS: must be JSON, or the name of a file with JSON',
    expect.stringContaining('MODEL_PROVIDERS: its file cannot be read: EISDIR'),
    expect.stringContaining('MODEL_PROVIDERS: the whole: '),
    expect.stringContaining('two providers have the same name'),
    expect.stringContaining('MODEL_PROVIDERS: 0.name: must be a name'),
    expect.stringContaining('MODEL_PROVIDERS: 0.base_url: must be an address'),
    expect.stringContaining('apikey'),
    'Error: Configuration: MODEL_PROVIDERS: api.openai.com is already the provider of OPENAI_BASE_URL: choose another name',
  ])
  expect(wrong.join()).not.toMatch(/gsk-secret|sk-secret/)
})
