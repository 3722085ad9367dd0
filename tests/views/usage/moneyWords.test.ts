import { describe, expect, it } from 'vitest'
import type { Budget } from '../../../src/schemas/usage/money'
import { leftOf, type PricedReply, sendingText, totalText } from '../../../src/views/usage/money'
import { sampleSpending } from '../../support/spendingSample'

const dollar = 1_000_000

describe('a total', () => {
  it.each([
    [{ charged: 430_000, open: 0, unpriced: 0 }, '$0.43'],
    [{ charged: 430_000, open: 20_000, unpriced: 0 }, '$0.43, and up to $0.02 more that is not known yet'],
    [{ charged: 430_000, open: 0, unpriced: 1 }, '$0.43, and 1 call without a known price'],
    [
      { charged: 430_000, open: 20_000, unpriced: 3 },
      '$0.43, and up to $0.02 more that is not known yet, and 3 calls without a known price',
    ],
  ])('%j is shown as %s', (total, text) => {
    expect(totalText(total)).toBe(text)
  })
})

describe('the rest of a budget', () => {
  it.each<[string, Budget, number, number | null]>([
    ['has no end where nobody set one', { daily: null, ceiling: null }, 2 * dollar, null],
    ["is what is left of the operator's budget", { daily: 5 * dollar, ceiling: null }, 2 * dollar, 3 * dollar],
    ["is what is left of the server's ceiling", { daily: null, ceiling: 7 * dollar }, 2 * dollar, 5 * dollar],
    ['is by the budget below the ceiling', { daily: 5 * dollar, ceiling: 7 * dollar }, 2 * dollar, 3 * dollar],
    ['is by the ceiling below the budget', { daily: 9 * dollar, ceiling: 7 * dollar }, 2 * dollar, 5 * dollar],
    ['is by the ceiling where the budget is as much', { daily: 7 * dollar, ceiling: 7 * dollar }, dollar, 6 * dollar],
    ['is nothing where more was spent', { daily: 5 * dollar, ceiling: null }, 6 * dollar, 0],
    ['is nothing of a budget of nothing', { daily: 0, ceiling: null }, 0, 0],
  ])('%s', (_, budget, spent, left) => {
    expect(leftOf(budget, spent)).toBe(left)
  })
})

describe('the price of a click', () => {
  const link = { hasLink: true, price: 200_000 }
  const plain = { hasLink: false, price: 15_000 }
  const unknown = { hasLink: false, price: null }
  const spendingWith = (daily: number | null, charged = 0, open = 0) => ({
    ...sampleSpending,
    budget: { daily, ceiling: null },
    today: { day: '2026-11-23', charged, open, unpriced: 0 },
  })

  it.each<[PricedReply[], string | undefined]>([
    [[], undefined],
    [[unknown], 'the price of this reply is not known'],
    [[link, unknown], 'the price of these replies is not known'],
    [[plain], 'about $0.015'],
    [[plain, plain], 'about $0.03'],
    [[link], 'about $0.20 (the reply has a link)'],
    [[plain, link], 'about $0.215 (1 of 2 replies has a link)'],
    [[link, plain, link], 'about $0.415 (2 of 3 replies have a link)'],
  ])('of %j is shown as %s', (replies, text) => {
    expect(sendingText(spendingWith(null), replies)).toBe(text)
  })

  const beyond = (left: string) => `. Today’s budget has ${left} left. Replies that exceed it wait.`

  it.each([
    ['is left over', spendingWith(5 * dollar, 4 * dollar), ''],
    ['just suffices', spendingWith(5 * dollar, 4_785_000), ''],
    ['falls short by a little', spendingWith(5 * dollar, 4_790_000), beyond('$0.21')],
    ['falls short by what is not known yet', spendingWith(5 * dollar, 4_700_000, 200_000), beyond('$0.10')],
    ['is used up', spendingWith(dollar, 3 * dollar), beyond('$0.00')],
  ])('is shown with the rest of an insufficient budget: it %s', (_, spending, more) => {
    expect(sendingText(spending, [plain, link])).toBe(`about $0.215 (1 of 2 replies has a link)${more}`)
  })
})
