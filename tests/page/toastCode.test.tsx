import { act, renderHook, waitFor } from '@testing-library/react'
import { useToaster } from 'react-hot-toast/headless'
import { expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { createActor, emit, setup } from 'xstate'
import { useEffects } from '../../src/effects'
import { failed, type Toast } from '../../src/machines/crud/emitted'
import { eventually } from '../support/waiting'

const fetchCode = vi.hoisted(() => vi.fn(() => Promise.reject(new TypeError('Failed to fetch the module'))))
vi.mock('../../src/views/ui/toast', fetchCode)

const machine = setup({ types: { events: {} as { type: 'refuse' }, emitted: {} as Toast } }).createMachine({
  on: { refuse: { actions: emit(() => failed('Login failed')) } },
})

it('shows a toast when its code is loaded, even after a first failure', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const actor = createActor(machine).start()
  renderHook(() => useEffects(actor), { wrapper: Router })
  act(() => actor.send({ type: 'refuse' }))
  await eventually(() => expect(fetchCode).toHaveBeenCalled())
  vi.doUnmock('../../src/views/ui/toast')
  await vi.advanceTimersByTimeAsync(3000)
  vi.useRealTimers()
  const { result } = renderHook(() => useToaster().toasts)
  await waitFor(() => expect(result.current.map(({ message }) => message)).toEqual(['Login failed']))
})
