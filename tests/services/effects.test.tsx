import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import toast, { useToaster } from 'react-hot-toast/headless'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { createActor, emit, setup } from 'xstate'
import { toastCode, useEffects, useEmitted } from '../../src/effects'
import { failed, type Navigate, succeeded, type Toast } from '../../src/machines/crud/emitted'

type Told = Toast | Navigate | { type: 'import.settled'; created: number }

const machine = setup({
  types: { events: {} as { type: 'tell'; what: Told }, emitted: {} as Told },
  actions: { tell: emit((_, params: { what: Told }) => params.what) },
}).createMachine({ on: { tell: { actions: { type: 'tell', params: ({ event }) => ({ what: event.what }) } } } })

const start = () => {
  const actor = createActor(machine)
  actor.start()
  const location = memoryLocation({ path: '/admin/group/7', record: true })
  const wrapper = ({ children }: { children: ReactNode }) => <Router hook={location.hook}>{children}</Router>
  return { actor, location, wrapper, tell: (what: Told) => act(() => actor.send({ type: 'tell', what })) }
}

const startWithToasts = () => {
  const { actor, wrapper, tell } = start()
  const useToasts = () => {
    useEffects(actor)
    return useToaster().toasts
  }
  const { result } = renderHook(useToasts, { wrapper })
  return { actor, tell, toasts: () => result.current }
}

afterEach(() => {
  act(() => toast.removeAll())
})

describe('useEffects', () => {
  it('shows toasts for 3000 ms', async () => {
    const { tell, toasts } = startWithToasts()
    tell(succeeded('Copied'))
    tell(failed('An error occurred'))
    await waitFor(() =>
      expect(toasts().map(({ type, message, duration }) => [type, message, duration])).toEqual([
        ['error', 'An error occurred', 3000],
        ['success', 'Copied', 3000],
      ]),
    )
  })

  it('shows a toast before the next frame, without waiting for a turn of React', async () => {
    const { actor, toasts } = startWithToasts()
    await toastCode()
    actor.send({ type: 'tell', what: succeeded('Replies are posted') })
    await Promise.resolve()
    expect(toasts().map(({ message }) => message)).toEqual(['Replies are posted'])
  })

  it('navigates', () => {
    const { actor, location, wrapper, tell } = start()
    renderHook(() => useEffects(actor), { wrapper })
    tell({ type: 'navigate', to: '/admin/group' })
    expect(location.history).toEqual(['/admin/group/7', '/admin/group'])
  })

  it('returns to the previous page, or to the fallback if there is none', async () => {
    const { actor, location, wrapper, tell } = start()
    const back = vi.spyOn(window.history, 'back').mockImplementation(() => undefined)
    const steps = vi.spyOn(window.history, 'length', 'get').mockReturnValue(2)
    renderHook(() => useEffects(actor), { wrapper })
    tell({ type: 'navigate.back', fallback: '/admin/group' })
    expect([back.mock.calls.length, location.history]).toEqual([1, ['/admin/group/7']])
    steps.mockReturnValue(1)
    tell({ type: 'navigate.back', fallback: '/admin/group' })
    await Promise.resolve()
    expect([back.mock.calls.length, location.history.at(-1)]).toEqual([1, '/admin/group'])
    vi.restoreAllMocks()
  })

  it('opens the fallback only after everybody has seen the new state', async () => {
    const leave = setup({ types: { emitted: {} as Navigate } }).createMachine({
      initial: 'editing',
      states: {
        editing: {
          on: { leave: { target: 'left', actions: emit({ type: 'navigate.back', fallback: '/admin/group' }) } },
        },
        left: {},
      },
    })
    const actor = createActor(leave).start()
    const { hook } = memoryLocation({ path: '/admin/group/7' })
    let seen: unknown = 'editing'
    actor.subscribe(({ value }) => {
      seen = value
    })
    const met: unknown[] = []
    const wrapper = ({ children }: { children: ReactNode }) => (
      <Router hook={() => [hook()[0], () => met.push(seen)]}>{children}</Router>
    )
    renderHook(() => useEffects(actor), { wrapper })
    vi.spyOn(window.history, 'length', 'get').mockReturnValue(1)
    actor.send({ type: 'leave' })
    await Promise.resolve()
    expect(met).toEqual(['left'])
    vi.restoreAllMocks()
  })

  it('receives nothing after its view is gone', () => {
    const { actor, location, wrapper, tell } = start()
    renderHook(() => useEffects(actor), { wrapper }).unmount()
    tell({ type: 'navigate', to: '/admin/group' })
    expect(location.history).toEqual(['/admin/group/7'])
  })
})

describe('useEmitted', () => {
  it('calls only the latest handler of its own effect', () => {
    const { actor, wrapper, tell } = start()
    const handlers = [vi.fn(), vi.fn()]
    const { rerender } = renderHook(({ at }) => useEmitted(actor, 'import.settled', (event) => handlers[at]?.(event)), {
      wrapper,
      initialProps: { at: 0 },
    })
    rerender({ at: 1 })
    tell(succeeded('Copied'))
    tell({ type: 'import.settled', created: 2 })
    expect(handlers.map((handler) => handler.mock.calls)).toEqual([[], [[{ type: 'import.settled', created: 2 }]]])
  })
})
