import { act, screen, waitFor, within } from '@testing-library/react'
import fetchMock from 'fetch-mock'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shortTime } from '../../../src/views/ui/localTimes'
import { type DeliveringServer, postBaseUrl, startDeliveringServer } from '../../support/deliveringServer'
import { problem } from '../../support/fakeX'
import { renderConsole } from '../../support/renderConsole'
import { at, item, refuse, sendBatch, sendOneFailed, task, tweetId } from '../../support/taskSamples'

let server: DeliveringServer

beforeEach(async () => {
  server = await startDeliveringServer()
})
afterEach(() => server.close())

const otherTabSignsIn = () => {
  localStorage.setItem('access_token', server.me.token)
  act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' })))
}

describe('Task Details', () => {
  it('sends a reply again with other words, and keeps typed text when the dialog is closed', async () => {
    const cashtags = 'Posts may have a maximum of one cashtag.'
    server.postedTo.fate = () => ({ posts: false, outcome: problem(403, cashtags) })
    const id = await sendBatch(server, ['ada'])
    const { user } = renderConsole(server, `/admin/history/${id}`)
    const change = await screen.findByRole('button', { name: 'Edit and send again' })
    await user.click(change)
    const field = await screen.findByRole('textbox', { name: 'Reply Content' })
    await user.clear(field)
    await user.type(field, 'One cashtag alone')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(change)
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply Content' })).value).toBe(
      'One cashtag alone',
    )
    server.postedTo.fate = () => ({ posts: true })
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByRole('link', { name: 'View reply' })
    expect(window.location.pathname).not.toBe(`/admin/history/${id}`)
    expect(server.postedTo.posts.map(({ sent }) => sent)).toEqual(['One cashtag alone'])
  })

  it('restores the other words of a reply if the session expired in the meantime', async () => {
    server.postedTo.fate = () => ({ posts: false, outcome: problem(403, 'Posts may have a maximum of one cashtag.') })
    const id = await sendBatch(server, ['ada'])
    localStorage.setItem('auto-comment-bot.operator', '0123456789abcdef')
    const { user } = renderConsole(server, `/admin/history/${id}`)
    const change = { name: 'Edit and send again' }
    const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply Content' })
    await user.click(await screen.findByRole('button', change))
    await user.clear(await field())
    await user.type(await field(), 'One cashtag alone')
    const reply = await server.database.db.selectFrom('replies').select('id').executeTakeFirstOrThrow()
    server.answerNext(`PUT /twitter/replies/${reply.id}`, { status: 401, body: { detail: 'The session has expired' } })
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByRole('button', { name: 'Login' })
    otherTabSignsIn()
    await user.click(await screen.findByRole('button', change))
    expect((await field()).value).toBe('One cashtag alone')
    server.postedTo.fate = () => ({ posts: true })
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(server.postedTo.posts.map(({ sent }) => sent)).toEqual(['One cashtag alone']))
  })

  it('shows X’s own words, the next step and the manual way, and retries on request', async () => {
    const detail = refuse(server)
    const id = await sendBatch(server, ['ada', 'bob'])
    const { user } = renderConsole(server, `/admin/history/${id}`)
    expect(await screen.findAllByText(detail, { selector: 'td' })).toHaveLength(2)
    expect(screen.getAllByText('Edit and send it again, or post it manually.')).toHaveLength(2)
    expect(screen.getAllByText(/X answered: refused \(422\)$/)).toHaveLength(2)
    expect(screen.queryByRole('link', { name: 'Open in X' })).toBeNull()
    const [manual] = screen.getAllByRole('button', { name: 'Post manually' })
    if (manual) await user.click(manual)
    const intent = new URL((await screen.findByRole('link', { name: 'Open in X' })).getAttribute('href') ?? '')
    expect(`${intent.origin}${intent.pathname}`).toBe(`${postBaseUrl}/intent/tweet`)
    expect(intent.searchParams.get('in_reply_to')).toBe(tweetId)
    server.postedTo.fate = () => ({ posts: true })
    await user.click(screen.getByRole('button', { name: 'Retry 1 failed' }))
    await screen.findByRole('link', { name: 'View reply' })
    expect(screen.queryByRole('button', { name: /Retry/ })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Task Details' }))
  })

  it('cancels one queued reply, then the others that were not sent, and sends them after all on request', async () => {
    const { db } = server.database
    const { id: owner } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const held = { scope: `budget:${owner}`, until: '9000-01-01T00:00:00.000Z', reason: 'Used up.', created_at: at }
    await db.insertInto('holds').values(held).execute()
    const id = await sendBatch(server, ['ada', 'bob', 'cyd'])
    const { user } = renderConsole(server, `/admin/history/${id}`)
    const [first] = await screen.findAllByRole('button', { name: 'Cancel' })
    if (first) await user.click(first)
    await screen.findByText('Cancelled by you. It was not sent.', { selector: 'td' })
    await user.click(screen.getByRole('button', { name: 'Cancel 2 queued' }))
    await waitFor(() =>
      expect(screen.getAllByText('Cancelled by you. It was not sent.', { selector: 'td' })).toHaveLength(3),
    )
    expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull()
    await db.deleteFrom('holds').execute()
    expect(server.postedTo.posts).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Retry 3 cancelled' }))
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'View reply' })).toHaveLength(3))
  })

  it('retries failed and cancelled replies by separate buttons', async () => {
    const id = await sendOneFailed(server, 'ada', ['bob', 'cyd'])
    server.postedTo.fate = () => ({ posts: true })
    const { user } = renderConsole(server, `/admin/history/${id}`)
    const retries = () => screen.getAllByRole('button', { name: /^Retry/ }).map(({ textContent }) => textContent)
    await screen.findByRole('button', { name: 'Retry 2 cancelled' })
    expect(retries()).toEqual(['Retry 1 failed', 'Retry 2 cancelled'])
    await user.click(screen.getByRole('button', { name: 'Retry 1 failed' }))
    await screen.findByRole('link', { name: 'View reply' })
    expect(server.postedTo.posts).toHaveLength(1)
    await waitFor(() => expect(retries()).toEqual(['Retry 2 cancelled']))
    await user.click(screen.getByRole('button', { name: 'Retry 2 cancelled' }))
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'View reply' })).toHaveLength(3))
  })

  it('cancels a second reply that is clicked before the first is stored', async () => {
    const waits = [1, 2, 3].map((id) => item({ id, status: 'queued', can_cancel: true }))
    server.answerNext('GET /tasks/a1', { status: 200, body: task(waits) })
    const deciding = server.gate(/^POST \/tasks\/a1\/items\/\d\/decision$/)
    const decided = () => server.requests.map(({ call }) => call).filter((call) => call.endsWith('/decision'))
    const { user } = renderConsole(server, '/admin/history/a1')
    const buttons = await screen.findAllByRole<HTMLButtonElement>('button', { name: 'Cancel' })
    await user.click(buttons[0] as HTMLElement)
    await user.click(buttons[1] as HTMLElement)
    expect(buttons.map(({ disabled }) => disabled)).toEqual([true, true, false])
    for (const id of [1, 2]) {
      await waitFor(() => expect(deciding.waiting()).toBe(1))
      expect(decided().at(-1)).toBe(`POST /tasks/a1/items/${id}/decision`)
      await deciding.answer({ status: 200, body: task(waits) })
    }
  })

  it('stores each decision, even after its page was closed', async () => {
    const waits = [1, 2, 3].map((id) => item({ id, status: 'queued', can_cancel: true }))
    server.answerNext('GET /tasks/a1', { status: 200, body: task(waits) })
    const deciding = server.gate(/^POST \/tasks\/a1\/items\/\d\/decision$/)
    const decided = () => server.requests.map(({ call }) => call).filter((call) => call.endsWith('/decision'))
    const { user } = renderConsole(server, '/admin/history/a1')
    for (const cancel of await screen.findAllByRole('button', { name: 'Cancel' })) await user.click(cancel)
    await user.click(screen.getByRole('link', { name: 'Back to History' }))
    await screen.findByRole('heading', { level: 1, name: 'History' })
    for (const id of [1, 2, 3]) {
      await waitFor(() => expect(deciding.waiting()).toBe(1))
      expect(decided().at(-1)).toBe(`POST /tasks/a1/items/${id}/decision`)
      if (id === 3) await deciding.answer({ status: 409, body: { detail: 'It has left already.' } })
      else await deciding.answer({ status: 200, body: task(waits) })
    }
    await screen.findByText(/It has left already\./)
  })

  it('shows in local time when a paused app is retried, retries at once, and links to the account that caused the pause', async () => {
    const soon = new Date(Date.now() + 60_000)
    const until = soon.toISOString()
    const waiting = [
      item({ status: 'queued', next_at: until }),
      item({ id: 2, status: 'queued', is_of_account: true, account_id: 7, twitter_username: '@otto' }),
    ]
    const paused = { status: 'queued', error: 'X takes no more.', paused: { by: 'app', until } } as const
    server.answerNext('GET /tasks/a1', { status: 200, body: task(waiting, paused) })
    server.answerNext('POST /tasks/a1/retry', { status: 200, body: task([item({})], { status: 'completed' }) })
    const { user } = renderConsole(server, '/admin/history/a1')
    const clock = shortTime(soon)
    const retry = await screen.findByRole('button', { name: 'Try now' })
    expect(retry.parentElement?.textContent).toContain(`X takes no more. Next retry: ${clock}.`)
    const links = screen.getAllByRole('link', { name: /^Check @/ })
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Check @otto', '/admin/media-agent/7'],
    ])
    await user.click(retry)
    expect(await screen.findByText('completed', { selector: 'td *' })).toBeDefined()
  })

  it('retries the waiting replies of a paused app at once, and does not touch cancelled ones', async () => {
    const until = new Date(Date.now() + 60_000).toISOString()
    const items = [item({ status: 'queued', next_at: until }), item({ id: 2, status: 'cancelled', can_retry: true })]
    const paused = { status: 'queued', error: 'X takes no more.', paused: { by: 'app', until } } as const
    server.answerNext('GET /tasks/a1', { status: 200, body: task(items, paused) })
    const retried = server.gate(/^POST \/tasks\/a1\/retry/)
    const { user } = renderConsole(server, '/admin/history/a1')
    const button = await screen.findByRole('button', { name: 'Try now' })
    await user.click(button)
    await waitFor(() => expect(retried.waiting()).toBe(1))
    expect(fetchMock.callHistory.lastCall()?.url).toMatch(/\/tasks\/a1\/retry\?only=failed$/)
    const busy = screen.getAllByRole('button').filter((each) => each.ariaBusy === 'true')
    expect(busy).toEqual([button])
    await retried.answer({ status: 200, body: task(items, paused) })
    await waitFor(() => expect(button.ariaBusy).toBeNull())
  })

  it.each([
    ['Check again', { action: 'check_again' }],
    ['Send again', { action: 'send_again' }],
  ])(
    'takes the decision "%s" about an item that needs review, whose outcome takes the focus',
    async (name, decision) => {
      server.answerNext('GET /tasks/a1', { status: 200, body: task([item({ status: 'needs_review' })]) })
      server.answerNext('POST /tasks/a1/items/1/decision', {
        status: 200,
        body: task([item({ status: 'failed', error: 'Not allowed' })]),
      })
      const { user } = renderConsole(server, '/admin/history/a1')
      await user.click(await screen.findByRole('button', { name }))
      expect(await screen.findByText('failed', { selector: 'td *' })).toBeDefined()
      expect(server.requests.find(({ call }) => call === 'POST /tasks/a1/items/1/decision')?.body).toEqual(decision)
      expect(document.activeElement?.textContent).toBe('Not allowed')
    },
  )

  it('asks before it gives up a reply, and again after a refusal', async () => {
    server.answerNext('GET /tasks/a1', { status: 200, body: task([item({ status: 'needs_review' })]) })
    server.answerNext('POST /tasks/a1/items/1/decision', { status: 503, body: { detail: 'Later' } })
    const { user } = renderConsole(server, '/admin/history/a1')
    const decisions = () => server.requests.filter(({ call }) => call === 'POST /tasks/a1/items/1/decision')
    const asked = async () => {
      await user.click(await screen.findByRole('button', { name: 'Give up' }))
      return within(await screen.findByRole('alertdialog', { name: 'Give up this reply?' }))
    }
    await user.click((await asked()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(decisions()).toEqual([])
    await user.click((await asked()).getByRole('button', { name: 'Give up' }))
    expect(await screen.findAllByText('Later')).not.toEqual([])
    server.answerNext('POST /tasks/a1/items/1/decision', { status: 200, body: task([item({ status: 'failed' })]) })
    await user.click((await asked()).getByRole('button', { name: 'Give up' }))
    expect(await screen.findByText('failed', { selector: 'td *' })).toBeDefined()
    expect(decisions().map(({ body }) => body)).toEqual([{ action: 'give_up' }, { action: 'give_up' }])
  })

  it('accepts the link of a reply that was posted after all, and no other link', async () => {
    server.answerNext('GET /tasks/a1', { status: 200, body: task([item({ status: 'needs_review' })]) })
    server.answerNext('POST /tasks/a1/items/1/decision', {
      status: 422,
      body: { detail: 'It replies to another post' },
    })
    const { user } = renderConsole(server, '/admin/history/a1')
    await user.click(await screen.findByText('It was posted'))
    await user.type(screen.getByLabelText('Link of the post'), 'https://example.org/status/1')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('Paste a link to one post on x.com or twitter.com')).toBeDefined()
    await user.clear(screen.getByLabelText('Link of the post'))
    await user.type(screen.getByLabelText('Link of the post'), 'https://x.com/brewlab_ama/status/1991427730554880999')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    const fault = await screen.findByText('It replies to another post')
    expect(screen.getByLabelText('Link of the post').getAttribute('aria-describedby')).toContain(fault.id)
    expect(server.requests.find(({ call }) => call === 'POST /tasks/a1/items/1/decision')?.body).toEqual({
      action: 'posted',
      tweet_url: 'https://x.com/brewlab_ama/status/1991427730554880999',
    })
  })
})
