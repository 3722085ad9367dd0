import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CharacterFace } from '../../../src/views/ui/Face'
import { editTo, openHome, preview, replyCard, texts } from '../../support/composer'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import { sampleRole } from '../../support/serverFakes'

let server: DeliveringServer
beforeEach(async () => {
  server = await startDeliveringServer()
})
afterEach(() => server.close())

const faces = async () =>
  Promise.all([1, 2].map(async (number) => (await replyCard(number)).querySelector('svg')?.innerHTML))

const lookOf = (name: string) => render(<CharacterFace name={name} />).container.querySelector('svg')?.innerHTML

describe('a reply under review', () => {
  beforeEach(() => server.furnish(['ada', 'bob', 'cyd']))

  it('scrolls into view and is announced after Preview, without the focus, and not after Rewrite', async () => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
    const user = await openHome(server)
    await preview(user, 2)
    const first = (await replyCard(1)).closest('li')
    expect(shown.mock.contexts).toEqual([first])
    expect(screen.getAllByText('2 replies to review').map((told) => told.getAttribute('role'))).toEqual(['status'])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Preview' }))
    const [text] = texts()
    await user.click(within(await replyCard(1)).getByRole('button', { name: 'Rewrite' }))
    await waitFor(() => expect(texts()[0]).not.toBe(text))
    expect(shown).toHaveBeenCalledTimes(1)
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    await waitFor(() => expect(shown).toHaveBeenCalledTimes(2))
    shown.mockRestore()
  })

  it('is the only one rewritten, and one more is added', async () => {
    const user = await openHome(server)
    await preview(user, 2)
    const [first, second] = texts()
    await user.click(within(await replyCard(1)).getByRole('button', { name: 'Rewrite' }))
    await waitFor(() => expect(texts()[0]).not.toBe(first))
    expect(texts()[1]).toBe(second)
    await user.click(screen.getByRole('button', { name: 'Add one more' }))
    await replyCard(3)
    expect(texts()).toHaveLength(3)
    expect(server.generate.mock.calls.map(([{ count }]) => count)).toEqual([2, 1, 1])
  })

  it('is added until there are as many replies as accounts in the group', async () => {
    const user = await openHome(server)
    await preview(user, 2)
    const add = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add one more' })
    expect(add().disabled).toBe(false)
    await user.click(add())
    await replyCard(3)
    await waitFor(() => expect(add().getAttribute('aria-busy')).not.toBe('true'))
    expect(add().disabled).toBe(true)
  })

  it('keeps the face of the character that wrote it, even after a reload', async () => {
    await server.me.call('POST', '/ai-roles', { ...sampleRole, name: 'Jonas' })
    const user = await openHome(server)
    await preview(user, 2)
    await user.selectOptions(screen.getByLabelText('AI/Model'), 'Jonas · deadpan · gpt-test')
    expect(await faces()).toEqual([lookOf('Mara'), lookOf('Mara')])
    const [first] = texts()
    await user.click(within(await replyCard(1)).getByRole('button', { name: 'Rewrite' }))
    await waitFor(() => expect(texts()[0]).not.toBe(first))
    await user.selectOptions(screen.getByLabelText('AI/Model'), 'Mara · deadpan · gpt-test')
    expect(await faces()).toEqual([lookOf('Jonas'), lookOf('Mara')])
    cleanup()
    await openHome(server)
    await screen.findByRole('option', { name: 'Jonas · deadpan · gpt-test' })
    expect(await faces()).toEqual([lookOf('Jonas'), lookOf('Mara')])
  })

  it('requires text', async () => {
    const user = await openHome(server)
    await preview(user, 1)
    const [before] = texts()
    await editTo(user, 1, '')
    expect(await screen.findByText('Content is required')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(texts()).toEqual([before])
  })

  it('is shown as the server stores it, without surrounding spaces', async () => {
    const user = await openHome(server)
    await preview(user, 1)
    await editTo(user, 1, '  Room  to breathe  ')
    await within(await replyCard(1)).findByText('Edited')
    const stored = await server.database.db.selectFrom('replies').select('content').execute()
    expect([texts(), stored]).toEqual([['Room  to breathe'], [{ content: 'Room  to breathe' }]])
  })

  it('returns to the generated text', async () => {
    const user = await openHome(server)
    await preview(user, 1)
    const [generated] = texts()
    await editTo(user, 1, 'Something else')
    await within(await replyCard(1)).findByText('Edited')
    await user.click(within(await replyCard(1)).getByRole('button', { name: 'Restore the generated text' }))
    await waitFor(() => expect(texts()).toEqual([generated]))
    expect(within(await replyCard(1)).queryByText('Edited')).toBeNull()
  })

  it('stays editable when its stored text cannot be loaded', async () => {
    const user = await openHome(server)
    await preview(user, 1)
    const [generated] = texts()
    const { reply_id } = await server.database.db
      .selectFrom('replies')
      .select('id as reply_id')
      .executeTakeFirstOrThrow()
    server.answerNext(`GET /twitter/replies/detail/${reply_id}`, { status: 500 })
    await user.click(within(await replyCard(1)).getByRole('button', { name: 'Edit' }))
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply Content' })
    await waitFor(() => expect(field.readOnly).toBe(false))
    expect(field.value).toBe(generated)
  })

  it('keeps the typed words when saving fails', async () => {
    const user = await openHome(server)
    await preview(user, 1)
    const { reply_id } = await server.database.db
      .selectFrom('replies')
      .select('id as reply_id')
      .executeTakeFirstOrThrow()
    server.answerNext(`PUT /twitter/replies/${reply_id}`, { status: 503 })
    await editTo(user, 1, 'Not lost')
    expect(await screen.findAllByText('Failed to update Reply content. Please try again.')).not.toEqual([])
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply Content' }).value).toBe('Not lost')
  })

  it('is saved by Ctrl+Enter, but not by the Enter that ends an input composition', async () => {
    const user = await openHome(server)
    await preview(user, 1)
    await user.click(within(await replyCard(1)).getByRole('button', { name: 'Edit' }))
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply Content' })
    await waitFor(() => expect(field.readOnly).toBe(false))
    const enter = { key: 'Enter', ctrlKey: true }
    expect(fireEvent.keyDown(field, { ...enter, isComposing: true })).toBe(true)
    expect(fireEvent.keyDown(field, enter)).toBe(false)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is copied', async () => {
    const user = userEvent.setup()
    await openHome(server)
    await preview(user, 1)
    await user.click(within(await replyCard(1)).getByRole('button', { name: 'Copy' }))
    expect(await screen.findAllByText('Copied')).not.toEqual([])
    expect(await navigator.clipboard.readText()).toBe(texts()[0])
  })

  it('is reached by J, K and its number, and not by other numbers', async () => {
    const user = await openHome(server)
    await preview(user, 3)
    await screen.findByRole('button', { name: 'Many links' })
    screen.getByRole('heading', { level: 1 }).focus()
    const cards = screen.getAllByRole('group', { name: /^Reply \d$/ })
    const reached: number[] = []
    for (const key of ['j', 'j', '1', '3', 'j', '7', 'k', 'k', 'k']) {
      await user.keyboard(key)
      reached.push(cards.indexOf(document.activeElement as HTMLElement) + 1)
    }
    expect(reached).toEqual([1, 2, 1, 3, 3, 3, 2, 1, 1])
    screen.getByLabelText('X post link').focus()
    await user.keyboard('2')
    expect(document.activeElement).toBe(screen.getByLabelText('X post link'))
  })

  it('reacts to E, C and R only while it has focus', async () => {
    const user = await openHome(server)
    await preview(user, 1)
    screen.getByRole('heading', { level: 1 }).focus()
    await user.keyboard('er')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.generate).toHaveBeenCalledTimes(1)
    const [before] = texts()
    within(await replyCard(1))
      .getByRole('button', { name: 'Copy' })
      .focus()
    await user.keyboard('r')
    await waitFor(() => expect(texts()[0]).not.toBe(before))
    within(await replyCard(1))
      .getByRole('button', { name: 'Copy' })
      .focus()
    await user.keyboard('e')
    expect(await screen.findByRole('dialog')).toBeDefined()
  })

  it('is marked if it is too long, and can still be sent', async () => {
    const user = await openHome(server)
    await preview(user, 1)
    await editTo(user, 1, `${'a'.repeat(280)}beyond`)
    const card = await replyCard(1)
    expect(await within(card).findByText('6 over 280')).toBeDefined()
    expect(card.querySelector('mark')?.textContent).toBe('beyond')
    expect(
      screen.getByText('Reply 1 has more than 280 characters. X may reject it from standard accounts.'),
    ).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Batch Send' }).disabled).toBe(false)
  })

  it('shows the notes of the draft checks until somebody rewrites it', async () => {
    server.generate.mockResolvedValueOnce({ replies: ['Great post! The corner is lovely.'] })
    const user = await openHome(server)
    await preview(user, 1)
    const card = await replyCard(1)
    const note = 'This reply sounds like a machine: “Great post”.'
    expect(await within(card).findByText(note)).toBeDefined()
    await editTo(user, 1, 'Which corner gets the sun?')
    await waitFor(() => expect(within(card).queryByText(note)).toBeNull())
  })

  it('is flagged for links and for people who did not write the post', async () => {
    const user = await openHome(server)
    await preview(user, 1)
    await editTo(user, 1, 'Thanks @maker, as @stranger wrote on example.org')
    const card = await replyCard(1)
    expect(await within(card).findByText('This reply contains a link: example.org.')).toBeDefined()
    expect(within(card).getByText('This reply mentions @stranger, who did not write the post.')).toBeDefined()
    expect(screen.getByText('Reply 1 contains a link or mentions somebody else.')).toBeDefined()
  })
})
