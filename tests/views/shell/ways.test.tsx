import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createActor, setup } from 'xstate'
import type { AuthRef } from '../../../src/machines/session/auth'
import { createLogic } from '../../../src/machines/session/session.actors'
import { createConsoleLogic } from '../../../src/machines/shell/console.actors'
import type { LeavingRef } from '../../../src/machines/shell/leaving'
import { createBrowserServices } from '../../../src/services/browser'
import { useHeadingFocus, useRouteTitle } from '../../../src/views/shell/arrival'
import { watchHistory } from '../../../src/views/shell/history'
import { useLeaving } from '../../../src/views/shell/leaving'
import { LogicProvider } from '../../../src/views/shell/logicContext'
import { sessionWith } from '../../machines/pages'
import { servicesOf } from '../../support/consoleServices'
import { apiBaseUrl } from '../../support/inProcessServer'

const changedPage = () =>
  createActor(
    setup({ types: { events: {} as { type: 'page.discard' } } }).createMachine({
      initial: 'changed',
      states: { changed: { on: { 'page.discard': 'unchanged' } }, unchanged: {} },
    }),
  ).start()

watchHistory()

describe('every way to leave a screen', () => {
  const open = () => {
    window.history.pushState(null, '', '/admin/group?page=2')
    const consoleLogic = createConsoleLogic(servicesOf({}))
    const logic = { ...createLogic(createBrowserServices({ baseUrl: apiBaseUrl })), consoleLogic: () => consoleLogic }
    const ways: ReturnType<typeof useLeaving>[] = []
    const Page = () => {
      ways.push(useLeaving())
      return null
    }
    const view = render(
      <LogicProvider logic={logic} auth={sessionWith('idle') as unknown as AuthRef}>
        <Page />
      </LogicProvider>,
    )
    const [way] = ways
    if (!way) throw new Error('Nothing was drawn')
    const actor: LeavingRef = way.actor
    const hold = () => act(() => actor.send({ type: 'page.open', page: changedPage() }))
    return {
      ...view,
      ways,
      actor,
      hold,
      follow: (to: string, options?: object) => act(() => way.aroundNav(() => {}, to, options)),
    }
  }
  const address = () => window.location.pathname + window.location.search
  const goBackTo = (to: string) => {
    History.prototype.replaceState.call(window.history, null, '', to)
    const heard = vi.fn()
    window.addEventListener('popstate', heard)
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
    window.removeEventListener('popstate', heard)
    return heard.mock.calls.length > 0
  }

  it('works at once if nothing is lost', () => {
    const { follow } = open()
    follow('/admin/history', { state: { ask: 'create' } })
    expect([address(), window.history.state]).toEqual(['/admin/history', { ask: 'create' }])
  })

  it('by a link waits until the operator discards the changes', () => {
    const { follow, hold, actor } = open()
    hold()
    follow('/admin/history')
    expect([address(), actor.getSnapshot().hasTag('asking')]).toEqual(['/admin/group?page=2', true])
    act(() => actor.send({ type: 'leave.confirm' }))
    expect(address()).toBe('/admin/history')
  })

  it('by Back is undone until it is allowed, and then completed', () => {
    const { hold, actor } = open()
    hold()
    const back = vi.spyOn(window.history, 'back').mockImplementation(() => {})
    onTestFinished(() => back.mockRestore())
    expect([goBackTo('/admin/home'), address(), actor.getSnapshot().hasTag('asking'), back.mock.calls.length]).toEqual([
      false,
      '/admin/group?page=2',
      true,
      0,
    ])
    act(() => actor.send({ type: 'leave.confirm' }))
    expect(back).toHaveBeenCalledTimes(1)
  })

  it('by Back is left to the browser if nothing is unsaved, and if it stays on the page', () => {
    const { hold } = open()
    expect([goBackTo('/admin/home'), address()]).toEqual([true, '/admin/home'])
    hold()
    expect(goBackTo('/admin/home#main')).toBe(true)
  })

  it('belongs to the browser again after the console is gone', () => {
    const { hold, unmount } = open()
    hold()
    unmount()
    expect(goBackTo('/admin/home')).toBe(true)
  })
})

describe('arriving on a page', () => {
  beforeEach(() => {
    document.title = 'Before'
  })
  afterEach(() => vi.restoreAllMocks())

  const Page = ({ path, heading = true }: { path: string; heading?: boolean }) => {
    useRouteTitle(path)
    useHeadingFocus(path)
    return (
      <main>
        {heading ? <h1 tabIndex={-1}>{path}</h1> : null}
        <button type="button">Other</button>
      </main>
    )
  }
  const settled = () => act(async () => {})
  const heading = () => screen.getByRole('heading', { level: 1 })

  it('sets the document’s title', () => {
    const { rerender } = render(<Page path="/admin/group" />)
    expect(document.title).toBe('Post Group · Auto Comment Bot')
    rerender(<Page path="/admin/history" />)
    expect(document.title).toBe('History · Auto Comment Bot')
  })

  it('moves the focus to its heading, at the top, once', async () => {
    const scrolled = vi.spyOn(window, 'scrollTo')
    const { rerender } = render(<Page path="/admin/group" />)
    await settled()
    screen.getByRole('button').focus()
    scrolled.mockClear()
    rerender(<Page path="/admin/history" />)
    await settled()
    expect(document.activeElement).toBe(heading())
    expect(scrolled.mock.calls).toEqual([[0, 0]])
    screen.getByRole('button').focus()
    rerender(<Page path="/admin/history" />)
    await settled()
    expect(document.activeElement).toBe(screen.getByRole('button'))
  })

  it('waits for a heading that appears later', async () => {
    const { rerender } = render(<Page path="/admin/group" />)
    await settled()
    rerender(<Page path="/admin/history" heading={false} />)
    await settled()
    rerender(<Page path="/admin/history" />)
    await settled()
    expect(document.activeElement).toBe(heading())
  })

  it('leaves the focus where the operator moved it before the heading appeared', async () => {
    const { rerender } = render(<Page path="/admin/group" />)
    await settled()
    rerender(<Page path="/admin/history" heading={false} />)
    await settled()
    screen.getByRole('button').focus()
    rerender(<Page path="/admin/history" />)
    await settled()
    expect(document.activeElement).toBe(screen.getByRole('button'))
  })

  it('looks for no heading of a closed page', async () => {
    const { rerender, unmount } = render(<Page path="/admin/group" />)
    await settled()
    rerender(<Page path="/admin/history" heading={false} />)
    await settled()
    unmount()
    const other = document.body.appendChild(document.createElement('main'))
    other.innerHTML = '<h1 tabindex="-1">Other</h1>'
    await settled()
    expect(document.activeElement).toBe(document.body)
    other.remove()
  })
})
