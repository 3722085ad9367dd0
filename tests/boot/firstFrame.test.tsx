import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { frameOf, withoutScript } from '../../build/firstFrame'
import { type FirstFrame, type Known, showFirstFrame, sidebars } from '../../src/boot/frame'
import { showFirstRows } from '../../src/boot/rows'
import type { Account } from '../../src/schemas/accounts/accounts'
import { type InProcessServer, startInProcessServer } from '../support/inProcessServer'
import { renderConsole } from '../support/renderConsole'

const sections = ['home', 'ai-character', 'media-agent', 'group', 'history'].map((section) => `/admin/${section}`)

const known: Known = { sidebar: 'wide', theme: 'dark', sandbox: false, mod: '⌘', hasList: false }

const agents = '/admin/media-agent'

const openPage = async (path = agents) => {
  document.body.innerHTML = `${await frameOf(path, path === agents)}<div id="root"></div>`
}
const root = () => document.getElementById('root') ?? document.body
const frame = () => document.querySelector('[data-frame]')
const shown = (overrides: Partial<Known> = {}): FirstFrame => {
  const first = showFirstFrame(document, { ...known, ...overrides })
  if (!first) throw new Error('No frame')
  return first
}
const mutationsAreSeen = () => new Promise((resolve) => setTimeout(resolve))

const account = (id: number, changes: Partial<Account> = {}): Account => ({
  id,
  username: `@Name${id}`,
  group: null,
  is_active: true,
  created_at: `2026-05-01T08:00:${String(id % 60).padStart(2, '0')}.000Z`,
  ...changes,
})
const hostile = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  '{id}',
  '{created}{username}{',
  'javascript:alert(1)',
  '$&$1',
].map((text, index) => account(index + 1, { username: text, group: text, is_active: false, inactive_reason: text }))

const leavePage = () => {
  for (const element of document.querySelectorAll('[data-frame], template, #root')) element.remove()
}
afterEach(leavePage)

describe('the frame of a console page', () => {
  it.each(sections)('%s is drawn by the build for each state of the sidebar, and obeys the policy', async (path) => {
    const html = await frameOf(path, path === agents)
    for (const sidebar of sidebars) expect(html).toContain(`<template id="frame-${sidebar}">`)
    expect(`${html}${withoutScript}`).not.toMatch(/\sstyle=|<style|<script|\son[a-z]+=|javascript:/i)
  })

  it.each(sections)('%s is inert and busy, and uses no id of the later page', async (path) => {
    await openPage(path)
    shown()
    expect(frame()?.matches('[inert][aria-hidden=true][aria-busy=true]')).toBe(true)
    expect(frame()?.querySelectorAll('[id], [name], [for], [autofocus], [type=file]')).toHaveLength(0)
    expect(frame()?.textContent).not.toMatch(/[{}]/)
  })

  it('has what the build could not know: theme, keys, sandbox, sidebar', async () => {
    await openPage()
    const { element } = shown()
    expect(element.querySelector<HTMLInputElement>('input:checked')?.value).toBe('dark')
    expect(element.querySelectorAll('input:checked')).toHaveLength(1)
    expect(element.querySelector('kbd')?.textContent).toBe('⌘ K')
    expect(element.textContent).not.toContain('Sandbox')
    element.remove()
    expect(shown({ sandbox: true }).element.textContent).toContain('Sandbox: posts go to a local stand-in for X.')
    frame()?.remove()
    expect(shown({ sidebar: 'drawer' }).element.querySelector('[aria-label="Open menu"]')).not.toBeNull()
  })

  it('is not shown if a page has no frame, nor after the page is there', async () => {
    document.body.innerHTML = '<div id="root"></div>'
    expect(showFirstFrame(document, known)).toBeUndefined()
    await openPage()
    root().innerHTML = '<main>Here</main>'
    expect(showFirstFrame(document, known)).toBeUndefined()
    expect(frame()).toBeNull()
  })

  it.each([
    ['the list that is awaited', '<main><p data-loading="list">Loading...</p></main>'],
    ['the login page', '<main>Login</main>'],
    ['a message', '<p>The console could not be loaded.</p>'],
  ])('disappears for %s', async (_, page) => {
    await openPage()
    shown()
    root().innerHTML = '<p data-loading="screen">Loading...</p>'
    await mutationsAreSeen()
    expect(frame()).not.toBeNull()
    root().innerHTML = page
    await mutationsAreSeen()
    expect(frame()).toBeNull()
  })

  it('with rows disappears only when the page shows at least as many rows', async () => {
    await openPage()
    await showFirstRows(shown(), '', async () => hostile)
    root().innerHTML = '<main><p data-loading="list">Loading...</p></main>'
    await mutationsAreSeen()
    expect(frame()).not.toBeNull()
    root().innerHTML = '<main>Rows, or why there are none</main>'
    await mutationsAreSeen()
    expect(frame()).toBeNull()
  })
})

describe('the first rows', () => {
  let server: InProcessServer
  beforeEach(async () => {
    server = await startInProcessServer()
  })
  afterEach(() => server.close())

  const list = [
    ...hostile,
    ...Array.from({ length: 120 }, (_, index) => account(index + 10, { group: index % 2 ? 'Launch' : null })),
    account(150, { is_active: false }),
    account(151, { is_active: false, inactive_reason: 'X says Unauthorized' }),
  ]

  it.each(['', '?size=20', '?size=7'])(
    'are drawn as React draws them, with everything around them, at %s',
    async (query) => {
      await openPage()
      await showFirstRows(shown(), query, async () => list)
      const early = drawnIn(frame()?.querySelector('main'))
      expect(frame()?.querySelectorAll('tbody tr')).toHaveLength(query === '?size=20' ? 20 : 5)
      leavePage()

      server.answerNext('GET /twitter/accounts', { status: 200, body: list })
      renderConsole(server, `/admin/media-agent${query}`)
      await screen.findByRole('table')
      expect(early).toEqual(drawnIn(document.querySelector('main')))
    },
  )

  it('use the page size chosen last if the address contains none', async () => {
    for (const [query, rows] of [
      ['', 15],
      ['?size=10', 10],
    ] as const) {
      await openPage()
      await showFirstRows(shown(), query, async () => list, 15)
      expect(frame()?.querySelectorAll('tbody tr')).toHaveLength(rows)
      leavePage()
    }
  })

  it('show hostile names as text, and link only to the console', async () => {
    await openPage()
    const before = document.querySelectorAll('img, script').length
    await showFirstRows(shown(), '?size=20', async () => hostile)
    const rows = [...(frame()?.querySelectorAll('tbody tr') ?? [])]
    expect(rows.map((row) => row.querySelector('td bdi')?.textContent)).toEqual(
      hostile.map(({ username }) => username.toLowerCase()).reverse(),
    )
    expect(document.querySelectorAll('img, script')).toHaveLength(before)
    for (const { attributes } of rows.flatMap((row) => [...row.querySelectorAll('*')])) {
      for (const { name } of attributes) expect(name).not.toMatch(/^on|^src|^style/)
    }
    expect(rows.map((row) => row.querySelector('a')?.getAttribute('href'))).toEqual(
      hostile.map(({ id }) => `/admin/media-agent/${id}`).reverse(),
    )
  })

  it.each([
    ['an id that is none', [{ ...account(1), id: 'javascript:alert(1)' }]],
    ['a name that is none', [{ ...account(1), username: { toLowerCase: 1 } }]],
    ['null', [null]],
    ['no list', { detail: 'Not found' }],
    ['an empty list', []],
  ])('are not shown for %s', async (_, answer) => {
    await openPage()
    await showFirstRows(shown(), '', async () => answer)
    expect(frame()?.querySelector('[data-loading=list]')).not.toBeNull()
    expect(frame()?.querySelector('tbody')).toBeNull()
  })

  it.each(['?search=a', '?group=x', '?status=active', '?sort=username', '?page=2'])(
    'wait for React if the address asks for %s',
    async (query) => {
      await openPage()
      const read = vi.fn(async () => list)
      await showFirstRows(shown(), query, read)
      expect(read).not.toHaveBeenCalled()
      expect(frame()?.querySelector('[data-loading=list]')).not.toBeNull()
    },
  )

  it('leave links to pages blank if there are fewer pages than drawn links', async () => {
    await openPage()
    await showFirstRows(shown(), '', async () => hostile)
    const links = frame()?.querySelector<HTMLElement>('nav[aria-label=Pages]')
    expect(links?.style.visibility).toBe('hidden')
    expect(frame()?.textContent).toContain('Page 1 of 2')
  })
})

/** Attributes that only a working element needs. */
const unseen = /^(id|for|name|aria-(describedby|labelledby)|popovertarget)$/

/** The visible parts of an element of React or of the build; of a closed select the chosen option. */
const plain = (element: Element): unknown => [
  element.tagName,
  Object.fromEntries(
    [...element.attributes].flatMap(({ name, value }) =>
      unseen.test(name) ? [] : [[name, name === 'href' ? value.replace(/\?.*/, '') : value]],
    ),
  ),
  element instanceof HTMLSelectElement
    ? element.selectedOptions[0]?.textContent
    : element.children.length === 0
      ? element.textContent
      : [...element.childNodes].flatMap((node) =>
          !(node instanceof Element) ? [node.textContent] : node.matches('[hidden]') ? [] : [plain(node)],
        ),
]

const drawnIn = (main: Element | null | undefined): unknown[] => [...(main?.children ?? [])].map(plain)
