import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ModelSpending } from '../../../src/schemas/characters/models'
import {
  costText,
  generationText,
  priceText,
  secondsText,
  tokenPriceText,
  tokensText,
  writingText,
} from '../../../src/views/characters/models'
import { fillIn, openHome, replyCard, setCount, texts } from '../../support/composer'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import { sampleRole } from '../../support/serverFakes'
import { eventually } from '../../support/waiting'

const none = { calls: 0, input_tokens: 0, output_tokens: 0, is_estimated: false, charged: 0, unpriced: 0 }
const spending: ModelSpending = {
  prices: [{ model: 'Groq/llama-3', input: 2_000_000, output: 8_000_000 }],
  as_of: '2026-10-02',
  source: 'a contract',
  budget: { daily: null, ceiling: null },
  today: { day: '2026-11-23', ...none, charged: 59_000 },
  days: [],
  models: [],
  characters: [
    {
      ...{ role_id: 1, name: 'Mara', model: 'Groq: llama-3', price: { input: 2_000_000, output: 8_000_000 }, ...none },
      context_tokens: 1_500,
    },
    { role_id: 2, name: 'Jonas', model: 'gpt-new', price: null, context_tokens: null, ...none },
  ],
}

it('says what a generation may take and cost, and whether the budget reaches for it', () => {
  const role = { ...sampleRole, id: 1, model_name: 'Groq: llama-3' }
  const asked = { role, postText: 'Hello there', count: 1 }
  const limited = { ...spending, budget: { daily: 60_000, ceiling: 900_000 } }
  const unknown = { ...role, id: 2, model_name: 'gpt-new' }
  expect([
    generationText(spending, asked),
    generationText(spending, { ...asked, count: 50 }),
    generationText(spending, { ...asked, role: unknown }),
    generationText(limited, asked),
    generationText({ ...limited, today: { ...limited.today, charged: 61_000 } }, { ...asked, role: unknown }),
    generationText({ ...limited, today: { ...limited.today, charged: 2_000 } }, asked),
    generationText(spending, { ...asked, role: { ...role, model_name: 'Groq: llama-4' } }),
  ]).toEqual([
    'Preview uses about 460 tokens of Groq: llama-3 ($0.0013).',
    'Preview uses about 8,500 tokens of Groq: llama-3 ($0.035). One request needs about 4,200 tokens, and the model accepts 1,500. The server will refuse it.',
    'Preview uses about 460 tokens of gpt-new (price not known).',
    'Preview uses about 460 tokens of Groq: llama-3 ($0.0013). Today’s model budget has only $0.001 left. The server will refuse the request.',
    'Preview uses about 460 tokens of gpt-new (price not known). Today’s model budget has only $0.00 left. The server will refuse the request.',
    'Preview uses about 460 tokens of Groq: llama-3 ($0.0013).',
    'Preview uses about 460 tokens of Groq: llama-4 (price not known).',
  ])
  const used = { input_tokens: 12_345, output_tokens: 67, is_estimated: false }
  expect([
    tokensText(used),
    tokensText({ ...used, is_estimated: true }),
    ...[40, 1_940, 9_960, 61_200].map(secondsText),
    tokenPriceText({ input: 150_000, output: 600_000 }),
    costText({ ...none, calls: 2, charged: 1_200 }),
    costText({ ...none, calls: 2, unpriced: 1, charged: 1_200 }),
    costText({ ...none, calls: 2, unpriced: 2 }),
    writingText({ ...none, ...used, calls: 3, charged: 1_200 }),
    writingText(none),
  ]).toEqual([
    '12,345 tokens in, 67 out',
    'about 12,345 tokens in, 67 out (estimated)',
    'under 0.1 s',
    '1.9 s',
    '10 s',
    '61 s',
    '$0.15 in, $0.60 out per million tokens',
    '$0.0012',
    '$0.0012, and 1 call without a known price',
    '2 calls without a known price',
    'Writing the replies took 3 model calls ($0.0012): 12,345 tokens in, 67 out.',
    undefined,
  ])
})

it.each([
  [0, 'under 0.1 s'],
  [49, 'under 0.1 s'],
  [50, '0.1 s'],
  [9_949, '9.9 s'],
  [9_950, '10 s'],
  [10_600, '11 s'],
])('%i ms are shown as %s', (ms, words) => {
  expect(secondsText(ms)).toBe(words)
})

it.each([
  [null, 'price not known'],
  [0, '$0.00'],
  [430_000, '$0.43'],
])('a price of %s micro-dollars is shown as %s', (price, words) => {
  expect(priceText(price)).toBe(words)
})

it.each([
  [{ calls: 0, unpriced: 0 }, undefined],
  [
    { calls: 1, unpriced: 0, charged: 430_000 },
    'Writing the replies took 1 model call ($0.43): 1,904 tokens in, 37 out.',
  ],
  [
    { calls: 3, unpriced: 1, charged: 430_000 },
    'Writing the replies took 3 model calls ($0.43, and 1 call without a known price): 1,904 tokens in, 37 out.',
  ],
  [{ calls: 3, unpriced: 3 }, 'Writing the replies took 3 model calls (price not known): 1,904 tokens in, 37 out.'],
])('the duration of writing (%j) is shown as: %s', (total, words) => {
  expect(writingText({ ...none, input_tokens: 1_904, output_tokens: 37, ...total })).toBe(words)
})

describe('the cost of a generation', () => {
  const role = {
    ...{ id: 1, name: '', model_name: 'gpt-new', category: '', system_prompt: '', background_story: '', version: '1' },
    ...{ personality_traits: [], instruction_set: [], knowledge_base: {}, example_conversations: {}, language: '' },
  }
  const known = (context_tokens: number | null, price: ModelSpending['characters'][number]['price'] = null) => ({
    ...spending,
    characters: [{ role_id: 1, name: 'Mara', model: 'gpt-new', ...none, price, context_tokens }],
  })
  const told = (facts: ModelSpending, count: number, id = 1) =>
    generationText(facts, { role: { ...role, id }, postText: '', count })

  it.each([
    [1, '380'],
    [20, '1,700'],
    [21, '3,500'],
    [100, '21,000'],
    [140, '36,000'],
  ])('is for %i replies about %s tokens: each call repeats the earlier texts', (count, tokens) => {
    expect(told(known(null), count)).toBe(`Preview uses about ${tokens} tokens of gpt-new (price not known).`)
  })

  it.each([
    [6_000, ''],
    [5_000, ' One request needs about 6,500 tokens, and the model accepts 5,000. The server will refuse it.'],
  ])("is shown with the tokens of its longest call out of the model's %i", (most, words) => {
    expect(told(known(most), 100)).toBe(`Preview uses about 21,000 tokens of gpt-new (price not known).${words}`)
  })

  it('has the price of this character only with this model', () => {
    const priced = known(null, { input: 2_000_000, output: 8_000_000 })
    expect([told(priced, 1), told(priced, 1, 2)]).toEqual([
      'Preview uses about 380 tokens of gpt-new ($0.0011).',
      'Preview uses about 380 tokens of gpt-new (price not known).',
    ])
  })

  it.each([
    [60_001, ''],
    [60_000, ' Today’s model budget has only $0.00 left. The server will refuse the request.'],
  ])('may start at an unknown price while anything of %i is left', (daily, words) => {
    const limited = { ...known(null), budget: { daily, ceiling: null }, today: { ...spending.today, charged: 60_000 } }
    expect(told(limited, 1)).toBe(`Preview uses about 380 tokens of gpt-new (price not known).${words}`)
  })

  it.each([
    [1_110, ''],
    [1_109, ' Today’s model budget has only $0.001109 left. The server will refuse the request.'],
  ])('may start if it costs the whole rest, %i', (left, words) => {
    const priced = { ...known(null, { input: 2_000_000, output: 8_000_000 }), budget: { daily: left, ceiling: null } }
    expect(told({ ...priced, today: { ...spending.today, charged: 0 } }, 1)).toBe(
      `Preview uses about 380 tokens of gpt-new ($0.0011).${words}`,
    )
  })
})

describe('the console', () => {
  let server: DeliveringServer
  beforeEach(async () => {
    server = await startDeliveringServer()
    await server.furnish(['ada', 'bob'])
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await server.close()
  })

  it("shows the prompt of each draft, sent or not, and the models' cost with their budget", async () => {
    const user = await openHome(server)
    await fillIn(user)
    await screen.findByText(/^Preview uses about \d+ tokens of gpt-test \(price not known\)\.$/)
    await setCount(user, '2')
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    const second = await replyCard(2)
    const written = await server.database.db.selectFrom('replies').select(['id', 'content']).execute()
    const { id } = written.find(({ content }) => second.textContent?.includes(content)) ?? {}
    server.answerNext(`GET /twitter/replies/told/${id}`, { status: 503, body: { detail: 'The database is away' } })
    await user.click(within(second).getByRole('button', { name: 'More' }))
    await user.click(await within(second).findByRole('button', { name: 'Show the prompt' }))
    const told = within(await screen.findByRole('dialog', { name: 'Prompt' }))
    await told.findByText('The database is away')
    await user.click(told.getByRole('button', { name: 'Try again' }))
    await told.findByText('gpt-test (a test)')
    await told.findByText('1,234 tokens in, 56 out')
    await told.findByText('price not known, for 2 drafts together')
    expect(told.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'The character',
      'Example of a post',
      'Example of a reply',
      'The task',
    ])
    await told.findByText(/You are Mara\./)
    await user.keyboard('xrec')
    await user.click(told.getByRole('button', { name: 'Close' }))
    await eventually(() => expect([texts().length, server.generate.mock.calls.length]).toEqual([2, 1]))

    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    const sent = await screen.findByRole('region', { name: 'Sent' })
    await user.click(await within(sent).findByRole('link', { name: 'Task Details' }))
    await screen.findByText('No more automatic changes.')
    const [first] = await screen.findAllByRole('button', { name: 'Show the prompt' })
    if (!first) throw new Error('no reply tells what its model was told')
    await user.click(first)
    await screen.findByText('gpt-test (a test)')
    await user.keyboard('{Escape}')

    await user.click(screen.getByRole('link', { name: 'Back to History' }))
    await user.click(await within(screen.getByRole('main')).findByRole('link', { name: 'Spending' }))
    const models = within(await screen.findByRole('region', { name: 'Models' }))
    expect((await models.findByRole('table', { name: 'By model, last 30 days' })).textContent).toContain(
      'gpt-test (a test)',
    )
    expect((await models.findByRole('table', { name: 'By character, last 30 days' })).textContent).toContain(
      'Mara, ID 1',
    )
    models.getByText(/This server has no model prices/)
    await user.type(models.getByRole('textbox', { name: 'Daily model budget in dollars' }), '2.50{Enter}')
    await waitFor(async () => {
      const { body } = await server.me.call('GET', '/openai/spending')
      expect(body).toMatchObject({ budget: { daily: 2_500_000, ceiling: null }, today: { calls: 1, unpriced: 1 } })
    })
  })
})
