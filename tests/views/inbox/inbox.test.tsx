import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Inbox } from '../../../src/schemas/inbox/inbox'
import { account, inboxWith, mention, watch } from '../../machines/samples'
import { chooseCharacter, fillIn, link, replyCard } from '../../support/composer'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import { renderConsole, textIn } from '../../support/renderConsole'
import { json } from '../../support/server'

let server: DeliveringServer

beforeEach(async () => {
  server = await startDeliveringServer()
  localStorage.setItem('auto-comment-bot.operator', '0123456789abcdef')
  await server.furnish(['ada', 'bob'])
  wide.mockReturnValue(1100)
})
afterEach(() => {
  wide.mockReset()
  return server.close()
})

/** Leaves room for the side column. */
const wide = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get')
const keepPlace = () => localStorage.setItem('auto-comment-bot.inbox.0123456789abcdef', '{"shown":true}')

const answers = (inbox: Inbox, times = 1) => {
  for (let time = 0; time < times; time += 1) server.answerNext('GET /inbox', { status: 200, body: json(inbox) })
}
const asked = (call: string) => server.requests.filter((each) => each.call === call)
const rows = () => screen.queryAllByRole('article').map((row) => row.textContent?.match(/\((\d)\)/)?.[1])
const people = ['one', 'two', 'three'].map((author_username, place) => ({ ...mention(7 - place), author_username }))
const three = inboxWith(people, [watch(3, false), watch(4, true)])

const openInbox = async (inbox: Inbox, times?: number) => {
  answers(inbox, times)
  const { user } = renderConsole(server, '/admin/home/inbox')
  await screen.findByRole('heading', { name: 'Inbox', level: 1 })
  return user
}

it('shows nothing on Home, and asks no more, where a provider has no inbox', async () => {
  server.answerNext('GET /inbox', { status: 404, body: { detail: 'Not Found' } })
  const { user } = renderConsole(server, '/admin/home')
  await waitFor(() => expect(asked('GET /inbox')).toHaveLength(1))
  await user.click(screen.getByRole('link', { name: 'Post Group' }))
  await screen.findByRole('heading', { name: 'Post Group', level: 1 })
  await user.click(screen.getByRole('link', { name: 'Home' }))
  await screen.findByLabelText('X post link')
  expect(screen.queryByText('To answer')).toBeNull()
  expect(asked('GET /inbox')).toHaveLength(1)
})

it('leads to the inbox from Home, where a button opens the list in the same visit, and from a media agent’s page', async () => {
  answers(three, 3)
  const { user } = renderConsole(server, '/admin/home')
  const open = await screen.findByRole('button', { name: /^To answer/ })
  expect(open.textContent).toBe('To answer 3')
  expect(screen.queryByRole('region', { name: 'To answer' })).toBeNull()
  await user.click(open)
  const list = within(screen.getByRole('region', { name: 'To answer' }))
  expect(list.getAllByRole('listitem')).toHaveLength(3)
  expect(document.activeElement?.textContent).toMatch(/^@one/)
  await user.click(list.getByRole('link', { name: 'Inbox' }))
  await screen.findByRole('heading', { name: 'Inbox', level: 1 })
  await user.click(screen.getByRole('link', { name: 'Media Agent' }))
  await user.click((await screen.findAllByRole('link', { name: /^Edit / }))[0] as HTMLElement)
  const own = await within(await screen.findByRole('main')).findByRole('link', { name: 'Inbox' })
  expect(own.getAttribute('href')).toMatch(/^\/admin\/home\/inbox\?account=\d+$/)
})

it('lists what waits beside Home; J and K walk it, Enter and N open a post with its account', async () => {
  keepPlace()
  answers(three, 3)
  const { user } = renderConsole(server, '/admin/home')
  const list = await screen.findByRole('region', { name: 'To answer' })
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(3))
  const focused = () => document.activeElement?.textContent?.slice(0, 4)
  await user.click(screen.getByRole('heading', { level: 1 }))
  const walked = []
  for (const key of ['j', 'j', 'k', 'j', 'j', 'j', 'k']) {
    await user.keyboard(key)
    walked.push(focused())
  }
  expect(walked).toEqual(['@one', '@two', '@one', '@two', '@thr', '@thr', '@two'])
  await user.keyboard('{Enter}')
  await screen.findByText('Get content success!')
  expect(textIn(screen.getByLabelText('X post link'))).toBe(`https://x.com/two/status/${people[1]?.tweet_id}`)
  expect(screen.getByRole('tab', { name: 'Solo Send' }).getAttribute('aria-selected')).toBe('true')
  expect(window.location.search).toBe('?mention=6')
  await user.keyboard('n')
  await waitFor(() => expect(window.location.search).toBe('?mention=7'))
})

it('asks before it discards replies that are being written, and N does nothing then', async () => {
  keepPlace()
  answers(three, 20)
  const generating = server.gate(/^POST \/twitter\/tweet\/generate-reply$/, 'all')
  const { user } = renderConsole(server, '/admin/home')
  const list = within(await screen.findByRole('region', { name: 'To answer' }))
  await fillIn(user)
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  await waitFor(() => expect(generating.waiting()).toBe(1))
  fireEvent.keyDown(document.body, { key: 'n' })
  expect(textIn(screen.getByLabelText('X post link'))).toBe(link)
  await user.click(list.getByText('@one'))
  const question = await screen.findByRole('alertdialog', { name: 'Discard the replies that are being written?' })
  expect(textIn(screen.getByLabelText('X post link'))).toBe(link)
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  await generating.pass()
  await replyCard(1)
  expect(asked('POST /twitter/tweet/generate-reply')).toHaveLength(1)
})

it('calls no model for a mention of an inactive account before another account is chosen', async () => {
  const accounts = [
    { ...account, id: 3, username: 'ada', is_active: false },
    { ...account, id: 4, username: 'bob', is_active: true },
  ]
  for (let time = 0; time < 9; time += 1)
    server.answerNext('GET /twitter/accounts', { status: 200, body: json(accounts) })
  keepPlace()
  answers(inboxWith([{ ...mention(7), account_is_active: false }], []), 9)
  const { user } = renderConsole(server, '/admin/home')
  await chooseCharacter(user)
  await user.click(await screen.findByText('@maker'))
  await screen.findByText('@ada is inactive. Choose another account.')
  const agent = screen.getByLabelText('Media Agent')
  expect([document.activeElement, textIn(agent)]).toEqual([agent, ''])
  const preview = screen.getByRole('button', { name: 'Preview' })
  await user.click(preview)
  await screen.findByText('Media Agent selection is required')
  await user.selectOptions(agent, '@ada (inactive)')
  await user.click(preview)
  await screen.findByText('@ada is inactive. Choose another account.')
  const generated = () => asked('POST /twitter/tweet/generate-reply').length
  expect(generated()).toBe(0)
  await user.selectOptions(agent, '@bob')
  await user.click(preview)
  await replyCard(1)
  expect(generated()).toBe(1)
})

it('is absent as soon as nothing waits', async () => {
  keepPlace()
  answers({ ...inboxWith([], [watch(3, true)]), unread: 0 }, 1)
  renderConsole(server, '/admin/home')
  await screen.findByRole('button', { name: 'Many links' })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'To answer' })).toBeNull())
  expect(asked('GET /inbox')).toHaveLength(1)
})

it('works through the list by keys: dismisses at once, takes it back, puts it back where the server refuses', async () => {
  const user = await openInbox(three, 4)
  await screen.findAllByRole('article')
  server.answerNext('PUT /inbox/6', { status: 200, body: json({ ...people[1], state: 'dismissed' }) })
  await user.keyboard('jx')
  expect(rows()).toEqual(['7', '5'])
  await screen.findByText('Dismissed @two.')
  await waitFor(() => expect(asked('PUT /inbox/6').map(({ body }) => body)).toEqual([{ state: 'dismissed' }]))
  server.answerNext('PUT /inbox/6', { status: 200, body: json(people[1]) })
  await user.keyboard('u')
  expect(rows()).toEqual(['7', '6', '5'])
  await waitFor(() => expect(asked('PUT /inbox/6')[1]?.body).toEqual({ state: 'unread' }))
  server.answerNext('PUT /inbox/7', { status: 503, body: { detail: 'The server is being restarted' } })
  await user.click(screen.getByRole('heading', { level: 1 }))
  await user.keyboard('kkx')
  await screen.findAllByText('The server is being restarted')
  expect(rows()).toEqual(['7', '6', '5'])
})

it('asks before it lists an author, and says the price before it watches', async () => {
  const user = await openInbox(three, 3)
  await screen.findAllByRole('article')
  await user.keyboard('b')
  const question = await screen.findByRole('alertdialog', { name: 'Never reply to @one again?' })
  expect(asked('POST /do-not-reply')).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Do not reply' }))
  await waitFor(() => expect(asked('POST /do-not-reply').map(({ body }) => body)).toEqual([{ username: 'one' }]))
  await screen.findByRole('button', { name: 'Remove @one from the list' })

  await user.click(screen.getByRole('switch', { name: 'Watch for mentions of @ada' }))
  const price = await screen.findByRole('dialog', { name: 'Watch for mentions of @ada?' })
  expect(price.textContent).toContain('X charges about $0.12 a day for about 24 posts')
  expect(asked('PUT /inbox/watches/3')).toEqual([])
  server.answerNext('PUT /inbox/watches/3', { status: 200, body: json(watch(3, true)) })
  await user.click(within(price).getByRole('button', { name: 'Switch on' }))
  await screen.findAllByText('Now watching for mentions.')
  expect(asked('PUT /inbox/watches/3')[0]?.body).toEqual({ on: true })
})

it('has the chosen list in its address, and shows the list of the address', async () => {
  const user = await openInbox(three, 3)
  const show = await screen.findByLabelText<HTMLSelectElement>('Show')
  const list = within(screen.getByRole('region', { name: 'Mentions' }))
  const counted = async (text: string) =>
    waitFor(() => expect(list.getAllByRole('status').map(({ textContent }) => textContent)).toContain(text))
  await counted('3 waiting')
  await user.selectOptions(show, 'all')
  await counted('3 listed, 3 waiting in total')
  expect(window.location.search).toBe('?state=all')
  act(() => window.history.replaceState(null, '', '/admin/home/inbox'))
  await counted('3 waiting')
  expect(show.value).toBe('unread')
})

it('says what is empty, and why it could not be loaded; a logout leaves nothing for the next operator', async () => {
  server.answerNext('GET /inbox', { status: 503, body: { detail: 'The database is locked' } })
  const { user } = renderConsole(server, '/admin/home/inbox?state=dismissed')
  await screen.findByText('The database is locked')
  answers({ ...inboxWith([], [watch(3, true)]), unread: 6 })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No mention was dismissed.')
  const list = within(screen.getByRole('region', { name: 'Mentions' }))
  expect(list.getByRole('status').textContent).toBe('0 dismissed, 6 waiting in total')
  const key = 'auto-comment-bot.inbox.0123456789abcdef'
  expect(localStorage.getItem(key)).toBe('{"shown":true}')
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  await screen.findByRole('heading', { name: 'Login' })
  expect(localStorage.getItem(key)).toBeNull()
})

it('offers nothing that would be lost while a subscription is being changed', async () => {
  const user = await openInbox(inboxWith(people, [watch(3, true), watch(4, true)]), 3)
  await screen.findAllByRole('article')
  const switching = server.gate(/^PUT \/inbox\/watches\/[34]$/)
  const switches = () => screen.getAllByRole<HTMLButtonElement>('switch')
  const offered = () => [
    ...switches().map(({ disabled }) => !disabled),
    ...screen
      .getAllByRole('button', { name: /^(Answer|Do not reply)/ })
      .map((button) => button.getAttribute('aria-disabled') !== 'true'),
  ]
  const all = (isOffered: boolean) => new Array(8).fill(isOffered)
  expect(offered()).toEqual(all(true))
  await user.click(switches()[0] as HTMLElement)
  await waitFor(() => expect(switching.waiting()).toBe(1))
  expect(offered()).toEqual(all(false))
  await switching.answer({ status: 200, body: json(watch(3, false)) })
  await waitFor(() => expect(offered()).toEqual(all(true)))
})
