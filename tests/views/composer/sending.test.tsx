import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listUnverified } from '../../../server/features/accounts/accountAnswers.store'
import { item, task } from '../../machines/samples'
import {
  chooseCharacter,
  editTo,
  fetchPost,
  link,
  openHome,
  preview,
  replyCard,
  sent,
  texts,
} from '../../support/composer'
import { type DeliveringServer, postBaseUrl, startDeliveringServer } from '../../support/deliveringServer'
import { problem } from '../../support/fakeX'
import { json } from '../../support/server'

let server: DeliveringServer
beforeEach(async () => {
  server = await startDeliveringServer()
})
afterEach(() => server.close())

const next = 'https://x.com/ada/status/9'

describe('a batch', () => {
  beforeEach(() => server.furnish(['ada', 'bob', 'cyd']))

  it('scrolls to the field of the next link', async () => {
    const user = await openHome(server)
    await preview(user, 2)
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    await screen.findByRole('region', { name: 'Sent' })
    const link = screen.getByLabelText('X post link')
    expect(shown.mock.contexts.map((row) => row instanceof Element && row.contains(link))).toEqual([true])
    shown.mockRestore()
  })

  it('shows that its outcome cannot be loaded, and shows the outcome when the server answers', async () => {
    const user = await openHome(server)
    await preview(user, 2)
    const reading = server.gate(/GET \/tasks\/[0-9a-f]{9,}/)
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    await reading.loseAnswer()
    const bar = within(await screen.findByRole('region', { name: 'Sent' }))
    await bar.findByText(/The outcome cannot be loaded right now. Find it later in/)
    reading.open()
    await bar.findByText(/See the outcome in/, {}, { timeout: 3000 })
    expect(await bar.findAllByText('completed', { selector: 'li *' }, { timeout: 3000 })).toHaveLength(2)
  })

  it('shows "an account" if a provider does not name the account', async () => {
    const user = await openHome(server)
    await preview(user, 2)
    const reading = server.gate(/GET \/tasks\/[0-9a-f]{9,}/)
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    const unnamed = { ...item('i1', 'completed'), twitter_username: null, reply_tweet_id: '77' }
    await reading.answer({ status: 200, body: json(task('completed', unnamed)) })
    const bar = within(await screen.findByRole('region', { name: 'Sent' }))
    const line = await bar.findByRole('listitem')
    expect(line.textContent).toMatch(/^An accountcompleted.*View reply$/)
    expect(within(line).getByRole('link').getAttribute('href')).toBe(`${postBaseUrl}/i/status/77`)
  })

  it('posts the reviewed texts, byte for byte, and then shows the outcome per account', async () => {
    const user = await openHome(server)
    await preview(user, 2)
    await editTo(user, 2, 'Edited by hand: 1 < 2 & “quotes” 👋')
    await within(await replyCard(2)).findByText('Edited')
    const reviewed = texts()
    expect(reviewed[1]).toBe('Edited by hand: 1 < 2 & “quotes” 👋')
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))

    const outcome = await screen.findByRole('region', { name: 'Sent' })
    expect(document.activeElement).toBe(outcome)
    await waitFor(() => expect(within(outcome).getAllByText('completed', { selector: 'li *' })).toHaveLength(2))
    expect(sent(server).map((post) => post.sent)).toEqual(reviewed)
    expect(await screen.findAllByText('Replies posted successfully!')).not.toEqual([])
    expect(new Set(sent(server).map((post) => post.authorId)).size).toBe(2)
    expect(
      within(outcome)
        .getAllByRole('link', { name: 'View reply' })
        .map((each) => each.getAttribute('href')),
    ).toEqual(server.postedTo.posts.map(({ authorId, id }) => `${postBaseUrl}/${authorId}/status/${id}`))
    expect(screen.getByLabelText<HTMLInputElement>('X post link').value).toBe('')
    expect(texts()).toEqual([])

    await user.click(within(outcome).getByRole('link', { name: 'Task Details' }))
    expect(await screen.findByRole('heading', { name: 'Task Details' })).toBeDefined()
  })

  it('names the accounts before the click', async () => {
    const user = await openHome(server)
    await preview(user, 2)
    const bar = screen.getByRole('region', { name: 'Send' })
    expect(bar.textContent).toContain('2 will be posted nowby @ada, @bob')
  })

  it('says that X refused every reply, instead of the success', async () => {
    const why = 'You are not allowed to create a Tweet with duplicate content.'
    server.postedTo.fate = () => ({ posts: false, outcome: problem(403, why) })
    const user = await openHome(server)
    await preview(user, 2)
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    expect((await screen.findByText(/^X refused both replies: /)).textContent).toContain(why)
    expect(screen.queryByText('Replies posted successfully!')).toBeNull()
    expect([texts(), screen.getByLabelText<HTMLInputElement>('X post link').value]).toEqual([[], ''])
  })

  it('is not sent with a text that was changed elsewhere, which is shown then', async () => {
    const user = await openHome(server)
    await preview(user, 2)
    const [, shown] = texts()
    const { draft } = JSON.parse(localStorage.getItem('auto-comment-bot.draft') ?? '')
    await server.me.call('PUT', `/twitter/replies/${draft.replies[1].reply_id}`, { content: 'Written in another tab' })
    expect(texts()[1]).toBe(shown)
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    await screen.findAllByText('Reply 2 was changed elsewhere, so nothing was sent. Read it again.')
    await waitFor(() => expect(texts()[1]).toBe('Written in another tab'))
    const reviewed = texts()
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    await screen.findByRole('region', { name: 'Sent' })
    await waitFor(() => expect(sent(server).map((post) => post.sent)).toEqual(reviewed))
  })

  it('is sent through the shown account, even if a send in between has used it', async () => {
    const user = await openHome(server)
    await preview(user, 1)
    await within(await replyCard(1)).findByText('as @ada')
    const [role] = (await server.me.call('GET', '/ai-roles')).body as { id: number }[]
    await server.me.call('POST', '/twitter/tweet/content', { tweet_url: next })
    const asked = { tweet_id: '9', role_id: role?.id, count: 1 }
    const { body } = await server.me.call('POST', '/twitter/tweet/generate-reply', asked)
    const [other] = (body as { replies: { reply_id: string }[] }).replies
    const elsewhere = { reply_ids: [other?.reply_id], group_name: 'launch-crew' }
    await server.me.call('POST', '/twitter/tweet/batch-post-replies', elsewhere)
    await waitFor(() => expect(sent(server)).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    await screen.findByRole('region', { name: 'Sent' })
    await waitFor(() => expect(sent(server)).toHaveLength(2))
    expect(new Set(sent(server).map((post) => post.authorId)).size).toBe(1)
  })

  it('may be sent again if no answer arrived, with a notice, and is not sent twice', async () => {
    const answers = server.gate(/POST \/twitter\/tweet\/batch-post-replies/)
    const user = await openHome(server)
    await preview(user, 2)
    const doubt = 'We could not confirm that this was sent. Send again: X gets each reply only once.'
    expect(screen.queryByText(doubt)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    await answers.loseAnswer()
    await screen.findByText(doubt)
    await waitFor(() => expect(sent(server)).toHaveLength(2))
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    await answers.pass()
    await screen.findByRole('region', { name: 'Sent' })
    await waitFor(() => expect(screen.getAllByText('completed', { selector: 'li *' })).toHaveLength(2))
    expect(sent(server)).toHaveLength(2)
  })

  it('is sent by Ctrl+Enter', async () => {
    const user = await openHome(server)
    await preview(user, 1)
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByRole('region', { name: 'Sent' })
    await waitFor(() => expect(sent(server)).toHaveLength(1))
  })

  it('is not sent by Ctrl+Enter behind an open window', async () => {
    const user = await openHome(server)
    await preview(user, 1)
    await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    await user.keyboard('{Control>}{Enter}{/Control}{Escape}')
    await waitFor(() => expect(sheet.isConnected).toBe(false))
    expect(screen.getByRole('button', { name: 'Batch Send' }).hasAttribute('disabled')).toBe(false)
    expect(server.requests.filter(({ call }) => call.includes('post-repl'))).toEqual([])
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByRole('region', { name: 'Sent' })
  })

  it('keeps everything when it is refused, and shows the server’s words', async () => {
    const user = await openHome(server)
    await preview(user, 2)
    const reviewed = texts()
    server.answerNext('POST /twitter/tweet/batch-post-replies', {
      status: 409,
      body: { detail: 'Replies 1 and 2 are nearly identical' },
    })
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    expect(await screen.findAllByText('Replies 1 and 2 are nearly identical')).not.toEqual([])
    expect(texts()).toEqual(reviewed)
    expect(screen.getByLabelText<HTMLInputElement>('X post link').value).toBe(link)
  })

  it('is sent once when the answer was lost and the operator clicks again', async () => {
    const user = await openHome(server)
    await preview(user, 1)
    server.answerNext('POST /twitter/tweet/batch-post-replies', { status: 0 })
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    expect(await screen.findAllByText('An error occurred')).not.toEqual([])
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    await screen.findByRole('region', { name: 'Sent' })
    await waitFor(() => expect(sent(server)).toHaveLength(1))
  })

  it('is shown as being sent while its replies are there; actions on them change nothing', async () => {
    const user = await openHome(server)
    await preview(user, 2)
    const reviewed = texts()
    const card = await replyCard(1)
    const gate = server.gate(/batch-post-replies/)
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    fireEvent.click(within(card).getByRole('button', { name: 'Edit' }))
    fireEvent.keyDown(card, { key: 'r' })
    fireEvent.keyDown(card, { key: 'Enter', ctrlKey: true })
    fireEvent.change(screen.getByLabelText('X post link'), { target: { value: next } })
    expect(texts()).toEqual(reviewed)
    gate.open()

    const outcome = await screen.findByRole('region', { name: 'Sent' })
    expect(document.activeElement).toBe(outcome)
    expect(texts()).toEqual([])
    expect(screen.queryByRole('dialog', { name: 'Reply Content' })).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('X post link').value).toBe(next)
    await waitFor(() => expect(sent(server).map((post) => post.sent)).toEqual(reviewed))
  })

  it('locks its replies after a noticeable delay, except for Copy, and unlocks them when it is refused', async () => {
    const user = await openHome(server)
    await preview(user, 1)
    const gate = server.gate(/batch-post-replies/)
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    const card = within(await replyCard(1))
    const areLocked = (names: string[]) =>
      names.map((name) => card.getByRole('button', { name }).closest('fieldset')?.disabled)
    const changing = ['Edit', 'Rewrite', 'Drop']
    await waitFor(() => expect(areLocked(changing)).toEqual([true, true, true]))
    expect(areLocked(['Copy'])).toEqual([false])
    const [text = ''] = texts()
    await user.click(card.getByRole('button', { name: 'Copy' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(text))
    await gate.answer({ status: 503 })
    await waitFor(() => expect(areLocked(changing)).toEqual([false, false, false]))
  })

  it('locks both ways of sending during the send', async () => {
    const user = await openHome(server)
    await preview(user, 1)
    const release = server.holdNext('POST /twitter/tweet/batch-post-replies')
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    const solo = screen.getByRole<HTMLButtonElement>('tab', { name: 'Solo Send' })
    await user.click(solo)
    expect(solo.getAttribute('aria-selected')).toBe('false')
    await waitFor(() => expect(solo.disabled).toBe(true))
    release()
    await screen.findByRole('region', { name: 'Sent' })
    expect([solo.disabled, solo.getAttribute('aria-selected')]).toEqual([false, 'false'])
  })

  it('shows when the group has fewer active accounts than replies', async () => {
    // X checks new accounts a second later, and its answer would make this one active again.
    await waitFor(async () => expect(await listUnverified(server.database.db)).toEqual([]))
    await server.database.db.updateTable('accounts').set({ is_active: 0 }).where('username_key', '=', 'cyd').execute()
    const user = await openHome(server)
    await preview(user, 3)
    expect(
      await screen.findByText('Only 2 of 3 accounts are active, and each reply needs its own account.'),
    ).toBeDefined()
  })
})

describe('solo', () => {
  beforeEach(() => server.furnish(['ada', 'bob']))

  const previewSolo = async (user: UserEvent) => {
    await user.click(screen.getByRole('tab', { name: 'Solo Send' }))
    await fetchPost(user)
    await screen.findByText('Get content success!')
    await chooseCharacter(user)
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    expect(await screen.findByText('Media Agent selection is required')).toBeDefined()
    await user.selectOptions(screen.getByLabelText('Media Agent'), '@bob')
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    await replyCard(1)
  }

  it('posts one reply through the chosen account', async () => {
    const user = await openHome(server)
    await previewSolo(user)
    expect(texts()).toHaveLength(1)
    const reviewed = texts()
    expect(screen.getByRole('region', { name: 'Send' }).textContent).toContain('1 will be posted nowby @bob')
    await user.click(screen.getByRole('button', { name: 'Solo Send' }))
    await screen.findByRole('region', { name: 'Sent' })
    await waitFor(() => expect(sent(server)).toEqual([{ sent: reviewed[0], authorId: 'bob' }]))
  })

  it('shows that it failed', async () => {
    const user = await openHome(server)
    await previewSolo(user)
    server.answerNext('POST /twitter/tweet/post-reply', { status: 500 })
    await user.click(screen.getByRole('button', { name: 'Solo Send' }))
    expect(await screen.findAllByText('Failed to post replies. Please try again.')).not.toEqual([])
    expect(texts()).toHaveLength(1)
  })
})
