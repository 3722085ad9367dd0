import { screen, within } from '@testing-library/react'
import fetchMock from 'fetch-mock'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DeliveringServer, startDeliveringServer } from '../support/deliveringServer'
import { apiBaseUrl } from '../support/inProcessServer'
import { renderConsole } from '../support/renderConsole'

let server: DeliveringServer

beforeEach(async () => {
  server = await startDeliveringServer()
})
afterEach(() => server.close())

describe('recent activity', () => {
  it('is read when it is asked for, and tells who did what', async () => {
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
})
