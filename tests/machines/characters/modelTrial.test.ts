import { expect, it } from 'vitest'
import { modelTrialMachine } from '../../../src/machines/characters/modelTrial'
import { run } from '../../support/run'
import { refusal } from '../samples'

const start = () => run(modelTrialMachine, { services: ['tryModel'] })
const asked = { type: 'trial.request', model_name: 'gpt-test' } as const
const tried = {
  provider: 'Here',
  model: 'gpt-test',
  answer: 'See you there',
  took_ms: 840,
  input_tokens: 310,
  output_tokens: 12,
  is_estimated: false,
  price: null,
}

it("a model is called on the operator's request, once at a time, and again on the next request", async () => {
  const trial = start()
  expect(trial.inputs('tryModel')).toEqual([])
  trial.send(asked)
  trial.send(asked)
  expect(trial.inputs('tryModel')).toEqual([{ model_name: 'gpt-test' }])
  await trial.last('tryModel').fail(refusal)
  expect(trial.context().problem).toEqual({ reason: 'The server says no', next: 'again' })
  trial.send(asked)
  await trial.last('tryModel').answer(tried)
  expect([trial.inputs('tryModel').length, trial.context()]).toEqual([
    2,
    { model_name: 'gpt-test', tried, problem: undefined },
  ])
})

it('a test is cancelled when another model is chosen, and only the new answer counts', async () => {
  const trial = start()
  trial.send(asked)
  const left = trial.last('tryModel')
  trial.send({ ...asked, model_name: 'gpt-other' })
  await left.answer(tried)
  expect([trial.state(), trial.context().tried]).toEqual(['asking', undefined])
  await trial.last('tryModel').answer({ ...tried, model: 'gpt-other' })
  expect([trial.state(), trial.context()]).toEqual([
    'resting',
    { model_name: 'gpt-other', tried: { ...tried, model: 'gpt-other' }, problem: undefined },
  ])
})

it('no model is called without a name', () => {
  const trial = start()
  trial.send({ type: 'trial.request', model_name: '' })
  expect(trial.inputs('tryModel')).toEqual([])
  trial.send(asked)
  trial.send({ type: 'trial.request', model_name: '' })
  expect([trial.inputs('tryModel').length, trial.isBusy()]).toEqual([1, true])
})
