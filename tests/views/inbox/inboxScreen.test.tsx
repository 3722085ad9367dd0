import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Inbox, Mention } from '../../../src/schemas/inbox/inbox'
import { shortTime } from '../../../src/views/ui/localTimes'
import { inboxWith, mention, watch } from '../../machines/samples'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'
import { json } from '../../support/server'

let server: InProcessServer

beforeEach(async () => {
  server = await startInProcessServer()
  localStorage.setItem('auto-comment-bot.operator', '0123456789abcdef')
})
afterEach(() => server.close())

const by = (id: number, author_username: string, change: Partial<Mention> = {}): Mention => ({
  ...mention(id),
  author_username,
  ...change,
})
const two = [by(7, 'one'), by(6, 'two')]
const watches = [watch(3, true), watch(4, false)]
const answers = (inbox: Inbox, times = 1) => {
  for (let time = 0; time < times; time += 1) server.answerNext('GET /inbox', { status: 200, body: json(inbox) })
}

describe('the inbox', () => {
  const open = async (change: Partial<Inbox> = {}, query = '') => {
    answers({ ...inboxWith(two, watches), ...change })
    const { user } = renderConsole(server, `/admin/home/inbox${query}`)
    const list = within(await screen.findByRole('region', { name: 'Mentions' }))
    return { user, list }
  }
  const options = (name: string) => {
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name })
    return [choice.value, ...[...choice.options].map(({ value, text }) => `${value}: ${text}`)]
  }

  it.each<[string, string, Partial<Inbox>]>([
    ['2 waiting', '', {}],
    ['1,200 waiting', '', { unread: 1200, total: 1200 }],
    ['4 answered, 9 waiting in total', '?state=answered', { total: 4, unread: 9 }],
    ['4 dismissed, 9 waiting in total', '?state=dismissed', { total: 4, unread: 9 }],
    ['4 listed, 9 waiting in total', '?state=all', { total: 4, unread: 9 }],
    ['4 of this account, 9 waiting in total', '?account=3', { total: 4, unread: 9 }],
  ])('shows the number of mentions: %s', async (words, query, change) => {
    const { list } = await open(change, query)
    await list.findAllByRole('article')
    expect(list.getByRole('status').textContent).toBe(words)
  })

  it.each([199, 200])('shows that not all accounts may be listed: %i of them', async (count) => {
    await open({ watches: Array.from({ length: count }, (_, index) => watch(index + 1, index < 5)) })
    const note = screen.queryByText('Only 200 accounts are shown, watched accounts first.')
    expect(note === null).toBe(count < 200)
  })

  it.each([
    ['No mention waits for an answer.', ''],
    ['No mention has been answered yet.', '?state=answered'],
    ['No mention was dismissed.', '?state=dismissed'],
    ['Nobody has mentioned your accounts yet.', '?state=all'],
  ])('shows that there is nothing: %s', async (words, query) => {
    const { list } = await open({ mentions: [], total: 0 }, query)
    await list.findByText(words)
  })

  it('is filtered by the state of a mention, and by the account', async () => {
    const { user, list } = await open()
    await list.findAllByRole('article')
    expect([options('Show'), options('Account')]).toEqual([
      ['unread', 'unread: Waiting', 'answered: Answered', 'dismissed: Dismissed', 'all: All'],
      ['', ': All accounts', '3: @ada', '4: @bob'],
    ])
    answers(inboxWith(two, watches), 5)
    for (const state of ['answered', 'all', 'dismissed'])
      await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), state)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Account' }), '@bob')
    expect(window.location.search).toBe('?state=dismissed&account=4')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Waiting')
    expect(window.location.search).toBe('?account=4')
  })

  it('names an account without a subscription', async () => {
    const { list } = await open({}, '?account=9')
    await list.findAllByRole('article')
    expect(options('Account')).toEqual(['9', ': All accounts', '9: Another account', '3: @ada', '4: @bob'])
  })

  it('shows no other account if the requested one is known', async () => {
    const { list } = await open({}, '?account=4')
    await list.findAllByRole('article')
    expect(options('Account')).toEqual(['4', ': All accounts', '3: @ada', '4: @bob'])
  })

  it('has pages', async () => {
    const cursor = '2026-05-01T08:00:06.000Z_6'
    const { user, list } = await open({ next: cursor })
    const state = () =>
      ['Newest', 'Older'].map((name) => list.getByRole<HTMLButtonElement>('button', { name }).disabled)
    await list.findAllByRole('article')
    expect(state()).toEqual([true, false])
    answers({ ...inboxWith([by(5, 'three')], watches), next: null })
    await user.click(list.getByRole('button', { name: 'Older' }))
    await list.findByRole('article', { name: '@three mentions @ada' })
    expect(state()).toEqual([false, true])
    answers({ ...inboxWith(two, watches), next: null })
    await user.click(list.getByRole('button', { name: 'Newest' }))
    await list.findByRole('article', { name: '@one mentions @ada' })
    expect(list.queryByRole('button', { name: 'Older' })).toBeNull()
  })

  it('holds new mentions back until the operator requests them', async () => {
    const { user, list } = await open()
    await list.findAllByRole('article')
    expect(list.queryByRole('button', { name: /^Show/ })).toBeNull()
    const asked = server.gate(/^GET \/inbox$/)
    server.answerNext('PUT /inbox/6', { status: 200, body: json({ ...two[1], state: 'dismissed' }) })
    await user.click(within(list.getAllByRole('article')[1] as HTMLElement).getByRole('button', { name: /^Dismiss/ }))
    await asked.answer({
      status: 200,
      body: json(inboxWith([by(9, 'new'), by(8, 'newer'), ...two.slice(0, 1)], watches)),
    })
    await user.click(await list.findByRole('button', { name: 'Show 2 new mentions' }))
    expect(list.getAllByRole('article').map(({ ariaLabel }) => ariaLabel)).toEqual([
      '@new mentions @ada',
      '@newer mentions @ada',
      '@one mentions @ada',
    ])
    expect(list.queryByRole('button', { name: /^Show/ })).toBeNull()
  })

  it('restores the last dismissed mention', async () => {
    const { user, list } = await open()
    const [, second] = await list.findAllByRole('article')
    const storing = server.gate(/^PUT \/inbox\/6$/)
    await user.click(within(second as HTMLElement).getByRole('button', { name: /^Dismiss/ }))
    const undo = await list.findByRole('button', { name: 'Undo' })
    expect(undo.parentElement?.textContent).toBe('Dismissed @two.Undo')
    await user.click(undo)
    expect(list.getAllByRole('article')).toHaveLength(2)
    expect(list.queryByRole('button', { name: 'Undo' })).toBeNull()
    storing.open()
  })

  it('shows that it is out of date, and can be requested again', async () => {
    const { user, list } = await open()
    const [, second] = await list.findAllByRole('article')
    expect(list.queryByRole('button', { name: /^Not up to date/ })).toBeNull()
    server.answerNext('PUT /inbox/6', { status: 200, body: json({ ...two[1], state: 'dismissed' }) })
    server.answerNext('GET /inbox', { status: 503, body: { detail: 'Later' } })
    await user.click(within(second as HTMLElement).getByRole('button', { name: /^Dismiss/ }))
    const again = await list.findByRole('button', { name: 'Not up to date. Try again' })
    answers(inboxWith(two.slice(0, 1), watches))
    await user.click(again)
    await waitFor(() => expect(list.queryByRole('button', { name: /^Not up to date/ })).toBeNull())
  })

  it('is not available on every server', async () => {
    server.answerNext('GET /inbox', { status: 404, body: { detail: 'Not Found' } })
    renderConsole(server, '/admin/home/inbox')
    await screen.findByText('This server has no inbox.')
    expect(screen.queryByRole('region', { name: 'Mentions' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Do not reply' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/admin/home')
  })

  it('opens an answered mention in the composer, and asks before an author is listed', async () => {
    const { user, list } = await open()
    const [, second] = await list.findAllByRole('article')
    await user.click(within(second as HTMLElement).getByRole('button', { name: /^Do not reply/ }))
    const question = await screen.findByRole('alertdialog', { name: 'Never reply to @two again?' })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    answers(inboxWith(two, watches))
    await user.click(within(second as HTMLElement).getByRole('button', { name: /^Answer/ }))
    await screen.findByLabelText('X post link')
    expect(window.location.pathname + window.location.search).toBe('/admin/home?mention=6')
  })

  it('shows that it is loading', async () => {
    const release = server.holdNext('GET /inbox')
    renderConsole(server, '/admin/home/inbox')
    const list = within(await screen.findByRole('region', { name: 'Mentions' }))
    await list.findByText('Loading...')
    expect(screen.queryByRole('heading', { name: 'Watch for mentions' })).toBeNull()
    release()
    await list.findByText('No mention waits for an answer.')
  })
})

describe('people on the do-not-reply list', () => {
  const since = '2026-01-02T03:04:05.000Z'
  const person = (id: number, username: string, reason: string) => ({ id, username, x_user_id: null, reason, since })
  const open = async (others: object[] = [person(2, 'ben', '')]) => {
    answers(inboxWith([], watches))
    const people = [person(1, 'ann', 'Asked for it'), ...others]
    server.answerNext('GET /do-not-reply', { status: 200, body: json({ total: people.length, people }) })
    const { user } = renderConsole(server, '/admin/home/inbox')
    const section = within(await screen.findByRole('region', { name: 'Do not reply' }))
    await section.findByText('@ann')
    return { user, section }
  }

  it('are listed, with reason and date', async () => {
    const { section } = await open()
    const at = shortTime(new Date(since))
    expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      `@annAsked for it, ${at}`,
      `@ben${at}`,
    ])
    const names = section.getAllByRole('button').map(({ ariaLabel, textContent }) => ariaLabel ?? textContent)
    expect(names).toEqual(['Add', 'Remove @ann from the list', 'Remove @ben from the list'])
  })

  it('are removed after a confirmation, and the focus moves to the next one', async () => {
    const { user, section } = await open()
    await user.click(section.getByRole('button', { name: 'Remove @ann from the list' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove them from the do-not-reply list?' }))
    question.getByText('Your accounts can reply to @ann again.')
    server.answerNext('DELETE /do-not-reply/1', { status: 204 })
    server.answerNext('GET /do-not-reply', { status: 200, body: json({ total: 1, people: [person(2, 'ben', '')] }) })
    await user.click(question.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(section.queryByText('@ann')).toBeNull())
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove @ben from the list'))
  })

  it('are shown with a notice if not all of them are listed', async () => {
    const { section } = await open(Array.from({ length: 999 }, (_, index) => person(index + 2, `user${index}`, '')))
    section.getByText('Only the latest 1,000 are shown, but the whole list applies.')
  })

  it('are added by a form that explains errors', async () => {
    const { user, section } = await open()
    await user.click(section.getByRole('button', { name: 'Add' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Do not reply to' }))
    const name = await dialog.findByLabelText<HTMLInputElement>('Username')
    expect([
      name.autocomplete,
      name.getAttribute('spellcheck'),
      dialog.getByLabelText<HTMLInputElement>('Reason').autocomplete,
    ]).toEqual(['off', 'false', 'off'])
    dialog.getByText('As on X, with or without @.')
    dialog.getByText('A note for yourself.')
    await user.type(name, 'no such name')
    await user.type(dialog.getByLabelText('Reason'), 'x'.repeat(3))
    const store = () => user.click(dialog.getByRole('button', { name: 'Save' }))
    await store()
    await dialog.findByText('A username on X has letters (a to z), digits and underscores only, 20 at most')
    expect(name.getAttribute('aria-invalid')).toBe('true')
    await user.clear(name)
    await user.type(name, ' @cyd ')
    await store()
    await waitFor(() => expect(server.bodiesOf('POST /do-not-reply')).toEqual([{ username: '@cyd', reason: 'xxx' }]))
  })
})

describe('mentions in the list of Home', () => {
  const wide = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get')
  beforeEach(() => {
    wide.mockReturnValue(1100)
  })
  afterEach(() => wide.mockReset())
  const open = async (inbox: Inbox, query = '') => {
    localStorage.setItem('auto-comment-bot.inbox.0123456789abcdef', '{"shown":true}')
    answers(inbox, 3)
    const { user } = renderConsole(server, `/admin/home${query}`)
    const list = within(await screen.findByRole('region', { name: 'To answer' }))
    await list.findAllByRole('listitem')
    return { user, list }
  }
  const next = () => screen.getByRole('button', { name: /^Next post/ })
  const four = [
    by(7, 'one', { text: 'First' }),
    by(6, 'two', { account_username: 'bob' }),
    by(5, 'two', { account_username: 'ada', tweet_id: by(6, 'two').tweet_id }),
    by(4, 'four'),
  ]

  it('are one entry for each post, with their total number', async () => {
    const { list } = await open({ ...inboxWith(four, watches), unread: 1234 })
    expect(
      list.getAllByRole('listitem').map((row) => row.textContent?.replace(/^(@[a-z]+).*?(?=First|What)/, '$1 ')),
    ).toEqual([
      '@one First@ada',
      '@two What do you think, @ada? (6)@bob, @ada',
      '@four What do you think, @ada? (4)@ada',
    ])
    list.getByText('1,233')
  })

  it.each([
    ['https://x.com/one/status/1900000000000000007', ''],
    ['https://x.com/two/status/1900000000000000006', '?mention=7'],
    ['https://x.com/one/status/1900000000000000007', '?mention=0'],
    ['https://x.com/one/status/1900000000000000007', '?mention=7.5'],
  ])('are answered next: %s, if the address contains "%s"', async (link, query) => {
    const { user } = await open(inboxWith(four, watches), query)
    await user.click(next())
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('X post link').value).toBe(link))
  })

  it('have no next one if all were opened or their authors are on the do-not-reply list', async () => {
    const { list } = await open(inboxWith([by(7, 'one', { asks_to_stop: true })], watches))
    list.getByText('@one')
    expect(next().getAttribute('aria-disabled')).toBe('true')
  })

  it('give way to a link to the same post, which names their accounts', async () => {
    const { user, list } = await open(inboxWith(four, watches))
    await user.click(screen.getByLabelText('X post link'))
    await user.paste([by(6, 'two').link, by(9, 'nine').link].join('\n'))
    const links = within(list.getByRole('list', { name: 'Links to answer' })).getAllByRole('listitem')
    expect(links).toHaveLength(2)
    within(links[0] as HTMLElement).getByText('@bob, @ada')
    expect(list.getAllByRole('listitem')).toHaveLength(4)
    list.getByText('4')
    await user.click(list.getByRole('button', { name: 'Mentions' }))
    expect(list.getAllByRole('listitem')).toHaveLength(2)
    await user.click(list.getByRole('button', { name: 'Mentions' }))
    expect(list.getAllByRole('listitem')).toHaveLength(4)
  })
})
