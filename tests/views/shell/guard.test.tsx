import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { createActor, setup } from 'xstate'
import type { AuthRef } from '../../../src/machines/session/auth'
import { createLogic } from '../../../src/machines/session/session.actors'
import { createConsoleLogic } from '../../../src/machines/shell/console.actors'
import { leavingMachine, type Unsent } from '../../../src/machines/shell/leaving'
import { createBrowserServices } from '../../../src/services/browser'
import { type Ask, stateOf, useAsked } from '../../../src/views/crud/asked'
import { LeaveQuestion } from '../../../src/views/shell/LeaveQuestion'
import {
  LogicProvider,
  useCsvImport,
  useInspect,
  useReplyFlow,
  useTaskFollow,
} from '../../../src/views/shell/logicContext'
import { RequireAuth } from '../../../src/views/shell/RequireAuth'
import { sessionWith } from '../../machines/pages'
import { actorAt } from '../../support/actorAt'
import { servicesOf } from '../../support/consoleServices'
import { apiBaseUrl } from '../../support/inProcessServer'

type Place = 'restoring' | 'idle' | 'leaving' | 'opening' | 'open' | 'unopened'

const sessionIn = (place: Place) => {
  const sent: object[] = []
  const signedIn = ['opening', 'open', 'unopened'].includes(place)
  const auth = createActor(
    setup({
      types: { events: {} as { type: string }, tags: {} as 'isAuthenticated' },
    }).createMachine({
      initial: signedIn ? 'signedIn' : place === 'restoring' ? 'restoring' : 'signedOut',
      on: { '*': { actions: ({ event }) => void sent.push(event) } },
      states: {
        restoring: { on: { out: 'signedOut', in: 'signedIn' } },
        signedOut: {},
        signedIn: {
          tags: 'isAuthenticated',
          initial: signedIn ? place : 'opening',
          states: { opening: { on: { opened: 'open' } }, open: {}, unopened: {} },
        },
      },
    }),
  ).start()
  onTestFinished(() => {
    auth.stop()
  })
  return { auth, ref: auth as unknown as AuthRef, sent }
}

const logic = () => {
  const consoleLogic = createConsoleLogic(servicesOf({}))
  return { ...createLogic(createBrowserServices({ baseUrl: apiBaseUrl })), consoleLogic: () => consoleLogic }
}

describe('access to the console', () => {
  const open = (place: Place, path = '/admin/group') => {
    const session = sessionIn(place)
    const { hook, history, searchHook } = memoryLocation({ path, record: true })
    render(
      <LogicProvider logic={logic()} auth={session.ref}>
        <Router hook={hook} searchHook={searchHook}>
          <Suspense>
            <RequireAuth>
              <p>The console</p>
            </RequireAuth>
          </Suspense>
        </Router>
      </LogicProvider>,
    )
    return { ...session, history }
  }
  const shown = () => [screen.queryByText('The console') !== null, screen.queryByRole('status')?.textContent]

  it('requires an operator with an open session', async () => {
    const { history } = open('open')
    await screen.findByText('The console')
    expect(history).toEqual(['/admin/group'])
  })

  it('waits while the session is not known yet, and while the code loads', async () => {
    const { auth, history } = open('restoring')
    expect(shown()).toEqual([false, 'Loading...'])
    act(() => auth.send({ type: 'in' }))
    expect(shown()).toEqual([false, 'Loading...'])
    act(() => auth.send({ type: 'opened' }))
    await screen.findByText('The console')
    expect([shown(), history]).toEqual([[true, undefined], ['/admin/group']])
  })

  it.each([
    ['/admin/group', '/admin/group'],
    ['/admin/media-agent?page=2&sort=name', '/admin/media-agent?page=2&sort=name'],
  ])('is refused to others, who go to the login and return to %s', (path, at) => {
    const { sent, history } = open('idle', path)
    expect(sent).toEqual([{ type: 'page.wanted', at }])
    expect(history).toEqual(['/login'])
    expect(shown()).toEqual([false, undefined])
  })

  it('can be tried again if the code did not load, or the operator can log out', async () => {
    const { sent, history } = open('unopened')
    screen.getByText('The console could not be loaded.')
    screen.getByText('Check the connection, then try again.')
    for (const name of ['Try again', 'Logout']) await userEvent.click(screen.getByRole('button', { name }))
    expect([sent, history]).toEqual([[{ type: 'session.open' }, { type: 'logout' }], ['/admin/group']])
  })
})

describe('the confirmation before leaving', () => {
  const open = (value: Parameters<typeof actorAt<typeof leavingMachine>>[1], unsent?: Unsent) => {
    const { actor, sent } = actorAt(leavingMachine, value, {
      session: sessionWith('idle'),
      way: { type: 'logout' },
      unsent,
    })
    render(<LeaveQuestion leaving={actor} />)
    return { sent }
  }

  it.each<[Parameters<typeof open>[0], string, string, string]>([
    [{ askingToDiscard: 'changes' }, 'Leave without saving?', 'Your changes on this page will be lost.', 'Leave'],
    [
      { askingToDiscard: 'shownOnce' },
      'Leave without storing this?',
      'This is shown only once. You cannot see it again.',
      'Leave',
    ],
    [
      'askingToForget',
      'Log out and delete unsent work?',
      'This browser may contain replies under review and links to answer. Logging out deletes them.',
      'Logout',
    ],
    [
      'askingToEndImport',
      'Stop importing?',
      'Logging out stops the import. Rows that are not added yet are left out.',
      'Logout',
    ],
  ])('in %j is "%s"', async (value, question, detail, confirm) => {
    const { sent } = open(value)
    await screen.findByRole('alertdialog', { name: question })
    screen.getByText(detail)
    await userEvent.click(screen.getByRole('button', { name: confirm }))
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(sent).toEqual([{ type: 'leave.confirm' }, { type: 'leave.cancel' }])
  })

  it.each([
    [{ replies: 1, posts: 0 }, '1 reply under review'],
    [{ replies: 2, posts: 0 }, '2 replies under review'],
    [{ replies: 0, posts: 1 }, '1 link to answer'],
    [{ replies: 3, posts: 4 }, '3 replies under review and 4 links to answer'],
  ])('counts the work that would be lost: %j', async (unsent, words) => {
    open('askingToForget', unsent)
    await screen.findByText(`Logging out deletes ${words} from this browser.`)
  })

  it('is hidden while nothing is left', () => {
    open('staying')
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe("the palette's requests to a screen", () => {
  const Asked = ({ ask, act: perform }: { ask: Ask; act: () => void }) => {
    useAsked(ask, perform)
    return null
  }
  const arriveWith = (state: unknown) => window.history.replaceState(state, '')

  it('are done once, and not again after a reload', () => {
    const perform = vi.fn()
    arriveWith(stateOf('create'))
    const { rerender, unmount } = render(<Asked ask="create" act={perform} />)
    rerender(<Asked ask="create" act={perform} />)
    expect([perform.mock.calls.length, window.history.state]).toEqual([1, null])
    unmount()
    render(<Asked ask="create" act={perform} />)
    expect(perform).toHaveBeenCalledTimes(1)
  })

  it('are done if the screen is already open', () => {
    const perform = vi.fn()
    arriveWith(null)
    render(<Asked ask="import" act={perform} />)
    expect(perform).not.toHaveBeenCalled()
    act(() => arriveWith(stateOf('import')))
    expect(perform).toHaveBeenCalledTimes(1)
  })

  it.each([[stateOf('retry')], [null], ['create'], [{}], [{ ask: true }]])(
    'is not done for another one: %j',
    (state) => {
      const perform = vi.fn()
      arriveWith(state)
      render(<Asked ask="create" act={perform} />)
      expect([perform.mock.calls.length, window.history.state]).toEqual([0, state])
      arriveWith(null)
    },
  )
})

describe('the values that views get', () => {
  const Reading = ({ read }: { read: () => unknown }) => <p>{String(read())}</p>
  const drawn = (read: () => unknown, more: Partial<Parameters<typeof LogicProvider>[0]> = {}) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => error.mockRestore())
    const { container } = render(
      <LogicProvider logic={logic()} auth={sessionIn('open').ref} {...more}>
        <Reading read={read} />
      </LogicProvider>,
    )
    return container.textContent
  }

  it('must be provided', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => error.mockRestore())
    expect(() => render(<Reading read={useInspect} />)).toThrow('LogicProvider is missing')
  })

  it.each([
    ['import', useCsvImport],
    ['following of tasks', useTaskFollow],
  ])('contain no %s while nobody is signed in', (_, read) => {
    expect(() => drawn(read)).toThrow('The console runs only while somebody is signed in')
  })

  it('include no composer before it was shown', () => {
    expect(drawn(useReplyFlow)).toBe('undefined')
  })

  it('include the inspector that was provided', () => {
    const inspect = { next: () => {} }
    expect(drawn(() => useInspect() === inspect, { inspect })).toBe('true')
  })
})
