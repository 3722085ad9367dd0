import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'

let server: InProcessServer

beforeEach(async () => {
  server = await startInProcessServer()
  await server.me.call('POST', '/groups', { name: 'launch-crew', description: 'For launches' })
})
afterEach(() => server.close())

const back = {
  network: () => window.dispatchEvent(new Event('online')),
  person: () => document.dispatchEvent(new Event('visibilitychange')),
}

const retries = () => screen.queryAllByRole('button', { name: 'Try again' })

it.each([
  ['/admin/ai-character', 'GET /ai-roles', 'network'],
  ['/admin/ai-character', 'GET /ai-roles', 'person'],
  ['/admin/media-agent', 'GET /twitter/accounts', 'network'],
  ['/admin/group', 'GET /groups', 'network'],
  ['/admin/group/1', 'GET /groups/1', 'network'],
  ['/admin/history/spending', 'GET /x/spending', 'network'],
  ['/admin/history/by-hand', 'GET /tasks/handed-over', 'network'],
  ['/admin/home/inbox', 'GET /inbox', 'network'],
  ['/admin/settings/operators', 'GET /operators', 'network'],
] as const)('%s loads again what could not be loaded (%s) once the %s is back', async (path, call, who) => {
  server.answerNext(call, { status: 0 })
  renderConsole(server, path)
  await screen.findByRole('button', { name: 'Try again' })
  act(() => void back[who]())
  await waitFor(() => expect(retries()).toEqual([]))
  expect(server.requests.filter((each) => each.call === call)).toHaveLength(2)
})
