import fetchMock from 'fetch-mock'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { startInspection } from '../../src/inspector'
import { createLogic } from '../../src/logic'
import { credentialNames } from '../../src/schemas/accounts'
import { createBrowserServices } from '../../src/services/browser'
import { row } from '../machines/samples'

vi.mock('../../src/services/csvWorker?worker&url', () => ({ default: '/csvWorker.js' }))

const posted: unknown[] = []
const inspectorWindow = { postMessage: (message: unknown) => posted.push(message) }
const open = vi.fn((..._: string[]): object => inspectorWindow)

beforeEach(() => {
  posted.length = 0
  open.mockReset().mockReturnValue(inspectorWindow)
  vi.stubGlobal('open', open)
  fetchMock.mockGlobal()
})

afterEach(() => {
  vi.unstubAllGlobals()
  fetchMock.hardReset()
})

const press = (keys: KeyboardEventInit) => window.dispatchEvent(new KeyboardEvent('keydown', keys))

const start = () => {
  const logic = createLogic(createBrowserServices({ baseUrl: '/api/v1' }))
  const auth = createActor(logic.auth, { inspect: startInspection() })
  auth.start()
  return auth
}

const openInspector = () => {
  press({ ctrlKey: true, altKey: true, code: 'KeyI' })
  window.dispatchEvent(new MessageEvent('message', { data: { type: '@statelyai.connected' } }))
}

it('opens on Ctrl+Alt+I and on no other key', () => {
  const auth = start()
  press({ ctrlKey: true, code: 'KeyI' })
  press({ ctrlKey: true, altKey: true, code: 'KeyJ' })
  expect(open).not.toHaveBeenCalled()
  openInspector()
  expect(open).toHaveBeenCalled()
  auth.stop()
})

const openLocalInspector = () => {
  press({ ctrlKey: true, altKey: true, shiftKey: true, code: 'KeyI' })
  const { origin } = window.location
  const source = Object.assign(new MessageChannel().port1, inspectorWindow)
  open.mockReturnValue(source)
  press({ ctrlKey: true, altKey: true, shiftKey: true, code: 'KeyI' })
  window.dispatchEvent(new MessageEvent('message', { data: { type: 'inspection.ready' }, origin, source }))
}

it("opens the repository's own page without internet, and when it is asked for", () => {
  const auth = start()
  press({ ctrlKey: true, altKey: true, shiftKey: true, code: 'KeyI' })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  press({ ctrlKey: true, altKey: true, code: 'KeyI' })
  const pages = open.mock.calls.map(([page]) => page)
  expect(pages.length).toBeGreaterThanOrEqual(2)
  expect(new Set(pages)).toEqual(new Set(['/inspector.html']))
  vi.restoreAllMocks()
  auth.stop()
})

it.each([
  ['the Stately inspector', openInspector],
  ["the repository's own page", openLocalInspector],
])('tells %s everything since the start, and no password, token or credential', async (_, openIt) => {
  fetchMock
    .post('path:/api/v1/auth/login', { access_token: 'bearer of ada' })
    .post('path:/api/v1/twitter/accounts', { status: 422, body: { detail: 'No such group' } })
  const auth = start()
  await waitFor(auth, (snapshot) => snapshot.matches('signedOut'))
  auth.send({ type: 'login.submit', body: { email: 'ada@example.org', password: 'open sesame' } })
  const { csvImport } = (await waitFor(auth, (snapshot) => snapshot.matches({ signedIn: 'open' }))).children
  if (!csvImport) throw new Error('no import runs')
  const { values } = row(2, '@agent')
  const secrets = credentialNames.map((name) => `secret ${name}`)
  const text = `${Object.keys(values).join(',')}\n@agent,${secrets.join(',')},\n`
  csvImport.send({ type: 'file.choose', file: new File([text], 'agents.csv') })
  await waitFor(csvImport, (snapshot) => snapshot.matches('settled'))
  openIt()

  const told = ['login.submit', 'ada@example.org', 'file.choose', '@agent', 'No such group', '[redacted]']
  await vi.waitFor(() => expect(told.filter((text) => !JSON.stringify(posted).includes(text))).toEqual([]), 10_000)
  const stream = JSON.stringify(posted)
  expect(['open sesame', 'bearer of ada', ...secrets].filter((secret) => stream.includes(secret))).toEqual([])
  auth.stop()
})
