import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StoredAccount } from '../../../src/schemas/accounts/accountEdit'
import { account } from '../../machines/samples'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { closingIsQuestioned, renderConsole } from '../../support/renderConsole'
import { sampleAccount } from '../../support/serverFakes'

const names = ['ana', 'bob', 'cy', 'dee', 'eve', 'fay', 'gus']

let server: InProcessServer
let ids: Map<string, number>
beforeEach(async () => {
  server = await startInProcessServer()
  ids = new Map()
  for (const name of names) {
    const { body } = await server.me.call('POST', '/twitter/accounts', sampleAccount(name, ''))
    ids.set(name, (body as { id: number }).id)
  }
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const choiceOf = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select @${name}` })
const all = (count: number) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select all ${count} found` })
const chosen = () => screen.getByText(/^\d+ selected$/).textContent
const deletionOf = (name: string) => `DELETE /twitter/accounts/${ids.get(name)}`
const deletions = () => server.requests.map(({ call }) => call).filter((call) => call.startsWith('DELETE'))

const open = async (query = '?sort=username') => {
  const { user } = renderConsole(server, `/admin/media-agent${query}`)
  await user.click(await screen.findByRole('button', { name: 'Select' }))
  await screen.findByRole('group', { name: 'Select media agents' })
  return user
}

const ask = async (user: UserEvent) => {
  await user.click(button('Delete selected'))
  return within(await screen.findByRole('alertdialog'))
}

const confirm = async (user: UserEvent) => {
  const dialog = await ask(user)
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  return dialog
}

describe('selecting several media agents', () => {
  it('starts and ends with the button, which shows that', async () => {
    const user = await open()
    expect(button('Select').getAttribute('aria-pressed')).toBe('true')
    expect([chosen(), button('Delete selected').disabled]).toEqual(['0 selected', true])
    await user.click(choiceOf('ana'))
    await user.click(button('Done'))
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(button('Select').getAttribute('aria-pressed')).toBe('false')
    expect(document.activeElement).toBe(button('Select'))
    await user.click(button('Select'))
    expect(chosen()).toBe('0 selected')
    await user.click(button('Select'))
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('continues over pages, orders and searches', async () => {
    const user = await open()
    await user.click(choiceOf('bob'))
    await user.click(screen.getByRole('link', { name: 'Next' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Select @gus' }))
    await user.click(screen.getByRole('button', { name: 'User Name' }))
    await waitFor(() => expect([choiceOf('gus').checked, choiceOf('fay').checked]).toEqual([true, false]))
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'bob')
    await waitFor(() => expect([all(1).checked, choiceOf('bob').checked]).toEqual([true, true]))
    expect(chosen()).toBe('2 selected')
  })

  it('adds and removes all results, on every page', async () => {
    const user = await open()
    await user.click(choiceOf('cy'))
    expect([all(7).indeterminate, all(7).checked]).toEqual([true, false])
    await user.click(all(7))
    expect([all(7).indeterminate, all(7).checked, chosen()]).toEqual([false, true, '7 selected'])
    await user.click(screen.getByRole('link', { name: 'Next' }))
    await waitFor(() => expect(choiceOf('gus').checked).toBe(true))
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'e')
    await waitFor(() => expect(all(2).checked).toBe(true))
    await user.click(all(2))
    expect(chosen()).toBe('5 selected')
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'zz')
    await waitFor(() => expect([all(0).disabled, all(0).checked]).toEqual([true, false]))
  })

  it('ends by Escape, unless a search or a confirmation handles the key', async () => {
    const user = await open()
    await user.click(choiceOf('ana'))
    await ask(user)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect([chosen(), document.activeElement]).toEqual(['1 selected', button('Delete selected')])
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'a{Escape}')
    expect(chosen()).toBe('1 selected')
    await user.click(await screen.findByRole('checkbox', { name: 'Select @ana' }))
    await user.keyboard('{Escape}')
    expect(screen.queryByText(/selected$/)).toBeNull()
    expect(document.activeElement).toBe(button('Select'))
  })

  it('drops accounts that are gone from the list', async () => {
    const user = await open()
    await user.click(all(7))
    await user.click(button('Delete @bob'))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(chosen()).toBe('6 selected'))
  })
})

describe('changing the selection', () => {
  const updates = () => server.requests.filter(({ call }) => /^(PUT|POST .*verify)/.test(call))
  const report = () => within(screen.getByRole('group', { name: 'Select media agents' }))
  const listed = async () => {
    const { body } = await server.me.call('GET', '/twitter/accounts')
    return (body as StoredAccount[]).map(({ username, group, is_active }) => [username, group, is_active])
  }
  const select = async (...wanted: string[]) => {
    const user = await open()
    for (const name of wanted) await user.click(choiceOf(name))
    return user
  }

  const gone = 'Media agent was not found'

  it('sets a group, and keeps what another window changed or deleted in the meantime', async () => {
    await server.me.call('POST', '/groups', { name: 'Night', description: 'Late posts' })
    const user = await select('ana', 'bob', 'cy')
    await user.click(button('Set group'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Set the group of 3 media agents' }))
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Set group' })
    expect(confirm.disabled).toBe(true)
    await dialog.findByRole('option', { name: 'Night' })
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Group' }), 'Night')
    const gate = server.gate(/^PUT/, 'all')
    await user.click(confirm)
    await dialog.findByText('1 of 3')
    await server.me.call('PUT', `/twitter/accounts/${ids.get('ana')}`, { username: 'anabel' })
    await server.me.call('DELETE', `/twitter/accounts/${ids.get('bob')}`)
    await gate.pass()
    await gate.pass()
    await dialog.findByRole('img', { name: '1 done, 1 failed, of 3' })
    dialog.getByText('1 failed')
    await gate.pass()
    await screen.findAllByText(`The group of 1 of 3 media agents was not set. ${gone}`)
    screen.getByText('2 of 3 done, 1 failed, 0 not reached.')
    expect(report().getByRole('listitem').textContent).toBe(`@bob: ${gone}`)
    expect(updates().map(({ body }) => body)).toEqual(Array(3).fill({ group: 'Night' }))
    expect((await listed()).slice(0, 2)).toEqual([
      ['anabel', 'Night', true],
      ['@cy', 'Night', true],
    ])
    await waitFor(() => expect(chosen()).toBe('0 selected'))
    gate.open()
  })

  it('deactivates, and activates what X accepts at a check', async () => {
    const user = await select('ana', 'bob', 'cy')
    await user.click(button('Deactivate'))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Deactivate 3 media agents?' }))
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }))
    await screen.findAllByText('3 media agents deactivated.')
    expect((await listed()).map(([, , isActive]) => isActive)).toEqual([false, false, false, true, true, true, true])
    for (const name of ['ana', 'bob', 'cy']) await user.click(choiceOf(name))
    const answer = { ...account, is_active: false, inactive_reason: 'Log in to X as this account.' }
    server.answerNext(`POST /twitter/accounts/${ids.get('bob')}/verify`, { status: 200, body: answer })
    await user.click(button('Check and activate'))
    await screen.findAllByText('The check of 1 of 3 media agents failed. Log in to X as this account.')
    expect(report().getByRole('listitem').textContent).toBe('@bob: Log in to X as this account.')
    expect([choiceOf('bob').checked, chosen()]).toEqual([true, '1 selected'])
    expect((await listed()).map(([, , isActive]) => isActive).slice(0, 3)).toEqual([true, false, true])
  })

  it('reports the accounts that were not reached before a stop', async () => {
    const user = await select('ana', 'bob', 'cy')
    const gate = server.gate(/^POST .*verify/)
    await user.click(button('Check and activate'))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Checking 3 media agents' }))
    await user.click(dialog.getByRole('button', { name: 'Stop' }))
    await dialog.findByText('Stopping after 1 of 3')
    await gate.pass()
    await screen.findByText('1 of 3 done, 0 failed, 2 not reached.')
    expect([chosen(), updates().length, report().queryByRole('listitem')]).toEqual(['2 selected', 1, null])
  })
})

describe('deleting the selection', () => {
  it('asks, deletes one after another, and returns to the list', async () => {
    const user = await open()
    for (const name of ['ana', 'cy', 'dee']) await user.click(choiceOf(name))
    await user.click(choiceOf('cy'))
    const dialog = await ask(user)
    dialog.getByRole('heading', { name: 'Are you sure you want to delete 2 Media Agents?' })
    dialog.getByText(/credentials. Their queued replies will not be sent. Their posts stay on X.$/)
    expect([document.activeElement, deletions()]).toEqual([dialog.getByRole('button', { name: 'Cancel' }), []])
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await screen.findAllByText('2 Media Agents deleted successfully!')
    expect(deletions()).toEqual([deletionOf('ana'), deletionOf('dee')])
    await waitFor(() => expect(screen.queryByText('@ana')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button('Select')))
    expect([button('Select').getAttribute('aria-pressed'), screen.queryByRole('checkbox')]).toEqual(['false', null])
  })

  it('continues after a failure, shows how many and why, and keeps that row selected', async () => {
    const user = await open()
    for (const name of ['ana', 'bob', 'cy']) await user.click(choiceOf(name))
    server.answerNext(deletionOf('bob'), { status: 409, body: { detail: '@bob is being posted from' } })
    server.answerNext(deletionOf('cy'), { status: 404, body: { detail: 'Account not found' } })
    await confirm(user)
    await screen.findAllByText('Failed to delete 1 of 3 Media Agents. @bob is being posted from')
    await waitFor(() => expect([screen.queryByText('@ana'), chosen()]).toEqual([null, '1 selected']))
    expect([choiceOf('bob').checked, choiceOf('cy').checked]).toEqual([true, false])
    await waitFor(() => expect(document.activeElement).toBe(button('Delete selected')))
  })

  it('shows its progress, warns before the tab is closed, and stops after the current row', async () => {
    const user = await open()
    const gate = server.gate(/^DELETE/)
    for (const name of ['ana', 'bob', 'cy']) await user.click(choiceOf(name))
    expect(closingIsQuestioned()).toBe(false)
    const dialog = await confirm(user)
    await dialog.findByRole('heading', { name: 'Deleting 3 Media Agents' })
    dialog.getByText('1 of 3')
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Stop' }))
    expect(closingIsQuestioned()).toBe(true)
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Stop' }))
    await gate.pass()
    await dialog.findByText('2 of 3')
    dialog.getByRole('img', { name: '1 done, 0 failed, of 3' })
    await user.click(dialog.getByRole('button', { name: 'Stop' }))
    await dialog.findByText('Stopping after 2 of 3')
    await gate.pass()
    await screen.findAllByText('2 Media Agents deleted successfully!')
    await waitFor(() => expect(chosen()).toBe('1 selected'))
    expect([choiceOf('cy').checked, closingIsQuestioned(), deletions().length]).toEqual([true, false, 2])
  })

  it('continues with the selected rows while the list reloads', async () => {
    const user = await open()
    await user.click(choiceOf('ana'))
    const list = server.gate(/^GET \/twitter\/accounts/)
    await confirm(user)
    await waitFor(() => expect(chosen()).toBe('0 selected'))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await user.click(choiceOf('cy'))
    await list.pass()
    await waitFor(() => expect(screen.queryByText('@ana')).toBeNull())
    expect([chosen(), choiceOf('cy').checked]).toEqual(['1 selected', true])
  })

  it('moves the focus to Select, which stays, when the list is empty', async () => {
    const user = await open()
    await user.click(all(7))
    await confirm(user)
    await screen.findAllByText('7 Media Agents deleted successfully!')
    await screen.findByText(/No accounts are connected yet/)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Select' }))
  })

  it('stops when the page is left, which waits for the current row and its result', async () => {
    window.history.pushState(null, '', '/admin/group')
    const user = await open()
    const gate = server.gate(/^DELETE/)
    await user.click(all(7))
    const dialog = await confirm(user)
    await dialog.findByText('1 of 7')
    for (const _ of ['once', 'twice']) {
      window.history.back()
      await new Promise((isUndone) => window.addEventListener('pushState', isUndone, { once: true }))
    }
    await dialog.findByText('Stopping after 1 of 7')
    await gate.pass()
    await screen.findAllByText('Media Agent deleted successfully!')
    await screen.findByRole('heading', { level: 1, name: 'Post Group' })
    const { body } = await server.me.call('GET', '/twitter/accounts')
    expect(body).toHaveLength(6)
    expect([deletions().length, closingIsQuestioned()]).toEqual([1, false])
  })

  it('ends when the session has ended', async () => {
    const user = await open()
    await user.click(all(7))
    server.answerNext(deletionOf('ana'), { status: 401, body: { detail: 'Not authenticated' } })
    await confirm(user)
    await screen.findByRole('heading', { level: 1, name: /Login|Welcome/ })
    expect(deletions()).toHaveLength(1)
    expect(screen.queryByText(/Failed to delete/)).toBeNull()
  })
})
