import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sendingText, totalText } from '../../../src/views/usage/money'
import { openHome, preview } from '../../support/composer'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import { sampleReading } from '../../support/serverFakes'
import { sampleSpending } from '../../support/spendingSample'

const none = { charged: 0, open: 0, unpriced: 0 }
const spending = { ...sampleSpending, today: { ...none, day: '2026-11-23', charged: 4_900_000, open: 20_000 } }

it('says what a click costs, why, and what of the budget is left', () => {
  const link = { hasLink: true, price: 200_000 }
  const plain = { hasLink: false, price: 15_000 }
  const unknown = { hasLink: false, price: null }
  const limited = { ...spending, budget: { daily: 5_000_000, ceiling: 9_000_000 } }
  expect([
    sendingText(spending, []),
    sendingText(spending, [link]),
    sendingText(spending, [plain]),
    sendingText(spending, [plain, link, plain, link]),
    sendingText(spending, [plain, unknown]),
    sendingText(limited, [plain, link]),
    sendingText(limited, [plain]),
    totalText({ charged: 430_000, open: 20_000, unpriced: 1 }),
    totalText({ ...none, charged: 1_000_000 }),
  ]).toEqual([
    undefined,
    'about $0.20 (the reply has a link)',
    'about $0.015',
    'about $0.43 (2 of 4 replies have a link)',
    'the price of these replies is not known',
    'about $0.215 (1 of 2 replies has a link). Today’s budget has $0.08 left. Replies that exceed it wait.',
    'about $0.015',
    '$0.43, and up to $0.02 more that is not known yet, and 1 call without a known price',
    '$1.00',
  ])
})

const mentionBoth = ({ postedTo }: DeliveringServer) => {
  postedTo.readPost = async (id) => {
    const post = sampleReading(id)
    return { ...post, audience: { ...post.audience, mentions: [{ username: 'ada' }, { username: 'bob' }] } }
  }
}

describe('the console', () => {
  let server: DeliveringServer
  beforeEach(async () => {
    server = await startDeliveringServer('summoned')
    await server.furnish(['ada', 'bob'])
  })
  afterEach(() => server.close())

  it('shows the price before the click, the cost of the task after it, and the day with its budget', async () => {
    mentionBoth(server)
    const user = await openHome(server)
    await user.type(await screen.findByLabelText('X post link'), 'x')
    await screen.findByText(/^Loading a post costs about \$0.015./)
    await user.clear(screen.getByLabelText('X post link'))
    await preview(user, 2)
    await screen.findByText('· about $0.02')
    expect(screen.queryByText(/^Loading a post costs/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    const sent = await screen.findByRole('region', { name: 'Sent' })
    await user.click(await within(sent).findByRole('link', { name: 'Task Details' }))
    await screen.findByText('No more automatic changes.')
    await screen.findByText(
      'Sending cost $0.02. Writing the replies took 1 model call (price not known): 1,234 tokens in, 56 out.',
    )

    await user.click(screen.getByRole('link', { name: 'Back to History' }))
    await user.click(await within(screen.getByRole('main')).findByRole('link', { name: 'Spending' }))
    await screen.findByRole('heading', { level: 1, name: 'Spending' })
    const days = await screen.findByRole('table', { name: 'Spending by day' })
    expect(days.textContent).toContain('$0.02')
    const field = screen.getByRole('textbox', { name: 'Daily budget in dollars' })
    await user.type(field, 'five{Enter}')
    await screen.findByText('Enter dollars, such as 5.00, or leave the field empty for no budget')
    await user.clear(field)
    await user.type(field, '$5{Enter}')
    await waitFor(async () => {
      const { body } = await server.me.call('GET', '/x/spending')
      expect(body).toMatchObject({ budget: { daily: 5_000_000, ceiling: null } })
    })
    expect(await screen.findByDisplayValue('5.00')).toBeDefined()
  })

  it('does not mention money with a provider that does not offer the call, and asks it once', async () => {
    for (const call of ['GET /x/spending', 'GET /openai/spending'])
      server.answerNext(call, { status: 404, body: { detail: 'Not Found' } })
    const user = await openHome(server)
    await preview(user, 2)
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    const sent = await screen.findByRole('region', { name: 'Sent' })
    await user.click(await within(sent).findByRole('link', { name: 'Task Details' }))
    await screen.findByText('No more automatic changes.')
    expect(screen.queryByText(/about \$|Sending cost|Loading a post costs|Preview uses/)).toBeNull()
    expect(
      server.requests
        .map(({ call }) => call)
        .filter((call) => call.includes('spending'))
        .toSorted(),
    ).toEqual(['GET /openai/spending', 'GET /x/spending'])
  })
})
