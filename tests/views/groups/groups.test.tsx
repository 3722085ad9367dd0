import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { closingIsQuestioned, renderConsole, textIn } from '../../support/renderConsole'
import { sampleAccount } from '../../support/serverFakes'

let server: InProcessServer
beforeEach(async () => {
  server = await startInProcessServer()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

const createGroup = async (name: string): Promise<number> => {
  const { body } = await server.me.call('POST', '/groups', { name, description: `Accounts of ${name}` })
  return (body as { id: number }).id
}

const rows = async () =>
  within(await screen.findByRole('table', { name: 'Groups' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 2)
        .map((cell) => cell.textContent),
    )

describe('the Post Group screen', () => {
  it('shows that it is loading, then that there is nothing', async () => {
    const release = server.holdNext('GET /groups')
    renderConsole(server, '/admin/group')
    await screen.findByText('Loading...')
    release()
    await screen.findByText('No results.')
    expect(screen.queryByText('Loading...')).toBeNull()
  })

  it('lists name and description', async () => {
    await createGroup('launch-crew')
    await createGroup('retail')
    renderConsole(server, '/admin/group')
    expect(await rows()).toEqual([
      ['launch-crew', 'Accounts of launch-crew'],
      ['retail', 'Accounts of retail'],
    ])
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Description',
      'Action',
    ])
  })

  it('shows no results and a way to try again when the list cannot be loaded', async () => {
    await createGroup('launch-crew')
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    server.answerNext('GET /groups', { status: 0 })
    const { user } = renderConsole(server, '/admin/group')
    await screen.findByText('No results.')
    expect(logged).toHaveBeenCalledOnce()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(async () => expect(await rows()).toEqual([['launch-crew', 'Accounts of launch-crew']]))
  })

  it('creates a group in a dialog that closes, and shows it in the list', async () => {
    const { user } = renderConsole(server, '/admin/group')
    await user.click(await screen.findByRole('button', { name: 'Add Group' }))
    const dialog = await screen.findByRole('dialog', { name: 'Create Group' })
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await within(dialog).findByText('Name is required')
    within(dialog).getByText('Description is required')
    expect(document.activeElement).toBe(within(dialog).getByLabelText('Name'))

    await user.type(within(dialog).getByLabelText('Name'), 'launch-crew')
    await user.type(within(dialog).getByLabelText('Description'), 'For the launch')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(async () => expect(await rows()).toEqual([['launch-crew', 'For the launch']]))
    expect(screen.queryByRole('dialog', { name: 'Create Group' })).toBeNull()
    screen.getAllByText('Create Group Successful!')

    await user.click(screen.getByRole('button', { name: 'Add Group' }))
    expect(textIn(await screen.findByLabelText('Name'))).toBe('')
  })

  it('cancels without creating, and gives the focus back', async () => {
    const { user } = renderConsole(server, '/admin/group')
    await user.click(await screen.findByRole('button', { name: 'Add Group' }))
    await user.type(await screen.findByLabelText('Name'), 'never')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Group' })))
    expect(server.requests.filter(({ call }) => call === 'POST /groups')).toEqual([])
  })

  it("keeps the dialog open and shows the server's words when creating fails", async () => {
    await createGroup('launch-crew')
    const { user } = renderConsole(server, '/admin/group')
    await user.click(await screen.findByRole('button', { name: 'Add Group' }))
    await user.type(await screen.findByLabelText('Name'), 'launch-crew')
    await user.type(screen.getByLabelText('Description'), 'twice')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findAllByText('A group named "launch-crew" exists already')
    expect(textIn(screen.getByLabelText('Description'))).toBe('twice')

    server.answerNext('POST /groups', { status: 0 })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findAllByText('Failed to creating Group. Please try again.')
  })

  it('asks before deleting, explains what happens to the accounts, and moves the focus to the next row', async () => {
    await createGroup('launch-crew')
    await createGroup('retail')
    for (const name of ['ada', 'bob', 'cy'])
      await server.me.call('POST', '/twitter/accounts', sampleAccount(name, 'launch-crew'))
    const release = server.holdNext('GET /twitter/accounts')
    const { user } = renderConsole(server, '/admin/group')
    await user.click(await screen.findByRole('button', { name: 'Delete launch-crew' }))
    const question = await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this Group?' })
    within(question).getByText('Accounts in this group stay connected, without a group.')
    release()
    await within(question).findByText('3 accounts are in this group. They stay connected, without a group.')
    expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Cancel' }))

    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await rows()).toHaveLength(2)

    await user.click(screen.getByRole('button', { name: 'Delete launch-crew' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect(await rows()).toEqual([['retail', 'Accounts of retail']]))
    screen.getAllByText('Group deleted successfully!')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete retail' })))
    const { body } = await server.me.call('GET', '/twitter/accounts')
    expect((body as { group: string | null }[]).map(({ group }) => group)).toEqual([null, null, null])
  })

  it('shows that deleting failed and keeps the row', async () => {
    const id = await createGroup('launch-crew')
    const { user } = renderConsole(server, '/admin/group')
    server.answerNext(`DELETE /groups/${id}`, { status: 503 })
    await user.click(await screen.findByRole('button', { name: 'Delete launch-crew' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await screen.findAllByText('Failed to delete Group. Please try again.')
    expect(await rows()).toHaveLength(1)
  })
})

describe('the Group Details page', () => {
  it('links to the media agents of the group', async () => {
    const id = await createGroup('Launch & co')
    await server.me.call('POST', '/twitter/accounts', sampleAccount('ada', 'Launch & co'))
    await server.me.call('POST', '/twitter/accounts', sampleAccount('bob', ''))
    const { user } = renderConsole(server, `/admin/group/${id}`)
    await user.click(await screen.findByRole('link', { name: 'See its media agents' }))
    expect(await screen.findAllByRole('link', { name: /^Edit @/ })).toHaveLength(1)
    screen.getByRole('link', { name: 'Edit @ada' })
    expect(`${window.location.pathname}${window.location.search}`).toBe('/admin/media-agent?group=launch+%26+co')
  })

  it('saves and returns to the list', async () => {
    const id = await createGroup('launch-crew')
    const { user } = renderConsole(server, '/admin/group')
    await user.click(await screen.findByRole('link', { name: 'Edit launch-crew' }))
    await screen.findByRole('heading', { level: 1, name: 'Group Details' })
    const name = await screen.findByLabelText('Name')
    expect(textIn(name)).toBe('launch-crew')
    await user.clear(name)
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await screen.findByText('Name is required')

    await user.type(name, 'spring')
    const release = server.holdNext(`PUT /groups/${id}`)
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect((await screen.findByRole('button', { name: 'Updating in...' })).matches(':disabled')).toBe(true)
    release()
    expect(await rows()).toEqual([['spring', 'Accounts of launch-crew']])
    expect(window.location.pathname).toBe('/admin/group')
    screen.getAllByText('Group updated successfully!')
  })

  it('returns to the row on Cancel, without a confirmation', async () => {
    const id = await createGroup('launch-crew')
    const { user } = renderConsole(server, '/admin/group')
    await user.click(await screen.findByRole('link', { name: 'Edit launch-crew' }))
    await user.type(await screen.findByLabelText('Name'), ' changed')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await rows()).toEqual([['launch-crew', 'Accounts of launch-crew']])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Edit launch-crew' })))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(server.requests.filter(({ call }) => call === `PUT /groups/${id}`)).toEqual([])
  })

  it('asks before a link or Back discards changes', async () => {
    const id = await createGroup('launch-crew')
    const { user } = renderConsole(server, '/admin/history')
    await user.click(await screen.findByRole('link', { name: 'Post Group' }))
    await user.click(await screen.findByRole('link', { name: 'Edit launch-crew' }))
    await screen.findByLabelText('Name')
    expect(closingIsQuestioned()).toBe(false)
    await user.type(screen.getByLabelText('Name'), '!')
    expect(closingIsQuestioned()).toBe(true)
    await user.click(screen.getByRole('link', { name: 'History' }))
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(window.location.pathname).toBe(`/admin/group/${id}`)

    window.history.back()
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(window.location.pathname).toBe('/admin/group'))
    expect(await rows()).toHaveLength(1)
  })

  it('returns by Cancel without a confirmation, even in a new tab', async () => {
    const id = await createGroup('launch-crew')
    const { user } = renderConsole(server, `/admin/group/${id}`)
    await user.type(await screen.findByLabelText('Name'), '!')
    vi.spyOn(window.history, 'length', 'get').mockReturnValue(1)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByRole('heading', { level: 1, name: 'Post Group' })
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('may be left during saving: without a confirmation, and the result is shown elsewhere', async () => {
    const id = await createGroup('launch-crew')
    const { user } = renderConsole(server, `/admin/group/${id}`)
    const answer = server.holdNext(`PUT /groups/${id}`)
    localStorage.setItem('auto-comment-bot.operator', '0123456789abcdef')
    await user.type(await screen.findByLabelText('Name'), '!')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await screen.findByRole('button', { name: 'Updating in...' })
    await user.type(screen.getByLabelText('Name'), ' too late')
    await user.click(screen.getByRole('link', { name: 'History' }))
    await screen.findByRole('heading', { level: 1, name: 'History' })
    expect(screen.queryByRole('alertdialog')).toBeNull()
    answer()
    await screen.findAllByText('Group updated successfully!')
    expect(window.location.pathname).toBe('/admin/history')
    await server.me.call('PUT', `/groups/${id}`, { name: 'changed elsewhere', description: 'x' })
    act(() => navigate(`/admin/group/${id}`))
    await waitFor(() => expect(textIn(screen.getByLabelText('Name'))).toBe('changed elsewhere'))
    expect(closingIsQuestioned()).toBe(false)
  })

  it('asks before Logout discards changes, but not if only a part of the page is opened', async () => {
    const id = await createGroup('launch-crew')
    const { user } = renderConsole(server, `/admin/group/${id}`)
    await user.type(await screen.findByLabelText('Name'), '!')
    const heard = new Promise((done) => window.addEventListener('popstate', done, { capture: true, once: true }))
    await user.click(screen.getByRole('link', { name: 'Skip to content' }))
    await heard
    expect([window.location.hash, screen.queryByRole('alertdialog')]).toEqual(['#main', null])

    await user.click(screen.getByRole('button', { name: 'Logout' }))
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(textIn(screen.getByLabelText('Name'))).toBe('launch-crew!')
    await user.click(screen.getByRole('button', { name: 'Logout' }))
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(window.location.pathname).toBe('/login'))
  })

  it('shows that a group could not be loaded, with a way to try again', async () => {
    const id = await createGroup('launch-crew')
    vi.spyOn(console, 'error').mockReturnValue()
    server.answerNext(`GET /groups/${id}`, { status: 503 })
    const { user } = renderConsole(server, `/admin/group/${id}`)
    await screen.findAllByText('Failed to load Group details.')
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(textIn(await screen.findByLabelText('Name'))).toBe('launch-crew')
  })

  it('shows that the record does not exist if its address contains no number', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    renderConsole(server, '/admin/group/launch-crew')
    await screen.findByText('This record does not exist. It may have been deleted.')
  })

  it('keeps typed text when saving fails', async () => {
    const id = await createGroup('launch-crew')
    const { user } = renderConsole(server, `/admin/group/${id}`)
    await user.type(await screen.findByLabelText('Name'), '-2')
    server.answerNext(`PUT /groups/${id}`, { status: 0 })
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await screen.findAllByText('Failed to update Group. Please try again.')
    expect(textIn(screen.getByLabelText('Name'))).toBe('launch-crew-2')
    expect(window.location.pathname).toBe(`/admin/group/${id}`)
  })
})
