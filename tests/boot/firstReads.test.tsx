import fetchMock from 'fetch-mock'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { firstReadsOf } from '../../src/services/preload'
import { type InProcessServer, startInProcessServer } from '../support/inProcessServer'
import { renderConsole } from '../support/renderConsole'

let server: InProcessServer

beforeEach(async () => {
  server = await startInProcessServer()
})
afterEach(() => server.close())

const sections = ['home', 'ai-character', 'media-agent', 'group', 'history'].map((section) => `/admin/${section}`)

it.each(sections)('%s reads what is asked for ahead of it, and with the same words', async (path) => {
  const from = fetchMock.callHistory.calls().length
  renderConsole(server, path)
  const read = () =>
    fetchMock.callHistory
      .calls()
      .slice(from)
      .map(({ url }) => url.replace(/^.*\/api\/v1/, ''))
  await vi.waitFor(() => expect(read()).toEqual(expect.arrayContaining(['/meta', ...firstReadsOf(path)])), 10_000)
  expect(firstReadsOf(path)).not.toEqual([])
})

it('nothing is asked for ahead of a page that reads none of the lists', () => {
  expect(['/login', '/admin/history/7', '/admin/unknown', '/administrator'].map(firstReadsOf)).toEqual([[], [], [], []])
})
