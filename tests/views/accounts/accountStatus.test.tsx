import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { StoredAccount } from '../../../src/schemas/accounts/accountEdit'
import type { Account } from '../../../src/schemas/accounts/accounts'
import { AccountStatus } from '../../../src/views/accounts/AccountStatus'
import { summary } from '../../../src/views/accounts/summary'
import { renderPart } from '../../support/renderPart'

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const click = (name: string) => userEvent.click(button(name))
describe('the sentence above the list of media agents', () => {
  const account = (id: number, group: string | null, is_active: boolean): Account => ({
    id,
    username: `@user${id}`,
    group,
    is_active,
    created_at: '2026-05-01T08:00:00.000Z',
  })
  it.each([
    [[], '0 accounts in 0 groups, 0 active.'],
    [[account(1, 'north', true)], '1 account in 1 group, 1 active.'],
    [
      [account(1, 'north', true), account(2, 'south', false), account(3, null, true), account(4, '', true)],
      '4 accounts, 2 in 2 groups, 2 in no group, 3 active.',
    ],
    [[account(1, null, true), account(2, '', false)], '2 accounts in no group, 1 active.'],
    [
      Array.from({ length: 2600 }, (_, index) => account(index, index < 1100 ? 'north' : null, true)),
      '2,600 accounts, 1,100 in 1 group, 1,500 in no group, 2,600 active.',
    ],
    [
      Array.from({ length: 1500 }, (_, index) => account(index, 'north', index > 99)),
      '1,500 accounts in 1 group, 1,400 active.',
    ],
  ])('counts accounts, groups and who is active: %#', (accounts, sentence) => {
    expect(summary(accounts)).toBe(sentence)
  })
})

describe("X's answer about an account", () => {
  const stored: StoredAccount = {
    id: 7,
    username: '@ada',
    group: null,
    is_active: true,
    created_at: '2026-05-01T08:00:00.000Z',
    x: { subscription: null, is_protected: null },
  }
  const told = () => Array.from(screen.getByRole('status').children, ({ textContent }) => textContent)
  const noPremium = 'This account has no X Premium. X accepts replies of up to 280 characters.'
  const longer = (name: string) =>
    `This account has X ${name} and may write more than 280 characters on X. X does not document whether its API accepts longer replies. The counter here stops at 280; a longer reply is sent unchanged.`
  const guarded =
    'Posts of this account are protected: only its followers see its replies. Change this on X, in the privacy settings.'

  it.each([
    [{}, ['ACTIVE', 'Press Check to ask X whether the stored credentials still work.']],
    [{ x: undefined }, ['ACTIVE', 'Press Check to ask X whether the stored credentials still work.']],
    [{ is_active: false, inactive_reason: 'X says Unauthorized' }, ['IN ACTIVE', 'X says Unauthorized']],
    [{ is_active: false, inactive_reason: null }, ['IN ACTIVE', 'X does not accept this account.']],
    [
      { is_active: false, inactive_reason: null, x: { subscription: 'None', is_protected: false } },
      ['IN ACTIVE', 'X does not accept this account.', noPremium],
    ],
    [
      { is_active: false, inactive_reason: null, x: { subscription: 'Basic', is_protected: true } },
      ['IN ACTIVE', 'X does not accept this account.', guarded, longer('Basic')],
    ],
    [
      { is_active: false, inactive_reason: null, x: { subscription: 'PremiumPlus', is_protected: false } },
      ['IN ACTIVE', 'X does not accept this account.', longer('Premium+')],
    ],
  ])('is beside it: %j', (changes, texts) => {
    renderPart(<AccountStatus account={{ ...stored, ...changes }} />)
    expect(told()).toEqual(texts)
  })

  it('is requested by its id, and shown instead of the stored answer', async () => {
    let answer = (_: StoredAccount) => {}
    const verifyAccount = vi.fn(
      () =>
        new Promise<StoredAccount>((resolve) => {
          answer = resolve
        }),
    )
    renderPart(<AccountStatus account={{ ...stored, is_active: false, inactive_reason: 'Old' }} />, {
      api: { verifyAccount },
    })
    await click('Check')
    expect(button('Checking...').disabled).toBe(true)
    expect(verifyAccount.mock.calls).toEqual([[{ params: { accountId: 7 } }]])
    answer(stored)
    await screen.findByText('X accepts these credentials.')
    expect([told()[0], button('Check').disabled]).toEqual(['ACTIVE', false])
    expect(screen.getByRole('link', { name: 'Inbox' }).getAttribute('href')).toBe('/admin/home/inbox?account=7')
  })
})
