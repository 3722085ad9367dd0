import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Consent } from '../../../src/schemas/accounts/connections'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole, textIn } from '../../support/renderConsole'
import { fakeX } from '../../support/serverFakes'

let server: InProcessServer
beforeEach(async () => {
  const getMe = fakeX().getMe.mockImplementation(async (access) => ({
    id: '71',
    username: 'access_token' in access ? access.access_token : '',
    subscription: 'PremiumPlus',
    isProtected: true,
  }))
  server = await startInProcessServer(() => ({ x: { ...fakeX(), getMe } }))
})
afterEach(() => server.close())

const connection = {
  unavailable: null,
  callback: 'https://console.example/api/v1/x/callback',
  consumer_keys: 1,
  movable: [
    { id: 1, username: '@ada' },
    { id: 2, username: '@bob' },
  ],
  next: null,
}

describe('the page of a media agent', () => {
  const open = async () => {
    await server.createAccount('ada')
    server.answerNext('GET /x/connection', { status: 200, body: connection })
    const leaveFor = vi.fn()
    const { user } = renderConsole(server, '/admin/media-agent/1', { leaveFor })
    return { user, leaveFor, panel: within(await screen.findByRole('group', { name: 'Connect with X' })) }
  }

  it('connects this account again by X’s page, or shows why the server cannot', async () => {
    const { user, leaveFor, panel } = await open()
    const button = await panel.findByRole('button', { name: 'Connect again' })
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
    server.answerNext('POST /x/consents', { status: 409, body: { detail: 'Set X_CLIENT_ID' } })
    await user.click(button)
    await screen.findAllByText('Set X_CLIENT_ID')
    const authorize_url = 'https://x.com/i/oauth2/authorize?state=s'
    server.answerNext('POST /x/consents', { status: 201, body: { authorize_url } })
    await user.click(button)
    await waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith(authorize_url))
    expect(server.bodiesOf('POST /x/consents')).toEqual([
      { group: '', account_id: 1 },
      { group: '', account_id: 1 },
    ])
    expect(button.hasAttribute('disabled')).toBe(false)
  })

  it('leads to creating an app on X if the server has none', async () => {
    await server.createAccount('ada')
    const unavailable = 'Set X_CLIENT_ID, and start the server again.'
    server.answerNext('GET /x/connection', { status: 200, body: { ...connection, unavailable } })
    renderConsole(server, '/admin/media-agent/1')
    const panel = within(await screen.findByRole('group', { name: 'Connect with X' }))
    await panel.findByText(unavailable)
    const steps = within(await panel.findByRole('list')).getAllByRole('listitem')
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('X’s developer console'),
      expect.stringContaining(`Read and write and Web App, Automated App or Bot`),
      expect.stringContaining('X_CLIENT_ID and X_CLIENT_SECRET'),
      expect.stringContaining('press Connect again'),
    ])
    expect(steps[1]?.textContent).toContain(connection.callback)
    expect(panel.getByRole('link').getAttribute('href')).toBe('https://console.x.com')
    expect(panel.getByRole('button', { name: 'Connect again' }).hasAttribute('disabled')).toBe(true)
  })

  it('moves only this account to OAuth 2.0, with the reason if X refuses, and again', async () => {
    const { user, panel } = await open()
    await panel.findByText('This account uses OAuth 1.0a keys, which X will stop accepting.')
    const detail = 'The client is not allowed to exchange this token.'
    server.answerNext('POST /twitter/accounts/1/move', { status: 200, body: { moved: false, detail } })
    await user.click(panel.getByRole('button', { name: 'Move to OAuth 2.0' }))
    expect((await panel.findByRole('listitem')).textContent).toBe(`@ada keeps its keys: ${detail}`)
    server.answerNext('POST /twitter/accounts/1/move', { status: 200, body: { moved: true, detail: null } })
    await user.click(panel.getByRole('button', { name: 'Try again' }))
    await panel.findByText('Moved. This account now uses OAuth 2.0.')
    expect(server.bodiesOf('POST /twitter/accounts/2/move')).toEqual([])
  })

  it('continues the move after leaving the page, shows it again there, and announces its end anywhere', async () => {
    const { user, panel } = await open()
    const moves = server.gate(/^POST \/twitter\/accounts\/1\/move$/)
    const leave = () => user.click(screen.getByRole('link', { name: 'Post Group' }))
    await user.click(await panel.findByRole('button', { name: 'Move to OAuth 2.0' }))
    await waitFor(() => expect(moves.waiting()).toBe(1))
    expect(document.activeElement?.textContent).toContain('0 of 1 moved, 0 failed.')
    await leave()
    await screen.findByRole('heading', { name: 'Post Group', level: 1 })
    server.answerNext('GET /x/connection', { status: 200, body: connection })
    await user.click(screen.getByRole('link', { name: 'Media Agent' }))
    await user.click(await screen.findByRole('link', { name: /^Edit / }))
    const again = within(await screen.findByRole('group', { name: 'Connect with X' }))
    await again.findByText('0 of 1 moved, 0 failed.')
    await leave()
    await screen.findByRole('heading', { name: 'Post Group', level: 1 })
    await moves.answer({ status: 200, body: { moved: true, detail: null } })
    await screen.findAllByText('@ada now uses OAuth 2.0.')
    expect(server.bodiesOf('POST /twitter/accounts/1/move')).toHaveLength(1)
  })

  it('shows the move of no other account, and each on its own page', async () => {
    const { user, panel } = await open()
    await server.createAccount('bob')
    const ada = server.gate(/^POST \/twitter\/accounts\/1\/move$/)
    const bob = server.gate(/^POST \/twitter\/accounts\/2\/move$/)
    const list = async () => {
      const [link] = screen.getAllByRole('link', { name: 'Media Agent' })
      if (link) await user.click(link)
    }
    const show = async (name: string) => {
      await list()
      await user.click(await screen.findByRole('link', { name }))
      return within(await screen.findByRole('group', { name: 'Connect with X' }))
    }
    await user.click(await panel.findByRole('button', { name: 'Move to OAuth 2.0' }))
    await waitFor(() => expect(ada.waiting()).toBe(1))
    const other = await show('Edit @bob')
    await other.findByText('This account uses OAuth 1.0a keys, which X will stop accepting.')
    await user.click(other.getByRole('button', { name: 'Move to OAuth 2.0' }))
    await waitFor(() => expect(bob.waiting()).toBe(1))
    await (await show('Edit @ada')).findByText('0 of 1 moved, 0 failed.')
    await list()
    await user.click(await screen.findByRole('button', { name: 'Add Media Agent' }))
    const all = within(await screen.findByRole('group', { name: 'Connect with X' }))
    await all.findByText('2 of your accounts use OAuth 1.0a keys, which X will stop accepting.')
    await ada.answer({ status: 200, body: { moved: true, detail: null } })
    await screen.findAllByText('@ada now uses OAuth 2.0.')
    await bob.answer({ status: 200, body: { moved: true, detail: null } })
    await screen.findAllByText('@bob now uses OAuth 2.0.')
  })

  it('shows the move of all accounts again beside a new one', async () => {
    await server.createAccount('ada')
    await server.createAccount('bob')
    const moves = server.gate(/^POST \/twitter\/accounts\/\d+\/move$/)
    const { user } = renderConsole(server, '/admin/media-agent')
    const show = async () => {
      await user.click(await screen.findByRole('button', { name: 'Add Media Agent' }))
      return within(await screen.findByRole('group', { name: 'Connect with X' }))
    }
    await user.click(await (await show()).findByRole('button', { name: 'Move to OAuth 2.0' }))
    await waitFor(() => expect(moves.waiting()).toBe(1))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await server.createAccount('cy')
    await (await show()).findByText('0 of 2 moved, 0 failed.')
  })

  it('shows on the page of one account only its move, and that stopping affects all', async () => {
    await server.createAccount('ada')
    await server.createAccount('bob')
    const moves = server.gate(/^POST \/twitter\/accounts\/\d+\/move$/)
    const { user } = renderConsole(server, '/admin/media-agent')
    await user.click(await screen.findByRole('button', { name: 'Add Media Agent' }))
    const all = within(await screen.findByRole('group', { name: 'Connect with X' }))
    await user.click(await all.findByRole('button', { name: 'Move to OAuth 2.0' }))
    await waitFor(() => expect(moves.waiting()).toBe(1))
    all.getByRole('button', { name: 'Stop' })
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await moves.answer({ status: 200, body: { moved: false, detail: 'X says no' } })
    await waitFor(() => expect(moves.waiting()).toBe(1))
    await user.click(await screen.findByRole('link', { name: 'Edit @bob' }))
    const one = within(await screen.findByRole('group', { name: 'Connect with X' }))
    await one.findByText('0 of 1 moved, 0 failed.')
    one.getByRole('button', { name: 'Stop all' })
    expect(one.queryByText(/X says no/)).toBeNull()
  })

  it('warns about one account with keys that X will stop accepting', async () => {
    await server.createAccount('ada')
    const { user } = renderConsole(server, '/admin/media-agent')
    await user.click(await screen.findByRole('button', { name: 'Add Media Agent' }))
    const panel = within(await screen.findByRole('group', { name: 'Connect with X' }))
    await panel.findByText('1 of your accounts uses OAuth 1.0a keys, which X will stop accepting.')
  })

  it('offers to move all accounts if there are more than one page of X’s connections', async () => {
    const first = await server.createAccount('ada')
    const { db } = server.database
    const { id: _, ...row } = await db
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    const others = Array.from({ length: 200 }, (_, index) => ({
      ...row,
      username: `@other_${index}`,
      username_key: `other_${index}`,
    }))
    await db.insertInto('accounts').values(others).execute()
    const moves = server.gate(/^POST \/twitter\/accounts\/\d+\/move$/)
    const { user } = renderConsole(server, '/admin/media-agent')
    await user.click(await screen.findByRole('button', { name: 'Add Media Agent' }))
    const panel = within(await screen.findByRole('group', { name: 'Connect with X' }))
    await panel.findByText('201 of your accounts use OAuth 1.0a keys, which X will stop accepting.')
    expect(server.requests.filter(({ call }) => call === 'GET /x/connection')).toHaveLength(3)
    await user.click(panel.getByRole('button', { name: 'Move to OAuth 2.0' }))
    await panel.findByText('0 of 201 moved, 0 failed.')
    await moves.answer({ status: 200, body: { moved: true, detail: null } })
    await panel.findByText('1 of 201 moved, 0 failed.')
  })

  it('can connect after the first page of many accounts, which are offered when all pages have arrived', async () => {
    const pages = server.gate(/^GET \/x\/connection$/)
    const { user } = renderConsole(server, '/admin/media-agent')
    await user.click(await screen.findByRole('button', { name: 'Add Media Agent' }))
    await pages.answer({ status: 200, body: { ...connection, next: 2 } })
    const panel = within(await screen.findByRole('group', { name: 'Connect with X' }))
    const button = await panel.findByRole('button', { name: 'Connect with X' })
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
    expect(panel.queryByText(/OAuth 1.0a keys/)).toBeNull()
    await pages.answer({ status: 500, body: { detail: 'Broken' } })
    await panel.findByText(/^We could not check which of your accounts use OAuth 1.0a keys\./)
    await user.click(panel.getByRole('button', { name: 'Try again' }))
    await pages.answer({ status: 200, body: { ...connection, movable: [{ id: 7, username: '@cy' }] } })
    await panel.findByText('3 of your accounts use OAuth 1.0a keys, which X will stop accepting.')
  })

  it('stops if a server repeats the name of a page', async () => {
    const circle = { status: 200, body: { ...connection, next: 2 } }
    const pages = server.gate(/^GET \/x\/connection/)
    const { user } = renderConsole(server, '/admin/media-agent')
    await user.click(await screen.findByRole('button', { name: 'Add Media Agent' }))
    for (const _ of ['the first page', 'the page after account 2']) await pages.answer(circle)
    const panel = within(await screen.findByRole('group', { name: 'Connect with X' }))
    await panel.findByRole('button', { name: 'Move to OAuth 2.0' })
    expect(pages.waiting()).toBe(0)
  })

  it('fills its fields from pasted lines, and sends the filled values', async () => {
    const { user } = await open()
    await user.click(await screen.findByText('Where to find these keys on X, and how to paste all of them'))
    const paste = async (block: string) => {
      await user.click(screen.getByLabelText('Paste KEY=value lines or JSON'))
      await user.paste(block)
      await user.click(screen.getByRole('button', { name: 'Fill in' }))
    }
    await paste('nothing of use')
    await screen.findByText('The pasted text contains no keys.')
    await paste('{"consumerKey":"new-key"}')
    await screen.findByText('1 field filled in. Check the value before you save.')
    await paste('{"consumerKey":"new-key","consumerSecret":"new-secret"}')
    await screen.findByText('2 fields filled in. Check the values before you save.')
    expect(textIn(screen.getByLabelText('API Key'))).toBe('new-key')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(server.bodiesOf('PUT /twitter/accounts/1')).toHaveLength(1))
    expect(server.bodiesOf('PUT /twitter/accounts/1')).toEqual([{ api_key: 'new-key', api_secret: 'new-secret' }])
  })

  it("shows X's words about its subscription, protected posts, and the valid length", async () => {
    const { user } = await open()
    expect(screen.queryByText(/protected/)).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Check' }))
    await screen.findByText(/^Posts of this account are protected: only its followers see its replies\./)
    await screen.findByText(
      /^This account has X Premium\+ and may write more than 280 characters on X\. .* stops at 280/,
    )
  })
})

describe('the outcome of a visit to X’s page', () => {
  const id = 'kR4pX0vQ2mTzL9aB'
  const show = async (answer: { status: number; body: Consent | { detail: string } }) => {
    server.answerNext(`GET /x/consents/${id}`, answer)
    const { user } = renderConsole(server, `/admin/media-agent?consent=${id}`)
    return user
  }
  const ended = (outcome: Consent['outcome'], username: string | null = null, detail: string | null = null) =>
    show({ status: 200, body: { outcome, username, detail } })

  it.each([
    ['connected', '@ada', null, '@ada is connected with OAuth 2.0 and can post.', 'status'],
    [
      'renewed',
      '@ada',
      null,
      '@ada was already connected. Its connection is renewed, and its queued replies will be sent.',
      'status',
    ],
    ['denied', null, null, 'You cancelled on X’s page. Nothing was connected. Press Add Media Agent', 'alert'],
    ['late', null, null, 'You returned from X after more than ten minutes. Nothing was connected.', 'alert'],
    [
      'other_account',
      '@eve',
      null,
      'You gave consent on X as @eve, not as the account that you wanted to connect.',
      'alert',
    ],
    [
      'read_only',
      '@ada',
      null,
      'X gave this app only read access to @ada. Nothing was connected. Set your app to',
      'alert',
    ],
    [
      'refused',
      null,
      'the code was used',
      'The account was not connected: the code was used. Press Add Media Agent',
      'alert',
    ],
    ['failed', '@ada', null, '@ada was not connected: X gave no reason. Press Add Media Agent', 'alert'],
  ] as const)('is shown if it ended as %s', async (outcome, username, detail, words, role) => {
    const user = await ended(outcome, username, detail)
    const said = await screen.findByText((text) => text.startsWith(words))
    expect(said.closest('[role]')?.getAttribute('role')).toBe(role)
    expect(window.location.search).toBe('')
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText((text) => text.startsWith(words))).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })

  it('is not shown before the visit has ended: the address keeps it, and it can be loaded again', async () => {
    const user = await ended(null)
    await screen.findByText(/^You have not finished on X’s page yet, .* Nothing is connected so far\./)
    expect(window.location.search).toBe(`?consent=${id}`)
    server.answerNext(`GET /x/consents/${id}`, {
      status: 200,
      body: { outcome: 'connected', username: '@ada', detail: null },
    })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('@ada is connected with OAuth 2.0 and can post.')
    expect([window.location.search, document.activeElement]).toEqual([
      '',
      screen.getByRole('button', { name: 'Dismiss' }),
    ])
  })

  it('can be loaded again after a failure, and is unknown here if it began in another browser', async () => {
    const user = await show({ status: 500, body: { detail: 'Broken' } })
    await screen.findByText('The result of the connection could not be read.')
    server.answerNext(`GET /x/consents/${id}`, {
      status: 200,
      body: { outcome: 'denied', username: null, detail: null },
    })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText(/^You cancelled/)
    renderConsole(server, '/admin/media-agent?consent=unknown')
    await screen.findByText(/^This answer from X belongs to a connection that was started in another browser/)
  })
})
