import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ModelError } from '../../../server/models/types'
import { databasesHere } from '../../support/databases'
import { type Operator, startTestServer, type TestServer } from '../../support/server'
import { sampleRole } from '../../support/serverFakes'

const mara = sampleRole

describe.each(databasesHere())('AI characters on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator

  beforeEach(async () => {
    server = await startTestServer(create)
    ada = await server.operator('ada@example.com')
  })
  afterEach(() => server.close())

  it('are created, read, changed and deleted with all their fields', async () => {
    expect(await ada.call('POST', '/ai-roles', mara)).toEqual({ status: 201, body: { id: 1, ...mara } })
    expect(await ada.call('GET', '/ai-roles/1')).toEqual({ status: 200, body: { id: 1, ...mara } })
    const changed = { ...mara, name: 'Mara II', personality_traits: [], knowledge_base: {} }
    expect(await ada.call('PUT', '/ai-roles/1', changed)).toEqual({ status: 200, body: { id: 1, ...changed } })
    expect(await ada.call('GET', '/ai-roles?skip=0&limit=100')).toEqual({ status: 200, body: [{ id: 1, ...changed }] })
    expect(await ada.call('DELETE', '/ai-roles/1')).toEqual({ status: 204, body: null })
    const missing = { status: 404, body: { detail: 'AI role was not found' } }
    expect(await ada.call('GET', '/ai-roles/1')).toEqual(missing)
    expect(await ada.call('PUT', '/ai-roles/1', mara)).toEqual(missing)
    expect(await ada.call('DELETE', '/ai-roles/1')).toEqual(missing)
  })

  it('have empty lists and objects if none are given', async () => {
    const { personality_traits, instruction_set, knowledge_base, example_conversations, ...required } = mara
    expect(await ada.call('POST', '/ai-roles', required)).toEqual({
      status: 201,
      body: {
        id: 1,
        ...required,
        personality_traits: [],
        instruction_set: [],
        knowledge_base: {},
        example_conversations: {},
      },
    })
  })

  it('are listed page by page in the order of their creation', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await ada.call('POST', '/ai-roles', { ...mara, name })
    const { status, body } = await ada.call('GET', '/ai-roles?skip=1&limit=2')
    expect([status, body]).toEqual([
      200,
      [
        { id: 2, ...mara, name: 'b' },
        { id: 3, ...mara, name: 'c' },
      ],
    ])
    expect(await ada.call('GET', '/ai-roles?skip=-1&limit=0')).toEqual({
      status: 422,
      body: { detail: 'skip: must be a number; limit: must be 1 to 100' },
    })
  })

  it('name every missing field', async () => {
    expect(await ada.call('POST', '/ai-roles', { knowledge_base: [], personality_traits: 'deadpan' })).toEqual({
      status: 422,
      body: {
        detail: [
          'name: Name is required',
          'model_name: Model name is required',
          'category: Category is required',
          'system_prompt: System Prompt is required',
          'personality_traits: Invalid input: expected array, received string',
          'background_story: Background Story is required',
          'version: Version is required',
          'knowledge_base: Invalid input: expected object, received array',
          'language: Language is required',
        ].join('; '),
      },
    })
  })

  it('choose from the models of the provider, whose refusal is shown', async () => {
    expect(await ada.call('GET', '/openai/models')).toEqual({
      status: 200,
      body: [{ id: 'gpt-test' }, { id: 'gpt-other' }],
    })
    server.models.listModels.mockRejectedValueOnce(new ModelError('The model provider refused the key', 401))
    expect(await ada.call('GET', '/openai/models')).toEqual({
      status: 502,
      body: { detail: 'The model provider refused the key' },
    })
    server.models.listModels.mockRejectedValueOnce(new ModelError('Too many requests', 429))
    expect(await ada.call('GET', '/openai/models')).toEqual({ status: 503, body: { detail: 'Too many requests' } })
  })
})
