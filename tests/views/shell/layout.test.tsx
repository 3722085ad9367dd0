import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Route, Router, Switch } from 'wouter'
import { createActor } from 'xstate'
import { layoutOf } from '../../../src/machines/shell/layout.actors'
import { titleOf } from '../../../src/routes'
import { createConnectivity } from '../../../src/services/connectivity'
import { watchPath } from '../../../src/services/pathChanges'
import { createPreferences } from '../../../src/services/storage/preferences'
import AdminLayout from '../../../src/views/shell/AdminLayout'
import { DeviceProvider } from '../../../src/views/shell/deviceContext'
import { forgetMessages, rememberMessage } from '../../../src/views/ui/recentMessages'
import { setViewportWidth } from '../../support/dom'

const openLayout = ({ width = 1440, path = '/admin/media-agent', sandbox = false, modelStandIn = false } = {}) => {
  setViewportWidth(width)
  const onLogout = vi.fn()
  const network = Object.assign(new EventTarget(), { onLine: true })
  window.history.pushState(null, '', path)
  const preferences = createPreferences(localStorage, document)
  const logic = layoutOf({ preferences, watchPath: (listener) => watchPath(window, listener) })
  const layout = createActor(logic, { input: { isColumnOpen: preferences.sidebarOpen() } }).start()
  onTestFinished(() => {
    layout.stop()
  })
  const device = {
    preferences,
    keepsSession: () => true,
    connectivity: createConnectivity(network, network),
    clipboard: { write: async () => {} },
  }
  const view = render(
    <Router>
      <DeviceProvider device={device}>
        <AdminLayout layout={layout} sandbox={sandbox} modelStandIn={modelStandIn} onLogout={onLogout}>
          <Switch>
            <Route path="/admin/history">
              <h1 tabIndex={-1}>History</h1>
            </Route>
            <Route>
              <h1 tabIndex={-1}>Media Agent</h1>
              <input aria-label="Search by username" />
            </Route>
          </Switch>
        </AdminLayout>
      </DeviceProvider>
    </Router>,
  )
  return { ...view, onLogout, network, user: userEvent.setup() }
}

const toggle = () => screen.getByRole('button', { name: 'Toggle Sidebar' })
const isWide = () => toggle().getAttribute('aria-expanded') === 'true'
const press = (key: string, init: KeyboardEventInit = {}) => fireEvent.keyDown(document.body, { key, ...init })

describe('the sidebar', () => {
  it('has the title and the items in order, each named only by its label', () => {
    openLayout()
    const sidebar = screen.getByRole('complementary', { name: 'Sidebar' })
    expect(within(sidebar).getByText('Auto Comment Bot')).toBeDefined()
    const menu = within(sidebar).getByRole('navigation', { name: 'Main' })
    expect(
      within(menu)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Home', '/admin/home'],
      ['AI Character', '/admin/ai-character'],
      ['Media Agent', '/admin/media-agent'],
      ['Post Group', '/admin/group'],
      ['History', '/admin/history'],
    ])
    const items = within(menu).getAllByText(/^(?:Home|AI Character|Media Agent|Post Group|History|Logout)$/)
    expect(items.map((item) => item.textContent)).toEqual([
      'Home',
      'AI Character',
      'Media Agent',
      'Post Group',
      'History',
      'Logout',
    ])
    expect(within(menu).getByRole('button', { name: 'Logout' })).toBeDefined()
  })

  it('highlights the current route, even on the pages below it', () => {
    openLayout({ path: '/admin/group/7' })
    const current = screen.getByRole('link', { name: 'Post Group', current: true })
    expect(current.getAttribute('href')).toBe('/admin/group')
  })

  it('collapses by its button and remembers that in a cookie', async () => {
    const { user } = openLayout()
    expect(isWide()).toBe(true)
    await user.click(toggle())
    expect(isWide()).toBe(false)
    expect(document.cookie).toContain('sidebar_state=false')
    expect(screen.getByRole('link', { name: 'Home' })).toBeDefined()
  })

  it('opens in the state that the cookie contains', () => {
    Object.assign(document, { cookie: 'sidebar_state=false; path=/' })
    openLayout()
    expect(isWide()).toBe(false)
  })

  it.each([
    [1440, true],
    [1180, true],
    [1179, false],
    [768, false],
  ])('starts at %i px with its labels shown: %s', (width, wide) => {
    openLayout({ width })
    expect(isWide()).toBe(wide)
  })

  it.each([{ ctrlKey: true }, { metaKey: true }])('toggles with b and exactly %o', (modifier) => {
    openLayout()
    press('b', modifier)
    expect(isWide()).toBe(false)
  })

  it.each([
    {},
    { ctrlKey: true, metaKey: true },
    { ctrlKey: true, shiftKey: true },
    { ctrlKey: true, altKey: true },
    { metaKey: true, shiftKey: true },
  ])('does not toggle with b and %o', (modifiers) => {
    openLayout()
    press('b', modifiers)
    expect(isWide()).toBe(true)
  })

  it('is a drawer below 768 px, closed by Escape and by following a link', async () => {
    const { user } = openLayout({ width: 767 })
    expect(screen.queryByRole('complementary')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    const drawer = await screen.findByRole('dialog', { name: 'Menu' })
    expect(within(drawer).getByRole('link', { name: 'Home' })).toBeDefined()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    press('b', { ctrlKey: true })
    await user.click(within(await screen.findByRole('dialog', { name: 'Menu' })).getByRole('link', { name: 'History' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('heading', { name: 'History' })).toBeDefined()
    expect(document.cookie).not.toContain('sidebar_state')
  })

  it('is closed as a drawer by opening another screen, even without one of its links', async () => {
    const { user } = openLayout({ width: 767 })
    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    await screen.findByRole('dialog', { name: 'Menu' })
    act(() => window.history.pushState(null, '', '/admin/history'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('stays open as a column when the operator opens another screen', () => {
    openLayout()
    act(() => window.history.pushState(null, '', '/admin/history'))
    expect(isWide()).toBe(true)
    expect(document.cookie).not.toContain('sidebar_state')
  })

  it('logs out', async () => {
    const { user, onLogout } = openLayout()
    await user.click(screen.getByRole('button', { name: 'Logout' }))
    expect(onLogout).toHaveBeenCalledTimes(1)
  })
})

describe('arriving on a screen', () => {
  it('gives the document its title', () => {
    openLayout()
    expect(document.title).toBe('Media Agent · Auto Comment Bot')
    expect(titleOf('/admin/history/task-0123456789')).toBe('Task task-…789 · History · Auto Comment Bot')
    expect(titleOf('/admin/nowhere')).toBe('Page not found · Auto Comment Bot')
  })

  it('moves focus to the heading after navigation, not on the first page', async () => {
    const { user } = openLayout()
    expect(document.activeElement).toBe(document.body)
    await user.click(screen.getByRole('link', { name: 'History' }))
    expect(document.title).toBe('History · Auto Comment Bot')
  })

  it('shows the way back in the header of a page below a section', () => {
    openLayout({ path: '/admin/ai-character/3' })
    const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' })
    expect(within(crumbs).getByRole('link', { name: 'AI Character' }).getAttribute('href')).toBe('/admin/ai-character')
    expect(within(crumbs).getByText('AI Details').getAttribute('aria-current')).toBe('page')
  })
})

describe('the keys', () => {
  it('open their list with ? only outside of text fields', async () => {
    const { user } = openLayout()
    await user.click(screen.getByRole('textbox', { name: 'Search by username' }))
    await user.keyboard('?')
    expect(screen.queryByRole('dialog')).toBeNull()
    press('?', { shiftKey: true })
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined()
  })

  it('have their list by a button too, which Escape closes', async () => {
    const { user } = openLayout()
    await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('the notices', () => {
  it('show that the model is a stand-in whose replies are not sent, if X is real', async () => {
    openLayout({ modelStandIn: true })
    expect((await screen.findByRole('region', { name: 'No model is configured' })).textContent).toContain(
      'X is real, the model is not.',
    )
  })

  it('show plainly that this is the sandbox', () => {
    openLayout({ sandbox: true })
    expect(screen.getByText('Sandbox: posts go to a local stand-in for X.')).toBeDefined()
  })

  it('are hidden if X and the model are real', () => {
    openLayout()
    expect(screen.queryByRole('region', { name: 'Sandbox' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'No model is configured' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#main')
    expect(screen.getByRole('main').id).toBe('main')
  })

  it('announce a lost network until it is back', () => {
    const { network } = openLayout()
    expect(screen.queryByText(/You are offline/)).toBeNull()
    network.onLine = false
    fireEvent(network as unknown as Window, new Event('offline'))
    const notice = screen.getByText(/You are offline/)
    expect(notice.textContent).toBe('You are offline. Your text is kept: send it when the network is back.')
    expect(notice.closest('[role="status"]')).not.toBeNull()
    network.onLine = true
    fireEvent(network as unknown as Window, new Event('online'))
    expect(screen.queryByText(/You are offline/)).toBeNull()
  })
})

describe('the bell', () => {
  it('announces everything since it was last opened, even after the clock was set back', async () => {
    const { user } = openLayout()
    const bell = () => screen.getByRole('button', { name: /^Recent messages/ })
    const tell = (id: string, at: number) => act(() => rememberMessage({ id, tone: 'success', text: id, at }))
    tell('one', Date.parse('2026-01-02T03:04:05Z'))
    expect(bell().getAttribute('aria-label')).toBe('Recent messages, some are new')
    await user.click(bell())
    expect(bell().getAttribute('aria-label')).toBe('Recent messages')
    tell('two', Date.parse('2026-01-02T02:04:05Z'))
    expect(bell().getAttribute('aria-label')).toBe('Recent messages, some are new')
    act(forgetMessages)
    expect(bell().getAttribute('aria-label')).toBe('Recent messages')
  })
})

describe('the theme', () => {
  it('is chosen, shown and remembered', async () => {
    const { user } = openLayout()
    await user.click(screen.getByRole('radio', { name: 'Dark' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(document.cookie).toContain('theme=dark')
    await user.click(screen.getByRole('radio', { name: 'System' }))
    expect(document.documentElement.dataset.theme).toBeUndefined()
    expect(document.cookie).toContain('theme=system')
  })
})
