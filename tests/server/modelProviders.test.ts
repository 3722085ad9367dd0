import { expect, it } from 'vitest'
import { readModelRateCard } from '../../server/models/prices'
import { readProviders } from '../../server/models/providerList'
import { joinProviders } from '../../server/models/providers'
import { BudgetUsedUp, ModelError } from '../../server/models/types'
import { sqlite } from '../support/databases'
import { startTestServer } from '../support/server'
import { fakeModels, sampleRole } from '../support/serverFakes'

const post = { text: 'We open.', authorUsername: 'kiosk', authorName: 'Kiosk' }
const asking = (model_name: string) => ({ role: { ...sampleRole, model_name }, post, count: 1 })

const three = () => {
  const [here, groq, local] = [fakeModels(), fakeModels(), fakeModels()]
  groq.listModels.mockResolvedValue([{ id: 'llama-3' }])
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
  const [first, second] = [
    ['gpt-test', 'Here'],
    ['gpt-other', 'Here'],
  ]
  expect(await ids()).toEqual([first, second, ['Groq: llama-3', 'Groq'], ['my box: phi:2b', 'my box']])
  groq.listModels.mockRejectedValue(new ModelError('The model provider refused: no such key', 401))
  expect(await ids()).toEqual([first, second, ['my box: phi:2b', 'my box']])
  expect(said).toEqual([expect.stringContaining('The model provider Groq refused: no such key')])
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
  const asked = [here, groq, local].map(({ generateReplies }) =>
    generateReplies.mock.calls.map(([{ role }]) => role.model_name),
  )
  expect(asked).toEqual([['gpt-test', 'llama3:8b'], ['llama-3'], ['phi:2b']])

  await expect(models.generateReplies(asking('Gone: llama-3'))).rejects.toMatchObject({
    detail: 'No model provider is called “Gone” here: choose another model for this character',
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
  const call = { owner_id: 1, purpose: 'drafts', prompt_version: 3, day, started_at: day, is_estimated: 0 } as const
  const settled = { settled_at: day, input_tokens: 9, output_tokens: 5, micros: null, card: null }
  for (const took_ms of [800, 1_400])
    await server.database.db
      .insertInto('model_calls')
      .values({ ...call, ...settled, provider: 'my box', model: 'phi:2b', took_ms })
      .execute()
  expect(await ada.call('GET', '/openai/models')).toEqual({
    status: 200,
    body: [
      { id: 'gpt-test', provider: 'Here' },
      { id: 'gpt-other', provider: 'Here' },
      { id: 'Groq: llama-3', provider: 'Groq', price: { input: 50_000, output: 80_000 } },
      { id: 'my box: phi:2b', provider: 'my box', took_ms: 1_100 },
    ],
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
  expect(readProviders(JSON.stringify([groq, local]))).toEqual([
    { name: 'Groq', baseUrl: groq.base_url, apiKey: 'gsk-secret', headers: { 'X-Team': 'a' } },
    { name: 'my box', baseUrl: local.base_url, apiKey: undefined },
  ])
  const wrong = [
    '{',
    JSON.stringify(groq),
    JSON.stringify([groq, { ...local, name: 'Groq' }]),
    JSON.stringify([{ ...groq, name: 'a: b' }]),
    JSON.stringify([{ ...groq, base_url: 'api.groq.example' }]),
    JSON.stringify([{ ...groq, apikey: 'gsk-secret' }]),
  ].map((text) => {
    try {
      return readProviders(text)
    } catch (error) {
      return String(error)
    }
  })
  expect(wrong).toEqual([
    'Error: Configuration: MODEL_PROVIDERS: must be JSON, or the name of a file with JSON',
    expect.stringContaining('MODEL_PROVIDERS: the whole: '),
    expect.stringContaining('two have the same name'),
    expect.stringContaining('MODEL_PROVIDERS: 0.name: must be a name'),
    expect.stringContaining('MODEL_PROVIDERS: 0.base_url: must be an address'),
    expect.stringContaining('apikey'),
  ])
  expect(wrong.join()).not.toContain('gsk-secret')
})
