import { setTimeout as delay } from 'node:timers/promises'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole, textIn } from '../../support/renderConsole'
import { sampleAccount } from '../../support/serverFakes'

let server: InProcessServer
beforeEach(async () => {
  server = await startInProcessServer()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

const createGroup = (name: string) => server.me.call('POST', '/groups', { name, description: name })

describe('the Create Media Agent dialog', () => {
  const open = async () => {
    const { user } = renderConsole(server, '/admin/media-agent')
    await user.click(await screen.findByRole('button', { name: 'Add Media Agent' }))
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Create Media Agent' })) }
  }

  it('asks for every field', async () => {
    await createGroup('Launch')
    const { user, dialog } = await open()
    await dialog.findByRole('option', { name: 'Launch' })
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    for (const message of [
      'Username is required',
      'Client ID is required',
      'Client Secret is required',
      'API Key is required',
      'API Secret is required',
      'Access Token is required',
      'Access Token Secret is required',
      'Group is required',
    ])
      await dialog.findByText(message)
    expect(dialog.getByLabelText('Username').getAttribute('placeholder')).toBe('@xxx123')
    expect(document.activeElement).toBe(dialog.getByLabelText('Username'))
  })

  it('sends all eight fields and shows the new agent', async () => {
    await createGroup('Launch')
    const { user, dialog } = await open()
    const body = sampleAccount('ada', 'Launch')
    await user.type(dialog.getByLabelText('Username'), body.username)
    await user.type(dialog.getByLabelText('Client ID'), body.client_id)
    await user.type(dialog.getByLabelText('Client Secret'), body.client_secret)
    await user.type(dialog.getByLabelText('API Key'), body.api_key)
    await user.type(dialog.getByLabelText('API Secret'), body.api_secret)
    await user.type(dialog.getByLabelText('Access Token'), body.access_token)
    await user.type(dialog.getByLabelText('Access Token Secret'), body.access_token_secret)
    await user.selectOptions(dialog.getByLabelText('Group'), 'Launch')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findAllByText('Create User Successful!')
    await screen.findByRole('link', { name: 'Edit @ada' })
    expect(screen.queryByRole('dialog', { name: 'Create Media Agent' })).toBeNull()
    expect(server.bodiesOf('POST /twitter/accounts').at(-1)).toEqual(body)
  })

  it('turns the group off with the reason when there is no group', async () => {
    const { user, dialog } = await open()
    await dialog.findByText('No groups found. Please create a group first.')
    expect(dialog.getByLabelText('Group').matches(':disabled')).toBe(true)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('Group is required')
    dialog.getByText('No groups found. Please create a group first.')
    await user.click(dialog.getByRole('link', { name: 'Create group' }))
    await screen.findByRole('heading', { level: 1, name: 'Post Group' })
  })

  it('offers to load the groups again when that failed', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    await createGroup('Launch')
    server.answerNext('GET /groups', { status: 0 })
    const { user, dialog } = await open()
    await user.click(await dialog.findByRole('button', { name: 'Try again' }))
    await dialog.findByRole('option', { name: 'Launch' })
  })

  it('masks every credential until it is revealed', async () => {
    const { user, dialog } = await open()
    const secret = dialog.getByLabelText('API Secret')
    expect(secret.getAttribute('type')).toBe('password')
    await user.click(dialog.getByRole('button', { name: 'Show api secret' }))
    expect(secret.getAttribute('type')).toBe('text')
  })
})

describe('the list of media agents', () => {
  it("is not read endlessly if the browser's clock is an hour behind", async () => {
    await server.createAccount('ada')
    const realNow = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() - 3_600_000)
    renderConsole(server, '/admin/media-agent')
    await screen.findByRole('link', { name: 'Edit @ada' })
    const readings = () => server.requests.filter(({ call }) => call === 'GET /twitter/accounts').length
    const before = readings()
    await delay(1700)
    expect(readings()).toBe(before)
  })
})

describe('the Media Agent Details page', () => {
  it('sends only changed fields, and returns to the list', async () => {
    await createGroup('Launch')
    await createGroup('Retail')
    const id = await server.createAccount('ada', 'Launch')
    const { user } = renderConsole(server, `/admin/media-agent/${id}`)
    await screen.findByRole('heading', { level: 1, name: 'Media Agent Details' })
    await screen.findByRole('option', { name: 'Retail' })
    expect(textIn(screen.getByLabelText('Group'))).toBe('Launch')
    expect(textIn(screen.getByLabelText('API Key'))).toBe('')
    expect(screen.getAllByText('Leave unchanged to keep the stored value.')).toHaveLength(6)
    await user.type(screen.getByLabelText('API Key'), 'rotated')
    await user.selectOptions(screen.getByLabelText('Group'), 'Retail')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await screen.findAllByText('Account updated successfully!')
    expect(window.location.pathname).toBe('/admin/media-agent')
    expect(server.bodiesOf(`PUT /twitter/accounts/${id}`).at(-1)).toEqual({ api_key: 'rotated', group: 'Retail' })
  })

  it("shows X's words about the new keys in the list when the server has checked", async () => {
    const id = await server.createAccount('ada')
    const realNow = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 60_000)
    const { user } = renderConsole(server, `/admin/media-agent/${id}`)
    await user.type(await screen.findByLabelText('API Secret'), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await screen.findByRole('link', { name: 'Edit @ada' })
    screen.getByText('ACTIVE')
    server.x.getMe.mockResolvedValueOnce({ id: 'x-9', username: 'somebody_else' })
    await server.me.call('POST', `/twitter/accounts/${id}/verify`)
    await screen.findByText('IN ACTIVE', {}, { timeout: 4000 })
  })

  it('keeps the stored group when the groups cannot be loaded', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    await createGroup('Launch')
    const id = await server.createAccount('ada', 'Launch')
    server.answerNext('GET /groups', { status: 0 })
    const { user } = renderConsole(server, `/admin/media-agent/${id}`)
    await screen.findByText('The groups could not be loaded.')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(server.bodiesOf(`PUT /twitter/accounts/${id}`).at(-1)).toEqual({}))
    const { body } = await server.me.call('GET', `/twitter/accounts/${id}`)
    expect(body).toMatchObject({ username: '@ada', group: 'Launch' })
  })

  it('shows credentials that another provider returned, masked, and sends them only if they were changed', async () => {
    const id = await server.createAccount('ada')
    const stored = { id, username: '@ada', group: null, is_active: true, created_at: '2026-05-01T08:00:00.000Z' }
    const body = { ...stored, api_key: 'theirs', api_secret: null, access_token: 'as it was' }
    server.answerNext(`GET /twitter/accounts/${id}`, { status: 200, body })
    const { user } = renderConsole(server, `/admin/media-agent/${id}`)
    const key = await screen.findByLabelText('API Key')
    expect([textIn(key), key.getAttribute('type')]).toEqual(['theirs', 'password'])
    await user.type(key, '-rotated')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() =>
      expect(server.bodiesOf(`PUT /twitter/accounts/${id}`).at(-1)).toEqual({ api_key: 'theirs-rotated' }),
    )
  })

  it("asks X on Check, and shows X's answer", async () => {
    const id = await server.createAccount('ada')
    const { user } = renderConsole(server, `/admin/media-agent/${id}`)
    await screen.findByText('ACTIVE')
    server.x.getMe.mockResolvedValueOnce({ id: 'x-9', username: 'somebody_else' })
    await user.click(screen.getByRole('button', { name: 'Check' }))
    await screen.findByText('These credentials belong to @somebody_else')
    screen.getByText('IN ACTIVE')
    await user.click(screen.getByRole('button', { name: 'Check' }))
    await screen.findByText('X accepts these credentials.')
    screen.getByText('ACTIVE')

    server.answerNext(`POST /twitter/accounts/${id}/verify`, { status: 503, body: { detail: 'X cannot be reached' } })
    await user.click(screen.getByRole('button', { name: 'Check' }))
    await screen.findAllByText('X cannot be reached')
  })

  it('fails in the catalogue’s words and stays', async () => {
    const id = await server.createAccount('ada')
    const { user } = renderConsole(server, `/admin/media-agent/${id}`)
    await screen.findByLabelText('Username')
    server.answerNext(`PUT /twitter/accounts/${id}`, { status: 500 })
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await screen.findAllByText('Failed to update Account. Please try again.')
    expect(window.location.pathname).toBe(`/admin/media-agent/${id}`)
  })
})
