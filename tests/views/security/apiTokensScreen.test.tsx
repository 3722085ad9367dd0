import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'

let server: InProcessServer
beforeEach(async () => {
  server = await startInProcessServer()
})
afterEach(() => server.close())

const open = async () => {
  const { user } = renderConsole(server, '/admin/settings/tokens')
  const section = within(await screen.findByRole('region', { name: 'API tokens' }))
  return { user, section }
}

describe('API tokens', () => {
  it('are created with a name, a scope and an expiry, shown once, and revoked after a confirmation', async () => {
    const { user, section } = await open()
    await user.click(section.getByRole('button', { name: 'Create an API token' }))
    await section.findByText('Name is required')
    await user.type(section.getByLabelText('Token name'), 'Drafting agent')
    await user.selectOptions(section.getByLabelText('Permission'), 'Read and draft')
    await user.clear(section.getByLabelText('Expires after (days)'))
    await user.type(section.getByLabelText('Expires after (days)'), '366')
    await user.click(section.getByRole('button', { name: 'Create an API token' }))
    await section.findByText('Must be 1 to 365 days')
    await user.clear(section.getByLabelText('Expires after (days)'))
    await user.type(section.getByLabelText('Expires after (days)'), '7')
    await user.click(section.getByRole('button', { name: 'Create an API token' }))
    const token = (await section.findByText(/^acb_[\w-]{43}$/)).textContent
    expect(section.getByRole('button', { name: 'Copy the token' })).toBeDefined()
    await user.click(section.getByRole('button', { name: 'I stored the token' }))
    await section.findByText(/^Read and draft, until/)
    expect(document.body.textContent).not.toContain(token)
    expect(await server.database.db.selectFrom('api_tokens').select(['name', 'scope']).execute()).toEqual([
      { name: 'Drafting agent', scope: 'draft' },
    ])

    await user.click(section.getByRole('button', { name: 'Revoke Drafting agent' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    await user.click(await section.findByRole('button', { name: 'Revoke Drafting agent' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
    await screen.findByText('API token revoked')
    await waitFor(() => expect(section.queryByText('Drafting agent')).toBeNull())
    expect(await server.database.db.selectFrom('api_tokens').select('id').execute()).toEqual([])
  })

  it('stay visible until they are stored, and cause a confirmation before leaving', async () => {
    const { user, section } = await open()
    await user.type(section.getByLabelText('Token name'), 'Drafting agent')
    await user.click(section.getByRole('button', { name: 'Create an API token' }))
    const token = (await section.findByText(/^acb_[\w-]{43}$/)).textContent ?? ''
    const closing = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(closing)
    expect(closing.defaultPrevented).toBe(true)
    await user.click(screen.getByRole('link', { name: 'Home' }))
    const question = await screen.findByRole('alertdialog', { name: 'Leave without storing this?' })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(section.getByText(token)).toBeDefined()
  })

  it('show why one was not created, and keep the typed text', async () => {
    const { user, section } = await open()
    const { db } = server.database
    const at = '2026-01-02T03:04:05.000Z'
    const row = {
      owner_id: 1,
      name: 'old',
      scope: 'read',
      created_at: at,
      expires_at: '2999-01-01T00:00:00.000Z',
    } as const
    const rows = Array.from({ length: 20 }, (_, index) => ({ ...row, token_hash: `hash ${index}` }))
    await db.insertInto('api_tokens').values(rows).execute()
    await user.type(section.getByLabelText('Token name'), 'One too many')
    await user.click(section.getByRole('button', { name: 'Create an API token' }))
    await section.findByText('You already have 20 API tokens. Revoke one to add another')
    expect(section.getByLabelText('Token name')).toHaveProperty('value', 'One too many')
  })
})
