import OpenAI from 'openai'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ModelStandIn, startModelStandIn } from '../../../sandbox/model/standIn'

let model: ModelStandIn
beforeAll(async () => {
  model = await startModelStandIn()
})
afterAll(() => model.close())

it("uses the protocol like the provider's official client", async () => {
  const openai = new OpenAI({ baseURL: model.baseUrl, apiKey: model.apiKey, maxRetries: 0 })
  const models = []
  for await (const { id } of openai.models.list()) models.push(id)
  expect(models.slice(0, 3)).toEqual(['sandbox-mini', 'sandbox-standard', 'sandbox-pro'])
  const { choices, usage } = await openai.chat.completions.create({
    model: 'sandbox-mini',
    messages: [{ role: 'user', content: 'Write exactly 1 reply to this post: we open on Saturday.' }],
  })
  expect(choices).toEqual([
    expect.objectContaining({
      finish_reason: 'stop',
      message: expect.objectContaining({ content: expect.any(String) }),
    }),
  ])
  expect(usage).toMatchObject({ prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) })
  await expect(openai.chat.completions.create({ model: 'no-such', messages: [] })).rejects.toMatchObject({
    status: 400,
  })
})

it('refuses in a form that the official client understands', async () => {
  const openai = new OpenAI({ baseURL: model.baseUrl, apiKey: 'sk-wrong', maxRetries: 0 })
  await expect(openai.models.list()).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' })
})
