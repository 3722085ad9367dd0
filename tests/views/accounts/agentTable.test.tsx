import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Account } from '../../../src/schemas/accounts/accounts'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole, textIn } from '../../support/renderConsole'
import { catchSavedFiles } from '../../support/savedFiles'

let server: InProcessServer
beforeEach(async () => {
  server = await startInProcessServer()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

const seven = ['ana', 'bob', 'cy', 'dee', 'eve', 'fay', 'gus'].map(
  (name, index): Account => ({
    id: index + 1,
    username: `@${name.toUpperCase()}`,
    group: index % 2 === 0 ? 'Launch' : null,
    is_active: name !== 'bob',
    created_at: `2026-05-0${index + 1}T08:00:00.000Z`,
    ...(name === 'bob' ? { inactive_reason: 'X says Unauthorized' } : {}),
  }),
)
const answerSeven = () => server.answerNext('GET /twitter/accounts', { status: 200, body: seven })

const usernames = async () =>
  (await screen.findAllByRole('row'))
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.lastChild?.lastChild?.textContent)

const sortOf = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort')
const search = () => `${window.location.pathname}${window.location.search}`

describe('the Media Agent table', () => {
  it('shows the columns of the specification, names and groups in lower case', async () => {
    answerSeven()
    const { user } = renderConsole(server, '/admin/media-agent?size=10')
    expect(await usernames()).toEqual(['@gus', '@fay', '@eve', '@dee', '@cy', '@bob', '@ana'])
    expect(screen.getByText('7 accounts, 4 in 1 group, 3 in no group, 6 active.')).toBeDefined()
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'User Name',
      'Group',
      'Status',
      'Created At',
      'Actions',
    ])
    const [, gus] = screen.getAllByRole('row')
    const cells = within(gus as HTMLElement).getAllByRole('cell')
    expect(cells[0]?.textContent).toBe('@gus')
    expect(cells[1]?.textContent).toBe('launch')
    expect(cells[2]?.textContent).toBe('ACTIVE')
    expect(cells[3]?.textContent).toContain(new Date('2026-05-07T08:00:00.000Z').toLocaleString())
    expect(screen.getByText('IN ACTIVE').closest('td')?.textContent).toBe('IN ACTIVEX says Unauthorized')

    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'launch')
    await screen.findByText('No username contains “launch”.')
  })

  it('shows no status that the provider does not send', async () => {
    const rows = seven.map((account) => (account.username === '@GUS' ? { ...account, is_active: null } : account))
    server.answerNext('GET /twitter/accounts', { status: 200, body: rows })
    renderConsole(server, '/admin/media-agent?size=10')
    expect((await usernames())[0]).toBe('@gus')
    const [, gus, fay] = screen.getAllByRole('row').map((row) => within(row).queryAllByRole('cell'))
    expect([gus?.[2]?.textContent, gus?.[4]?.textContent]).toEqual(['', 'Missing or unreadable: is_active.'])
    expect([fay?.[2]?.textContent, fay?.[4]?.textContent]).toEqual(['ACTIVE', ''])
  })

  it('pages through the rows, five at first, and keeps size and page in the address', async () => {
    answerSeven()
    const { user } = renderConsole(server, '/admin/media-agent')
    expect(await usernames()).toEqual(['@gus', '@fay', '@eve', '@dee', '@cy'])
    screen.getByText('Page 1 of 2')
    await user.click(screen.getByRole('link', { name: 'Next' }))
    await waitFor(async () => expect(await usernames()).toEqual(['@bob', '@ana']))
    expect(search()).toBe('/admin/media-agent?page=2')
    await user.click(screen.getByRole('link', { name: 'Page 1' }))
    screen.getByText('Page 1 of 2')
    await user.click(screen.getByRole('link', { name: 'Page 2' }))
    await user.click(screen.getByRole('link', { name: 'Previous' }))
    screen.getByText('Page 1 of 2')

    const size = screen.getByLabelText('Rows per page')
    expect(
      within(size)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['5', '10', '15', '20'])
    await user.selectOptions(size, '10')
    expect(await usernames()).toHaveLength(7)
    screen.getByText('Page 1 of 1')
    expect(search()).toBe('/admin/media-agent?size=10')
  })

  it('starts the next visit with the last number of rows, even after a reload', async () => {
    answerSeven()
    const first = renderConsole(server, '/admin/media-agent')
    await usernames()
    await first.user.selectOptions(screen.getByLabelText('Rows per page'), '10')
    first.close()

    answerSeven()
    const { user } = renderConsole(server, '/admin/media-agent')
    expect(await usernames()).toHaveLength(7)
    expect(screen.getByLabelText<HTMLSelectElement>('Rows per page').value).toBe('10')
    await user.selectOptions(screen.getByLabelText('Rows per page'), '5')
    expect(await usernames()).toHaveLength(5)
    expect(search()).toBe('/admin/media-agent')
  })

  it('keeps the focus on a row that stays', async () => {
    answerSeven()
    renderConsole(server, '/admin/media-agent')
    await usernames()
    const focused = screen.getByRole('button', { name: 'Delete @cy' })
    focused.focus()
    screen.getByRole('button', { name: 'User Name' }).click()
    await waitFor(async () => expect((await usernames())[0]).toBe('@ana'))
    expect(document.activeElement).toBe(focused)
  })

  it('shows one group, or the accounts that X refuses, and keeps that in the address', async () => {
    answerSeven()
    const { user } = renderConsole(server, '/admin/media-agent?page=2')
    await screen.findByText('Page 2 of 2')
    const group = screen.getByRole('combobox', { name: 'Filter by group' })
    expect(
      within(group)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['All groups', 'launch (4)', 'No group (3)'])
    await user.selectOptions(group, 'launch (4)')
    expect(await usernames()).toEqual(['@gus', '@eve', '@cy', '@ana'])
    expect(search()).toBe('/admin/media-agent?group=launch')
    await user.selectOptions(group, 'No group (3)')
    const status = screen.getByRole('combobox', { name: 'Filter by status' })
    await user.selectOptions(status, 'Inactive only')
    expect(await usernames()).toEqual(['@bob'])
    expect(search()).toBe('/admin/media-agent?group=&status=inactive')
    await user.selectOptions(group, 'launch (4)')
    await screen.findByText('No account has this group and status.')
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'bo')
    await screen.findByText('No username contains “bo” in this group and status.')
    await user.click(screen.getByRole('button', { name: 'Show all accounts' }))
    expect(await usernames()).toHaveLength(5)
    expect(search()).toBe('/admin/media-agent')
  })

  it('keeps a chosen group that no longer has accounts', async () => {
    answerSeven()
    renderConsole(server, '/admin/media-agent?group=left')
    await screen.findByText('No account has this group and status.')
    expect(textIn(screen.getByRole('combobox', { name: 'Filter by group' }))).toBe(':left')
    screen.getByRole('option', { name: 'left (0)' })
  })

  it('exports the results of all pages in the order of the table', async () => {
    answerSeven()
    const files = catchSavedFiles()
    const { user } = renderConsole(server, '/admin/media-agent?sort=username&status=inactive')
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    await waitFor(() => expect(files).toHaveLength(1))
    expect((await files[0]?.blob.text())?.split('\r\n')).toEqual([
      'User Name,Group,Status,Reason,Created At',
      '@BOB,,IN ACTIVE,X says Unauthorized,2026-05-02T08:00:00.000Z',
      '',
    ])
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), 'Active only')
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await waitFor(() => expect(files).toHaveLength(2))
    expect((await files[1]?.blob.text())?.match(/@\w+/g)).toEqual(['@ANA', '@CY', '@DEE', '@EVE', '@FAY', '@GUS'])
  })

  it('sorts by the three sortable columns, and shows the sorted one', async () => {
    answerSeven()
    const { user } = renderConsole(server, '/admin/media-agent?size=20')
    await usernames()
    expect(sortOf('Created At')).toBe('descending')
    await user.click(screen.getByRole('button', { name: 'User Name' }))
    expect((await usernames())[0]).toBe('@ana')
    expect([sortOf('User Name'), sortOf('Group'), sortOf('Created At')]).toEqual(['ascending', null, null])
    await user.click(screen.getByRole('button', { name: 'User Name' }))
    expect((await usernames())[0]).toBe('@gus')
    expect(search()).toBe('/admin/media-agent?sort=-username&size=20')
    await user.click(screen.getByRole('button', { name: 'Group' }))
    expect(await usernames()).toEqual(['@ana', '@cy', '@eve', '@gus', '@bob', '@dee', '@fay'])
    expect(screen.queryByRole('button', { name: 'Status' })).toBeNull()
  })

  it('can also be sorted by a select, for phones, which hide the headers', async () => {
    answerSeven()
    const { user } = renderConsole(server, '/admin/media-agent?size=20&page=1')
    await usernames()
    const order = screen.getByRole('combobox', { name: 'Order by' })
    expect(order).toHaveProperty('selectedOptions.0.textContent', 'Newest first')
    await user.selectOptions(order, 'User name Z to A')
    expect((await usernames())[0]).toBe('@gus')
    expect(search()).toBe('/admin/media-agent?sort=-username&size=20')
    await user.selectOptions(order, 'Oldest first')
    expect([sortOf('User Name'), sortOf('Created At')]).toEqual([null, 'ascending'])
  })

  it('searches by username, from the first page, and hides the pages when nothing is found', async () => {
    answerSeven()
    const { user } = renderConsole(server, '/admin/media-agent?page=2')
    expect(await usernames()).toEqual(['@bob', '@ana'])
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'A')
    await waitFor(async () => expect(await usernames()).toEqual(['@fay', '@ana']))
    await waitFor(() => expect(search()).toBe('/admin/media-agent?search=A'))
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'zz')
    await screen.findByText('No results.', { selector: 'td' })
    expect(screen.getAllByRole('columnheader')).toHaveLength(5)
    expect(screen.queryByText(/Page \d/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(await usernames()).toHaveLength(5)
    expect(search()).toBe('/admin/media-agent')
  })

  it('keeps its headers, its Search box and the empty row without any account', async () => {
    renderConsole(server, '/admin/media-agent?search=50%2525de')
    const table = await screen.findByRole('table', { name: 'Media agents' })
    expect(within(table).getAllByRole('columnheader')).toHaveLength(5)
    expect(within(table).getByRole('cell').textContent).toBe('No results.')
    expect(textIn(screen.getByRole('searchbox', { name: 'Search' }))).toBe('50%25de')
    expect(screen.queryByText(/Page \d/)).toBeNull()
    expect(screen.getByText('No accounts are connected yet. Add an account, or import a CSV file.')).toBeDefined()
    expect(screen.getByText('Connected X accounts.')).toBeDefined()
  })

  it('returns from an edit page to the same search, page and row', async () => {
    const ids = new Map<string, number>()
    for (const name of ['ana', 'bob', 'cy', 'dee', 'eve', 'fay', 'gus']) ids.set(name, await server.createAccount(name))
    const { user } = renderConsole(server, '/admin/media-agent?sort=username&page=2')
    await user.click(await screen.findByRole('link', { name: 'Edit @gus' }))
    await screen.findByRole('heading', { level: 1, name: 'Media Agent Details' })
    expect(window.location.pathname).toBe(`/admin/media-agent/${ids.get('gus')}`)
    window.history.back()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Edit @gus' })))
    expect(await usernames()).toEqual(['@fay', '@gus'])
    expect(search()).toBe('/admin/media-agent?sort=username&page=2')
  })

  it('counts its groups again if the list changes, not at each key of a search', async () => {
    for (const name of ['ana', 'bob']) await server.createAccount(name)
    const { user } = renderConsole(server, '/admin/media-agent')
    const search = await screen.findByRole('searchbox', { name: 'Search' })
    const formatted = vi.spyOn(Number.prototype, 'toLocaleString')
    await user.type(search, 'an')
    await waitFor(async () => expect(await usernames()).toEqual(['@ana']))
    expect(formatted).not.toHaveBeenCalled()
    formatted.mockRestore()
  })

  it('keeps text that was just typed when a row is opened before typing paused', async () => {
    for (const name of ['ana', 'bob']) await server.createAccount(name)
    const { user } = renderConsole(server, '/admin/media-agent')
    await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'an')
    await waitFor(async () => expect(await usernames()).toEqual(['@ana']))
    await user.click(screen.getByRole('link', { name: 'Edit @ana' }))
    await screen.findByRole('heading', { level: 1, name: 'Media Agent Details' })
    window.history.back()
    await waitFor(() => expect(search()).toBe('/admin/media-agent?search=an'))
    expect(textIn(await screen.findByRole('searchbox', { name: 'Search' }))).toBe('an')
  })

  it('deletes after a confirmation, and moves the focus to the next row', async () => {
    for (const name of ['ana', 'bob', 'cy']) await server.createAccount(name)
    const { user } = renderConsole(server, '/admin/media-agent?sort=username')
    await user.click(await screen.findByRole('button', { name: 'Delete @bob' }))
    const question = await screen.findByRole('alertdialog', {
      name: 'Are you sure you want to delete this Media Agent?',
    })
    within(question).getByText(
      'This disconnects @bob and deletes its credentials. Its queued replies will not be sent. Its posts stay on X.',
    )
    await user.click(within(question).getByRole('button', { name: 'Delete' }))
    await screen.findAllByText('Media Agent deleted successfully!')
    await waitFor(async () => expect(await usernames()).toEqual(['@ana', '@cy']))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete @cy' }))

    await user.click(screen.getByRole('button', { name: 'Delete @cy' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete @ana' })))
  })

  it('falls back to the catalogue when deleting fails without a message', async () => {
    const id = await server.createAccount('ana')
    const { user } = renderConsole(server, '/admin/media-agent')
    server.answerNext(`DELETE /twitter/accounts/${id}`, { status: 500 })
    await user.click(await screen.findByRole('button', { name: 'Delete @ana' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await screen.findAllByText('Failed to delete Media Agent. Please try again.')
    expect(await usernames()).toEqual(['@ana'])
  })
})
