import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Task, TaskItem } from '../../../src/schemas/history/tasks'
import SentResult from '../../../src/views/composer/SentResult'
import { item, task } from '../../machines/samples'
import { renderPart } from '../../support/renderPart'

const later = () => new Date(Date.now() + 60_000).toISOString()
const waiting = (id: string): TaskItem => ({ ...item(id, 'queued'), can_cancel: true })
const held = (id: string): TaskItem => ({ ...waiting(id), next_at: later() })
const named = (id: string, status: string, twitter_username: string | null): TaskItem => ({
  ...item(id, status),
  twitter_username,
})

const show = (items: TaskItem[], answer: () => Promise<Task> = async () => task('processing', ...items)) => {
  const told = { onDismiss: vi.fn(), onUndone: vi.fn() }
  const api = { getTask: vi.fn(answer), decideItem: vi.fn((_call: object) => new Promise<Task>(() => undefined)) }
  const view = renderPart(
    <>
      <SentResult sent={{ mode: 'batch', task_id: 't1' }} {...told} />
      <input aria-label="Elsewhere" />
    </>,
    { api, meta: { x_post_base_url: 'http://posts.example' } },
  )
  return {
    ...view,
    ...told,
    api,
    head: () => screen.getByRole('link', { name: 'Task Details' }).closest('p')?.textContent,
  }
}

const drawn = () => screen.findByRole('img')
const stop = () =>
  screen
    .getAllByRole<HTMLButtonElement>('button')
    .filter(({ textContent }) => !['Done', 'Cancel'].includes(textContent ?? ''))
const decision = { params: { taskId: 't1', itemId: 'i1' }, body: { action: 'cancel_waiting' } }

describe('the outcome of a send', () => {
  it('is in History if the server returns no task', async () => {
    const onDismiss = vi.fn()
    const { container, user } = renderPart(
      <SentResult sent={{ mode: 'batch' }} onDismiss={onDismiss} onUndone={() => undefined} />,
    )
    expect(container.textContent).toBe('Sent. See the outcome in History.Done')
    expect(screen.getByRole('link', { name: 'History' }).getAttribute('href')).toBe('/admin/history')
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(onDismiss).toHaveBeenCalledTimes(1)
  })

  it('is in Task Details, even before it is known', async () => {
    const { container, user, onDismiss, api } = show([], () => new Promise(() => undefined))
    expect(container.textContent).toBe('Sent. See the outcome in Task Details.Done')
    expect(screen.getByRole('link', { name: 'Task Details' }).getAttribute('href')).toBe('/admin/history/t1')
    expect([screen.queryByRole('img'), screen.queryByRole('list')]).toEqual([null, null])
    await waitFor(() => expect(api.getTask.mock.lastCall).toMatchObject([{ params: { taskId: 't1' } }]))
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(onDismiss).toHaveBeenCalledTimes(1)
  })

  it('shows that it cannot be loaded', async () => {
    const { head } = show([], async () => {
      throw Object.assign(new Error('away'), { status: 503 })
    })
    await waitFor(() =>
      expect(head()).toBe('Sent. The outcome cannot be loaded right now. Find it later in Task Details.'),
    )
  })

  it.each<[string, TaskItem[]]>([
    ['Sent.', [item('i1', 'completed'), item('i2', 'cancelled')]],
    ['Sent.', [waiting('i1'), held('i2')]],
    ['Not sent yet. You can still take it back.', [held('i1'), held('i2')]],
    ['Nothing was sent.', [item('i1', 'cancelled'), item('i2', 'cancelled')]],
  ])('begins with "%s" (%#)', async (words, items) => {
    const { head } = show(items)
    await drawn()
    expect(head()).toBe(`${words} See the outcome in Task Details.`)
  })

  it('shows why all waiting replies are not being sent', async () => {
    const why = "Today's budget is used up: sending goes on at 00:00 UTC."
    const until = '2026-03-02T00:00:00.000Z'
    const kept = { ...task('queued', held('i1')), error: why, paused: { by: 'budget', until } as const }
    const { container } = show([], async () => kept)
    await drawn()
    expect(container.textContent).toContain("Today's budget is used up: sending goes on at 12:00 AM your time.")
  })

  it('shows twenty of many replies, the urgent ones among them, in the order of the replies', async () => {
    const items = Array.from({ length: 23 }, (_, index) =>
      named(`i${index}`, { 20: 'failed', 22: 'needs_review' }[index] ?? 'completed', `@account_${index}`),
    )
    const { container } = show(items)
    await drawn()
    const shown = screen
      .getAllByRole('listitem')
      .map(({ textContent }) => /@account_(\d+)/.exec(textContent ?? '')?.[1])
    expect(shown).toEqual([...Array(18).keys(), 20, 22].map(String))
    expect(container.textContent).toContain('and 3 more')
  })

  it('is shown for each account in the order of the replies, with the text, the time and the link to the post', async () => {
    const at = ['2026-03-02T04:05:06.000Z', '2026-03-02T05:06:07.000Z']
    show([
      { ...named('i1', 'completed', '@ada'), reply_tweet_id: '71', content: 'Well done', updated_at: at[0] ?? '' },
      { ...named('i2', 'failed', '@bob'), error: 'X said no', updated_at: at[1] ?? '' },
      named('i3', 'needs_review', 'cyd'),
      named('i4', 'queued', null),
    ])
    await drawn()
    const rows = screen.getAllByRole('listitem')
    expect(rows.map((row) => row.querySelector('time')?.dateTime).slice(0, 2)).toEqual(at)
    for (const row of rows) row.querySelector('time')?.remove()
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '@adacompletedView replyWell done',
      '@bobfailedX said no',
      '@cydto reviewWe could not find out whether X has this reply.Check againSend againGive upIt was postedLink of the postConfirm',
      'An accountqueued',
    ])
    expect(screen.getByRole('link', { name: 'View reply' }).getAttribute('href')).toBe(
      'http://posts.example/ada/status/71',
    )
    screen.getByRole('img', { name: '1 completed, 1 failed, 1 to review, 1 waiting' })
    expect(screen.queryByRole('link', { name: /^Post manually/ })).toBeNull()
  })

  it('links to the replies that a person must post', async () => {
    show([item('i1', 'completed'), item('i2', 'handed_over')])
    await drawn()
    const link = screen.getByRole('link', { name: 'Post manually what X rejects from apps' })
    expect(link.getAttribute('href')).toBe('/admin/history/by-hand')
  })
})

describe('waiting replies', () => {
  it('cannot be cancelled if all were sent', async () => {
    show([item('i1', 'completed'), item('i2', 'queued')])
    await drawn()
    expect(stop()).toEqual([])
    expect(fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })).toBe(true)
  })

  it('are cancelled together, once, with a message', async () => {
    const { user, api, onUndone } = show([waiting('i1'), waiting('i2')])
    api.decideItem.mockImplementation(async () => task('cancelled', item('i1', 'cancelled'), item('i2', 'cancelled')))
    await drawn()
    expect(stop().map(({ textContent, disabled }) => [textContent, disabled])).toEqual([['Take back', false]])
    await user.click(screen.getByRole('button', { name: 'Take back' }))
    await waitFor(() => expect(onUndone).toHaveBeenCalledTimes(1))
    expect(api.decideItem.mock.calls).toEqual([[decision]])
  })

  const manual = (id: string, more: Partial<TaskItem> = {}): TaskItem => ({
    ...item(id, 'handed_over'),
    attempts: [],
    created_at: new Date().toISOString(),
    ...more,
  })

  it('are cancelled with manual replies, as long as nobody has opened one', async () => {
    const { api, head, onUndone } = show([held('i1'), manual('i2')])
    api.decideItem.mockImplementation(async () => task('cancelled', item('i1', 'cancelled'), item('i2', 'cancelled')))
    await drawn()
    expect(head()).toBe('Not sent yet. You can still take it back. See the outcome in Task Details.')
    expect(fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })).toBe(false)
    await waitFor(() => expect(onUndone).toHaveBeenCalledTimes(1))
    expect(api.decideItem.mock.calls).toEqual([[{ ...decision, body: { action: 'take_back' } }]])
  })

  it.each<[string, Partial<TaskItem>]>([
    ['who looks whether it is there', { next_at: later() }],
    ['after a minute', { created_at: new Date(Date.now() - 61_000).toISOString() }],
    [
      'after X refused it',
      { attempts: [{ started_at: later(), finished_at: null, http_status: 403, outcome: 'failed', detail: null }] },
    ],
  ])('are cancelled without manual replies if a person may have started: %s', async (_why, more) => {
    const { user, api, head } = show([held('i1'), manual('i2', more)])
    await drawn()
    expect(head()).toBe('Sent. See the outcome in Task Details.')
    await user.click(screen.getByRole('button', { name: 'Cancel 1 queued' }))
    expect(api.decideItem.mock.calls).toEqual([[decision]])
  })

  it('need only a person if nothing waits', async () => {
    show([manual('i1'), manual('i2')])
    await drawn()
    expect(stop()).toEqual([])
  })

  it('are cancelled in part, only by the button', async () => {
    const { user, api } = show([item('i0', 'completed'), waiting('i1'), waiting('i2')])
    await drawn()
    expect(fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })).toBe(true)
    expect(api.decideItem).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Cancel 2 queued' }))
    await waitFor(() => expect(stop().map(({ disabled }) => disabled)).toEqual([true]))
    expect(api.decideItem.mock.calls).toEqual([[decision]])
  })

  it.each([
    ['Ctrl+Z', { key: 'z', ctrlKey: true }, true],
    ['Cmd+Z', { key: 'z', metaKey: true }, true],
    ['Z', { key: 'z' }, false],
    ['Ctrl+Shift+Z', { key: 'z', ctrlKey: true, shiftKey: true }, false],
    ['Ctrl+Y', { key: 'y', ctrlKey: true }, false],
  ])('are cancelled by %s: %j is %s', async (_name, keys, isTaken) => {
    const { api } = show([waiting('i1')])
    await drawn()
    expect(fireEvent.keyDown(document.body, keys)).toBe(!isTaken)
    await waitFor(() => expect(api.decideItem.mock.calls).toEqual(isTaken ? [[decision]] : []))
  })

  it('leave the key to a field, and to a window', async () => {
    const { api } = show([waiting('i1')])
    await drawn()
    expect(fireEvent.keyDown(screen.getByLabelText('Elsewhere'), { key: 'z', ctrlKey: true })).toBe(true)
    const window = render(<div role="dialog" aria-modal="true" />)
    expect(fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })).toBe(true)
    window.unmount()
    expect(api.decideItem).not.toHaveBeenCalled()
    expect(within(document.body).getAllByRole('button', { name: 'Take back' })).toHaveLength(1)
  })
})
