import { render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LandingPage } from '../../../src/landing/LandingPage'
import { fillIn } from '../../support/composer'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole, textIn } from '../../support/renderConsole'
import { sampleAccount, sampleRole } from '../../support/serverFakes'

let server: InProcessServer
let ids: { role: number; account: number; group: number }

beforeEach(async () => {
  server = await startInProcessServer()
  const idOf = async (path: string, body: unknown) =>
    ((await server.me.call('POST', path, body)).body as { id: number }).id
  ids = {
    group: await idOf('/groups', { name: 'launch-crew', description: 'For launches' }),
    account: await idOf('/twitter/accounts', sampleAccount('ada', 'launch-crew')),
    role: await idOf('/ai-roles', sampleRole),
  }
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

const placed = (path: string) =>
  path.replace('{roleId}', `${ids.role}`).replace('{accountId}', `${ids.account}`).replace('{groupId}', `${ids.group}`)

const screens = [
  { path: '/admin/home', heading: 'Auto Comment Bot' },
  { path: '/admin/ai-character', heading: 'AI Character' },
  { path: '/admin/ai-character/{roleId}', heading: 'AI Details' },
  { path: '/admin/media-agent', heading: 'Media Agent' },
  { path: '/admin/media-agent/{accountId}', heading: 'Media Agent Details' },
  { path: '/admin/group', heading: 'Post Group' },
  { path: '/admin/group/{groupId}', heading: 'Group Details' },
  { path: '/admin/history', heading: 'History' },
  { path: '/admin/history/nothing', heading: 'Task Details' },
  { path: '/admin/elsewhere', heading: 'Page not found' },
]

const asVisitor = () => {
  server.me.token = ''
}

describe('a route', () => {
  it.each(screens)('$path shows $heading', async ({ path, heading }) => {
    renderConsole(server, placed(path))
    await screen.findByRole('heading', { level: 1, name: heading })
    expect(screen.getByRole('complementary', { name: 'Sidebar' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Keyboard shortcuts' }).closest('header')).not.toBeNull()
  })

  it.each(screens)('$path sends a visitor to the login', async ({ path }) => {
    const address = placed(path)
    asVisitor()
    renderConsole(server, address)
    await screen.findByRole('heading', { level: 1, name: 'Login' })
    expect(window.location.pathname).toBe('/login')
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  it('/admin leads to the AI characters', async () => {
    renderConsole(server, '/admin')
    await screen.findByRole('heading', { level: 1, name: 'AI Character' })
    expect(window.location.pathname).toBe('/admin/ai-character')
  })

  it('/admin sends a visitor to the login too', async () => {
    asVisitor()
    renderConsole(server, '/admin')
    await screen.findByRole('heading', { level: 1, name: 'Login' })
  })

  it.each([
    { path: '/login', heading: 'Login' },
    { path: '/sign-up', heading: 'Sign up' },
    { path: '/reset', heading: 'Set a new password' },
  ])('$path is open to everybody', async ({ path, heading }) => {
    asVisitor()
    renderConsole(server, path)
    await screen.findByRole('heading', { level: 1, name: heading })
    expect(window.location.pathname).toBe(path)
  })

  it('an unknown path shows a link to the start', async () => {
    asVisitor()
    renderConsole(server, '/elsewhere')
    await screen.findByRole('heading', { level: 1, name: 'Page not found' })
    expect(screen.getByRole('link', { name: 'Back to the start' }).getAttribute('href')).toBe('/')
  })

  it.each([
    { path: '/admin/ai-character', call: 'GET /ai-roles' },
    { path: '/admin/ai-character/{roleId}', call: 'GET /ai-roles/{roleId}' },
    { path: '/admin/media-agent', call: 'GET /twitter/accounts' },
    { path: '/admin/media-agent/{accountId}', call: 'GET /twitter/accounts/{accountId}' },
    { path: '/admin/group', call: 'GET /groups' },
    { path: '/admin/history', call: 'GET /tasks/' },
  ])('$path shows "Loading..." while it loads', async ({ path, call }) => {
    const release = server.holdNext(placed(call))
    renderConsole(server, placed(path))
    await screen.findByText('Loading...')
    release()
    await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull())
  })
})

describe('the landing page', () => {
  it('describes both offers, and the service in its footer', () => {
    render(<LandingPage />)
    const offer = (title: string) =>
      screen.getByRole('heading', { level: 3, name: title }).closest('article')?.textContent
    for (const word of ['retailers', 'creators', 'founders', 'indie brands', 'model', 'tone', 'topics', 'frequency'])
      expect(offer('XpressAI')).toContain(word)
    for (const word of ['personas', 'topics', 'keywords', 'attitude', 'launch', 'History', 'no account management'])
      expect(offer('AI Characters')).toContain(word)
    expect(screen.getByText(/speaks for you on X and beyond/)).toBeDefined()
    const foot = within(screen.getByRole('contentinfo'))
    expect(foot.getByText('AI-powered comment generation for X')).toBeDefined()
    expect(foot.getByRole('link', { name: 'hello@example.com' }).getAttribute('href')).toBe('mailto:hello@example.com')
    expect(
      within(foot.getByRole('navigation'))
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['How It Works', 'Features'])
    expect(screen.getByRole('link', { name: /^Open XpressAI/ }).getAttribute('href')).toBe('/sign-up')
    expect(screen.getByRole('link', { name: /^Open AI Characters/ }).getAttribute('href')).toBe('/login')
  })
})

describe('the login page', () => {
  it('has a forgot-password link without a target', async () => {
    asVisitor()
    const { user } = renderConsole(server, '/login')
    await user.click(await screen.findByRole('link', { name: 'Forgot password?' }))
    expect(window.location.pathname).toBe('/login')
    expect(server.requests.filter(({ call }) => call !== 'GET /meta')).toEqual([])
  })
})

describe('the Auto Comment Bot screen', () => {
  const fields = () => within(screen.getByRole('form', { name: 'Reply' }))

  it('starts with Batch Send, each send mode with its own fields', async () => {
    const { user } = renderConsole(server, '/admin/home')
    await screen.findByRole('option', { name: 'launch-crew' })
    const tabs = screen.getAllByRole('tab').map((tab) => [tab.textContent, tab.getAttribute('aria-selected')])
    expect(tabs).toEqual([
      ['Batch Send', 'true'],
      ['Solo Send', 'false'],
    ])
    for (const label of ['X post link', 'AI/Model', 'Group', 'Count'])
      expect(fields().getByLabelText(label)).toBeDefined()
    expect(textIn(fields().getByLabelText('Count'))).toBe('1')
    expect(fields().queryByLabelText('Media Agent')).toBeNull()
    expect(screen.getByRole('button', { name: 'Batch Send' })).toBeDefined()

    await user.click(screen.getByRole('tab', { name: 'Solo Send' }))
    await screen.findByRole('option', { name: '@ada' })
    for (const label of ['X post link', 'AI/Model', 'Media Agent']) expect(fields().getByLabelText(label)).toBeDefined()
    for (const label of ['Group', 'Count']) expect(fields().queryByLabelText(label)).toBeNull()
    for (const name of ['Get Content', 'Preview']) expect(fields().getByRole('button', { name })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Solo Send' })).toBeDefined()
  })

  it('shows "Processing..." on Preview while it works', async () => {
    const { user } = renderConsole(server, '/admin/home')
    await screen.findByRole('option', { name: 'launch-crew' })
    await fillIn(user)
    const release = server.holdNext('POST /twitter/tweet/generate-reply')
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    expect((await screen.findByRole('button', { name: 'Processing...' })).matches(':disabled')).toBe(true)
    release()
    await screen.findByRole('group', { name: 'Reply 1' })
    expect(screen.getByRole('button', { name: 'Preview' }).matches(':disabled')).toBe(false)
  })
})
