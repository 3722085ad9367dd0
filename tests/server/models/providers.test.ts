import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { behaviours } from '../../../sandbox/model/providers'
import { type ProviderTrial, startProviderTrials } from '../../support/providerTrials'

let trial: ProviderTrial
let close: () => Promise<void>
beforeAll(async () => {
  ;({ trial, close } = await startProviderTrials())
})
afterAll(() => close())

describe('recorded answers of providers', () => {
  test.each(Object.entries(behaviours))('%s', async (name, { words }) => {
    const { drafts, said } = await trial(name)
    if (words === undefined) expect({ drafts, said }).toEqual({ drafts: 3, said: '' })
    else expect({ drafts, said }).toEqual({ drafts: 0, said: expect.stringContaining(`The model provider ${words}`) })
    expect(said).not.toMatch(/sk-proj|You are Mara|intranet|<title>/)
  })

  test('the form that a model accepts is remembered, and another model of the same provider is tried separately', async () => {
    const name = 'groq: JSON that failed to validate, with nothing'
    expect((await trial(name, ['a', 'a', 'b'])).formats).toEqual([
      ...['json_schema', 'json_object', 'text'],
      'text',
      ...['json_schema', 'json_object', 'text'],
    ])
  })

  test.each(['vllm: a template without a system role', 'a gateway: roles refused in other words'])(
    'messages without a system role are remembered for the model that needs them: %s',
    async (name) => {
      expect((await trial(name, ['a', 'a', 'b'])).formats).toHaveLength(2 + 1 + 2)
    },
  )

  test('a request is made once if its refusal concerns neither form nor roles', async () => {
    expect((await trial('vllm: a prompt that is too long')).formats).toHaveLength(1)
    expect((await trial('mistral: validation, as a list')).formats).toHaveLength(2)
  })

  test('a readable answer is not requested again, although the form was ignored', async () => {
    const name = 'lmstudio: no JSON mode, and a schema that the model ignores'
    expect((await trial(name, ['a', 'a'])).formats).toEqual(['json_schema', 'json_object', 'text'])
  })
})
