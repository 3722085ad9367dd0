import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { preview } from '../support/composer'
import { type DeliveringServer, startDeliveringServer } from '../support/deliveringServer'
import { renderConsole } from '../support/renderConsole'
import { eventually, until } from '../support/waiting'

let server: DeliveringServer
beforeEach(async () => {
  server = await startDeliveringServer()
  await server.furnish(['ada', 'bob', 'cyd'])
})
afterEach(() => server.close())

const labels = ['aria-label', 'placeholder', 'title', 'alt']

const attributes = `role href target type name autocomplete inputmode maxlength required disabled
  aria-busy aria-checked aria-current aria-disabled aria-expanded aria-haspopup aria-invalid aria-keyshortcuts
  aria-live aria-modal aria-pressed aria-selected aria-sort aria-valuetext`.split(/\s+/)

const wordsOf = (root: Element): string[] => {
  const lines: string[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) lines.push(node.parentElement?.closest('time[title]') ? 'SHORT TIME' : node.data)
    if (!(node instanceof Element)) continue
    const told = attributes.map((name) => `[${name}=${node.getAttribute(name)}]`)
    lines.push(
      ...labels.map((name) => node.getAttribute(name) ?? ''),
      told.filter((each) => !each.endsWith('=null]') && each !== '[type=button]').join(''),
    )
  }
  return lines.flatMap((line) => steady(line.replaceAll(/\s+/g, ' ').trim()) || [])
}

/** A name replaces each value that differs between runs. */
const steady = (line: string): string =>
  line
    .replaceAll(/(\d{1,2}\/\d{1,2}\/\d{4}, )?\d{1,2}:\d\d:\d\d( [AP]M)?/g, 'TIME')
    .replaceAll(/\d{1,2}\/\d{1,2}\/\d{4}/g, 'DATE')
    .replaceAll(/\b[0-9a-f]{12}\b/g, 'ID')
    .replaceAll(/^Version \d.+/g, 'Version NUMBER')
    .replaceAll(/\/status\/(?!19)\d{19}\b/g, '/status/POSTED')

const shown = (): string =>
  [...document.querySelectorAll('main, [role=dialog]')].flatMap((part) => [...wordsOf(part), '']).join('\n')

/**
 * Waits for the file's content; if it never comes, until nothing has changed for a while. A busy machine loads code so
 * late that a screen may seem to rest before it is there.
 */
const settled = async (file: string): Promise<string> => {
  const expected = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  const restMs = expected === undefined ? 1_000 : 10_000
  let words = ''
  let since = performance.now()
  await until(() => {
    const before = words
    words = shown()
    if (words !== before) since = performance.now()
    return words === expected || (performance.now() - since > restMs && !words.includes('Loading...'))
  })
  return words
}

const click = async (user: UserEvent, role: 'button' | 'link', name: string) =>
  user.click(await screen.findByRole(role, { name }))

const send = async (user: UserEvent) => {
  await preview(user, 2)
  await click(user, 'button', 'Batch Send')
  await screen.findByRole('region', { name: 'Sent' })
  await eventually(() => expect(shown()).toContain('2 completed, 0 failed, 0 waiting'))
}

const places: [string, string, ((user: UserEvent) => Promise<unknown>)?][] = [
  ['home', '/admin/home'],
  ['preview', '/admin/home', (user) => preview(user, 2)],
  ['sent', '/admin/home', send],
  ['many-links', '/admin/home', (user) => click(user, 'button', 'Many links')],
  [
    'edit',
    '/admin/home',
    async (user) => {
      await preview(user, 1)
      await click(user, 'button', 'Edit')
    },
  ],
  ['characters', '/admin/ai-character'],
  ['media-agents', '/admin/media-agent'],
  ['create-media-agent', '/admin/media-agent', (user) => click(user, 'button', 'Add Media Agent')],
  ['media-agent', '/admin/media-agent/1'],
  ['groups', '/admin/group'],
  ['create-group', '/admin/group', (user) => click(user, 'button', 'Add Group')],
  ['group', '/admin/group/1'],
  ['history', '/admin/history'],
  [
    'history-of-a-task',
    '/admin/home',
    async (user) => {
      await send(user)
      await click(user, 'link', 'History')
      await screen.findByRole('heading', { name: 'History', level: 1 })
    },
  ],
  [
    'task',
    '/admin/home',
    async (user) => {
      await send(user)
      await click(user, 'link', 'Task Details')
      await screen.findByRole('heading', { name: /Task/, level: 1 })
    },
  ],
  ['by-hand', '/admin/history/by-hand'],
  ['spending', '/admin/history/spending'],
  ['inbox', '/admin/home/inbox'],
  ...['profile', 'security', 'sending', 'usage', 'tokens', 'operators', 'sign-in-log'].map(
    (page): (typeof places)[number] => [`settings-${page}`, `/admin/settings/${page}`],
  ),
  ['palette', '/admin/group', (user) => user.keyboard('{Control>}k{/Control}')],
  ['keys', '/admin/group', (user) => user.keyboard('?')],
]

it.each(places)('%s shows the texts of its file', async (name, path, enter) => {
  const { user } = renderConsole(server, path)
  await screen.findByRole('heading', { level: 1 })
  await enter?.(user)
  const file = join(import.meta.dirname, '__words__', `${name}.txt`)
  await expect(await settled(file)).toMatchFileSnapshot(file)
})
