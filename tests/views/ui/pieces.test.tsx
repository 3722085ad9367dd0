import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { createLoader } from '../../../src/machines/crud/loader'
import { resourceOf } from '../../../src/machines/crud/resource.actors'
import { createLogic } from '../../../src/machines/session/session.actors'
import { accountMessages } from '../../../src/schemas/accounts/accounts.words'
import { createBrowserServices } from '../../../src/services/browser'
import { ListView } from '../../../src/views/crud/ListView'
import { LogicProvider } from '../../../src/views/shell/logicContext'
import { RequireAuth } from '../../../src/views/shell/RequireAuth'
import { eventually } from '../../support/waiting'

let tasks = 0
let counting: ReturnType<typeof setInterval>
const undo: (() => void)[] = []

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  counting = setInterval(() => tasks++, 0)
})
afterEach(() => {
  clearInterval(counting)
  for (const each of undo.splice(0)) each()
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** Each takes longer than React draws without a pause. */
const count = 10
const slowMillis = 8
const Slow = ({ drawnIn }: { drawnIn: Set<number> }) => {
  const until = performance.now() + slowMillis
  while (performance.now() < until);
  drawnIn.add(tasks)
  return <p>Slow</p>
}
const manySlow = (drawnIn: Set<number>) =>
  Array.from({ length: count }, (_, at) => `slow-${at}`).map((key) => <Slow key={key} drawnIn={drawnIn} />)

const draw = (view: ReactNode) => {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  undo.push(() => root.unmount())
  root.render(view)
}
const drawn = () => eventually(() => expect(document.body.querySelectorAll('p').length).toBeGreaterThanOrEqual(count))

it('the first rows of a list are drawn in pieces', async () => {
  const drawnIn = new Set<number>()
  const load = fromPromise<{ data: { id: number }[] }, { params: undefined }>(async () => ({ data: [{ id: 1 }] }))
  const resource = createActor(
    resourceOf<{ id: number }, never>({
      texts: accountMessages,
      list: createLoader<{ id: number }[]>().provide({ actors: { load } }),
      create: async () => {},
      remove: async () => {},
    }),
  )
  draw(
    <ListView resource={resource} empty={null}>
      {() => manySlow(drawnIn)}
    </ListView>,
  )
  await eventually(() => expect(document.body.textContent).toContain('Loading...'))
  resource.start()
  undo.push(() => resource.stop())
  await drawn()
  expect(drawnIn.size).toBeGreaterThan(1)
})

it('the console is drawn in pieces once its session is open', async () => {
  const drawnIn = new Set<number>()
  localStorage.setItem('access_token', 'bearer')
  const services = createBrowserServices({ baseUrl: '/api/v1' })
  let arrive = () => {}
  const code = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const logic = createLogic({ ...services, openConsole: () => code.then(services.openConsole) })
  const auth = createActor(logic.auth)
  draw(
    <LogicProvider logic={logic} auth={auth}>
      <RequireAuth>{manySlow(drawnIn)}</RequireAuth>
    </LogicProvider>,
  )
  auth.start()
  undo.push(() => auth.stop())
  await eventually(() => expect(document.body.textContent).toContain('Loading...'))
  arrive()
  await drawn()
  expect(drawnIn.size).toBeGreaterThan(1)
})
