import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../src/services/api/api'
import { createPreferences } from '../../../src/services/storage/preferences'
import { queueKey } from '../../../src/services/storage/storageKeys'
import Palette from '../../../src/views/shell/palette/Palette'
import { renderPart } from '../../support/renderPart'
import { withResolvers } from '../../support/withResolvers'

const at = '2026-01-02T03:04:05.000Z'
const account = (id: number, username = `agent_${id}`) => ({
  id,
  username,
  group: null,
  is_active: true,
  created_at: at,
})

const open = async (api: object = {}) => {
  const told = { onClose: vi.fn(), onReport: vi.fn(), onLogout: vi.fn() }
  const csvTemplate = vi.fn(async () => {})
  const lists = {
    listAccounts: vi.fn(async () => [account(1, 'ada')]),
    listRoles: vi.fn(async () => []),
    listGroups: vi.fn(async () => [{ id: 31, name: 'crew', description: 'Mornings', created_at: at, updated_at: at }]),
    listTasks: vi.fn(async () => []),
  }
  window.history.pushState(null, '', '/admin/group')
  const view = renderPart(<Palette open {...told} />, {
    api: { ...lists, ...api },
    services: {
      storage: localStorage,
      operator: () => 'somebody',
      downloads: { csvTemplate },
      preferences: createPreferences(localStorage, document),
    },
  })
  await act(async () => {})
  return { ...view, ...told, ...lists, csvTemplate }
}

const field = () => screen.getByRole('combobox', { name: 'Go to or search' })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const status = () => screen.getByRole('status').textContent

describe('the palette', () => {
  it('shows ten entries before something is typed, with their number', async () => {
    const { user } = await open()
    const dialog = within(screen.getByRole('dialog', { name: 'Go to or search' }))
    expect(document.activeElement).toBe(field())
    expect([field().getAttribute('placeholder'), field().getAttribute('autocomplete')]).toEqual([
      'Go to or search',
      'off',
    ])
    expect(dialog.getByRole('listbox', { name: 'Results' }).tagName).toBe('UL')
    expect([options().length, options()[0], status()]).toEqual([10, 'HomeWrite and send replies', '10 results.'])
    await user.type(field(), '   ')
    expect([options().length, status()]).toEqual([10, '10 results.'])
    await user.type(field(), 'crew ')
    expect([options(), status()]).toEqual([['crewPost group, Mornings'], '1 result.'])
    await user.type(field(), 'zzz ')
    expect([options(), status()]).toEqual([[], 'No results for “crew zzz”.'])
  })

  it.each([
    [50, '50 results.', 50],
    [51, '51 results. The first 50 are shown.', 50],
  ])('shows the first fifty of %i lines', async (count, words, shown) => {
    const accounts = Array.from({ length: count }, (_, index) => account(index + 1))
    const { user } = await open({ listAccounts: async () => accounts })
    await user.type(field(), 'agent_')
    expect([status(), options().length, options()[0]]).toEqual([words, shown, 'agent_1Media agent, no group'])
  })

  it('contains the next post if there is a queue', async () => {
    localStorage.setItem(queueKey('somebody'), '{}')
    await open()
    expect([options().length, options().filter((line) => line?.startsWith('Next post'))]).toEqual([
      10,
      ['Next postOpen the next post to answer'],
    ])
  })

  it('shows what is loading, and finds it afterwards', async () => {
    const accounts = withResolvers<object[]>()
    const groups = withResolvers<object[]>()
    const { user } = await open({ listAccounts: () => accounts.promise, listGroups: () => groups.promise })
    expect(status()).toBe('10 results. Loading media agents, groups.')
    await user.type(field(), 'ada')
    expect(status()).toBe('No results for “ada”. Loading media agents, groups.')
    await act(async () => groups.resolve([]))
    expect(status()).toBe('No results for “ada”. Loading media agents.')
    await act(async () => accounts.resolve([account(1, 'ada')]))
    expect([status(), options()]).toEqual(['1 result.', ['adaMedia agent, no group']])
  })

  it('names the part that did not load, and requests only that again', async () => {
    const listRoles = vi.fn(async () => [])
    listRoles.mockRejectedValueOnce(new ApiError(500, undefined))
    const listTasks = vi.fn(async () => [])
    listTasks.mockRejectedValueOnce(new ApiError(500, undefined))
    const { user, onClose, listAccounts } = await open({ listRoles, listTasks })
    expect(status()).toBe('10 results. Not loaded: characters, tasks.')
    expect(options().at(-1)).toBe('Try againNot loaded: characters, tasks')
    await user.click(screen.getByRole('option', { name: /^Try again/ }))
    await act(async () => {})
    expect([status(), options().length]).toEqual(['10 results.', 10])
    expect([listRoles, listTasks, listAccounts, onClose].map(({ mock }) => mock.calls.length)).toEqual([2, 2, 1, 0])
  })
})

describe('a line of the palette', () => {
  const choose = async (query: string) => {
    const opened = await open()
    await opened.user.type(field(), query)
    await opened.user.keyboard('{Enter}')
    const { onClose, onReport, onLogout, csvTemplate } = opened
    return [onClose, onReport, onLogout, csvTemplate].map(({ mock }) => mock.calls.length)
  }

  it.each([
    ['report a', [1, 1, 0, 0]],
    ['logout', [1, 0, 1, 0]],
    ['csv template', [1, 0, 0, 1]],
    ['theme dark', [1, 0, 0, 0]],
  ])('found by "%s" closes the palette and runs', async (query, calls) => {
    expect(await choose(query)).toEqual(calls)
    expect(window.location.pathname).toBe('/admin/group')
    expect(document.documentElement.dataset.theme).toBe(query === 'theme dark' ? 'dark' : undefined)
    delete document.documentElement.dataset.theme
  })

  it.each([
    ['history', '/admin/history', null, 1],
    ['create character', '/admin/ai-character', { ask: 'create' }, 1],
    ['create group', '/admin/group', { ask: 'create' }, 0],
    ['post group', '/admin/group', null, 0],
  ])(
    'found by "%s" leads to %s with %j, in a new entry of the history but where it is',
    async (query, path, state, entries) => {
      const push = vi.spyOn(window.history, 'pushState')
      const before = async () => {
        const opened = await open()
        push.mockClear()
        await opened.user.type(field(), query)
        await opened.user.keyboard('{Enter}')
      }
      await before()
      expect([window.location.pathname, window.history.state, push.mock.calls.length]).toEqual([path, state, entries])
      push.mockRestore()
      window.history.replaceState(null, '')
    },
  )
})

describe('the keys of the palette', () => {
  it('include Tab, which moves nothing, and Escape, which closes the palette', async () => {
    const { user, onClose } = await open()
    await user.type(field(), 'hist')
    expect(fireEvent.keyDown(field(), { key: 'Tab' })).toBe(false)
    expect([document.activeElement, onClose.mock.calls.length]).toEqual([field(), 0])
    expect(fireEvent.keyDown(field(), { key: 'Escape' })).toBe(false)
    expect(onClose).toHaveBeenCalledTimes(1)
    expect([window.location.pathname, options().length > 0]).toEqual(['/admin/group', true])
  })

  it('do not work during input composition', async () => {
    const { onClose } = await open()
    expect(fireEvent.keyDown(field(), { key: 'Tab', isComposing: true })).toBe(true)
    expect(fireEvent.keyDown(field(), { key: 'a' })).toBe(true)
    expect(onClose).not.toHaveBeenCalled()
  })
})
