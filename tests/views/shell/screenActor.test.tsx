import { act, render, renderHook } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import toast, { useToaster } from 'react-hot-toast/headless'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Actor, type AnyActorRef, createActor, emit, type InspectionEvent, setup } from 'xstate'
import { succeeded, type Toast } from '../../../src/machines/crud/emitted'
import type { AuthRef } from '../../../src/machines/session/auth'
import { createLogic } from '../../../src/machines/session/session.actors'
import { createConsoleLogic } from '../../../src/machines/shell/console.actors'
import type { LeavingRef } from '../../../src/machines/shell/leaving'
import { createBrowserServices } from '../../../src/services/browser'
import { LeavingContext } from '../../../src/views/shell/leavingContext'
import { LogicProvider } from '../../../src/views/shell/logicContext'
import { useLastingActor, useScreenActor } from '../../../src/views/shell/screenActor'
import { servicesOf } from '../../support/consoleServices'
import { apiBaseUrl } from '../../support/inProcessServer'
import { eventually } from '../../support/waiting'

afterEach(() => toast.remove())

const pageMachine = setup({
  types: {
    context: {} as { name: string },
    input: {} as { name: string } | undefined,
    events: {} as { type: 'write' } | { type: 'answer' } | { type: 'tell' },
    emitted: {} as Toast,
    tags: {} as 'writing',
  },
}).createMachine({
  context: ({ input }) => ({ name: input?.name ?? 'nobody' }),
  initial: 'resting',
  states: {
    resting: { on: { write: 'writing' } },
    writing: {
      tags: 'writing',
      on: {
        answer: { target: 'resting', actions: emit(succeeded('Saved')) },
        tell: { actions: emit(succeeded('Half')) },
      },
    },
  },
})
type Page = Actor<typeof pageMachine>

const page = () => pageMachine

const sessionMachine = setup({ types: { events: {} as { type: 'end' } | { type: 'stir' } } }).createMachine({
  initial: 'signedIn',
  states: { signedIn: { on: { end: 'signedOut' } }, signedOut: {} },
})

const begin = () => {
  const consoleLogic = createConsoleLogic(servicesOf({}))
  const logic = { ...createLogic(createBrowserServices({ baseUrl: apiBaseUrl })), consoleLogic: () => consoleLogic }
  const session = createActor(sessionMachine).start()
  const heard: string[] = []
  const leaving = createActor(
    setup({
      types: { events: {} as { type: 'page.open'; page: AnyActorRef } | { type: 'page.close'; page: AnyActorRef } },
    }).createMachine({ on: { '*': { actions: ({ event }) => void heard.push(event.type) } } }),
  ).start()
  const inspected: InspectionEvent[] = []
  const actors: Page[] = []
  const keep = (actor: Page) => {
    if (!actors.includes(actor)) actors.push(actor)
    return null
  }
  onTestFinished(() => {
    for (const actor of [...actors, session, leaving]) actor.stop()
  })
  const Screen = () => keep(useScreenActor(page, { name: 'ada' }))
  const Lasting = ({ mine }: { mine: boolean }) => keep(useLastingActor(page, ({ name }) => mine && name === 'nobody'))
  const around = (drawn: ReactNode) => (
    <LogicProvider
      logic={logic}
      auth={session as unknown as AuthRef}
      inspect={{ next: (event) => void inspected.push(event) }}
    >
      <LeavingContext value={leaving as unknown as LeavingRef}>{drawn}</LeavingContext>
    </LogicProvider>
  )
  const at = (index: number): Page => {
    const actor = actors[index]
    if (!actor) throw new Error(`There is no actor ${index}`)
    return actor
  }
  return { session, leaving, heard, inspected, actors, at, around, Screen, Lasting }
}

const microtasks = () => act(async () => {})

const toasts = () => {
  const { result } = renderHook(() => useToaster().toasts.map(({ message }) => message))
  return () => result.current
}

describe('an actor of a screen', () => {
  it('runs while its screen is shown, reported to the inspector and to the chart that handles leaving', async () => {
    const { at, around, Screen, heard, inspected } = begin()
    const { rerender } = render(around(<Screen />))
    await microtasks()
    expect([at(0).getSnapshot().status, at(0).getSnapshot().context, heard]).toEqual([
      'active',
      { name: 'ada' },
      ['page.open'],
    ])
    expect(inspected.some(({ actorRef }) => actorRef === at(0))).toBe(true)
    rerender(around(<Screen />))
    expect(heard).toEqual(['page.open'])
    rerender(around(null))
    expect([at(0).getSnapshot().status, heard]).toEqual(['stopped', ['page.open', 'page.close']])
  })

  it("is not stopped by React's strict mode, which removes and restores it at once", async () => {
    const { actors, around, Screen } = begin()
    const { rerender } = render(<StrictMode>{around(<Screen />)}</StrictMode>)
    await microtasks()
    expect(actors.map((actor) => actor.getSnapshot().status)).toContain('active')
    rerender(<StrictMode>{around(null)}</StrictMode>)
    await microtasks()
    expect(actors.map((actor) => actor.getSnapshot().status)).not.toContain('active')
  })

  it('that is left in the same task in which it was shown is stopped afterwards', async () => {
    const { at, around, Screen } = begin()
    const { rerender } = render(around(<Screen />))
    rerender(around(null))
    await microtasks()
    expect(at(0).getSnapshot().status).toBe('stopped')
  })

  it('reports nothing after the chart that handles leaving has ended', async () => {
    const { at, around, Screen, leaving, heard } = begin()
    const { rerender } = render(around(<Screen />))
    await microtasks()
    leaving.stop()
    rerender(around(null))
    expect([at(0).getSnapshot().status, heard]).toEqual(['stopped', ['page.open']])
  })
})

describe('an actor that writes when its screen is left', () => {
  const left = async () => {
    const begun = begin()
    const { rerender } = render(begun.around(<begun.Screen />))
    await microtasks()
    act(() => begun.at(0).send({ type: 'write' }))
    rerender(begun.around(null))
    return { ...begun, rerender, status: () => begun.at(0).getSnapshot().status }
  }

  it('continues until the answer, and reports the result', async () => {
    const { at, status, session } = await left()
    const shown = toasts()
    expect(status()).toBe('active')
    session.send({ type: 'stir' })
    at(0).send({ type: 'tell' })
    expect(status()).toBe('active')
    at(0).send({ type: 'answer' })
    expect(status()).toBe('stopped')
    await eventually(() => expect(shown()).toEqual(['Saved', 'Half']))
  })

  it('is stopped silently if the session ends', async () => {
    const { status, session } = await left()
    session.send({ type: 'end' })
    expect(status()).toBe('stopped')
  })

  it('is stopped at once if the session has already ended', async () => {
    const begun = begin()
    const { rerender } = render(begun.around(<begun.Screen />))
    await microtasks()
    act(() => begun.at(0).send({ type: 'write' }))
    begun.session.send({ type: 'end' })
    rerender(begun.around(null))
    expect(begun.at(0).getSnapshot().status).toBe('stopped')
  })
})

describe('an actor that outlives its screen', () => {
  const leftWriting = async () => {
    const begun = begin()
    const { rerender } = render(begun.around(<begun.Lasting mine />))
    await microtasks()
    act(() => begun.at(0).send({ type: 'write' }))
    rerender(begun.around(null))
    return { ...begun, rerender }
  }

  it('is reused while it still writes for the screen, and ends with it then', async () => {
    const { actors, at, around, Lasting, rerender } = await leftWriting()
    rerender(around(<Lasting mine />))
    await microtasks()
    expect(actors).toHaveLength(1)
    act(() => at(0).send({ type: 'answer' }))
    expect(at(0).getSnapshot().status).toBe('active')
    rerender(around(null))
    expect(at(0).getSnapshot().status).toBe('stopped')
  })

  it('is replaced if it belongs to another record', async () => {
    const { actors, at, around, Lasting, rerender } = await leftWriting()
    rerender(around(<Lasting mine={false} />))
    await microtasks()
    expect(actors.map((actor) => actor.getSnapshot().matches('writing'))).toEqual([true, false])
    act(() => at(0).send({ type: 'answer' }))
    expect(actors.map((actor) => actor.getSnapshot().status)).toEqual(['stopped', 'active'])
  })

  it('is replaced after its answer arrived', async () => {
    const { actors, at, around, Lasting, rerender } = await leftWriting()
    act(() => at(0).send({ type: 'answer' }))
    rerender(around(<Lasting mine />))
    await microtasks()
    expect(actors.map((actor) => actor.getSnapshot().status)).toEqual(['stopped', 'active'])
  })
})
