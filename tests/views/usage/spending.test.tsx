import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ModelSpending } from '../../../src/schemas/characters/models'
import type { ModelTotal, Spending } from '../../../src/schemas/usage/money'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'
import { json } from '../../support/server'
import { sampleSpending } from '../../support/spendingSample'
import { cells, columns } from '../../support/tables'

let server: InProcessServer

beforeEach(async () => {
  server = await startInProcessServer()
})
afterEach(() => server.close())

const sum = (charged: number, open = 0, unpriced = 0) => ({ charged, open, unpriced })
const spending: Spending = {
  ...sampleSpending,
  prices: { ...sampleSpending.prices, user_read: null },
  budget: { daily: 5_000_000, ceiling: null },
  today: { day: '2026-11-23', ...sum(430_000, 20_000) },
  days: [
    { day: '2026-11-23', ...sum(430_000, 20_000), replies: sum(400_000), reads: sum(30_000) },
    { day: '2026-11-21', ...sum(70_000), replies: sum(60_000), reads: sum(10_000) },
  ],
}

const used = (calls: number, charged: number): ModelTotal => ({
  calls,
  charged,
  unpriced: 0,
  input_tokens: calls * 1_000,
  output_tokens: calls * 10,
  is_estimated: false,
})
const models: ModelSpending = {
  prices: [
    { model: 'gpt-a', input: 150_000, output: 600_000 },
    { model: 'gpt-b', input: 1_000_000, output: 2_000_000 },
  ],
  as_of: '2026-10-01',
  source: 'another list',
  budget: { daily: null, ceiling: 9_000_000 },
  today: { day: '2026-11-23', ...used(2, 50_000) },
  days: [{ day: '2026-11-23', ...used(2, 50_000) }],
  models: [{ model: 'gpt-a', provider: 'a test', ...used(3, 60_000) }],
  characters: [
    { role_id: 4, name: 'Mara', model: 'gpt-a', price: null, context_tokens: null, ...used(5, 80_000) },
    { role_id: 6, name: 'Otto', model: 'gpt-a', price: null, context_tokens: null, ...used(0, 0) },
  ],
}

const open = async (told: Partial<Spending> = {}, toldOfModels: Partial<ModelSpending> | null = {}) => {
  server.answerNext('GET /x/spending', { status: 200, body: json({ ...spending, ...told }) })
  server.answerNext(
    'GET /openai/spending',
    toldOfModels === null ? { status: 404 } : { status: 200, body: json({ ...models, ...toldOfModels }) },
  )
  const { user } = renderConsole(server, '/admin/history/spending')
  await screen.findByRole('heading', { name: 'Prices' })
  if (toldOfModels) await screen.findByRole('region', { name: 'Models' })
  return user
}
const rowsOf = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row').slice(1).map(cells)
const today = () => screen.getAllByText(/^Today, until/).map((words) => words.closest('p')?.textContent)
const tables = () => screen.queryAllByRole('table').map(({ ariaLabel }) => ariaLabel)
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const [budgetOfX, budgetOfModels] = ['Daily budget in dollars', 'Daily model budget in dollars']

describe('spent money', () => {
  it('is shown day by day', async () => {
    await open()
    const table = screen.getByRole('table', { name: 'Spending by day' })
    expect(columns(table)).toEqual(['Day (UTC)', 'Replies', 'Reading', 'Together'])
    expect(rowsOf('Spending by day')).toEqual([
      ['23 Nov 2026', 'Replies$0.40', 'Reading$0.03', 'Together$0.43, and up to $0.02 more that is not known yet'],
      ['21 Nov 2026', 'Replies$0.06', 'Reading$0.01', 'Together$0.07'],
    ])
    expect(today()).toEqual([
      'Today, until 00:00 UTC: $0.43, and up to $0.02 more that is not known yet. $4.55 of the budget is left.',
      'Today, until 00:00 UTC: $0.05; 2,000 tokens in, 20 out. $8.95 of the budget is left.',
    ])
  })

  it.each<[string, number | null]>([
    ['. The budget is used up.', 450_000],
    ['', null],
  ])('ends with the rest: "%s"', async (words, daily) => {
    await open({ budget: { daily, ceiling: null } })
    expect(today()[0]).toMatch(new RegExp(`not known yet${words}$`))
  })

  it('is hidden if nothing was spent', async () => {
    await open({ days: [] }, { days: [] })
    screen.getByText('Nothing was spent in the last 30 days.')
    expect(tables()).toEqual([])
  })

  it('is shown for models by day, by model and by character with texts', async () => {
    await open()
    expect(tables()).toEqual([
      'Spending by day',
      'Models by day',
      'By model, last 30 days',
      'By character, last 30 days',
    ])
    const heads = ['Models by day', 'By model, last 30 days', 'By character, last 30 days'].map((name) =>
      columns(screen.getByRole('table', { name })),
    )
    expect(heads).toEqual([
      ['Day (UTC)', 'Calls', 'Tokens', 'Cost'],
      ['Model', 'Calls', 'Tokens', 'Cost'],
      ['Character', 'Calls', 'Tokens', 'Cost'],
    ])
    expect([rowsOf('Models by day'), rowsOf('By model, last 30 days'), rowsOf('By character, last 30 days')]).toEqual([
      [['23 Nov 2026', 'Calls2', 'Tokens2,000 tokens in, 20 out', 'Cost$0.05']],
      [['gpt-a (a test)', 'Calls3', 'Tokens3,000 tokens in, 30 out', 'Cost$0.06']],
      [['Mara, ID 4', 'Calls5', 'Tokens5,000 tokens in, 50 out', 'Cost$0.08']],
    ])
  })
})

describe('prices', () => {
  it('are shown for everything that X charges for', async () => {
    await open()
    const told = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
    expect(told).toEqual([
      ['A reply', '$0.015'],
      ['A reply with a link', '$0.20'],
      ['A reply to a post that mentions or quotes the account', '$0.01'],
      ['Reading a post', '$0.005'],
      ['Reading a post of the account that owns the app', '$0.001'],
      ['Author lookup', 'not known'],
      ['Account lookup', 'free'],
    ])
    expect(screen.getByText(/from a price list/).closest('p')?.textContent).toBe(
      "As of 13 Aug 2026, from a price list. X charges once a day for each post that is read, and nothing for refused calls. X's console shows the final bill.",
    )
  })

  it.each<[string, Partial<ModelSpending>]>([
    [
      "As of 1 Oct 2026, from another list: gpt-a $0.15 in, $0.60 out per million tokens; gpt-b $1.00 in, $2.00 out per million tokens. The provider's bill is final.",
      {},
    ],
    ['This server has no model prices (MODEL_PRICES), so it counts only tokens.', { as_of: null }],
  ])('are shown for models: %s', async (words, told) => {
    await open({}, told)
    expect(screen.getByRole('region', { name: 'Models' }).lastElementChild?.textContent).toBe(words)
  })
})

describe('a budget', () => {
  const hint = (name: string) => {
    const ids = field(name).getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => document.getElementById(id)?.textContent).join('')
  }

  it('is shown with its effect', async () => {
    await open()
    expect([budgetOfX, budgetOfModels].map((name) => [field(name).value, hint(name)])).toEqual([
      [
        '5.00',
        'When the budget is used up, sending and reading mentions wait until 00:00 UTC. Leave empty for no budget.',
      ],
      ['', 'When the budget is used up, drafts wait until 00:00 UTC. This server allows at most $9.00.'],
    ])
    const { inputMode, autocomplete, placeholder } = field(budgetOfX)
    expect([inputMode, autocomplete, placeholder]).toEqual(['decimal', 'off', 'No budget'])
  })

  it.each([
    [budgetOfX, 'PUT /x/budget', 0],
    [budgetOfModels, 'PUT /openai/budget', 1],
  ])('(%s) is saved, and shown as it was saved', async (name, call, place) => {
    const user = await open()
    const saving = server.gate(/budget$/)
    await user.clear(field(name))
    await user.type(field(name), '3')
    const [save, other] = place === 0 ? [0, 1] : [1, 0]
    const buttons = () => screen.getAllByRole<HTMLButtonElement>('button', { name: /^Sav/ })
    await user.click(buttons()[save] as HTMLElement)
    await waitFor(() => expect(server.bodiesOf(call)).toEqual([{ daily: 3_000_000 }]))
    expect([save, other].map((at) => [buttons()[at]?.textContent, buttons()[at]?.disabled])).toEqual([
      ['Saving...', true],
      ['Save', false],
    ])
    await saving.answer({ status: 200, body: { daily: 4_000_000, ceiling: null } })
    await waitFor(() => expect(field(name).value).toBe('4.00'))
  })

  it('shows errors', async () => {
    const user = await open()
    await user.clear(field(budgetOfX))
    await user.type(field(budgetOfX), 'five{Enter}')
    await screen.findByText('Enter dollars, such as 5.00, or leave the field empty for no budget')
    expect(server.bodiesOf('PUT /x/budget')).toEqual([])
  })
})

describe('spending', () => {
  it('is not shown with every server', async () => {
    server.answerNext('GET /x/spending', { status: 404, body: { detail: 'Not Found' } })
    renderConsole(server, '/admin/history/spending')
    await screen.findByText('This server does not provide costs of X.')
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
    expect(document.querySelector('main img')?.getAttribute('src')).toMatch(/noMatch/)
  })

  it('does not mention models if a server does not', async () => {
    await open({}, null)
    await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull())
    expect(screen.queryByRole('region', { name: 'Models' })).toBeNull()
  })

  it('shows that it is loading', async () => {
    const release = server.holdNext('GET /x/spending')
    renderConsole(server, '/admin/history/spending')
    await screen.findByRole('heading', { name: 'Spending', level: 1 })
    await screen.findByText('Loading...')
    release()
    await screen.findByRole('heading', { name: 'Prices' })
  })

  it.each([
    ['GET /x/spending', 'Prices'],
    ['GET /openai/spending', 'Models'],
  ])('can be requested again if %s could not be answered', async (call, heading) => {
    server.answerNext(call, { status: 500 })
    const { user } = renderConsole(server, '/admin/history/spending')
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { name: heading })
  })
})
