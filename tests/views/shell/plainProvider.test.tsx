import { act, screen, waitFor, within } from '@testing-library/react'
import fetchMock from 'fetch-mock'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inboxPath, manualPath, settingsPath, spendingPath } from '../../../src/schemas/paths'
import * as words from '../../../src/schemas/shell/shell.words'
import { apiBaseUrl, type InProcessServer } from '../../support/inProcessServer'
import { createPlainProvider, type PlainProvider } from '../../support/plainProvider'
import { renderConsole } from '../../support/renderConsole'

let provider: PlainProvider
/** Undefined: the provider has none. */
let description: object | undefined

beforeEach(() => {
  description = undefined
  provider = createPlainProvider()
  provider.furnish()
  fetchMock.mockGlobal().route(`begin:${apiBaseUrl}`, ({ url, options }) => {
    if (description && url.endsWith('/meta')) return Response.json(description)
    const { status, body } = provider.answer({
      method: (options.method ?? 'GET').toUpperCase(),
      address: url.slice(apiBaseUrl.length),
      ...(typeof options.body === 'string' ? { body: JSON.parse(options.body) } : {}),
    })
    return new Response(JSON.stringify(body ?? {}), { status, headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => {
  fetchMock.hardReset()
  localStorage.clear()
})

const open = (path: string) => renderConsole({ me: { token: 'plain token' } } as InProcessServer, path)

const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 60)))

const controls = () =>
  screen
    .queryAllByRole('button')
    .filter((control) => !(control as HTMLButtonElement).disabled && !/^(Logout|Delete|Close)/.test(nameOf(control)))
const nameOf = (control: HTMLElement) => control.getAttribute('aria-label') ?? control.textContent ?? ''

const paths = [
  '/admin/home',
  '/admin/ai-character',
  '/admin/ai-character/5',
  '/admin/media-agent',
  '/admin/media-agent/2',
  '/admin/group',
  '/admin/group/1',
  '/admin/history',
  settingsPath,
]

const isSound = () => {
  const text = document.body.textContent ?? ''
  expect(provider.excess).toEqual([])
  expect(text).not.toMatch(/\b(undefined|null|NaN)\b|Not Found/)
  expect(text).not.toContain(words.notOffered)
  expect(text).not.toMatch(/Undo send|Post manually|Inbox|Retry(?! Count)/)
}

it.each(paths)('%s offers and requests nothing beyond the specified calls', async (path) => {
  const { user, close } = open(path)
  await screen.findAllByRole('heading', {}, { timeout: 20_000 })
  await settled()
  isSound()
  const names = [...new Set(controls().map(nameOf))]
  expect(names).not.toEqual([])
  close()
  const pressed: string[] = []
  for (const name of names) {
    Object.assign(document, { cookie: 'sidebar_state=true; path=/' })
    const page = open(path)
    await screen.findAllByRole('heading', {}, { timeout: 20_000 })
    await settled()
    const control = controls().find((each) => nameOf(each) === name)
    if (control) {
      await user.click(control)
      pressed.push(name)
    }
    await settled()
    isSound()
    page.close()
  }
  expect(pressed).toEqual(names)
})

it.each([
  ['/admin/home', 'Inbox'],
  ['/admin/home', 'Undo send'],
])('%s offers "%s" with our own server, so that its absence elsewhere says something', async (path, text) => {
  description = { sandbox: false, sign_up_open: true, takes_expected: true, x_post_base_url: 'https://x.com' }
  open(path)
  await screen.findAllByText(new RegExp(text), {}, { timeout: 20_000 })
})

it.each([inboxPath, spendingPath, manualPath])('%s is not offered', async (path) => {
  open(path)
  await screen.findByRole('heading', { name: words.notOffered }, { timeout: 20_000 })
  await settled()
  expect(provider.excess).toEqual([])
})

it('fetches, writes, edits, sends and shows the outcome', async () => {
  const { user } = open('/admin/home')
  await user.type(
    await screen.findByLabelText('X post link', {}, { timeout: 20_000 }),
    'https://x.com/maker/status/1991427730554880217',
  )
  await user.click(screen.getByRole('button', { name: 'Get Content' }))
  await screen.findByText('Get content success!')
  await user.selectOptions(screen.getByLabelText('AI/Model'), '5')
  await user.selectOptions(screen.getByLabelText('Group'), 'bakers')
  await user.click(screen.getByRole('button', { name: /Use all 3/ }))
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Edit/ })).toHaveLength(3))
  await user.click(screen.getAllByRole('button', { name: /^Edit/ })[0] as HTMLElement)
  const field = await screen.findByRole('textbox', { name: 'Reply Content' })
  await user.clear(field)
  await user.type(field, 'Fresh bread')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Fresh bread')
  await user.click(screen.getByRole('button', { name: 'Batch Send' }))
  const outcome = await screen.findByRole('region', { name: 'Sent' })
  await user.click(within(outcome).getByRole('link', { name: 'History' }))
  await user.click((await screen.findAllByTitle('Details'))[0] as HTMLElement)
  await screen.findByText('@ada')
  await settled()
  isSound()
})
