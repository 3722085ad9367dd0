import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import * as historyWords from '../../../src/schemas/history/history.words'
import { editTo, openHome, preview, replyCard, texts } from '../../support/composer'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'

let server: DeliveringServer
beforeEach(async () => {
  server = await startDeliveringServer()
  await server.furnish(['ada', 'bob', 'cyd'])
})
afterEach(() => server.close())

const holdSends = async (user: UserEvent) => {
  fireEvent.click(await screen.findByLabelText('Send options'))
  await user.click(await screen.findByRole('checkbox', { name: 'Undo send: wait 5 seconds before posting' }))
}

const history = () => {
  const row = screen.getByRole('link', { name: 'History' }).closest('li')
  if (!row) throw new Error('History is not in the sidebar')
  return row
}

const sendHeld = async () => {
  const user = await openHome(server)
  await holdSends(user)
  await preview(user, 2)
  await editTo(user, 2, 'Edited by hand: 1 < 2')
  await within(await replyCard(2)).findByText('Edited')
  const reviewed = texts()
  server.stopClock()
  await user.click(screen.getByRole('button', { name: 'Batch Send' }))
  return { user, reviewed }
}

describe('a held send', () => {
  it('is cancelled: nothing was sent, and the draft is restored unchanged', async () => {
    const { user, reviewed } = await sendHeld()
    const takeBack = await screen.findByRole('button', { name: 'Take back' })
    expect(screen.queryByText('Replies posted successfully!')).toBeNull()
    await user.click(takeBack)
    await screen.findByText(historyWords.sendUndone)
    await waitFor(() => expect(texts()).toEqual(reviewed))
    expect(screen.getByLabelText<HTMLSelectElement>('Group').value).toBe('launch-crew')
    expect(server.postedTo.posts).toEqual([])
    localStorage.removeItem('auto-comment-bot.holdsSends')
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    await waitFor(() => expect(server.postedTo.posts.map(({ sent }) => sent).toSorted()).toEqual(reviewed.toSorted()))
  })

  it('is shown as held until it is sent, and as cancelled, not failed, after it was cancelled and sent again', async () => {
    const { user } = await sendHeld()
    const bar = within(await screen.findByRole('region', { name: 'Sent' }))
    await bar.findByText('Not sent yet. You can still take it back.')
    const details = bar.getByRole('link', { name: 'Task Details' }).getAttribute('href') ?? ''
    await user.click(await screen.findByRole('button', { name: 'Take back' }))
    await screen.findByRole('button', { name: /2 cancelled/ })
    localStorage.removeItem('auto-comment-bot.holdsSends')
    await user.click(await screen.findByRole('button', { name: 'Batch Send' }))
    await waitFor(() => expect(server.postedTo.posts).toHaveLength(2))
    expect(history().textContent).not.toContain('need you')
    act(() => navigate(details))
    const table = await screen.findByRole('table', { name: 'Items' })
    expect(within(table).getAllByText('cancelled')).toHaveLength(2)
    expect([within(table).queryByText('failed'), screen.queryByRole('button', { name: /^Retry/ })]).toEqual([
      null,
      null,
    ])
  })

  it('is cancelled by Ctrl+Z, and Undo restores the link typed since', async () => {
    const { user, reviewed } = await sendHeld()
    await screen.findByRole('button', { name: 'Take back' })
    await user.type(screen.getByLabelText('X post link'), 'https://x.com/ada/status/9')
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
    await waitFor(() => expect(texts()).toEqual(reviewed))
    await screen.findByRole('button', { name: 'Undo the change of post' })
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('X post link').value).toContain('/ada/status/9'))
    expect([texts(), server.postedTo.posts]).toEqual([[], []])
  })

  it('is in the composer again when it is cancelled from the header', async () => {
    const { user, reviewed } = await sendHeld()
    await screen.findByRole('button', { name: 'Take back' })
    await user.click(await screen.findByRole('button', { name: 'Cancel queued: Replies to @maker', hidden: true }))
    await waitFor(() => expect(texts()).toEqual(reviewed))
    expect(screen.queryByText(historyWords.sendUndone)).toBeNull()
  })

  it('shows that nothing was sent if everything was cancelled and the draft is no longer known', async () => {
    await sendHeld()
    const bar = await screen.findByRole('region', { name: 'Sent' })
    const id = within(bar).getByRole('link', { name: 'Task Details' }).getAttribute('href')?.split('/').at(-1)
    await within(bar).findByText('Not sent yet. You can still take it back.')
    cleanup()
    const { items } = (await server.me.call('GET', `/tasks/${id}`)).body as { items: { id: number }[] }
    await server.me.call('POST', `/tasks/${id}/items/${items[0]?.id}/decision`, { action: 'cancel_waiting' })
    await openHome(server)
    await within(await screen.findByRole('region', { name: 'Sent' })).findByText('Nothing was sent.')
  })

  it('is cancelled from any screen', async () => {
    const { user } = await sendHeld()
    await screen.findByRole('region', { name: 'Sent' })
    await user.click(screen.getByRole('link', { name: 'Post Group' }))
    await screen.findByRole('heading', { level: 1, name: 'Post Group' })
    await user.click(await screen.findByRole('button', { name: 'Cancel queued: Replies to @maker', hidden: true }))
    await screen.findByText(historyWords.cancelled(2))
    await screen.findByRole('button', { name: /2 cancelled/ })
    expect(history().textContent).not.toContain('need you')
    expect(server.postedTo.posts).toEqual([])
  })
})
