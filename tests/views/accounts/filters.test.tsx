import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { initialTableState, type TableState } from '../../../src/schemas/tableState'
import { AgentFilters } from '../../../src/views/accounts/AgentFilters'

const options = (select: HTMLElement) =>
  within(select)
    .getAllByRole<HTMLOptionElement>('option')
    .map(({ text, value }) => [text, value])
describe('the filters of the media agents', () => {
  const groups = [
    { name: 'north', size: 1200 },
    { name: '', size: 3 },
  ]
  const open = (changes: Partial<TableState> = {}) => {
    const told = vi.fn()
    render(
      <AgentFilters
        state={{ ...initialTableState, ...changes }}
        groups={groups}
        onGroup={(group) => told('group', group)}
        onStatus={(status) => told('status', status)}
        onSort={(column, descending) => told('sort', column, descending)}
      />,
    )
    const [group, status, order] = screen.getAllByRole<HTMLSelectElement>('combobox')
    if (!group || !status || !order) throw new Error('a filter is missing')
    return { told, group, status, order }
  }

  it.each([
    ['Newest first', 'created_at', true],
    ['Oldest first', 'created_at', false],
    ['User name A to Z', 'username', false],
    ['User name Z to A', 'username', true],
    ['Group A to Z', 'group', false],
    ['Group Z to A', 'group', true],
  ] as const)('order by %s', async (label, sort, descending) => {
    const { told, order } = open(sort === 'username' ? {} : { sort: 'username', descending: false })
    await userEvent.selectOptions(order, label)
    expect(told.mock.calls).toEqual([['sort', sort, descending]])
  })

  it.each([
    ['created_at', false, 'Oldest first'],
    ['username', true, 'User name Z to A'],
    ['group', false, 'Group A to Z'],
  ] as const)('show that they order by %s, descending %s', (sort, descending, label) => {
    expect(open({ sort, descending }).order.selectedOptions[0]?.text).toBe(label)
  })

  it('offer all groups, each with its size, and no group', async () => {
    const { told, group } = open({ group: 'north' })
    expect(options(group)).toEqual([
      ['All groups', ''],
      ['north (1,200)', ':north'],
      ['No group (3)', ':'],
    ])
    expect(group.value).toBe(':north')
    await userEvent.selectOptions(group, 'No group (3)')
    await userEvent.selectOptions(group, 'All groups')
    expect(told.mock.calls).toEqual([
      ['group', ''],
      ['group', null],
    ])
  })

  it.each([
    [null, 'All groups', ['All groups', 'north (1,200)', 'No group (3)']],
    ['', 'No group (3)', ['All groups', 'north (1,200)', 'No group (3)']],
    ['gone', 'gone (0)', ['All groups', 'north (1,200)', 'No group (3)', 'gone (0)']],
  ])('show that they exclude all except %j', (chosen, shown, offered) => {
    const { group } = open({ group: chosen })
    expect([group.selectedOptions[0]?.text, options(group).map(([text]) => text)]).toEqual([shown, offered])
  })

  it.each([
    ['Any status', 'any', 'inactive'],
    ['Active only', 'active', 'any'],
    ['Inactive only', 'inactive', 'active'],
  ] as const)('show %s', async (label, status, before) => {
    const { told, status: select } = open({ status: before })
    expect(select.value).toBe(before)
    await userEvent.selectOptions(select, label)
    expect(told.mock.calls).toEqual([['status', status]])
  })
})
