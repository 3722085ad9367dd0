import { expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { modelList, modelPrices, modelTrial } from '../../src/machines/characters/models.actors'
import { generationOf } from '../../src/machines/composer/generation.actors'
import { ApiError } from '../../src/services/api/api'
import { servicesOf } from '../support/consoleServices'
import { eventually } from '../support/waiting'

const listed = async (listProviders: () => Promise<unknown>) => {
  const report = vi.fn()
  const listModels = async () => [{ id: 'gpt-test' }]
  const list = createActor(modelList(servicesOf({ listModels, listProviders }, { report })), {
    input: { params: undefined },
  }).start()
  await eventually(() => expect(list.getSnapshot().value).toBe('loaded'))
  list.stop()
  return { data: list.getSnapshot().context.data, reports: report.mock.calls.length }
}

it('the list of models names the providers whose models are missing', async () => {
  const groq = { name: 'Groq', problem: 'It refused the key' }
  const { data } = await listed(async () => [{ name: 'Here', problem: null }, groq])
  expect(data).toEqual({ models: [{ id: 'gpt-test' }], unlisted: [groq] })
})

it.each([
  [404, 0],
  [500, 1],
])('the models are listed if the list of providers answers %i, which is reported: %i', async (status, reports) => {
  const { data, ...said } = await listed(() => Promise.reject(new ApiError(status, 'It says no')))
  expect([data, said]).toEqual([{ models: [{ id: 'gpt-test' }], unlisted: [] }, { reports }])
})

it('a model is tested by its name, once, and after a failure only when a person asks', async () => {
  let comeBack: () => void = () => undefined
  const watchReturn = (listener: () => void) => {
    comeBack = listener
    return () => undefined
  }
  const answer = { provider: 'Here', model: 'gpt-test', answer: 'Good day', took_ms: 900, price: 12 }
  const tryModel = vi.fn(async (_: { body: object }): Promise<object> => answer)
  tryModel.mockRejectedValueOnce(new ApiError(502, 'The model is away'))
  const trial = createActor(modelTrial(servicesOf({ tryModel }, { watchReturn }))).start()
  trial.send({ type: 'trial.request', model_name: 'gpt-test' })
  await eventually(() => expect(trial.getSnapshot().context.problem).toBeDefined())
  comeBack()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(tryModel).toHaveBeenCalledTimes(1)
  trial.send({ type: 'trial.request', model_name: 'gpt-test' })
  await eventually(() => expect(trial.getSnapshot().context.tried).toEqual(answer))
  expect(tryModel.mock.calls.map(([{ body }]) => body)).toEqual([
    { model_name: 'gpt-test' },
    { model_name: 'gpt-test' },
  ])
  trial.stop()
})

it('the rest of the budget is read again after each generation, even after a failed one', async () => {
  const charged = [12, 34, 56]
  const getModelSpending = async () => ({ today: { charged: charged.shift() } })
  const generateReplies = vi.fn(async () => ({ replies: [{ reply_id: 'r1', content: 'Good day' }] }))
  generateReplies.mockRejectedValueOnce(new ApiError(502, 'The model broke off'))
  const services = servicesOf({ getModelSpending, generateReplies })
  const prices = createActor(modelPrices(services), { input: { params: undefined } }).start()
  const shows = (sum: number) =>
    eventually(() => expect(prices.getSnapshot().context.data).toEqual({ today: { charged: sum } }))
  await shows(12)
  const generate = generationOf(services)
  const asked = { tweet_id: '11', role_id: 5, count: 1 }
  const { signal } = new AbortController()
  await expect(generate(asked, signal)).rejects.toThrow('The model broke off')
  await shows(34)
  expect(await generate(asked, signal)).toEqual({ replies: [{ reply_id: 'r1', content: 'Good day', role_id: 5 }] })
  await shows(56)
  prices.stop()
})
