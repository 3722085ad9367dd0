import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'
import { type Operator, testSettings } from '../../support/server'

const allowances = { model_calls: 1200, tokens: null, sends: 3, stored_bytes: 256_000_000 }
const link = { tweet_url: 'https://x.com/grace/status/1900000000000000001' }

let server: InProcessServer
let bob: Operator
beforeEach(async () => {
  server = await startInProcessServer(() => ({ settings: { ...testSettings, allowances } }))
  bob = await server.operator('bob@example.com')
})
afterEach(() => server.close())

const open = async (page: 'usage' | 'operators') => {
  const { user } = renderConsole(server, `/admin/settings/${page}`)
  return user
}

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Daily limits' }))

describe('limits a day', () => {
  it('are in the operator’s account with the used part and the rest', async () => {
    await server.me.call('POST', '/twitter/tweet/content', link)
    await open('usage')
    const table = await screen.findByRole('table', { name: 'Daily limits' })
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.lastChild?.textContent))
    expect(rows).toEqual([
      ['What', 'Today', 'Left', 'Limit'],
      ['Model calls', '0', '1,200', '1,200'],
      ['Model tokens', '0', 'No limit', 'No limit'],
      ['Replies sent', '0', '3', '3'],
      ['Stored posts, drafts and tasks', '0 MB', '256 MB', '256 MB'],
    ])
  })

  it('are set by an administrator for one operator: an empty field is the general limit, and text that is not a number is an error', async () => {
    const user = await open('operators')
    await user.click(await screen.findByRole('button', { name: 'Limits of bob@example.com' }))
    const window = await dialog()
    await window.findByText("Used today: 0. Leave empty for the server's default: 1,200.")
    expect(window.getByText("Used today: 0 MB. Leave empty for the server's default: 256 MB.")).toBeDefined()
    const fields = ['Model calls', 'Model tokens', 'Replies sent', 'Stored posts, drafts and tasks, MB']
    for (const [index, typed] of ['9', 'many', '', '12'].entries()) {
      if (typed !== '') await user.type(window.getByLabelText(fields[index] ?? ''), typed)
    }
    await user.click(window.getByRole('button', { name: 'Save' }))
    await window.findByText('Enter a whole number, or leave the field empty')
    await user.clear(window.getByLabelText('Model tokens'))
    await user.type(window.getByLabelText('Model tokens'), '1000000000001')
    await user.click(window.getByRole('button', { name: 'Save' }))
    await window.findByText('At most 1,000,000,000,000')
    await user.clear(window.getByLabelText('Model tokens'))
    await user.type(window.getByLabelText('Model tokens'), '45000')
    await user.click(window.getByRole('button', { name: 'Save' }))
    await screen.findAllByText('Limits saved')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await bob.call('GET', '/auth/allowances')).body).toMatchObject({
      uses: {
        model_calls: { own: 9 },
        tokens: { own: 45_000 },
        sends: { own: null },
        stored_bytes: { own: 12_000_000 },
      },
    })

    await user.click(screen.getByRole('button', { name: 'Limits of bob@example.com' }))
    const again = await dialog()
    const values = async () =>
      Promise.all(fields.map(async (label) => (await again.findByLabelText<HTMLInputElement>(label)).value))
    expect(await values()).toEqual(['9', '45000', '', '12'])
    await user.click(again.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Limits of operator@example.com' }))
    const own = await dialog()
    expect((await own.findByLabelText<HTMLInputElement>('Model calls')).value).toBe('')
  })

  it('keep the typed text if they are refused, and can be requested again if they do not load', async () => {
    const user = await open('operators')
    const button = await screen.findByRole('button', { name: 'Limits of bob@example.com' })
    const { body: operators } = await server.me.call('GET', '/operators')
    const { id } = (operators as { id: number; email: string }[]).find(({ email }) => email === 'bob@example.com') ?? {}
    server.answerNext(`GET /operators/${id}/allowances`, { status: 500, body: { detail: 'Not now' } })
    await user.click(button)
    const window = await dialog()
    await user.click(await window.findByRole('button', { name: 'Try again' }))
    await user.type(await window.findByLabelText('Replies sent'), '5')
    server.answerNext(`PUT /operators/${id}/allowances`, { status: 503, body: { detail: 'The database is away' } })
    await user.click(window.getByRole('button', { name: 'Save' }))
    await screen.findAllByText('The database is away')
    expect(window.getByLabelText<HTMLInputElement>('Replies sent').value).toBe('5')
    await user.click(window.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await bob.call('GET', '/auth/allowances')).body).toMatchObject({ uses: { sends: { own: 5 } } })
  })
})
