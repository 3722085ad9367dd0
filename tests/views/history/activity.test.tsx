import { screen, waitFor, within } from '@testing-library/react'
import fetchMock from 'fetch-mock'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { audit } from '../../../server/db/trail/audit'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import { apiBaseUrl } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'

let server: DeliveringServer

beforeEach(async () => {
  server = await startDeliveringServer()
})
afterEach(() => server.close())

describe('recent activity', () => {
  it('is loaded on request, and shows who did what', async () => {
    await server.me.call('POST', '/groups', { name: 'launch-crew', description: 'Speaks up' })
    await server.me.call('DELETE', '/groups/1')
    const { user } = renderConsole(server, '/admin/history')
    await user.click(await screen.findByRole('button', { name: 'Show activity' }))
    const table = await screen.findByRole('table', { name: 'Recent activity' })
    expect(fetchMock.callHistory.calls().map(({ url }) => url)).toContain(`${apiBaseUrl}/audit?limit=100`)
    const rows = within(table).getAllByRole('row').slice(1)
    expect(
      rows.slice(0, 3).map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(0, 2)
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['Group deleted', 'Whomlaunch-crew'],
      ['Group created', 'Whomlaunch-crew'],
      ['Signed in', 'Whom127.0.0.1'],
    ])
  })

  it('loads further pages, can be searched, and stays if the next page does not load', async () => {
    const { db } = server.database
    for (let index = 1; index <= 130; index += 1) {
      await audit(db, 1, 'group.created', `crew ${index}`, index === 7 ? `text ${'ab'.repeat(32)}` : null)
    }
    const { user } = renderConsole(server, '/admin/history')
    await user.click(await screen.findByRole('button', { name: 'Show activity' }))
    const table = await screen.findByRole('table', { name: 'Recent activity' })
    const whom = () =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell')[1]?.textContent)
    expect(whom()).toHaveLength(100)
    expect(whom()[0]).toBe('Whomcrew 130')

    server.answerNext('GET /audit', { status: 503 })
    await user.click(screen.getByRole('button', { name: 'Show older' }))
    await screen.findByText('Older entries could not be loaded. Check the connection, then try again.')
    expect(whom()).toHaveLength(100)
    await user.click(screen.getByRole('button', { name: 'Show older' }))
    await waitFor(() => expect(whom().length).toBeGreaterThan(130))
    expect(whom().slice(98, 102)).toEqual(['Whomcrew 32', 'Whomcrew 31', 'Whomcrew 30', 'Whomcrew 29'])
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
    expect(table.textContent).not.toContain('abab')

    await user.type(screen.getByRole('searchbox', { name: 'Search activity' }), 'crew 13')
    await waitFor(() => expect(whom()).toEqual(['Whomcrew 130', 'Whomcrew 13']))
    await user.type(screen.getByRole('searchbox', { name: 'Search activity' }), '!')
    await screen.findByText('No matching entries.')
  })
})
