import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '../../src/schemas/contract'
import { readingOf } from '../support/members'

const total = (charged: number) => ({ charged, open: charged + 1, unpriced: charged + 2 })
const modelTotal = (charged: number) => ({
  input_tokens: charged + 1,
  output_tokens: charged + 2,
  is_estimated: charged % 20 === 0,
  calls: charged + 3,
  charged,
  unpriced: charged + 4,
})
const prices = {
  post_create: 11,
  post_create_with_url: 12,
  post_create_summoned: 13,
  post_read: 14,
  owned_read: 15,
  user_read: 16,
  users_me: 17,
}
const budget = { daily: 5, ceiling: 6 }
const spending = {
  prices,
  as_of: '2026-08-13',
  source: 'docs.x.com',
  budget,
  today: { ...total(20), day: '2026-11-23' },
  days: [{ ...total(30), day: '2026-11-22', replies: total(40), reads: total(50) }],
}
const told = {
  provider: 'p',
  model: 'm',
  prompt_version: 7,
  at: '2026-11-23T10:00:00.000Z',
  took_ms: 800,
  input_tokens: 90,
  output_tokens: 91,
  is_estimated: true,
  price: 92,
  drafts: 3,
  messages: [{ role: 'system', content: 'You are Mara.' }],
}
const modelSpending = {
  prices: [{ model: 'm', input: 1, output: 2 }],
  as_of: '2026-09-01',
  source: 'p.example',
  budget,
  today: { day: '2026-11-24', ...modelTotal(100) },
  days: [{ day: '2026-11-23', ...modelTotal(110) }],
  models: [{ provider: 'p', model: 'm', ...modelTotal(120) }],
  characters: [
    { role_id: 3, name: 'Mara', model: 'n', price: { input: 3, output: 4 }, context_tokens: 8_000, ...modelTotal(130) },
  ],
}
const tried = {
  provider: 'p',
  model: 'm',
  answer: 'Yes.',
  took_ms: 700,
  input_tokens: 60,
  output_tokens: 61,
  is_estimated: false,
  price: 62,
}

it.each([
  ['getSpending', spending],
  ['getTaskSpending', { ...total(70), models: modelTotal(80) }],
  ['setBudget', budget],
  ['getPrompt', told],
  ['tryModel', tried],
  ['getModelSpending', modelSpending],
  ['setModelBudget', budget],
] as const)('an answer about money, of %s, keeps each sum, and takes no nonsense for one', (name, sample) => {
  expect(readingOf(contract[name].answer, sample)).toEqual({ kept: sample, unread: [] })
})

it.each([
  ['setBudget', { daily: null, ceiling: null }],
  ['getSpending', { ...spending, prices: { ...prices, owned_read: null, post_create: null }, days: [] }],
  ['getPrompt', { ...told, took_ms: null, price: null, messages: null }],
  ['tryModel', { ...tried, price: null }],
  [
    'getModelSpending',
    {
      ...modelSpending,
      as_of: null,
      source: null,
      characters: [{ ...modelSpending.characters[0], price: null, context_tokens: null }],
    },
  ],
] as const)('an answer about money, of %s, may have no price', (name, sample) => {
  expect(z.parse(contract[name].answer, sample)).toEqual(sample)
})

it('amounts are whole micro-dollars', () => {
  expect(z.safeParse(contract.setBudget.answer, { daily: 0.5, ceiling: 6 }).success).toBe(false)
})
