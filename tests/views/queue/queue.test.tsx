import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queueHabitsKey } from '../../../src/services/storage/storageKeys'
import { openHome } from '../../support/composer'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import { renderConsole } from '../../support/renderConsole'

let server: DeliveringServer
beforeEach(async () => {
  server = await startDeliveringServer()
  await server.furnish(['ada', 'bob'])
  localStorage.setItem('auto-comment-bot.operator', '0123456789abcdef')
  readAhead(0)
  wide.mockReturnValue(1100)
})
afterEach(() => {
  wide.mockReset()
  return server.close()
})

/** Leaves room for the side column. */
const wide = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get')

const habits = queueHabitsKey('0123456789abcdef')
const readAhead = (ahead: number) =>
  localStorage.setItem(habits, JSON.stringify({ version: 1, settings: { ahead, drafts: 0, refills: false } }))

const linkOf = (name: string, last: number) => `https://x.com/${name}/status/190000000000000000${last}`
const links = [linkOf('cleo', 1), linkOf('dora', 2), linkOf('emil', 3)]

const bar = () => screen.findByRole('region', { name: 'To answer' })
const inBar = async (name: string | RegExp) => within(await bar()).getByRole('button', { name })
const position = async () => within(await bar()).getAllByRole('status')[0]?.textContent
const inField = () => screen.getByLabelText<HTMLInputElement>('X post link').value

const rows = () =>
  screen
    .queryAllByRole('list', { name: 'Links to answer' })
    .flatMap((list) => within(list).queryAllByRole('listitem'))
    .map((row) => row.textContent)

const open = async () => {
  const user = await openHome(server)
  await screen.findByRole('button', { name: 'Many links' })
  await user.click(screen.getByLabelText('X post link'))
  await user.paste(links.join('\n'))
  expect(document.activeElement?.textContent).toBe('Preview comments')
  await screen.findByText('Get content success!')
  return user
}

it('is created from many links in the field for one: the first is opened, and the focus leaves the field', async () => {
  await open()
  expect(inField()).toBe(links[0])
  expect(await position()).toBe('Post 1 of 3Next: @dora ')
  expect(rows()).toEqual([expect.stringMatching(/Now$/), `@dora${links[1]}`, `@emil${links[2]}`])
  const [current, next] = within(screen.getByRole('list', { name: 'Links to answer' })).getAllByRole('listitem')
  const taken = [current, next].map((row) => row?.querySelector('button')?.getAttribute('aria-current'))
  expect(taken).toEqual(['step', null])
})

it('skips posts until they are restored, and shows if nothing else is left', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Skip @dora' }))
  expect(rows()[1]).toBe(`@dora${links[1]}Skipped`)
  expect(await position()).toBe('Post 1 of 3Next: @emil ')
  await user.click(screen.getByRole('button', { name: 'Skip @emil' }))
  expect(await position()).toBe('Post 1 of 32 posts skipped')
  expect((await inBar(/^Next post/)).getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Put back @emil' }))
  expect(await position()).toBe('Post 1 of 3Next: @emil ')
  await user.click(await inBar(/^Next post/))
  await waitFor(() => expect(inField()).toBe(links[2]))
})

it('opens the clicked post, but not the current one', async () => {
  const user = await open()
  await user.click(within(screen.getByRole('list', { name: 'Links to answer' })).getByText('@emil'))
  await waitFor(() => expect(inField()).toBe(links[2]))
  await waitFor(async () => expect(await position()).toMatch(/^Post 1 of 3Next: /))
  await screen.findByText('Get content success!')
  const row = screen.getByRole('button', { current: 'step' })
  expect(row.getAttribute('aria-disabled')).toBe('true')
  await user.click(row)
  expect([inField(), await position()]).toEqual([links[2], 'Post 1 of 3Next: @maker Text of 1900000000000000001'])
})

it('restores removed and cleared posts', async () => {
  const user = await open()
  expect(within(await bar()).queryByRole('button', { name: 'Restore the removed posts' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove @dora' }))
  expect(rows().slice(1)).toEqual([`@emil${links[2]}`])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove @emil')
  await user.click(await inBar('Restore the removed posts'))
  expect(rows().slice(1)).toEqual([`@dora${links[1]}`, `@emil${links[2]}`])
  await user.click(await inBar('Clear the links'))
  expect([rows(), await position()]).toEqual([[], ''])
  expect((await inBar('Clear the links')).hasAttribute('disabled')).toBe(true)
  await user.click(await inBar('Restore the removed posts'))
  expect(rows()).toHaveLength(3)
})

it('leaves rejected lines in their field, and keeps the dialog open for them', async () => {
  const user = await openHome(server)
  await user.click(await screen.findByRole('button', { name: 'Many links' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Many links' }))
  const add = dialog.getByRole('button', { name: 'Add to the list' })
  expect(add.hasAttribute('disabled')).toBe(true)
  await user.click(dialog.getByLabelText('Links'))
  await user.paste(`${links[0]}\nno link\n${links[1]}`)
  await user.click(add)
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Links').value).toBe('no link')
  expect(dialog.getByText('2 posts added. Line 2: no link to a post.')).toBeTruthy()
  await user.clear(dialog.getByLabelText('Links'))
  await user.paste(links[2] ?? '')
  await user.click(add)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await position()).toBe('0 of 3 doneNext: @cleo ')
})

it('explains the settings for posts ahead, and keeps the choices', async () => {
  readAhead(3)
  const user = await openHome(server)
  await user.click(await screen.findByRole('button', { name: 'Many links' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Many links' }))
  const press = async (name: string, times: number) => {
    for (let time = 0; time < times; time += 1) await user.click(dialog.getByRole('button', { name }))
  }
  const each = 'Each post is loaded when its turn comes.'
  const forDrafts = 'Posts whose replies are written ahead are loaded too.'
  const hints = () => [each, forDrafts].map((hint) => dialog.queryByText(hint) !== null)
  expect(hints()).toEqual([false, false])
  await press('One post less', 3)
  expect(hints()).toEqual([true, false])
  expect(dialog.getByText('Replies are written when you press Preview. Each generation costs money.')).toBeTruthy()
  await press('One draft more', 2)
  expect(hints()).toEqual([false, true])
  expect(dialog.getByText(/^Replies to this many .* This starts after your first send/)).toBeTruthy()
  await press('One post more', 2)
  expect(hints()).toEqual([false, false])
  expect(dialog.queryByRole('checkbox')).toBeNull()
  await user.keyboard('{Escape}')
  fireEvent.click(screen.getByLabelText('Send options'))
  await user.click(screen.getByRole('checkbox', { name: 'Keep choices for the next post' }))
  expect(JSON.parse(localStorage.getItem(habits) ?? '')).toMatchObject({
    settings: { ahead: 2, drafts: 2, refills: true },
  })
})

it('contains the link that another app passed while nobody was signed in, when somebody signs in', async () => {
  const shared = encodeURIComponent(links[1] ?? '')
  renderConsole(server, `/admin/home?url=${shared}`, { signedIn: false })
  await screen.findByRole('button', { name: 'Login' })
  localStorage.setItem('access_token', server.me.token)
  act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' })))
  fireEvent.click(await screen.findByRole('button', { name: 'Accept @dora' }))
  await waitFor(async () => expect(await position()).toBe('0 of 1 doneNext: @dora '))
  expect(window.location.search).toBe('')
})
