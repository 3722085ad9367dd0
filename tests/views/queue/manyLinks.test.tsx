import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ModelSpending } from '../../../src/schemas/characters/models'
import type { LastFields } from '../../../src/schemas/queue/queue'
import { queueHabitsKey, queueKey } from '../../../src/services/storage/storageKeys'
import { Bookmarklet } from '../../../src/views/queue/Bookmarklet'
import { sharedIn } from '../../../src/views/queue/shared'
import { queued } from '../../machines/queue/queueModels'
import { openHome } from '../../support/composer'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import { renderConsole } from '../../support/renderConsole'
import { json } from '../../support/server'

describe('links in the address', () => {
  it.each([
    ['', ''],
    ['?other=a', ''],
    ['?url=a', 'a'],
    ['?text=b', 'b'],
    ['?text=b&url=a&url=c', 'a\nc\nb'],
  ])('%s is read as %j', (query, shared) => {
    expect(sharedIn(new URLSearchParams(query))).toBe(shared)
  })
})

describe('the link for the bookmarks bar', () => {
  it('leads from a page of X to this console with its address, and nowhere from here', () => {
    const { container } = render(<Bookmarklet />)
    expect(container.textContent).toBe(
      'Drag Reply later to your bookmarks bar. It adds the post that you see on X to this list.',
    )
    const link = screen.getByRole('link', { name: 'Reply later' })
    expect(link.getAttribute('href')).toBe(
      `javascript:void Object.assign(document.createElement('a'),{target:'_blank',referrerPolicy:'origin',href:"http://localhost:3000/admin/home?url="+encodeURIComponent(location.href)}).click()`,
    )
    expect(fireEvent.click(link)).toBe(false)
  })
})

describe('Home with its queue', () => {
  let server: DeliveringServer
  beforeEach(async () => {
    server = await startDeliveringServer()
    await server.furnish(['ada', 'bob'])
    localStorage.setItem('auto-comment-bot.operator', operator)
    wide.mockReturnValue(1100)
  })
  afterEach(() => {
    wide.mockReset()
    return server.close()
  })

  /** Leaves room for the side column. */
  const wide = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get')
  const operator = '0123456789abcdef'
  const keep = (settings: object, last?: LastFields) =>
    localStorage.setItem(
      queueHabitsKey(operator),
      JSON.stringify({ version: 1, settings: { ahead: 0, drafts: 0, refills: false, ...settings }, last }),
    )
  const queue = (...ids: string[]) =>
    localStorage.setItem(
      queueKey(operator),
      JSON.stringify({ version: 1, entries: ids.map((id) => queued(id)), sent: 0, text: '' }),
    )
  const kept = () => JSON.parse(localStorage.getItem(queueHabitsKey(operator)) ?? '{}').settings
  const last: LastFields = { mode: 'batch', role_id: '1', group_name: 'launch-crew', count: '2', account_id: '' }

  const openLinks = async () => {
    const user = await openHome(server)
    await user.click(await screen.findByRole('button', { name: 'Many links' }))
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Many links' })) }
  }
  type Dialog = Awaited<ReturnType<typeof openLinks>>['dialog']
  const hint = (dialog: Dialog, label: string) => {
    const id = dialog.getByLabelText(label).getAttribute('aria-describedby')
    return id === null ? undefined : document.getElementById(id)?.textContent
  }

  it.each<[string | undefined, string, object, LastFields | undefined]>([
    [
      'Each post is loaded when its turn comes.',
      'Replies are written when you press Preview. Each generation costs money.',
      {},
      undefined,
    ],
    [undefined, 'Replies are written when you press Preview. Each generation costs money.', { ahead: 1 }, last],
    [
      'Posts whose replies are written ahead are loaded too.',
      'Replies to this many of the next posts are written ahead, with the character, group and count of your last send.',
      { ahead: 1, drafts: 2 },
      last,
    ],
    [
      undefined,
      'Replies to this many of the next posts are written ahead. This starts after your first send, with its character, group and count.',
      { ahead: 2, drafts: 2 },
      undefined,
    ],
  ])('explains the settings for posts ahead: %s %s', async (reading, drafting, settings, fields) => {
    keep(settings, fields)
    const { dialog } = await openLinks()
    expect([hint(dialog, 'Load posts ahead'), hint(dialog, 'Drafts ahead')]).toEqual([reading, drafting])
    await dialog.findByText(/^Loading a post costs/)
  })

  it.each([
    ['Load posts ahead', 'ahead', 10],
    ['Drafts ahead', 'drafts', 5],
  ])('accepts for "%s" a whole number from 0 to the maximum', async (label, name, most) => {
    keep({ ahead: 3, drafts: 3 })
    const { dialog } = await openLinks()
    const field = dialog.getByLabelText<HTMLInputElement>(label)
    expect([field.min, field.max, field.value]).toEqual(['0', String(most), '3'])
    const typed = []
    for (const value of ['', '-1', '1.5', String(most + 1), '0', String(most)]) {
      fireEvent.change(field, { target: { value } })
      typed.push(field.value)
    }
    expect(typed).toEqual(['3', '3', '3', '3', '0', String(most)])
    await waitFor(() => expect(kept()).toMatchObject({ ahead: 3, drafts: 3, [name]: most }))
  })

  it('shows the links of a file, and its field accepts the same file again', async () => {
    const { user, dialog } = await openLinks()
    const field = dialog.getByLabelText<HTMLTextAreaElement>('Links')
    expect([field.rows, field.getAttribute('spellcheck'), field.value]).toEqual([7, 'false', ''])
    const input = dialog.getByLabelText<HTMLInputElement>('Add a file')
    expect([input.type, input.accept]).toEqual(['file', '.txt,.csv,text/plain,text/csv'])
    fireEvent.change(input, { target: { files: [] } })
    await user.upload(input, new File(['https://x.com/ada/status/11'], 'links.txt', { type: 'text/plain' }))
    await dialog.findByText('1 post added.')
    expect(input.files).toHaveLength(0)
  })

  const none = { calls: 0, input_tokens: 0, output_tokens: 0, is_estimated: false, charged: 0, unpriced: 0 }
  const models: ModelSpending = {
    prices: [],
    as_of: null,
    source: null,
    budget: { daily: null, ceiling: null },
    today: { day: '2026-11-23', ...none },
    days: [],
    models: [],
    characters: [],
  }

  it.each<[number | undefined, Partial<LastFields>]>([
    [1, { mode: 'solo', count: '9' }],
    [2, { count: '2' }],
    [20, { count: '20' }],
    [20, { count: '40' }],
    [undefined, { count: '0' }],
    [undefined, { count: '' }],
    [undefined, { role_id: '7' }],
  ])('shows the cost of the drafts for each post: %s replies', async (count, fields) => {
    keep({ drafts: 1, ahead: 1 }, { ...last, ...fields })
    server.answerNext('GET /openai/spending', { status: 200, body: json(models) })
    const { dialog } = await openLinks()
    await dialog.findByText(/^Loading a post costs/)
    const { generationText } = await import('../../../src/views/characters/models')
    const [role] = (await server.me.call('GET', '/ai-roles')).body as Parameters<typeof generationText>[1]['role'][]
    const words = count && role && `For each post: ${generationText(models, { role, postText: '', count })}`
    await waitFor(() => expect(server.requests.map(({ call }) => call)).toContain('GET /openai/spending'))
    if (words) await dialog.findByText(words)
    else expect(dialog.queryByText(/^For each post/)).toBeNull()
  })

  it('does not mention drafts before the first send', async () => {
    keep({ drafts: 1 })
    const { dialog } = await openLinks()
    await dialog.findByText(/^Loading a post costs/)
    expect(dialog.queryByText(/^For each post/)).toBeNull()
  })

  it('fills in the fields of the last send, by its button or by S, even without a queue', async () => {
    keep({}, last)
    const user = await openHome(server)
    const again = await screen.findByRole('button', { name: 'Same again' })
    expect(again.title).toBe('S: the character, group, count and account of the last send')
    expect(screen.queryByRole('region', { name: 'To answer' })).toBeNull()
    await screen.findByRole('option', { name: 'launch-crew' })
    const group = screen.getByLabelText<HTMLSelectElement>('Group')
    await user.click(again)
    await waitFor(() => expect(group.value).toBe('launch-crew'))
    await user.selectOptions(group, '')
    await user.click(screen.getByRole('heading', { level: 1 }))
    await user.keyboard('s')
    await waitFor(() => expect(group.value).toBe('launch-crew'))
  })

  it('has each of its buttons once beside the list, and opens the next post by N', async () => {
    keep({}, last)
    queue('11', '12')
    const user = await openHome(server)
    await screen.findByRole('region', { name: 'To answer' })
    expect(screen.getAllByRole('button', { name: /^(Same again|Many links)/ })).toHaveLength(2)
    await user.click(screen.getByRole('heading', { level: 1 }))
    await user.keyboard('n')
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('X post link').value).toBe('https://x.com/ada/status/11'),
    )
  })

  it('has no queue and nothing to repeat at first', async () => {
    await openHome(server)
    await screen.findByRole('button', { name: 'Many links' })
    expect(screen.queryByRole('button', { name: /^Same again/ })).toBeNull()
    expect(screen.queryByRole('region', { name: 'To answer' })).toBeNull()
  })

  it('does what the palette requested', async () => {
    queue('11', '12')
    renderConsole(server, '/admin/home')
    await screen.findByRole('region', { name: 'To answer' })
    const ask = (what: string) => window.history.pushState({ ask: what }, '', '/admin/home')
    ask('manyLinks')
    const dialog = await screen.findByRole('dialog', { name: 'Many links' })
    fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    ask('nextPost')
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('X post link').value).toBe('https://x.com/ada/status/11'),
    )
  })

  it('shows the queue with the links of its address, and does not pass on the rest', async () => {
    renderConsole(server, '/admin/home?url=no+link')
    const bar = within(await screen.findByRole('region', { name: 'To answer' }))
    await bar.findByText('0 posts for you to accept. Line 1: no link to a post.')
    expect(window.location.search).toBe('')
    fireEvent.click(bar.getByRole('button', { name: 'Dismiss this note' }))
    expect(screen.queryByRole('region', { name: 'To answer' })).toBeNull()
  })

  it('does not change an address without links', async () => {
    renderConsole(server, '/admin/home?mention=7')
    await screen.findByRole('button', { name: 'Many links' })
    expect(window.location.search).toBe('?mention=7')
  })
})
