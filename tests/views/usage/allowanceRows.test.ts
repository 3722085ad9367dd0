import { expect, it } from 'vitest'
import { allowanceRows, amountText } from '../../../src/views/usage/allowanceRows'

it("shows the used part of each limit, including an operator's own limits, and the rest", () => {
  const rows = allowanceRows({
    resets_at: '2026-11-28T00:00:00.000Z',
    uses: {
      model_calls: { used: 1_200, own: 5_000, server: 4_000 },
      tokens: { used: 70_000, own: null, server: 60_000 },
      sends: { used: 3, own: 40, server: null },
      stored_bytes: { used: 3_440_000, own: null, server: null },
    },
  })
  expect(rows).toEqual([
    { name: 'model_calls', used: '1,200', limit: '5,000', left: '3,800' },
    { name: 'tokens', used: '70,000', limit: '60,000', left: '0' },
    { name: 'sends', used: '3', limit: '40', left: '37' },
    { name: 'stored_bytes', used: '3.4 MB', limit: undefined, left: undefined },
  ])
})

it('shows stored data in megabytes', () => {
  expect([amountText('stored_bytes', 1_500_000_000), amountText('sends', 1_500)]).toEqual(['1,500 MB', '1,500'])
})
