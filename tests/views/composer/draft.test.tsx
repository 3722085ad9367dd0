import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { link, openHome, preview, replyCard, texts } from '../../support/composer'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import { closingIsQuestioned } from '../../support/renderConsole'

const key = `auto-comment-bot.draft`

const otherTabWrites = (text: string) => {
  localStorage.setItem(key, text)
  act(() => window.dispatchEvent(new StorageEvent('storage', { key })))
}

let server: DeliveringServer
beforeEach(async () => {
  server = await startDeliveringServer()
})
afterEach(() => server.close())

describe('a draft', () => {
  beforeEach(() => server.furnish(['ada', 'bob', 'cyd']))

  it('survives a reload', async () => {
    const user = await openHome(server)
    await preview(user, 2)
    const reviewed = texts()
    cleanup()
    await openHome(server)
    await replyCard(2)
    expect(texts()).toEqual(reviewed)
    expect(screen.getByLabelText<HTMLInputElement>('X post link').value).toBe(link)
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Group').value).toBe('launch-crew'))
  })

  it('shows that another tab stores its own draft instead, until something changes here', async () => {
    const user = await openHome(server)
    await preview(user, 2)
    await screen.findByText('Draft saved on this device')
    const ours = localStorage.getItem(key)
    const { version, draft } = JSON.parse(ours ?? '')
    const theirs = JSON.stringify({ version, draft: { ...draft, replies: draft.replies.slice(0, 1) } })
    otherTabWrites(theirs)
    await screen.findByText('Draft not saved: another tab saved its own')
    expect([localStorage.getItem(key), closingIsQuestioned()]).toEqual([theirs, true])
    await user.selectOptions(screen.getByLabelText('Group'), '')
    await screen.findByText('Draft saved on this device')
    expect(JSON.parse(localStorage.getItem(key) ?? '').draft.replies).toEqual(draft.replies)
    expect(closingIsQuestioned()).toBe(false)
  })

  it('replaces the draft of a tab without replies', async () => {
    const user = await openHome(server)
    await preview(user, 2)
    await screen.findByText('Draft saved on this device')
    const ours = localStorage.getItem(key)
    const { version, draft } = JSON.parse(ours ?? '')
    otherTabWrites(JSON.stringify({ version, draft: { ...draft, replies: [] } }))
    await waitFor(() => expect(localStorage.getItem(key)).toBe(ours))
    screen.getByText('Draft saved on this device')
  })

  it('shows that another tab may have sent its replies, and leaves the storage to that tab', async () => {
    const user = await openHome(server)
    await preview(user, 2)
    await screen.findByText('Draft saved on this device')
    const { version, draft } = JSON.parse(localStorage.getItem(key) ?? '')
    const reply_ids = draft.replies.map(({ reply_id }: { reply_id: string }) => reply_id)
    const theirs = JSON.stringify({ version, draft: { ...draft, replies: [], sent: { mode: 'batch', reply_ids } } })
    otherTabWrites(theirs)
    await screen.findByText(/We could not confirm that this was sent/)
    expect(localStorage.getItem(key)).toBe(theirs)
  })

  it('shows the same for replies that Undo restores', async () => {
    const user = await openHome(server)
    await preview(user, 2)
    await screen.findByText('Draft saved on this device')
    const { version, draft } = JSON.parse(localStorage.getItem(key) ?? '')
    await user.click(within(await replyCard(2)).getByRole('button', { name: 'Drop' }))
    const reply_ids = [draft.replies[1].reply_id]
    otherTabWrites(JSON.stringify({ version, draft: { ...draft, replies: [], sent: { mode: 'batch', reply_ids } } }))
    await screen.findByText('Draft saved on this device')
    expect(screen.queryByText(/We could not confirm that this was sent/)).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Undo Drop' }))
    await screen.findByText(/We could not confirm that this was sent/)
  })

  it("shows that it is not stored if the browser's storage is full", async () => {
    const user = await openHome(server)
    await preview(user, 1)
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    onTestFinished(() => full.mockRestore())
    await user.selectOptions(screen.getByLabelText('Group'), '')
    await screen.findByText('Draft not saved: the browser’s storage is full')
    expect(closingIsQuestioned()).toBe(true)
    full.mockRestore()
    await user.selectOptions(screen.getByLabelText('Group'), 'launch-crew')
    await screen.findByText('Draft saved on this device')
  })

  it('is cleared on request', async () => {
    const user = await openHome(server)
    await preview(user, 1)
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.getByLabelText<HTMLInputElement>('X post link').value).toBe('')
    expect(texts()).toEqual([])
    expect(document.activeElement).toBe(screen.getByLabelText('X post link'))
    expect(screen.queryByText('Draft saved on this device')).toBeNull()
  })

  it('is restored by Ctrl+Z after Clear, cleared by Ctrl+Shift+Z, and leaves the keys to a field in use', async () => {
    const user = await openHome(server)
    await preview(user, 2)
    const reviewed = texts()
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    await screen.findByRole('button', { name: 'Undo Clear' })
    const field = screen.getByLabelText<HTMLInputElement>('X post link')
    expect(document.activeElement).toBe(field)
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(texts()).toEqual(reviewed))
    expect([field.value, screen.getByLabelText<HTMLSelectElement>('Group').value]).toEqual([link, 'launch-crew'])
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await waitFor(() => expect(texts()).toEqual([]))
    await user.keyboard('{Control>}z{/Control}{Control>}y{/Control}')
    await waitFor(() => expect(texts()).toEqual([]))
    await user.type(field, 'mine')
    expect(fireEvent.keyDown(field, { key: 'z', ctrlKey: true })).toBe(true)
    expect(texts()).toEqual([])
    expect(fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })).toBe(false)
    await waitFor(() => expect(texts()).toEqual(reviewed))
  })

  it('leaves the keys to a field in use after the only step was undone', async () => {
    const user = await openHome(server)
    await preview(user, 1)
    const reviewed = texts()
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(texts()).toEqual(reviewed))
    const field = screen.getByLabelText<HTMLInputElement>('X post link')
    await user.type(field, '?s=20')
    for (const key of ['z', 'y']) expect(fireEvent.keyDown(field, { key, ctrlKey: true })).toBe(true)
    expect([texts(), field.value]).toEqual([reviewed, `${link}?s=20`])
    expect(fireEvent.keyDown(document.body, { key: 'y', ctrlKey: true })).toBe(false)
    await waitFor(() => expect(texts()).toEqual([]))
  })

  it('drops a single reply by its button or by X, and restores it by a click', async () => {
    const user = await openHome(server)
    await preview(user, 3)
    const [first, second, third] = texts()
    await user.click(within(await replyCard(2)).getByRole('button', { name: 'Drop' }))
    expect(texts()).toEqual([first, third])
    within(await replyCard(2))
      .getByRole('button', { name: 'Copy' })
      .focus()
    await user.keyboard('x')
    expect(texts()).toEqual([first])
    expect(document.activeElement).toBe(await replyCard(1))
    expect(server.generate).toHaveBeenCalledTimes(1)
    for (const left of [
      [first, third],
      [first, second, third],
    ]) {
      await user.click(await screen.findByRole('button', { name: 'Undo Drop' }))
      expect(texts()).toEqual(left)
    }
    expect(screen.queryByRole('button', { name: /^Undo / })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Redo Drop' }))
    expect(texts()).toEqual([first, third])
  })
})
