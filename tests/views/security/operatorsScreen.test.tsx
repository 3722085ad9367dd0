import { act, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOperatorStore } from '../../../src/services/storage/operatorStore'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'
import type { Operator } from '../../support/server'
import { sampleAccount } from '../../support/serverFakes'

const mine = 'operator@example.com'
const theirs = 'eve@example.com'

let server: InProcessServer
let other: Operator
let groupId: number
beforeEach(async () => {
  server = await startInProcessServer()
  other = await server.operator(theirs)
  const { body } = await server.me.call('POST', '/groups', { name: 'mine', description: 'Of the operator' })
  groupId = (body as { id: number }).id
  await other.call('POST', '/groups', { name: 'theirs', description: 'Of somebody else' })
  await remember(mine)
})
afterEach(() => server.close())

const remember = (email: string) => createOperatorStore(localStorage, crypto.subtle).remember(email)

const open = async (path: string) => {
  const { user } = renderConsole(server, path)
  await screen.findByRole('heading', { level: 1 })
  return user
}

const signInElsewhere = async (email: string, token: string) => {
  await remember(email)
  localStorage.setItem('access_token', token)
  act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'access_token', newValue: token })))
}

const expire = () =>
  act(() => {
    localStorage.removeItem('access_token')
    window.dispatchEvent(new StorageEvent('storage', { key: 'access_token', newValue: null }))
  })

const logIn = async (user: UserEvent, email: string) => {
  await user.type(await screen.findByLabelText('Email'), email)
  await user.type(screen.getByLabelText('Password'), 'correct horse battery')
  await user.click(screen.getByRole('button', { name: 'Login' }))
}

const groups = () =>
  screen
    .getByLabelText('Group')
    .textContent?.replace('Choose a group', '')
    .replace(/Loading\.\.\.|No results\./, '')

describe('if somebody else signs in in another tab', () => {
  it("the screen is left with its messages, and the new operator's data is shown", async () => {
    const user = await open('/admin/group')
    await user.click(await screen.findByRole('button', { name: 'Delete mine' }))
    server.answerNext(`DELETE /groups/${groupId}`, { status: 409, body: { detail: 'Only Ada may know' } })
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await screen.findByRole('button', { name: 'Recent messages, some are new' })
    await signInElsewhere(theirs, other.token)
    await waitFor(() => expect(window.location.pathname).toBe('/admin/home'))
    await waitFor(() => expect(groups()).toBe('theirs'))
    expect(screen.queryByText('Of the operator')).toBeNull()
    expect(screen.queryByText('Only Ada may know')).toBeNull()
  })

  it('Home starts again, with their draft instead of the text typed here', async () => {
    const user = await open('/admin/home')
    await waitFor(() => expect(groups()).toBe('mine'))
    await user.type(screen.getByLabelText('X post link'), 'https://x.com/maker/status/1')
    await signInElsewhere(theirs, other.token)
    await waitFor(() => expect(groups()).toBe('theirs'))
    expect(screen.getByLabelText('X post link')).toHaveProperty('value', '')
    await signInElsewhere(mine, server.me.token)
    await waitFor(() =>
      expect(screen.getByLabelText('X post link')).toHaveProperty('value', 'https://x.com/maker/status/1'),
    )
  })

  it('an import ends: no row becomes theirs', async () => {
    const user = await open('/admin/media-agent')
    const gate = server.gate(/^POST \/twitter\/accounts$/)
    const columns = Object.keys(sampleAccount('ada', ''))
    const rows = ['ada', 'bob', 'cy'].map((name) => Object.values(sampleAccount(name, '')).join(','))
    const file = new File([[columns.join(','), ...rows].join('\n')], 'accounts.csv')
    await user.upload(screen.getByLabelText('CSV file'), file)
    await waitFor(() => expect(gate.waiting()).toBe(1))
    await signInElsewhere(theirs, other.token)
    await waitFor(() => expect(window.location.pathname).toBe('/admin/home'))
    await act(() => gate.pass())
    await waitFor(() => expect(groups()).toBe('theirs'))
    expect(gate.waiting()).toBe(0)
    await expect(other.call('GET', '/twitter/accounts')).resolves.toHaveProperty('body', [])
    expect(screen.queryByRole('link', { name: /^CSV import/ })).toBeNull()
  })

  it('after a logout there, Home is shown instead of the page that was open, and nothing of that page is remembered', async () => {
    const user = await open(`/admin/group/${groupId}`)
    await screen.findByText('mine.')
    expire()
    await screen.findByText('Your session has ended. Sign in again as the same operator to continue where you were.')
    await signInElsewhere(theirs, other.token)
    await waitFor(() => expect(groups()).toBe('theirs'))
    expect(window.location.pathname).toBe('/admin/home')
    expire()
    await logIn(user, mine)
    await waitFor(() => expect(groups()).toBe('mine'))
    expect(window.location.pathname).toBe('/admin/home')
  })

  it.each([
    [mine, () => `/admin/group/${groupId}`],
    [theirs, () => '/admin/home'],
  ])('on this page after an ended session, %s gets no page of another operator', async (email, to) => {
    const user = await open(`/admin/group/${groupId}`)
    await screen.findByText('mine.')
    expire()
    await logIn(user, email)
    await waitFor(() => expect(window.location.pathname).toBe(to()))
  })

  it("the earlier operator's address of Home is dropped", async () => {
    await open('/admin/home?mark=1')
    await waitFor(() => expect(groups()).toBe('mine'))
    expire()
    await signInElsewhere(theirs, other.token)
    await waitFor(() => expect(groups()).toBe('theirs'))
    expect(window.location.search).toBe('')
  })

  it('nothing changes if it is the same operator', async () => {
    await open('/admin/group')
    await screen.findByText('Of the operator')
    await signInElsewhere(mine, server.me.token)
    expect(window.location.pathname).toBe('/admin/group')
    expect(screen.getByText('Of the operator')).toBeDefined()
  })
})

describe('a logout', () => {
  it("keeps the earlier operator's draft, and deletes the own one", async () => {
    const user = await open('/admin/home')
    await user.type(await screen.findByLabelText('X post link'), 'https://x.com/maker/status/1')
    await user.click(screen.getByRole('link', { name: 'Post Group' }))
    await screen.findByText('Of the operator')
    const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('auto-comment-bot.draft'))
    const kept = drafts()
    expect(kept).toHaveLength(1)
    expire()
    await logIn(user, theirs)
    await screen.findByRole('heading', { name: 'Auto Comment Bot', level: 1 })
    await user.click(screen.getByRole('link', { name: 'Post Group' }))
    await screen.findByText('Of somebody else')
    await user.click(screen.getByRole('button', { name: 'Logout' }))
    expect(drafts()).toEqual(kept)
    await logIn(user, mine)
    await screen.findByRole('heading', { name: 'Auto Comment Bot', level: 1 })
    await user.click(screen.getByRole('link', { name: 'Post Group' }))
    await user.click(screen.getByRole('button', { name: 'Logout' }))
    expect(drafts()).toEqual([])
  })
})

describe('a session that ends while the login page is open', () => {
  it('is followed by one that begins in the console', async () => {
    const { user } = renderConsole(server, '/login')
    await screen.findByLabelText('Email')
    expire()
    await logIn(user, mine)
    await screen.findByRole('heading', { name: 'Auto Comment Bot', level: 1 })
    expect(window.location.pathname).toBe('/admin/home')
  })
})
