import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Route } from 'wouter'
import type { Group } from '../../../src/schemas/groups/groups'
import { ApiError } from '../../../src/services/api/api'
import { neighbour } from '../../../src/views/crud/neighbour'
import { deleteId, editId, selectId, useFocusOnReturn } from '../../../src/views/crud/rowFocus'
import GroupEditScreen from '../../../src/views/groups/GroupEditScreen'
import GroupsScreen from '../../../src/views/groups/GroupsScreen'
import { closingIsQuestioned } from '../../support/renderConsole'
import { renderPart } from '../../support/renderPart'
import { columns } from '../../support/tables'

const groups: Group[] = [
  { id: 4, name: 'North', description: 'Posts at night' },
  { id: 9, name: 'South', description: 'Posts at noon' },
]
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const never = () => new Promise<never>(() => undefined)
const away = async (): Promise<never> => Promise.reject(new ApiError(503, undefined))

beforeEach(() => {
  window.history.replaceState(null, '', '/admin/group')
})

it.each([
  [0, 9],
  [1, 12],
  [2, 9],
])('the neighbour of the row at %i is the next row, or the previous one', (index, id) => {
  expect(neighbour([{ id: 4 }, { id: 9 }, { id: 12 }], index)).toBe(id)
})

it('a single row has no neighbours', () => {
  expect(neighbour([{ id: 4 }], 0)).toBeUndefined()
})

it('the buttons of rows have their own ids', () => {
  expect([editId(4), deleteId(4), selectId]).toEqual(['edit-4', 'delete-4', 'select'])
})

describe('returning to a list', () => {
  const Rows = ({ ready }: { ready: boolean }) => {
    useFocusOnReturn(ready)
    return (
      <button type="button" id="edit-4">
        Edit North
      </button>
    )
  }
  const focused = () => document.activeElement?.id

  it.each([4, '4'])('puts the focus on the row %j that was left, when the rows are there, and only once', (row) => {
    window.history.replaceState({ row }, '')
    const { rerender } = render(<Rows ready={false} />)
    expect([focused(), window.history.state]).toEqual(['', { row }])
    rerender(<Rows ready />)
    expect([focused(), window.history.state]).toEqual(['edit-4', null])
  })

  it.each([[null], ['edit'], [{ row: [4] }], [{ ask: 'create' }], [{ row: 5 }]])(
    'leaves the focus where it is with %j',
    (state) => {
      window.history.replaceState(state, '')
      render(<Rows ready />)
      expect([focused(), window.history.state]).toEqual(['', typeof Object(state).row === 'number' ? null : state])
    },
  )
})

describe('a list', () => {
  const open = (listGroups: () => Promise<Group[]>, others: object = {}) =>
    renderPart(
      <main>
        <GroupsScreen />
      </main>,
      { api: { listGroups, listAccounts: async () => [], createGroup: never, deleteGroup: never, ...others } },
    )
  const names = async () =>
    within(await screen.findByRole('table', { name: 'Groups' }))
      .getAllByRole('row')
      .slice(1)
      .map((each) => each.firstElementChild?.textContent)

  it('that is empty explains groups', async () => {
    open(async () => [])
    await screen.findByText('No groups yet. A batch posts through the accounts of one group.')
    expect(columns(screen.getByRole('table', { name: 'Groups' }))).toEqual(['Name', 'Description', 'Action'])
    screen.getByRole('cell', { name: 'No results.' })
  })

  it('that never loaded can be requested again, with a busy button', async () => {
    let answer: () => Promise<Group[]> = away
    open(() => answer())
    const again = await screen.findByRole<HTMLButtonElement>('button', { name: 'Try again' })
    expect([again.disabled, screen.queryByText('Loading...')]).toEqual([false, null])
    answer = never
    await userEvent.click(again)
    await waitFor(() => expect(again.getAttribute('aria-busy')).toBe('true'))
  })

  it('that cannot be loaded again keeps its rows, and shows that until it can', async () => {
    const calls = vi.fn(async () => groups)
    const deleteGroup = vi.fn(away)
    open(calls, { deleteGroup })
    expect(await names()).toEqual(['North', 'South'])
    expect(screen.queryByText(/could not be loaded again/)).toBeNull()
    calls.mockImplementationOnce(away)
    await click('Delete North')
    await click('Delete')
    expect((await screen.findByText(/could not be loaded again/)).closest('p')?.textContent).toBe(
      'The list could not be loaded again.Try again',
    )
    expect(await names()).toEqual(['North', 'South'])
    await click('Try again')
    await waitFor(() => expect(screen.queryByText(/could not be loaded again/)).toBeNull())
  })

  it('asks before it deletes, and keeps the question open until that is done', async () => {
    let deleted = () => {}
    let rows = groups
    const deleteGroup = vi.fn(
      (_: object) =>
        new Promise<void>((resolve) => {
          deleted = resolve
        }),
    )
    open(async () => rows, { deleteGroup })
    await click('Delete South')
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this Group?' }),
    )
    expect(deleteGroup).not.toHaveBeenCalled()
    await userEvent.click(question.getByRole('button', { name: 'Delete' }))
    expect(question.getByRole<HTMLButtonElement>('button', { name: 'Deleting...' }).disabled).toBe(true)
    expect(question.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true)
    expect(deleteGroup.mock.calls).toEqual([[{ params: { groupId: 9 } }]])
    rows = groups.slice(0, 1)
    await act(async () => deleted())
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button('Delete North')))
  })

  it.each([
    [[], 'This group has no accounts.'],
    [['North'], '1 account is in this group. It stays connected, without a group.'],
    [['North', 'South', 'North', null], '2 accounts are in this group. They stay connected, without a group.'],
  ])('shows before deleting a group which accounts use it: %j', async (used, words) => {
    open(async () => groups, { listAccounts: async () => used.map((group, id) => ({ id, group })) })
    await click('Delete North')
    await within(await screen.findByRole('alertdialog')).findByText(words)
  })

  it('keeps the dialog of a new row open while it is saved, with unchanged fields', async () => {
    let created = () => {}
    const createGroup = vi.fn(
      (_: object) =>
        new Promise<void>((resolve) => {
          created = resolve
        }),
    )
    open(async () => [], { createGroup })
    await click('Add Group')
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Group' }))
    const name = await dialog.findByLabelText<HTMLInputElement>('Name')
    expect([name.readOnly, dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled]).toEqual([
      false,
      false,
    ])
    await userEvent.type(name, 'West')
    await userEvent.type(dialog.getByLabelText('Description'), 'Posts at dawn')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(createGroup).toHaveBeenCalledOnce())
    expect(createGroup.mock.calls).toEqual([[{ body: { name: 'West', description: 'Posts at dawn' } }]])
    const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' })
    expect([name.readOnly, save.disabled, save.getAttribute('aria-busy')]).toEqual([true, true, 'true'])
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true)
    await act(async () => created())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('keeps text typed for a new row after Escape, but not after Cancel or saving', async () => {
    open(async () => [], { createGroup: async () => undefined })
    const again = async () => {
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await click('Add Group')
      return (await screen.findByLabelText<HTMLInputElement>('Name')).value
    }
    expect(await again()).toBe('')
    await userEvent.type(screen.getByLabelText('Name'), 'West')
    await userEvent.keyboard('{Escape}')
    expect(await again()).toBe('West')
    await click('Cancel')
    expect(await again()).toBe('')
    await userEvent.type(screen.getByLabelText('Name'), 'East')
    await userEvent.type(screen.getByLabelText('Description'), 'Posts at dusk')
    await click('Save')
    expect(await again()).toBe('')
  })

  it('deletes nothing after Cancel, and uses a general text for unknown accounts', async () => {
    const deleteGroup = vi.fn(never)
    open(async () => groups, { listAccounts: never, deleteGroup })
    await click('Delete North')
    const question = within(await screen.findByRole('alertdialog'))
    question.getByText('Accounts in this group stay connected, without a group.')
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(deleteGroup).not.toHaveBeenCalled()
  })

  it('leaves the focus at a row that could not be deleted', async () => {
    const listGroups = vi.fn(async () => [...groups])
    open(listGroups, { deleteGroup: away })
    await click('Delete North')
    await click('Delete')
    await waitFor(() => expect(listGroups).toHaveBeenCalledTimes(2))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button('Delete North')))
  })

  it('marks in its address the row whose page is opened', async () => {
    window.history.replaceState(null, '', '/admin/group?sort=name')
    open(async () => groups)
    const edit = await screen.findByRole('link', { name: 'Edit South' })
    await userEvent.click(edit)
    expect([window.location.pathname, edit.title]).toEqual(['/admin/group/9', 'Edit South'])
    window.history.back()
    await waitFor(() =>
      expect([window.location.pathname + window.location.search, window.history.state]).toEqual([
        '/admin/group?sort=name',
        { row: 9 },
      ]),
    )
  })

  it('opens the dialog of a new row if its address asks for that', async () => {
    window.history.replaceState({ ask: 'create' }, '')
    open(async () => [])
    await screen.findByRole('dialog', { name: 'Create Group' })
  })
})

describe('the page of one row', () => {
  const open = (path: string, getGroup: () => Promise<Group>, updateGroup: (call: object) => Promise<void> = never) => {
    window.history.replaceState(null, '', path)
    renderPart(
      <Route path="/admin/group/:groupId?">
        <GroupEditScreen />
      </Route>,
      { api: { getGroup, updateGroup } },
    )
  }
  const there = async (): Promise<Group> => ({ id: 4, name: 'North', description: 'Posts at night' })

  it('is loaded first, below its heading', async () => {
    open('/admin/group/4', never)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Group Details')
    expect([screen.queryByText('Loading...') !== null, screen.queryByRole('button')]).toEqual([true, null])
  })

  it('shows that its address names nothing', async () => {
    open('/admin/group', never)
    await screen.findByText('Group ID is missing')
    expect([screen.queryByRole('button', { name: 'Try again' }), screen.queryByText('Loading...')]).toEqual([
      null,
      null,
    ])
  })

  it.each([
    [404, 'This record does not exist. It may have been deleted.'],
    [503, 'This record could not be loaded. Check the connection, then try again.'],
  ])('that was answered with %i shows an error, and is loaded again', async (status, words) => {
    let answer: () => Promise<Group> = async () => Promise.reject(new ApiError(status, undefined))
    open('/admin/group/4', () => answer())
    await screen.findByText(words)
    answer = there
    await click('Try again')
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('North')
  })

  it('links to the media agents of the group by its name in lower case', async () => {
    open('/admin/group/4', there)
    const link = await screen.findByRole('link', { name: 'See its media agents' })
    expect([link.getAttribute('href'), link.parentElement?.textContent]).toEqual([
      '/admin/media-agent?group=north',
      'North. See its media agents',
    ])
  })

  it('keeps its fields and Cancel unchanged while it is saved, and asks before the tab is closed until then', async () => {
    const updateGroup = vi.fn((_: object) => never())
    open('/admin/group/4', there, updateGroup)
    const name = await screen.findByLabelText<HTMLInputElement>('Name')
    expect([name.readOnly, button('Cancel').disabled, closingIsQuestioned()]).toEqual([false, false, false])
    await userEvent.type(name, '-2')
    expect(closingIsQuestioned()).toBe(true)
    await userEvent.type(name, '{Backspace}{Backspace}')
    expect(closingIsQuestioned()).toBe(false)
    await userEvent.type(name, '-3')
    await click('Update')
    await waitFor(() => expect(button('Updating in...').disabled).toBe(true))
    expect([name.readOnly, button('Cancel').disabled]).toEqual([true, true])
    await waitFor(() => expect(updateGroup).toHaveBeenCalledOnce())
    expect(updateGroup.mock.calls).toEqual([
      [{ params: { groupId: '4' }, body: { name: 'North-3', description: 'Posts at night' } }],
    ])
  })
})
