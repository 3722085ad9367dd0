import { act, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useSelector } from '@xstate/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { type InboxQuery, type InboxRef, inboxMachine } from '../../../src/machines/inbox/inbox'
import type { Change } from '../../../src/machines/inbox/inboxList'
import type { Inbox, Mention } from '../../../src/schemas/inbox/inbox'
import { initialInboxFilter } from '../../../src/schemas/inbox/inboxFilter'
import { Mentions } from '../../../src/views/inbox/Mentions'
import { shortTime } from '../../../src/views/ui/localTimes'
import { inboxWith, mention, watch } from '../../machines/samples'

const onAnswer = vi.fn<(mention: Mention) => void>()
const onShun = vi.fn<(mention: Mention) => void>()

const Shown = ({ inbox, isWriting }: { inbox: InboxRef; isWriting: boolean }) => {
  const mentions = useSelector(inbox, ({ context }) => context.shown?.mentions)
  return mentions ? (
    <Mentions inbox={inbox} mentions={mentions} isWriting={isWriting} onAnswer={onAnswer} onShun={onShun} />
  ) : null
}

const show = async (
  mentions: Mention[],
  { isWriting = false, again = inboxWith(mentions, [watch(3, false)]) } = {},
) => {
  onAnswer.mockReset()
  onShun.mockReset()
  const never = () => new Promise<never>(() => {})
  const answers: Inbox[] = [inboxWith(mentions, [watch(3, false)]), again]
  const inbox = createActor(
    inboxMachine.provide({
      actors: {
        loadInbox: fromPromise<Inbox | null, InboxQuery>(async () => answers.shift() ?? again),
        storeChange: fromPromise<Mention, Change>(never),
        watchChanges: fromCallback(() => {}),
        untilBack: fromPromise<void>(never),
      },
    }),
    { input: { filter: { ...initialInboxFilter, state: 'all' }, opened: [] } },
  )
  inbox.start()
  onTestFinished(() => {
    inbox.stop()
  })
  const { unmount } = render(<Shown inbox={inbox} isWriting={isWriting} />)
  await screen.findAllByRole('article')
  const send = vi.spyOn(inbox, 'send')
  return {
    inbox,
    close: unmount,
    user: userEvent.setup(),
    said: () => send.mock.calls.map(([event]) => event).filter(({ type }) => type !== 'mention.choose'),
  }
}

const people = [
  { ...mention(7), author_username: 'ann', author_name: 'Ann', text: 'First' },
  { ...mention(6), author_username: 'ben', author_name: 'Ben', text: 'Second', account_username: 'bob' },
  { ...mention(5), author_username: 'cyd', author_name: 'Cyd', text: 'Third' },
] satisfies Mention[]
const rows = () => screen.getAllByRole('article')
const current = () => screen.getAllByRole('listitem').map((row) => row.getAttribute('aria-current'))
const timeOf = ({ created_at }: Mention) => shortTime(new Date(created_at))
const only = (change: Partial<Mention>): Mention => ({ ...mention(7), ...change })

describe('a mention', () => {
  it.each<[string, string, Partial<Mention>]>([
    ['Maker @makermentions @adaTIME', 'Answer ↵, Dismiss X, Do not reply B, Open on X O', {}],
    ['@makermentions @adaTIME', 'Answer ↵, Dismiss X, Do not reply B, Open on X O', { author_name: '' }],
    ['Maker @makerquotes @adaTIMEAnswered', 'Do not reply B, Open on X O', { kind: 'quote', state: 'answered' }],
    [
      'Maker @makermentions @adaTIMEDismissed',
      'Answer ↵, Restore U, Do not reply B, Open on X O',
      { state: 'dismissed' },
    ],
    [
      'Maker @makermentions @adaTIMEAsked to be left alone',
      'Answer ↵, Dismiss X, Do not reply B, Open on X O',
      { asks_to_stop: true },
    ],
    ['somebodymentions @adaTIME', 'Answer ↵, Dismiss X, Open on X O', { author_username: '', author_name: '' }],
    ['Maker @makermentions @adaTIME', 'Answer ↵, Dismiss X, Do not reply B', { link: 'javascript:alert(1)' }],
    [
      'Maker @makermentions @adaTIME',
      'Answer ↵, Dismiss X, Do not reply B, Open on X O, Open task',
      { task_id: 't/1' },
    ],
  ])('reads "%s" and offers "%s"', async (head, offers, change) => {
    await show([only(change)])
    const [row] = rows()
    expect(row?.children[0]?.textContent?.replace(timeOf(mention(7)), 'TIME')).toBe(head)
    expect(row?.children[1]?.textContent).toBe('What do you think, @ada? (7)')
    const controls = [...(row?.querySelectorAll('button, a') ?? [])].map(({ textContent }) => textContent?.trim())
    expect(controls.join(', ')).toBe(offers)
  })

  it('shows why nobody replies to its author, and offers no answer, not even by keys', async () => {
    const declined = '@maker is on your do-not-reply list (Told us). Remove them from the list to reply.'
    const { user } = await show([only({ declined })])
    const [row] = rows()
    expect(row?.children[2]?.textContent).toBe(declined)
    const controls = [...(row?.querySelectorAll('button, a') ?? [])].map(({ textContent }) => textContent?.trim())
    expect(controls.join(', ')).toBe('Dismiss X, Open on X O')
    await user.keyboard('b{Enter}')
    expect([onAnswer.mock.calls, onShun.mock.calls]).toEqual([[], []])
  })

  it('links to its post and to the task that answers it', async () => {
    await show([only({ task_id: 't/1' })])
    const links = screen
      .getAllByRole('link')
      .map((link) => ['href', 'target', 'rel'].map((name) => link.getAttribute(name)))
    expect(links).toEqual([
      ['https://x.com/maker/status/1900000000000000007', '_blank', 'noreferrer'],
      ['/admin/history/t%2F1', null, null],
    ])
  })

  it('is labelled with its author and its actions', async () => {
    await show(people)
    expect(rows().map(({ ariaLabel }) => ariaLabel)).toEqual([
      '@ann mentions @ada',
      '@ben mentions @bob',
      '@cyd mentions @ada',
    ])
  })

  it('shows that it no longer waits, but not its outcome', async () => {
    const { inbox } = await show(
      [only({}), { ...mention(6), state: 'answered' }, { ...mention(5), state: 'dismissed' }, mention(4)],
      { again: inboxWith([mention(4)], []) },
    )
    const badges = () => rows().map((row) => row.children[0]?.lastElementChild?.textContent)
    expect(badges().slice(1, 3)).toEqual(['Answered', 'Dismissed'])
    act(() => inbox.send({ type: 'list.reload' }))
    await waitFor(() => expect(badges().slice(0, 3)).toEqual(new Array(3).fill('No longer waiting')))
    expect(rows().map((row) => row.textContent?.match(/Answered|Dismissed|No longer waiting/g))).toEqual([
      ['No longer waiting'],
      ['No longer waiting'],
      ['No longer waiting'],
      null,
    ])
  })

  it('has buttons that answer, dismiss and restore it, and add its author to the do-not-reply list', async () => {
    const mentions = [...people, only({ id: 4, state: 'dismissed', author_username: 'dan' })]
    const { user, said } = await show(mentions)
    const press = async (place: number, name: RegExp) =>
      user.click(within(rows()[place] as HTMLElement).getByRole('button', { name }))
    await press(1, /^Answer/)
    await press(2, /^Do not reply/)
    await press(1, /^Dismiss/)
    expect([onAnswer.mock.calls, onShun.mock.calls]).toEqual([[[mentions[1]]], [[mentions[2]]]])
    expect(said()).toEqual([{ type: 'mention.dismiss', id: 6 }])
    await press(3, /^Restore/)
    expect(said().at(-1)).toEqual({ type: 'mention.restore', id: 4 })
  })

  it('is not answered while the last action is being stored, and its author is not listed', async () => {
    const { user, said } = await show([people[0] ?? mention(7)], { isWriting: true })
    for (const name of [/^Answer/, /^Do not reply/]) await user.click(screen.getByRole('button', { name }))
    const isOffered = screen
      .getAllByRole('button')
      .map((each) => [each.textContent, each.getAttribute('aria-disabled')])
    expect(isOffered).toEqual([
      ['Answer ↵', 'true'],
      ['Dismiss X', null],
      ['Do not reply B', 'true'],
    ])
    expect([onAnswer.mock.calls, onShun.mock.calls, said()]).toEqual([[], [], []])
  })
})

describe('the keys of the inbox', () => {
  const press = (key: string, target: Element = document.body) => fireEvent.keyDown(target, { key })

  it('act on the mention with the ring, which shows them', async () => {
    const { said } = await show(people)
    const named = () =>
      screen.getAllByRole('listitem').map((row) => row.querySelectorAll('kbd:not([aria-hidden])').length)
    expect([current(), named()]).toEqual([
      ['true', null, null],
      [4, 0, 0],
    ])
    press('j')
    expect([current(), named()]).toEqual([
      [null, 'true', null],
      [0, 4, 0],
    ])
    press('Enter')
    press('b')
    expect([onAnswer.mock.lastCall, onShun.mock.lastCall]).toEqual([[people[1]], [people[1]]])
    press('j')
    press('j')
    press('k')
    press('k')
    press('k')
    expect(current()).toEqual(['true', null, null])
    press('x')
    expect(said().map((event) => ('id' in event ? [event.type, event.id] : event.type))).toEqual([
      ...['mention.next', 'mention.next', 'mention.next'],
      ...['mention.previous', 'mention.previous', 'mention.previous'],
      ['mention.dismiss', 7],
    ])
  })

  it('scroll to the row, and move the focus to its first button', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    await show(people)
    const focus = vi.spyOn(HTMLElement.prototype, 'focus')
    press('j')
    expect(document.activeElement).toBe(within(rows()[1] as HTMLElement).getByRole('button', { name: /^Answer/ }))
    expect(scrolled.mock.contexts).toEqual([screen.getAllByRole('listitem')[1]])
    expect(scrolled.mock.lastCall).toEqual([{ block: 'nearest' }])
    expect(focus.mock.lastCall).toEqual([{ preventScroll: true }])
    scrolled.mockRestore()
    focus.mockRestore()
  })

  it('open the post of the mention with the ring', async () => {
    await show(people)
    press('j')
    const opened = vi.fn((event: Event) => event.preventDefault())
    document.body.addEventListener('click', opened)
    press('o')
    document.body.removeEventListener('click', opened)
    expect(opened.mock.calls.map(([{ target }]) => (target as Element).closest('a')?.href)).toEqual([people[1]?.link])
  })

  it('restore the mention with the ring if it is dismissed, otherwise the last dismissed one', async () => {
    const { said } = await show([only({ id: 7 }), only({ id: 6, state: 'dismissed' })])
    press('u')
    expect(said()).toEqual([])
    press('x')
    press('u')
    press('j')
    press('u')
    expect(said().filter(({ type }) => type === 'mention.restore')).toEqual([
      { type: 'mention.restore', id: 7 },
      { type: 'mention.restore', id: 6 },
    ])
  })

  it('do not answer an answered mention', async () => {
    await show([only({ state: 'answered' })])
    press('Enter')
    expect(onAnswer).not.toHaveBeenCalled()
  })

  it('leave Enter to the button, the link or the field that has the focus, and to earlier handlers', async () => {
    await show([only({ state: 'unread' })])
    const isLeft = (target: Element) => press('Enter', target)
    const field = document.body.appendChild(document.createElement('input'))
    const summary = document.body.appendChild(document.createElement('summary'))
    const controls = [screen.getByRole('button', { name: /^Answer/ }), screen.getByRole('link'), field, summary]
    expect(controls.map(isLeft)).toEqual([true, true, true, true])
    field.remove()
    summary.remove()
    const heard = createEvent.keyDown(document.body, { key: 'Enter' })
    heard.preventDefault()
    fireEvent(document.body, heard)
    press('a')
    expect(onAnswer).not.toHaveBeenCalled()
    expect(isLeft(document.body)).toBe(false)
    expect(onAnswer).toHaveBeenCalledOnce()
  })

  it('select the row that gets the focus', async () => {
    const { user } = await show(people)
    const third = within(rows()[2] as HTMLElement).getByRole('button', { name: /^Answer/ })
    while (document.activeElement !== third) await user.tab()
    expect(current()).toEqual([null, null, 'true'])
  })

  it('stop working when the list is gone', async () => {
    const { close } = await show(people)
    close()
    press('Enter')
    expect(onAnswer).not.toHaveBeenCalled()
  })
})
