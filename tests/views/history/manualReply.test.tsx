import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useSelector } from '@xstate/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { type ManualPostingRef, manualPostingMachine } from '../../../src/machines/manual/manualPosting'
import type { ManualItem } from '../../../src/schemas/history/tasks'
import { ManualReply } from '../../../src/views/manual/ManualReply'
import { manualItem } from '../../machines/samples'
import { eventually } from '../../support/waiting'

const Shown = ({ queue }: { queue: ManualPostingRef }) => {
  const item = useSelector(queue, ({ context }) => context.items[context.index])
  return item ? <ManualReply queue={queue} item={item} /> : null
}

const page = 'https://x.com/intent/tweet?in_reply_to=1'
const one: ManualItem = {
  ...manualItem('1'),
  task_id: 't/1',
  content: 'First words',
  error: 'X said no',
  next_step: 'Open it in X and post it.',
  intent_url: page,
}
const two: ManualItem = { ...manualItem('2'), twitter_username: '@bob', content: 'Second words', intent_url: page }

const show = async (items: ManualItem[], decided?: () => Promise<void>) => {
  const never = () => new Promise<never>(() => {})
  const queue = createActor(
    manualPostingMachine.provide({
      actors: {
        loadManual: fromPromise(async () => ({ items, total: items.length + 7 })),
        decideItem: fromPromise(decided ?? never),
        watchReturn: fromCallback(() => {}),
        watchUpdates: fromCallback(() => {}),
        untilBack: fromPromise<void>(never),
      },
    }),
    { input: { item_id: undefined } },
  )
  queue.start()
  onTestFinished(() => {
    queue.stop()
  })
  render(<Shown queue={queue} />)
  const section = await screen.findByRole('region', { name: 'The reply to post' })
  const send = vi.spyOn(queue, 'send')
  return { queue, section, user: userEvent.setup(), said: () => send.mock.calls.map(([event]) => event) }
}

const change = (more: Partial<ManualItem>): ManualItem => ({ ...one, ...more })
const post = { tweet_id: '19', text: 'Which beans?', author_username: 'grace' }
/** jsdom has no layout, and may leave out the space before the key. */
const look = /^Look on X ?X$/
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('a reply to post manually', () => {
  it.each<[string, string, Partial<ManualItem>]>([
    ['@grace|Which beans?', 'Post as @ada', { post }],
    ['Which beans?', 'Post as @ada', { post: { ...post, author_username: '' } }],
    ['', 'Post as @ada', { post: { ...post, text: '' } }],
    ['', 'Post as an account', { twitter_username: null }],
  ])('shows whom it answers (%s) and through which account (%s)', async (answered, as, more) => {
    const { section } = await show([change(more)])
    const quoted = [...(section.querySelector('blockquote')?.children ?? [])].map(({ textContent }) => textContent)
    expect([quoted.join('|'), screen.getByRole('heading').textContent]).toEqual([answered, as])
    expect(section.querySelectorAll('blockquote')).toHaveLength(answered === '' ? 0 : 1)
    expect(screen.getByRole('status').textContent).toBe(
      `1 of 8 to post manually, for ${more.twitter_username === null ? 'an account' : '@ada'}`,
    )
  })

  it('shows its text, why X refused it, and a link to its task', async () => {
    const { section } = await show([one])
    const told = [...section.querySelectorAll('p')].map(({ textContent }) => textContent)
    expect(told.slice(1)).toEqual([
      'First words',
      'X said no',
      'X accepts this reply only from a person.',
      'Open it in X and post it.',
      'Open task',
    ])
    expect(screen.getByRole('link', { name: 'Open task' }).getAttribute('href')).toBe('/admin/history/t%2F1')
  })

  it.each([1, null])('shows where its media agent (%j) no longer exists', async (account_id) => {
    await show([change({ account_id })])
    expect(screen.queryByText(/^This account was deleted/) === null).toBe(account_id !== null)
  })

  it.each<[string, Partial<ManualItem>]>([
    ['We are looking on X, and the reply is completed when X shows it.', { next_at: '2026-01-02T03:04:05.000Z' }],
    ['X accepts this reply only from a person.', { next_at: null }],
  ])('shows the next step: %s', async (words, more) => {
    await show([change(more)])
    expect(screen.getByText(words).textContent).toBe(words)
  })

  it('opens X in a new tab, after informing the server', async () => {
    const { said, section } = await show([one])
    const link = screen.getByRole('link', { name: 'Open in XO' })
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([page, '_blank', 'noreferrer'])
    const look = link.className
    link.addEventListener('click', (event) => event.preventDefault(), { once: true })
    fireEvent.click(link)
    expect(said()).toEqual([{ type: 'item.open' }])
    expect(section.textContent).toContain('Press “Not posted” only after you have closed the tab on X.')
    expect(link.className).not.toBe(look)
    expect(fireEvent.click(link)).toBe(false)
    expect(said()).toHaveLength(1)
  })

  it('has no link to X if the address is malformed', async () => {
    await show([change({ intent_url: 'javascript:alert(1)' })])
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Open task'])
    fireEvent.keyDown(document.body, { key: 'o' })
  })

  it.each<[string | RegExp, string]>([
    [look, 'item.check'],
    ['Not posted', 'item.notPosted'],
  ])('accepts "%s", and nothing else until that is stored', async (name, type) => {
    const { said, user } = await show([one])
    const offered = () => [look, 'Not posted', 'Confirm'].map((each) => !button(each).disabled)
    await user.click(screen.getByText('I posted it'))
    expect(offered()).toEqual([true, true, true])
    await user.click(button(name))
    expect(said()).toEqual([{ type }])
    expect(offered()).toEqual([false, false, false])
    expect(button('Confirm').ariaBusy).toBeNull()
  })
})

describe('the keys and buttons for the replies', () => {
  const place = () => screen.getByRole('status').textContent
  const offered = () => [/^Previous/, /^Next/].map((name) => button(name).getAttribute('aria-disabled'))
  const atFirst = '1 of 9 to post manually, for @ada'
  const atSecond = '2 of 9 to post manually, for @bob'

  it('go to the next one and back', async () => {
    const { user, said } = await show([one, two])
    expect([place(), offered()]).toEqual([atFirst, ['true', 'false']])
    await user.click(button('Next reply (J)'))
    expect([place(), offered()]).toEqual([atSecond, ['false', 'true']])
    await user.click(button('Previous reply (K)'))
    expect(place()).toBe(atFirst)
    await user.keyboard('j')
    expect(place()).toBe(atSecond)
    await user.keyboard('k')
    expect(place()).toBe(atFirst)
    expect(said().map(({ type }) => type)).toEqual(['item.next', 'item.previous', 'item.next', 'item.previous'])
  })

  it('open the page on X, and check X for the reply', async () => {
    const { said } = await show([one])
    const link = screen.getByRole('link', { name: 'Open in XO' })
    link.addEventListener('click', (event) => event.preventDefault(), { once: true })
    fireEvent.keyDown(document.body, { key: 'o' })
    expect(said()).toEqual([{ type: 'item.open' }])
    fireEvent.keyDown(document.body, { key: 'x' })
    expect(said().at(-1)).toEqual({ type: 'item.check' })
  })

  it('start each reply with its own link, and the focus of a removed one moves to its heading', async () => {
    const { queue, user } = await show([one, two])
    await user.click(screen.getByText('I posted it'))
    await user.type(screen.getByLabelText('Link of the post'), 'https://x.com/ada/status/1')
    act(() => queue.send({ type: 'item.next' }))
    expect(screen.getByLabelText<HTMLInputElement>('Link of the post').value).toBe('')
    const heading = screen.getByRole('heading', { name: /^Post as ?@bob$/ })
    expect([document.activeElement, heading.tabIndex]).toEqual([heading, -1])
  })
})

describe('the link of a reply that was posted', () => {
  const confirm = async (user: ReturnType<typeof userEvent.setup>, link: string) => {
    const form = within(screen.getByRole('region'))
    await user.click(form.getByText('I posted it'))
    await user.clear(form.getByLabelText('Link of the post'))
    if (link) await user.type(form.getByLabelText('Link of the post'), link)
    await user.click(form.getByRole('button', { name: 'Confirm' }))
  }

  it('must be a link to a post', async () => {
    const { user, said } = await show([one])
    await confirm(user, 'https://example.org/')
    await screen.findByText('Paste a link to one post on x.com or twitter.com')
    expect(said()).toEqual([])
    const field = screen.getByLabelText('Link of the post')
    expect(['inputmode', 'autocomplete', 'spellcheck'].map((name) => field.getAttribute(name))).toEqual([
      'url',
      'off',
      'false',
    ])
  })

  it('is confirmed with X', async () => {
    const { user, said } = await show([one])
    const link = 'https://x.com/ada/status/1991427730554880999'
    await confirm(user, link)
    await eventually(() => expect(said()).toEqual([{ type: 'item.posted', tweet_url: link }]))
    expect([button('Confirm').ariaBusy, button('Confirm').disabled]).toEqual(['true', true])
  })

  it('shows the error from X beside it', async () => {
    const refused = async () => {
      throw Object.assign(new Error('It is by another'), { status: 422, detail: 'It is by another' })
    }
    const { user } = await show([one], refused)
    await confirm(user, 'https://x.com/ada/status/1991427730554880999')
    const fault = await screen.findByText('It is by another')
    expect(screen.getByLabelText('Link of the post').getAttribute('aria-describedby')).toContain(fault.id)
  })
})
