import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { Connection, Movable } from '../../../src/schemas/accounts/connections'
import { ApiError } from '../../../src/services/api/api'
import { ConnectPanel } from '../../../src/views/accounts/ConnectPanel'
import { renderPart } from '../../support/renderPart'

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const click = (name: string) => userEvent.click(button(name))
const never = () => new Promise<never>(() => undefined)

const connection: Connection = {
  unavailable: null,
  callback: 'https://desk.example/callback',
  consumer_keys: 1,
  movable: [],
  next: null,
}

describe('the panel that connects with X', () => {
  const open = (answer: (call: { query?: object }) => Promise<Connection>, account?: Movable) => {
    const getConnection = vi.fn(answer)
    const startConsent = vi.fn((_: object) => never())
    renderPart(<ConnectPanel group="north" {...(account ? { account } : {})} />, {
      api: { getConnection, startConsent, moveAccount: never },
    })
    return { getConnection, startConsent }
  }
  const severalApps = () => screen.queryByText(/different apps on X/)?.textContent ?? null

  it('accepts any account that consents, and puts it into the group', async () => {
    const { startConsent } = open(async () => connection)
    expect(button('Connect with X').disabled).toBe(true)
    await waitFor(() => expect(button('Connect with X').disabled).toBe(false))
    await click('Connect with X')
    expect(button('Opening X...').disabled).toBe(true)
    expect(startConsent.mock.calls).toEqual([[{ body: { group: 'north' } }]])
    screen.getByText(
      'Log in to X as the account and let this app post for it. You do not need to copy any keys. The account joins the group selected below.',
    )
  })

  it('asks X for the one account again', async () => {
    const { startConsent } = open(async () => connection, { id: 7, username: '@ada' })
    await waitFor(() => expect(button('Connect again').disabled).toBe(false))
    await click('Connect again')
    expect(startConsent.mock.calls).toEqual([[{ body: { group: 'north', account_id: 7 } }]])
    screen.getByText(
      'Log in to X as @ada and let this app post for it again. Do this if its keys stopped working or the account was renamed. Its group and queued replies are kept.',
    )
  })

  it.each([
    [1, null],
    [
      2,
      'Your accounts use 2 different apps on X. X allows one app for each use. Connect all accounts through one app.',
    ],
  ])("shows X's rule for %i different apps", async (consumer_keys, words) => {
    open(async () => ({ ...connection, consumer_keys }))
    await waitFor(() => expect(button('Connect with X').disabled).toBe(false))
    expect(severalApps()).toBe(words)
  })

  it('does not mention several apps for one account', async () => {
    open(async () => ({ ...connection, consumer_keys: 3 }), { id: 7, username: '@ada' })
    await waitFor(() => expect(button('Connect again').disabled).toBe(false))
    expect(severalApps()).toBeNull()
  })

  it('can be loaded again after a failure', async () => {
    let answer = async (): Promise<Connection> => Promise.reject(new Error('away'))
    const { getConnection } = open(() => answer())
    expect((await screen.findByRole('alert')).textContent).toBe(
      'We could not check whether this option is available. Try againReload',
    )
    expect(button('Connect with X').disabled).toBe(true)
    answer = async () => connection
    await click('Try again')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(getConnection).toHaveBeenCalledTimes(2)
  })

  it.each([
    [[], null],
    [[{ id: 7, username: '@ada' }], 'This account uses OAuth 1.0a keys, which X will stop accepting.'],
  ])('offers to move the one account if it has keys: %j', async (movable, words) => {
    open(async () => ({ ...connection, movable }), { id: 7, username: '@ada' })
    await waitFor(() => expect(button('Connect again').disabled).toBe(false))
    expect(screen.queryByText(/OAuth 1\.0a/)?.textContent ?? null).toBe(words)
  })

  it.each([
    [[], null],
    [[{ id: 7, username: '@ada' }], '1 of your accounts uses OAuth 1.0a keys, which X will stop accepting.'],
  ])('offers beside a new account to move all with keys: %j', async (movable, words) => {
    open(async () => ({ ...connection, movable }))
    await waitFor(() => expect(button('Connect with X').disabled).toBe(false))
    expect(screen.queryByText(/OAuth 1\.0a/)?.textContent ?? null).toBe(words)
  })

  it('offers all accounts after the last page has arrived, and loads pages again that failed', async () => {
    let answer = async (): Promise<Connection> => Promise.reject(new Error('away'))
    const first = { ...connection, movable: [{ id: 7, username: '@ada' }], next: 7 }
    const { getConnection } = open(async ({ query }) => (query ? answer() : first))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'We could not check which of your accounts use OAuth 1.0a keys. Try againReload',
    )
    answer = async () => ({ ...connection, movable: [{ id: 8, username: '@bob' }] })
    await click('Try again')
    await screen.findByText('2 of your accounts use OAuth 1.0a keys, which X will stop accepting.')
    expect(getConnection.mock.calls).toMatchObject([[{}], [{ query: { cursor: '7' } }], [{ query: { cursor: '7' } }]])
  })

  it('is left out for a provider without this option', async () => {
    open(async () => Promise.reject(new ApiError(404, 'Not Found')))
    await waitFor(() => expect(screen.queryByRole('group')).toBeNull())
  })

  it('can be used again if the operator stays after all', async () => {
    const startConsent = vi.fn(async () => ({ authorize_url: 'https://x.example/authorize' }))
    const leaveFor = vi.fn()
    renderPart(<ConnectPanel group="" />, {
      api: { getConnection: async () => connection, startConsent, moveAccount: never },
      services: { leaveFor },
    })
    await waitFor(() => expect(button('Connect with X').disabled).toBe(false))
    await click('Connect with X')
    await waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith('https://x.example/authorize'))
    await waitFor(() => expect(button('Connect with X').disabled).toBe(false))
  })
})
