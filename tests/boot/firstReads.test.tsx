import fetchMock from 'fetch-mock'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { firstReadsOf, firstReadsTag } from '../../src/boot/firstReads'
import { sections } from '../../src/routes'
import { type InProcessServer, startInProcessServer } from '../support/inProcessServer'
import { renderConsole } from '../support/renderConsole'
import { eventually } from '../support/waiting'

let server: InProcessServer

beforeEach(async () => {
  server = await startInProcessServer()
})
afterEach(() => server.close())

/** The requests of the operator's lists, as in the specification. */
const asked = {
  '/admin/home': ['/ai-roles?skip=0&limit=100', '/groups', '/twitter/accounts?group='],
  '/admin/ai-character': ['/ai-roles?skip=0&limit=100'],
  '/admin/media-agent': ['/twitter/accounts?group='],
  '/admin/group': ['/groups'],
  '/admin/history': ['/tasks/?limit=100'],
}

it.each(Object.entries(asked))('%s gets complete instructions to read its lists', (path, reads) => {
  expect(sections.find((section) => section.path === path)?.reads).toEqual(expect.arrayContaining(reads))
})

it.each(sections)(
  '$path reads the lists that the table of routes contains, with the same parameters',
  async ({ path, reads }) => {
    const from = fetchMock.callHistory.calls().length
    renderConsole(server, path)
    const read = () =>
      fetchMock.callHistory
        .calls()
        .slice(from)
        .map(({ url }) => url.replace(/^.*\/api\/v1/, ''))
    expect(reads).not.toEqual([])
    await eventually(() => expect(read()).toEqual(expect.arrayContaining(['/meta', ...reads])))
  },
)

it("a page contains the list of its screen's reads, and can parse that list", () => {
  const reads = ['/ai-roles?skip=0&limit=100', '/groups']
  document.head.innerHTML = firstReadsTag(reads)
  expect(firstReadsOf(document)).toEqual(reads)
})

it('a page without instructions reads nothing', () => {
  document.head.innerHTML = ''
  expect(firstReadsOf(document)).toEqual([])
})
