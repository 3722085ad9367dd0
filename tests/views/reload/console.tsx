import { act, cleanup, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import { isMachineSnapshot } from 'xstate'
import { valueText } from '../../../src/recording/replay'
import { createOperatorStore } from '../../../src/services/storage/operatorStore'
import type { InProcessServer } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'

export const interruptions = [
  'the page is reloaded',
  'the tab is closed and opened again',
  'the network is lost and comes back',
  'the session expires',
] as const
export type Interruption = (typeof interruptions)[number]

export interface Tab {
  user(): UserEvent
  state(): string
  open(): Promise<void>
  /** Ends the page without notice; calls under way arrive at the server. */
  close(how?: { isReload: boolean }): void
  expire(): void
  signIn(): Promise<void>
  setOnline(isOnline: boolean): Promise<void>
}

/** One tab of the console at a path, watching the machine of that name. */
export const createTab = (
  server: InProcessServer,
  path: string,
  machine: string,
  { isStartedByHand = false } = {},
): Tab => {
  let state = ''
  const arrives = async () => {
    if (isStartedByHand) await screen.findByRole('heading', { level: 1 })
    else await waitFor(() => expect(state).not.toBe(''))
  }
  let opened: ReturnType<typeof renderConsole> | undefined
  const current = () => {
    if (!opened) throw new Error('The tab is not open')
    return opened
  }
  return {
    user: () => current().user,
    state: () => state,
    open: async () => {
      await createOperatorStore(localStorage, crypto.subtle).remember('operator@example.com')
      opened = renderConsole(server, path, {
        inspect: {
          next: (inspected) => {
            if (inspected.type !== '@xstate.snapshot' || !isMachineSnapshot(inspected.snapshot)) return
            if (inspected.snapshot.machine.id === machine) state = valueText(inspected.snapshot.value)
          },
        },
      })
      await arrives()
    },
    close: ({ isReload } = { isReload: false }) => {
      current().close()
      cleanup()
      if (!isReload) sessionStorage.clear()
      state = ''
    },
    expire: () =>
      act(() => {
        localStorage.removeItem('access_token')
        window.dispatchEvent(new StorageEvent('storage', { key: 'access_token', newValue: null }))
      }),
    signIn: async () => {
      const { user } = current()
      await user.type(await screen.findByLabelText('Email'), 'operator@example.com')
      await user.type(screen.getByLabelText('Password'), 'correct horse battery')
      state = ''
      await user.click(screen.getByRole('button', { name: 'Login' }))
      await arrives()
    },
    setOnline: async (isOnline) => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
      act(() => window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
      if (isOnline) await waitFor(() => expect(screen.queryByText('You are offline.')).toBeNull())
      else await screen.findByText(/You are offline\./)
    },
  }
}
