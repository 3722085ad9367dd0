import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { Movable } from '../../../src/schemas/accounts/connections'
import { MovePanel } from '../../../src/views/accounts/MovePanel'
import { closingIsQuestioned } from '../../support/renderConsole'
import { renderPart } from '../../support/renderPart'

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const click = (name: string) => userEvent.click(button(name))
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
describe('the move of accounts to OAuth 2.0', () => {
  const ada = { id: 1, username: '@ada' }
  const bob = { id: 2, username: '@bob' }
  const cy = { id: 3, username: '@cy' }
  const open = (accounts: readonly Movable[], isOne = false) => {
    const answers: ((detail: string | null) => void)[] = []
    const moveAccount = vi.fn(
      (_: object) => new Promise((resolve) => answers.push((detail) => resolve({ moved: detail === null, detail }))),
    )
    const view = renderPart(<MovePanel accounts={accounts} isOne={isOne} />, { api: { moveAccount } })
    const answer = async (detail: string | null) => {
      const calls = moveAccount.mock.calls.length
      await waitFor(() => expect(answers).toHaveLength(1))
      answers.pop()?.(detail)
      return calls
    }
    return { view, moveAccount, answer }
  }
  const status = () => screen.getByRole('status').textContent
  const meter = () => screen.queryByRole('img')?.getAttribute('aria-label') ?? null

  it.each([
    ['This account uses OAuth 1.0a keys, which X will stop accepting.', [ada], true],
    ['1 of your accounts uses OAuth 1.0a keys, which X will stop accepting.', [ada], false],
    ['2 of your accounts use OAuth 1.0a keys, which X will stop accepting.', [ada, bob], false],
    [
      '1,200 of your accounts use OAuth 1.0a keys, which X will stop accepting.',
      Array.from({ length: 1200 }, (_, id) => ({ id, username: `@user${id}` })),
      false,
    ],
  ])('is offered: %s', (words, accounts, isOne) => {
    open(accounts, isOne)
    expect([status(), buttons(), meter()]).toEqual([words, ['Move to OAuth 2.0'], null])
  })

  it('proceeds one by one, shows which accounts keep their keys and why, and retries those', async () => {
    const { moveAccount, answer } = open([ada, bob, cy])
    await click('Move to OAuth 2.0')
    expect([status(), buttons(), meter()]).toEqual(['0 of 3 moved, 0 failed.', ['Stop'], '0 of 3 processed'])
    expect(closingIsQuestioned()).toBe(true)
    await answer(null)
    await waitFor(() => expect([status(), meter()]).toEqual(['1 of 3 moved, 0 failed.', '1 of 3 processed']))
    await answer('X says no')
    await waitFor(() => expect([status(), meter()]).toEqual(['1 of 3 moved, 1 failed.', '2 of 3 processed']))
    expect(Array.from(screen.getByRole('img').children, (each) => each.getAttribute('style'))).toHaveLength(2)
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '@bob keeps its keys: X says no',
    ])
    await click('Stop')
    expect(button('Stopping...').disabled).toBe(true)
    await answer(null)
    await waitFor(() =>
      expect([status(), buttons(), meter()]).toEqual(['2 of 3 moved, 1 failed.', ['Try again'], null]),
    )
    expect(closingIsQuestioned()).toBe(false)
    await click('Try again')
    await answer(null)
    await waitFor(() => expect([status(), buttons()]).toEqual(['Moved. This account now uses OAuth 2.0.', []]))
    expect(screen.queryByRole('list')).toBeNull()
    expect(moveAccount.mock.calls.map(([call]) => call)).toEqual(
      [1, 2, 3, 2].map((accountId) => ({ params: { accountId } })),
    )
  })

  it('of several accounts counts them when all were moved, with nothing left to retry', async () => {
    const { answer } = open([ada, bob])
    await click('Move to OAuth 2.0')
    await answer(null)
    await answer(null)
    await waitFor(() => expect([status(), buttons()]).toEqual(['2 of 2 moved, 0 failed.', []]))
  })

  it('of one account is shown as running before it is shown as done', async () => {
    const { answer } = open([ada], true)
    await click('Move to OAuth 2.0')
    expect([status(), meter()]).toEqual(['0 of 1 moved, 0 failed.', '0 of 1 processed'])
    await answer(null)
    await waitFor(() => expect(status()).toBe('Moved. This account now uses OAuth 2.0.'))
    expect(document.activeElement?.textContent).toBe('Moved. This account now uses OAuth 2.0.')
  })

  it('of one account that keeps its keys is not shown as done', async () => {
    const { answer } = open([ada], true)
    await click('Move to OAuth 2.0')
    await answer('The token is gone')
    await waitFor(() => expect([status(), buttons()]).toEqual(['0 of 1 moved, 1 failed.', ['Try again']]))
  })
})
