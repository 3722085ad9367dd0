import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { closingIsQuestioned, renderConsole, textIn } from '../../support/renderConsole'

let server: InProcessServer
beforeEach(async () => {
  server = await startInProcessServer()
  localStorage.setItem('auto-comment-bot.operator', '0123456789abcdef')
})
afterEach(() => server.close())

const open = async () => {
  const { user } = renderConsole(server, '/admin/group')
  await user.click(await screen.findByRole('button', { name: 'Add Group' }))
  await user.type(await screen.findByLabelText('Name'), 'night-shift')
  return user
}
const again = async (user: Awaited<ReturnType<typeof open>>) => {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Add Group' }))
  return textIn(await screen.findByLabelText('Name'))
}

describe('text typed into a dialog', () => {
  it('is kept after Escape', async () => {
    const user = await open()
    await user.keyboard('{Escape}')
    expect(await again(user)).toBe('night-shift')
  })

  it('is kept while another page is visited', async () => {
    const user = await open()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('link', { name: 'History' }))
    await screen.findByRole('heading', { level: 1, name: 'History' })
    await user.click(screen.getByRole('link', { name: 'Post Group' }))
    await screen.findByRole('heading', { level: 1, name: 'Post Group' })
    expect(await again(user)).toBe('night-shift')
  })

  it('is discarded by Cancel, and after it was saved', async () => {
    const user = await open()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await again(user)).toBe('')
    await user.type(screen.getByLabelText('Name'), 'crew')
    await user.type(screen.getByLabelText('Description'), 'x')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('crew')
    expect(await again(user)).toBe('')
  })
})

it('the browser asks before it closes the tab while a dialog contains unsaved text, even if closed', async () => {
  const user = await open()
  const asked = [closingIsQuestioned()]
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  asked.push(closingIsQuestioned())
  expect(await again(user)).toBe('night-shift')
  await user.clear(screen.getByLabelText('Name'))
  asked.push(closingIsQuestioned())
  await user.type(screen.getByLabelText('Name'), 'crew')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  asked.push(closingIsQuestioned())
  await again(user)
  await user.type(screen.getByLabelText('Name'), 'crew')
  await user.type(screen.getByLabelText('Description'), 'x')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('crew')
  expect([...asked, closingIsQuestioned()]).toEqual([true, true, false, false, false])
})

it.each([
  ['/admin/ai-character', 'Add AI Character', 'Name'],
  ['/admin/media-agent', 'Add Media Agent', 'Username'],
])('typed text is kept in the dialog of %s too', async (path, add, field) => {
  const { user } = renderConsole(server, path)
  await user.click((await screen.findAllByRole('button', { name: add }))[0] as HTMLElement)
  const control = await screen.findByLabelText(field)
  expect(closingIsQuestioned()).toBe(false)
  await user.type(control, 'x')
  expect(closingIsQuestioned()).toBe(true)
})

it('a chosen group is still chosen when its dialog is opened again', async () => {
  for (const name of ['crew', 'night-shift']) await server.me.call('POST', '/groups', { name, description: 'x' })
  const { user } = renderConsole(server, '/admin/media-agent')
  const group = () => screen.findByLabelText<HTMLSelectElement>('Group')
  const openIt = async () =>
    user.click((await screen.findAllByRole('button', { name: 'Add Media Agent' }))[0] as HTMLElement)
  await openIt()
  await waitFor(async () => expect((await group()).options).toHaveLength(3))
  await user.selectOptions(await group(), 'night-shift')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await openIt()
  await waitFor(async () => expect((await group()).options).toHaveLength(3))
  expect([(await group()).value, (await group()).selectedOptions[0]?.text]).toEqual(['night-shift', 'night-shift'])
})

it('text typed into an edit page is there again after the session expired during Update', async () => {
  const { body } = await server.me.call('POST', '/groups', { name: 'crew', description: 'x' })
  const path = `/groups/${(body as { id: number }).id}`
  const { user } = renderConsole(server, `/admin/group/${(body as { id: number }).id}`)
  await user.type(await screen.findByLabelText('Name'), '-2')
  server.answerNext(`PUT ${path}`, { status: 401, body: { detail: 'The session has expired' } })
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await screen.findByRole('button', { name: 'Login' })
  localStorage.setItem('access_token', server.me.token)
  window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }))
  expect(textIn(await screen.findByLabelText('Name'))).toBe('crew-2')
  await waitFor(() => expect(closingIsQuestioned()).toBe(true))
})
