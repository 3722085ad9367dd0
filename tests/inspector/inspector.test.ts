import fetchMock from 'fetch-mock'
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { statelyUrl } from '../../inspector/online'
import { startInspection } from '../../inspector/start'
import { replyFlow as composer } from '../../src/machines/composer/composer.actors'
import { createLogic } from '../../src/machines/session/session.actors'
import type { Entry } from '../../src/recording/recording'
import { redact } from '../../src/recording/redact'
import { credentialNames } from '../../src/schemas/accounts/accounts'
import { createBrowserServices } from '../../src/services/browser'
import { row } from '../machines/samples'
import { eventually } from '../support/waiting'

const posted: unknown[] = []
const replace = vi.fn((_: string) => {})
const focus = vi.fn()
const inspectorWindow = {
  postMessage: (message: unknown) => posted.push(message),
  closed: false,
  location: { replace },
  focus,
}
const open = vi.fn((..._: string[]): object => inspectorWindow)

let listening: MockInstance<typeof window.addEventListener>

beforeEach(() => {
  listening = vi.spyOn(window, 'addEventListener')
  posted.length = 0
  open.mockReset().mockReturnValue(inspectorWindow)
  replace.mockReset()
  focus.mockReset()
  inspectorWindow.closed = false
  vi.stubGlobal('open', open)
  fetchMock.mockGlobal().get(statelyUrl, {}, { name: 'stately' })
})

afterEach(() => {
  for (const [type, listener] of listening.mock.calls) window.removeEventListener(type, listener)
  listening.mockRestore()
  vi.unstubAllGlobals()
  fetchMock.hardReset()
})

const press = (keys: KeyboardEventInit) => window.dispatchEvent(new KeyboardEvent('keydown', keys))

const logic = createLogic(createBrowserServices({ baseUrl: '/api/v1' }))

const start = () => {
  const auth = createActor(logic.auth, { inspect: startInspection() })
  auth.start()
  return auth
}

const isOpen = () => open.mock.calls.some(([url]) => url === statelyUrl)

const openInspector = async () => {
  press({ ctrlKey: true, altKey: true, code: 'KeyI' })
  await eventually(() => expect(isOpen()).toBe(true))
  window.dispatchEvent(new MessageEvent('message', { data: { type: '@statelyai.connected' } }))
}

it('opens on Ctrl+Alt+I and on no other key', async () => {
  const auth = start()
  press({ ctrlKey: true, code: 'KeyI' })
  press({ ctrlKey: true, altKey: true, code: 'KeyJ' })
  expect(open).not.toHaveBeenCalled()
  await openInspector()
  auth.stop()
})

/** Counts the messages to Stately's page about the session's actor. */
const timesTold = () =>
  posted.filter((message) => JSON.stringify(message).includes('"@xstate.actor","name":"auth"')).length

it('sends everything to the Stately inspector once, however often the keys are pressed, and shows its window again', async () => {
  const auth = start()
  press({ ctrlKey: true, altKey: true, code: 'KeyI' })
  await openInspector()
  await eventually(() => expect(timesTold()).toBe(1))
  press({ ctrlKey: true, altKey: true, code: 'KeyI' })
  await eventually(() => expect(focus).toHaveBeenCalledOnce())
  window.dispatchEvent(new MessageEvent('message', { data: { type: '@statelyai.connected' } }))
  expect(timesTold()).toBe(2)
  inspectorWindow.closed = true
  open.mockClear()
  press({ ctrlKey: true, altKey: true, code: 'KeyI' })
  await eventually(() => expect(isOpen()).toBe(true))
  auth.stop()
})

const askForRun = (run?: string) => {
  const source = Object.assign(new MessageChannel().port1, inspectorWindow)
  const data = { type: 'inspection.ready', run }
  window.dispatchEvent(new MessageEvent('message', { data, origin: window.location.origin, source }))
}

const openLocalInspector = () => {
  press({ ctrlKey: true, altKey: true, shiftKey: true, code: 'KeyI' })
  askForRun()
}

interface Told {
  run: string
  startsAnew: boolean
  entries: Entry[]
}
const toldToPage = (): Told[] =>
  posted.filter((message): message is Told => JSON.stringify(message).startsWith('{"type":"inspection.entries"'))

it("opens the repository's own page if Stately's does not answer, and on request", async () => {
  const auth = start()
  press({ ctrlKey: true, altKey: true, shiftKey: true, code: 'KeyI' })
  expect(open.mock.calls.map(([page]) => page)).toEqual(['/inspector/'])
  open.mockClear()
  fetchMock.modifyRoute('stately', { response: { throws: new TypeError('Failed to fetch') } })
  press({ ctrlKey: true, altKey: true, code: 'KeyI' })
  await eventually(() => expect(replace).toHaveBeenCalledWith('/inspector/'))
  expect(isOpen()).toBe(false)
  auth.stop()
})

const latest = (): Told => {
  const message = toldToPage().at(-1)
  if (!message) throw new Error('Nothing was told')
  return message
}

it("draws the session's machines too, although their code loads late", async () => {
  localStorage.setItem('access_token', 'bearer of ada')
  const auth = start()
  await waitFor(auth, (snapshot) => snapshot.matches({ signedIn: 'open' }))
  const { machineOf, provideComposer } = logic.consoleLogic()
  provideComposer(machineOf(composer))
  auth.send({ type: 'composer.open' })
  auth.getSnapshot().children.replyFlow?.send({ type: 'preview.request', role_id: 5, count: 1 })
  openLocalInspector()
  const entries = toldToPage().flatMap((message) => message.entries)
  const drawn = entries.flatMap((entry) => (entry.kind === 'actor' && entry.chart ? [entry.name] : []))
  expect(drawn).toEqual(expect.arrayContaining(['auth', 'replyFlow', 'csvImport']))
  const taken = entries.flatMap((entry) => (entry.kind === 'snapshot' ? entry.transitions : []))
  expect(taken.filter((id) => id.startsWith('replyFlow.work.open#'))).toHaveLength(1)
  localStorage.clear()
  auth.stop()
})

it('sends a page that stayed open everything again after a reload of the console, otherwise only new entries', async () => {
  const first = start()
  openLocalInspector()
  const { run } = latest()
  first.send({ type: 'session.open' })
  askForRun(run)
  await eventually(() => expect(toldToPage().length).toBeGreaterThan(1))
  const told = toldToPage().filter((message) => message.run === run)
  expect(told.map(({ startsAnew }) => startsAnew)).toEqual([true, ...told.slice(1).map(() => false)])
  first.stop()
  const second = start()
  askForRun(run)
  expect([latest().startsAnew, latest().run === run]).toEqual([true, false])
  second.stop()
})

it.each([
  ['the Stately inspector', openInspector],
  ["the repository's own page", openLocalInspector],
])('sends %s everything since the start, and no password, token or credential', async (_, openIt) => {
  fetchMock
    .post('path:/api/v1/auth/login', { access_token: 'bearer of ada' })
    .post('path:/api/v1/twitter/accounts', { status: 422, body: { detail: 'No such group' } })
  const auth = start()
  await waitFor(auth, (snapshot) => snapshot.matches('signedOut'))
  auth.send({ type: 'login.submit', body: { email: 'ada@example.org', password: 'open sesame' } })
  const { csvImport } = (await waitFor(auth, (snapshot) => snapshot.matches({ signedIn: 'open' }))).children
  if (!csvImport) throw new Error('no import runs')
  const { values } = row(2, '@agent')
  const secrets = credentialNames.map((_, index) => `KeptSecret${index}`)
  const text = `${Object.keys(values).join(',')}\n@agent,${secrets.join(',')},\n`
  csvImport.send({ type: 'file.choose', file: logic.consoleLogic().holdFile(new File([text], 'agents.csv')) })
  await waitFor(csvImport, (snapshot) => snapshot.matches('settled'))
  await openIt()

  const told = ['login.submit', 'ada@example.org', 'file.choose', 'agents.csv', 'No such group', '[redacted]']
  await eventually(() => expect(told.filter((text) => !JSON.stringify(posted).includes(text))).toEqual([]))
  const stream = JSON.stringify(posted)
  expect(['open sesame', 'bearer of ada', ...secrets].filter((secret) => stream.includes(secret))).toEqual([])
  auth.stop()
})

it('records no password, no code, no app key and no passkey signature', () => {
  const secret = (name: string) => `secret ${name}`
  const recorded = redact({
    events: [
      { type: 'factor.start', current_password: secret('password') },
      { type: 'factor.enrol', code: secret('code') },
      { output: { secret: secret('key'), address: 'otpauth://totp/x?secret=secret' } },
      { output: { recovery_codes: [secret('recovery code')] } },
      { output: { id: 'known', response: { clientDataJSON: secret('said'), attestationObject: secret('attested') } } },
    ],
    context: { options: { rp: { id: 'console.example' }, challenge: secret('challenge') }, credential: secret('made') },
  })
  expect(JSON.stringify(recorded)).not.toContain('secret ')
  expect(recorded).toMatchObject({
    events: [{}, {}, { output: { address: '[redacted]' } }, {}, { output: { id: 'known' } }],
    context: { options: { rp: { id: 'console.example' }, challenge: '[redacted]' }, credential: '[redacted]' },
  })
})

it('shortens long lists, and copies the common part of two snapshots to the page once', () => {
  const rows = Array.from({ length: 52 }, (_, index) => ({ username: `@agent${index}`, access_token: 'mine' }))
  const [before, after] = [redact({ rows, left: 52, unsaid: undefined }), redact({ rows, left: 51 })]
  expect(before.rows).toBe(after.rows)
  expect([before.left, after.left, 'unsaid' in before]).toEqual([52, 51, false])
  expect(before.rows.slice(49)).toEqual([{ username: '@agent49', access_token: '[redacted]' }, '[2 more]'])
})
