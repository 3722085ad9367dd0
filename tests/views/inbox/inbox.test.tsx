import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Inbox } from '../../../src/schemas/inbox/inbox'
import { inboxWith, mention, watch } from '../../machines/samples'
import { chooseCharacter, fillIn, link, replyCard } from '../../support/composer'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import { renderConsole, textIn } from '../../support/renderConsole'
import { json } from '../../support/server'

let server: DeliveringServer

beforeEach(async () => {
  server = await startDeliveringServer()
  localStorage.setItem('auto-comment-bot.operator', '0123456789abcdef')
  await server.furnish(['ada', 'bob'])
})
afterEach(() => server.close())

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
  expect(screen.queryByRole('region', { name: 'Waiting for an answer' })).toBeNull()
  expect(asked('GET /inbox')).toHaveLength(1)
})

it('leads to the inbox from Home, where it says in the same visit how many wait, and from a media agent’s page', async () => {
  answers(three)
  const { user } = renderConsole(server, '/admin/home')
  const link = await within(await screen.findByRole('main')).findByRole('link', { name: 'Inbox' })
  const line = link.closest('p')
  await waitFor(() => expect(line?.textContent).toMatch(/^Many links Inbox 3 waiting/))
  expect(screen.queryByRole('region', { name: 'Waiting for an answer' })).toBeNull()
  await user.click(link)
  await screen.findByRole('heading', { name: 'Inbox', level: 1 })
  await user.click(screen.getByRole('link', { name: 'Media Agent' }))
  await user.click((await screen.findAllByRole('link', { name: /^Edit / }))[0] as HTMLElement)
  const own = await within(await screen.findByRole('main')).findByRole('link', { name: 'Inbox' })
  expect(own.getAttribute('href')).toMatch(/^\/admin\/home\/inbox\?account=\d+$/)
})

it('keeps the place of what waits on Home, and opens the next one there with its account by J', async () => {
  localStorage.setItem('auto-comment-bot.inbox.0123456789abcdef', JSON.stringify({ shown: true, folded: false }))
  answers(three, 2)
  const { user } = renderConsole(server, '/admin/home')
  const strip = await screen.findByRole('region', { name: 'Waiting for an answer' })
  expect(
    within(strip)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '@oneWhat do you think, @ada? (7)@ada',
    '@twoWhat do you think, @ada? (6)@ada',
    '@threeWhat do you think, @ada? (5)@ada',
  ])
  const isNamed = () => within(strip).queryByText('J') !== null
  expect(isNamed()).toBe(true)
  await user.click(screen.getByRole('heading', { level: 1 }))
  await user.keyboard('j')
  await screen.findByText('Get content success!')
  expect(textIn(screen.getByLabelText('X post link'))).toBe(`https://x.com/one/status/${people[0]?.tweet_id}`)
  expect(screen.getByRole('tab', { name: 'Solo Send' }).getAttribute('aria-selected')).toBe('true')
  expect(window.location.search).toBe('?mention=7')
  await chooseCharacter(user)
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  await replyCard(1)
  expect(isNamed(), 'J leads to the reply').toBe(false)
})

it('asks before it discards replies that are being written, and J does nothing then', async () => {
  localStorage.setItem('auto-comment-bot.inbox.0123456789abcdef', JSON.stringify({ shown: true, folded: false }))
  answers(three, 20)
  const generating = server.gate(/^POST \/twitter\/tweet\/generate-reply$/, 'all')
  const { user } = renderConsole(server, '/admin/home')
  const waiting = within(await screen.findByRole('region', { name: 'Waiting for an answer' }))
  await fillIn(user)
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  await waitFor(() => expect(generating.waiting()).toBe(1))
  const answerNext = await waiting.findByRole('button', { name: 'Answer next' })
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(textIn(screen.getByLabelText('X post link'))).toBe(link)
  await user.click(answerNext)
  const question = await screen.findByRole('alertdialog', { name: 'Discard the replies that are being written?' })
  expect(textIn(screen.getByLabelText('X post link'))).toBe(link)
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  await generating.pass()
  await replyCard(1)
  expect(asked('POST /twitter/tweet/generate-reply')).toHaveLength(1)
})

it('collapses waiting mentions on Home, even for the next visit', async () => {
  const key = 'auto-comment-bot.inbox.0123456789abcdef'
  localStorage.setItem(key, JSON.stringify({ shown: true, folded: false }))
  answers(three, 2)
  const first = renderConsole(server, '/admin/home')
  const strip = within(await screen.findByRole('region', { name: 'Waiting for an answer' }))
  const fold = strip.getByRole('button', { name: 'Hide the newest' })
  expect(fold.getAttribute('aria-expanded')).toBe('true')
  await first.user.click(fold)
  expect(strip.queryAllByRole('listitem')).toEqual([])
  expect(localStorage.getItem(key)).toBe('{"shown":true,"folded":true}')
  first.close()

  const again = renderConsole(server, '/admin/home')
  const folded = within(await screen.findByRole('region', { name: 'Waiting for an answer' }))
  expect(folded.queryAllByRole('listitem')).toEqual([])
  await again.user.click(folded.getByRole('button', { name: 'Show the newest' }))
  expect(folded.getAllByRole('listitem')).toHaveLength(3)
})

it('keeps its place on Home during the visit in which the last mention is answered, and only then', async () => {
  localStorage.setItem('auto-comment-bot.inbox.0123456789abcdef', JSON.stringify({ shown: true, folded: false }))
  answers({ ...inboxWith([], [watch(3, true)]), unread: 0 }, 2)
  const { user } = renderConsole(server, '/admin/home')
  const strip = await screen.findByRole('region', { name: 'Waiting for an answer' })
  expect(
    within(strip)
      .getByText(/waiting/)
      .closest('p')?.textContent,
  ).toBe('0 waiting for an answer')
  await user.click(screen.getByRole('link', { name: 'Post Group' }))
  await screen.findByRole('heading', { name: 'Post Group', level: 1 })
  await user.click(screen.getByRole('link', { name: 'Home' }))
  await screen.findByLabelText('X post link')
  await waitFor(() => expect(asked('GET /inbox')).toHaveLength(2))
  expect(screen.queryByRole('region', { name: 'Waiting for an answer' })).toBeNull()
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
  expect(localStorage.getItem(key)).toBe('{"shown":true,"folded":false}')
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
