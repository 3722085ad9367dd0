import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cancelled } from '../../../server/posting/words'
import { type Entry, entriesOf, foundIn } from '../../../src/views/shell/palette/paletteEntries'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import { historyPushes } from '../../support/historyPushes'
import { renderConsole } from '../../support/renderConsole'
import { sampleRole } from '../../support/serverFakes'
import { sendOneFailed } from '../../support/taskSamples'

const account = (id: number, username: string, group: string | null = null) => ({
  id,
  username,
  group,
  is_active: id !== 9,
  created_at: '2026-01-02T03:04:05.000Z',
})

describe('results of the palette', () => {
  const found = (query: string, accounts = [account(7, 'Zoë_Müller', 'night crew'), account(9, 'bob')]): string[] =>
    foundIn(entriesOf({ accounts, roles: [], groups: undefined, tasks: [] }, false).searched, query).map(
      ({ label }: Entry) => label,
    )

  it.each([
    ['hist', 'History'],
    ['hstry', 'History'],
    ['zoe muller', 'Zoë_Müller'],
    ['@ZOË', 'Zoë_Müller'],
    ['crew night', 'Zoë_Müller'],
    ['sign out', 'Logout'],
    ['import c', 'Import CSV'],
    ['character create', 'Create character'],
    ['inactive', 'bob'],
  ])('for "%s" begin with %s', (query, label) => {
    expect(found(query)[0]).toBe(label)
  })

  it('put a name before the names that only contain its letters, among ten thousand', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => account(100 + index, `a_d_a_${index}`))
    const labels = found('ada', [...many, account(8, 'ada')])
    expect(labels[0]).toBe('ada')
    expect(labels.length).toBeGreaterThan(10_000)
  })

  it('show the kind of each result, and link to it', () => {
    const lists = {
      accounts: [account(7, 'Zoë_Müller', 'night crew'), account(9, 'bob')],
      roles: [{ ...sampleRole, name: 'Mara', model_name: 'gpt-9', id: 4, created_at: '', updated_at: '' }],
      groups: [{ id: 3, name: 'day crew', description: 'Mornings', created_at: '', updated_at: '' }],
      tasks: [],
    }
    const { searched } = entriesOf(lists, false)
    const told = ['zoe', 'bob', 'Mara', 'day crew'].map((query) => {
      const [first] = foundIn(searched, query)
      return [first?.label, first?.helper, first?.choice]
    })
    expect(told).toEqual([
      ['Zoë_Müller', 'Media agent, night crew', { do: 'go', to: '/admin/media-agent/7' }],
      ['bob', 'Media agent, no group, inactive', { do: 'go', to: '/admin/media-agent/9' }],
      ['Mara', 'AI character, gpt-9', { do: 'go', to: '/admin/ai-character/4' }],
      ['day crew', 'Post group, Mornings', { do: 'go', to: '/admin/group/3' }],
    ])
  })

  it('include a retry only for failures, and Next post only with a queue', () => {
    const task = {
      id: 'a1',
      owner_id: 1,
      status: 'failed',
      created_at: '2026-01-02T03:04:05.000Z',
      updated_at: '2026-03-04T05:06:07.000Z',
      total_items: 5,
      completed: 3,
      failed: 2,
      pending: 0,
      post: { tweet_id: '42', text: 'A launch', author_username: 'maker' },
    }
    const lists = { accounts: [], roles: [], groups: [], tasks: [task, { ...task, id: 'b2', failed: 0 }] }
    const labels = (hasQueue: boolean) => entriesOf(lists, hasQueue).searched.map(({ entry }) => entry.label)
    expect(labels(true).slice(-3)).toEqual([
      'Replies to @maker',
      'Replies to @maker',
      'Retry failed: Replies to @maker',
    ])
    expect(labels(true)).toContain('Next post')
    expect(labels(false)).not.toContain('Next post')
    const { searched } = entriesOf(lists, false)
    expect(foundIn(searched, 'launch').map(({ id }) => id)).toEqual(['/admin/history/a1', '/admin/history/b2'])
    expect(
      foundIn(searched, 're')
        .map(({ label }) => label)
        .indexOf('Retry failed: Replies to @maker'),
    ).toBe(3)
  })
})

describe('the palette', () => {
  let server: DeliveringServer
  beforeEach(async () => {
    server = await startDeliveringServer()
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await server.close()
  })

  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
  const open = async (user: UserEvent, query: string) => {
    await waitFor(() => expect(document.querySelector('main h1')).not.toBeNull())
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    const input = await screen.findByRole('combobox', { name: 'Go to or search' })
    await user.type(input, query)
    return input
  }
  const told = async () => {
    const input = await screen.findByRole('combobox', { name: 'Go to or search' })
    const dialog = input.closest<HTMLElement>('[role="dialog"]') ?? document.body
    return within(dialog).getByRole('status').textContent
  }

  it('opens a page, an account, a character and a group by Enter, and shows their number', async () => {
    const agent = await server.createAccount('ada')
    await server.me.call('POST', '/ai-roles', { ...sampleRole, name: 'Café host' })
    await server.me.call('POST', '/groups', { name: 'launch-crew', description: 'Night shift' })
    const { user } = renderConsole(server, '/admin/group')
    for (const [query, path] of [
      ['hist', /^\/admin\/history$/],
      ['ada', new RegExp(`^/admin/media-agent/${agent}$`)],
      ['cafe ho', /^\/admin\/ai-character\/\d+$/],
      ['launch-c', /^\/admin\/group\/\d+$/],
    ] as const) {
      const input = await open(user, query)
      await waitFor(async () => expect(await told()).toMatch(/^\d+ results?\.$/))
      await user.keyboard('{Tab}')
      expect(document.activeElement).toBe(input)
      await user.keyboard('{Enter}')
      await waitFor(() => expect(window.location.pathname).toMatch(path))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  })

  it('runs an action on its screen, once, even if that screen is open', async () => {
    const { user, close } = renderConsole(server, '/admin/media-agent')
    await open(user, 'create gr')
    await user.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Create Group' })
    expect(window.location.pathname).toBe('/admin/group')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const pushes = historyPushes()
    await open(user, 'create gr')
    await user.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Create Group' })
    expect(pushes()).toBe(0)
    close()
    renderConsole(server, '/admin/group')
    await screen.findByText('No results.')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('retries failed replies but no cancelled ones', async () => {
    await sendOneFailed(server, 'ada', ['bob', 'cyd'])
    server.postedTo.fate = () => ({ posts: true })
    const { user } = renderConsole(server, '/admin/group')
    await open(user, 'retry failed')
    await waitFor(() => expect(options()[0]).toContain('Retry failed'))
    await user.keyboard('{Enter}')
    await screen.findByRole('link', { name: 'View reply' })
    expect(server.postedTo.posts).toHaveLength(1)
    expect(screen.getByRole('button', { name: /^Retry/ }).textContent).toBe('Retry 2 cancelled')
  })

  it('only links to a task without failures', async () => {
    const id = await sendOneFailed(server, 'ada', ['bob', 'cyd'])
    const { user } = renderConsole(server, '/admin/group')
    await open(user, 'retry failed')
    await waitFor(() => expect(options()[0]).toContain('Retry failed'))
    await server.database.db.updateTable('task_items').set({ error: cancelled.detail, can_retry: 1 }).execute()
    await user.keyboard('{Enter}')
    await screen.findByRole('button', { name: 'Retry 3 cancelled' })
    expect(server.requests.map(({ call }) => call)).not.toContain(`POST /tasks/${id}/retry`)
  })

  it('closes on Escape at once, whatever was typed', async () => {
    const { user } = renderConsole(server, '/admin/group')
    await open(user, 'hist')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(window.location.pathname).toBe('/admin/group')
  })

  it('opens the file dialog, and changes the theme beside the switch', async () => {
    const choosing = vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue()
    const { user } = renderConsole(server, '/admin/media-agent')
    await open(user, 'import csv')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(choosing.mock.instances[0]).toBe(screen.getByLabelText('CSV file')))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await open(user, 'theme dark')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Dark' }).checked).toBe(true))
    expect(document.documentElement.dataset.theme).toBe('dark')
  })

  it('shows what is loading and what did not load, and loads that again without closing', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    await server.createAccount('ada')
    const { user } = renderConsole(server, '/admin/ai-character')
    await screen.findByText('No results.')
    const accounts = server.gate(/^GET \/twitter\/accounts$/)
    await open(user, 'ada')
    await waitFor(async () => expect(await told()).toContain('Loading media agents'))
    await accounts.answer({ status: 500 })
    accounts.open()
    await waitFor(async () => expect(await told()).toBe('No results for “ada”. Not loaded: media agents.'))
    expect(options()).toEqual(['Try againNot loaded: media agents'])
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(options()[0]).toBe('@adaMedia agent, no group'))
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(window.location.pathname).toMatch(/^\/admin\/media-agent\/\d+$/))
  })
})
