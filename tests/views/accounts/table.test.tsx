import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { createLoader } from '../../../src/machines/crud/loader'
import { resourceOf } from '../../../src/machines/crud/resource.actors'
import type { Account, AccountBody } from '../../../src/schemas/accounts/accounts'
import { accountMessages } from '../../../src/schemas/accounts/accounts.words'
import { AgentTable } from '../../../src/views/accounts/AgentTable'
import { historyPushes } from '../../support/historyPushes'
import { renderPart } from '../../support/renderPart'

const account = (id: number, username: string, group: string | null, others: Partial<Account> = {}): Account => ({
  id,
  username,
  group,
  is_active: true,
  created_at: `2026-05-0${id}T08:00:00.000Z`,
  ...others,
})
const accounts = [
  account(1, '@ANA', 'North'),
  account(2, '@bob', null, { is_active: false, inactive_reason: 'X says Unauthorized' }),
  account(3, '@cy', 'South', { inactive_reason: 'An old reason' }),
  account(4, '@dee', 'North', { is_active: false, inactive_reason: null }),
]

const open = (query: string, items = accounts) => {
  window.history.replaceState(null, '', `/admin/media-agent${query}`)
  const resource = createActor(
    resourceOf<Account, AccountBody>({
      texts: accountMessages,
      list: createLoader<Account[]>(),
      create: async () => undefined,
      remove: async () => undefined,
    }),
  )
  const sent = vi.spyOn(resource, 'send')
  const exported = vi.fn()
  const view = renderPart(
    <>
      <button type="button">Outside</button>
      <main>
        <h1 tabIndex={-1}>Media Agent</h1>
        <AgentTable accounts={resource} items={items} aside={<i>Aside</i>} />
      </main>
    </>,
    { services: { downloads: { accounts: exported }, storage: localStorage, watchQuery: () => () => undefined } },
  )
  return { view, sent, exported }
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const click = (name: string) => userEvent.click(button(name))
const cells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((each) => within(each).getAllByRole('cell'))
const names = () => cells().map(([name]) => name?.textContent)
const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' })
const sorts = () => screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-sort'))

describe('the table of media agents', () => {
  it("shows name, group and status of each account, with X's reason for refusing it", () => {
    open('?sort=username')
    expect(cells().map((row) => row.slice(0, 3).map(({ textContent }) => textContent))).toEqual([
      ['@ana', 'north', 'ACTIVE'],
      ['@bob', '', 'IN ACTIVEX says Unauthorized'],
      ['@cy', 'south', 'ACTIVE'],
      ['@dee', 'north', 'IN ACTIVE'],
    ])
    expect(screen.getAllByRole('link', { name: /^Edit/ }).map((link) => link.getAttribute('href'))).toEqual(
      [1, 2, 3, 4].map((id) => `/admin/media-agent/${id}`),
    )
  })

  it('opens an account by a click on its row, except on a control or after text was selected', async () => {
    open('?sort=username')
    const [, row] = cells()
    const cell = row?.[3] as HTMLElement
    await click('Delete @bob')
    await userEvent.click(screen.getByText('X says Unauthorized'))
    window.getSelection()?.selectAllChildren(cell)
    fireEvent.click(cell)
    expect(window.location.pathname).toBe('/admin/media-agent')
    window.getSelection()?.removeAllRanges()
    await userEvent.click(cell)
    expect(window.location.pathname).toBe('/admin/media-agent/2')
  })

  it("asks for confirmation in the row's place", async () => {
    const { sent } = open('?sort=username')
    await click('Delete @ana')
    await click('Delete @dee')
    expect(sent.mock.calls).toEqual([
      [{ type: 'delete.request', item: accounts[0], next: 2 }],
      [{ type: 'delete.request', item: accounts[3], next: 3 }],
    ])
  })

  it.each([
    ['?sort=username', ['ascending', null, null, null, null], ['@ana', '@bob', '@cy', '@dee']],
    ['?sort=-username', ['descending', null, null, null, null], ['@dee', '@cy', '@bob', '@ana']],
    ['?sort=group', [null, 'ascending', null, null, null], ['@ana', '@dee', '@cy', '@bob']],
    ['', [null, null, null, 'descending', null], ['@dee', '@cy', '@bob', '@ana']],
  ])('is sorted by its address, %j', (query, sorted, order) => {
    open(query)
    expect([sorts(), names()]).toEqual([sorted, order])
  })

  it.each([
    ['User Name', '?sort=username'],
    ['Group', '?sort=group'],
    ['Created At', '?sort=created_at'],
  ])('is sorted by %s in its address, without a step for Back', async (header, query) => {
    open('')
    const pushes = historyPushes()
    await click(header)
    expect([window.location.search, pushes()]).toEqual([query, 0])
  })

  it('has the choices in its address, from the first page', async () => {
    open('?sort=username')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter by group' }), 'north (2)')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), 'Inactive only')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order by' }), 'Group Z to A')
    expect([window.location.search, names()]).toEqual(['?group=north&status=inactive&sort=-group', ['@dee']])
  })

  it('has pages, which Back undoes', async () => {
    const pushes = historyPushes()
    const six = Array.from({ length: 6 }, (_, index) => account(index + 1, `@user${index}`, null))
    open('', six)
    const next = screen.getByRole('link', { name: 'Next' })
    expect(next.getAttribute('href')).toBe('/admin/media-agent?page=2')
    await userEvent.click(next)
    expect([window.location.search, names(), pushes()]).toEqual(['?page=2', ['@user0'], 1])
    await userEvent.selectOptions(screen.getByLabelText('Rows per page'), '10')
    expect(names()).toHaveLength(6)
  })

  it.each([
    ['?search=zz', 'No username contains “zz”.', 'Clear search'],
    ['?search=%20zz%20&status=active', 'No username contains “zz” in this group and status.', 'Show all accounts'],
    ['?group=south&status=inactive', 'No account has this group and status.', 'Show all accounts'],
  ])('shows that nobody is found by %s, and shows all again', async (query, words, again) => {
    open(query)
    expect(screen.getByText(words)).toBeDefined()
    expect([button('Export').disabled, screen.queryByLabelText('Rows per page')]).toEqual([true, null])
    await click(again)
    expect([names(), search().value, button('Export').disabled]).toEqual([['@dee', '@cy', '@bob', '@ana'], '', false])
    expect(screen.queryByText(/^No (username|account)/)).toBeNull()
  })

  it('has a row of all columns if there are no accounts', () => {
    open('?search=zz', [])
    expect(screen.queryByText(/^No username/)).toBeNull()
    expect(within(screen.getByRole('table')).getByRole('cell').getAttribute('colspan')).toBe('5')
  })

  it('exports all results, in the shown order', async () => {
    const { exported } = open('?sort=-username&group=north')
    await click('Export')
    expect(exported.mock.calls).toEqual([[[accounts[3], accounts[0]]]])
  })

  it('keeps the search when its field loses focus', async () => {
    open('')
    await userEvent.type(search(), 'b')
    expect([window.location.search, search().getAttribute('spellcheck')]).toEqual(['', 'false'])
    await userEvent.tab()
    expect(window.location.search).toBe('?search=b')
    await waitFor(() => expect(names()).toEqual(['@bob']))
  })
})

describe('the selection of several accounts', () => {
  const begin = async (query = '?sort=username') => {
    const opened = open(query)
    expect(screen.queryByRole('checkbox')).toBeNull()
    await click('Select')
    await screen.findByRole('group', { name: 'Select media agents' })
    return opened
  }
  const isOpen = () => screen.queryByRole('group', { name: 'Select media agents' }) !== null
  const boxes = () =>
    screen
      .getAllByRole<HTMLInputElement>('checkbox')
      .map(({ labels, checked, indeterminate }) => [labels?.[0]?.textContent, checked, indeterminate])

  it('adds and removes rows, and all results', async () => {
    await begin('?sort=username&group=north')
    const all = () => screen.getByRole('checkbox', { name: 'Select all 2 found' })
    const told = () => screen.getByRole('status').textContent
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select @dee' }))
    expect([boxes(), told(), button('Delete selected').disabled]).toEqual([
      [
        ['Select all 2 found', false, true],
        ['Select @ana', false, false],
        ['Select @dee', true, false],
      ],
      '1 selected',
      false,
    ])
    await userEvent.click(all())
    expect([boxes().map(([, checked, partly]) => [checked, partly]), told()]).toEqual([
      [
        [true, false],
        [true, false],
        [true, false],
      ],
      '2 selected',
    ])
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select @dee' }))
    expect(told()).toBe('1 selected')
    await userEvent.click(cells()[1]?.[3] as HTMLElement)
    expect([told(), window.location.pathname]).toEqual(['2 selected', '/admin/media-agent'])
    await userEvent.click(cells()[1]?.[3] as HTMLElement)
    await userEvent.click(all())
    await userEvent.click(all())
    expect([told(), button('Delete selected').disabled]).toEqual(['0 selected', true])
  })

  it.each([
    ['in an empty search', () => search().focus(), '{Escape}', false],
    ['at a button of the page', () => button('Export').focus(), '{Escape}', false],
    ['at nothing', () => undefined, '{Escape}', false],
    ['at nothing, of another key', () => undefined, 'e', true],
    ['at what is outside of the page’s content', () => button('Outside').focus(), '{Escape}', true],
    ['in a list of choices', () => screen.getByRole('combobox', { name: 'Order by' }).focus(), '{Escape}', true],
  ])('handles a key %s', async (_, focus, key, stays) => {
    await begin()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    focus()
    await userEvent.keyboard(key)
    await waitFor(() => expect(isOpen()).toBe(stays))
  })

  it('continues during a search', async () => {
    await begin()
    await userEvent.type(search(), 'a{Escape}')
    expect(isOpen()).toBe(true)
  })

  it('continues if another component handled the key', async () => {
    await begin()
    const take = (event: Event) => event.preventDefault()
    document.addEventListener('keydown', take)
    await userEvent.keyboard('{Escape}')
    document.removeEventListener('keydown', take)
    expect(isOpen()).toBe(true)
  })

  it('ends with Done, and starts empty the next time', async () => {
    await begin()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select @cy' }))
    await click('Done')
    await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
    expect([document.activeElement, button('Select').getAttribute('aria-pressed')]).toEqual([button('Select'), 'false'])
    await click('Select')
    await screen.findByText('0 selected')
  })
})
