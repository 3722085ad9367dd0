import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { ReplyFlowRef } from '../../../src/machines/composer/replyFlow'
import { inboxActsMachine } from '../../../src/machines/inbox/inboxActs'
import type { Mention, Person, Watch } from '../../../src/schemas/inbox/inbox'
import { Questions } from '../../../src/views/inbox/Questions'
import { useAnswering } from '../../../src/views/inbox/useAnswering'
import { Watches } from '../../../src/views/inbox/Watches'
import { shortTime } from '../../../src/views/ui/localTimes'
import { atPreview, start } from '../../machines/composer/composer'
import { link, mention, watch } from '../../machines/samples'

const startActs = () => {
  const never = () => new Promise<never>(() => {})
  const acts = createActor(
    inboxActsMachine.provide({
      actors: {
        shunAuthor: fromPromise<Person, Mention>(never),
        switchWatch: fromPromise<Watch, { account_id: Watch['account_id']; on: boolean }>(never),
      },
    }),
  ).start()
  onTestFinished(() => {
    acts.stop()
  })
  return { acts, state: () => acts.getSnapshot().value, user: userEvent.setup() }
}

describe('confirmations before an action', () => {
  const ask = (event: Parameters<ReturnType<typeof startActs>['acts']['send']>[0]) => {
    const started = startActs()
    render(<Questions acts={started.acts} />)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    act(() => started.acts.send(event))
    return started
  }
  const words = (dialog: HTMLElement) => [
    within(dialog).getByRole('heading').textContent,
    dialog.querySelector('p')?.textContent,
    within(dialog)
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
      .filter(Boolean),
  ]
  const shun = { type: 'author.shun', mention: mention(7) } as const
  const replace = (composer: 'holds' | 'writes') => ({ type: 'mention.answer', mention: mention(7), composer }) as const

  it.each([
    [
      'replies would be replaced',
      replace('holds'),
      [
        'Replace the replies in the composer?',
        'They were not sent. To keep them, send them first.',
        ['Cancel', 'Replace'],
      ],
    ],
    [
      'replies are being written',
      replace('writes'),
      [
        'Discard the replies that are being written?',
        'The model charges for them anyway. To keep them, wait until they are written and send them first.',
        ['Cancel', 'Discard'],
      ],
    ],
    [
      'somebody is listed',
      shun,
      [
        'Never reply to @maker again?',
        'Your accounts will not reply to them until you remove them from the do-not-reply list.',
        ['Cancel', 'Do not reply'],
      ],
    ],
  ])('if %s', async (_when, event, said) => {
    ask(event)
    expect(words(await screen.findByRole('alertdialog'))).toEqual(said)
    expect(screen.getAllByRole('alertdialog')).toHaveLength(1)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it.each<[string, Partial<Watch>]>([
    ['X charges about $0.12 a day for about 24 posts. You can switch this off at any time.', {}],
    [
      'The price is not known here, so check X’s prices first. About 24 posts a day will be read. You can switch this off at any time.',
      { price_a_day: null },
    ],
  ])('shows the cost of watching: %s', async (cost, change) => {
    ask({ type: 'watch.switch', watch: { ...watch(4, false), ...change } })
    const dialog = await screen.findByRole('dialog', { name: 'Watch for mentions of @bob?' })
    expect(dialog.querySelector('p')?.textContent).toBe(cost)
    const names = within(dialog)
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
    expect(names).toEqual(expect.arrayContaining(['Cancel', 'Switch on']))
  })

  it.each([
    ['Replace', 'resting', replace('holds')],
    ['Do not reply', 'shunning', shun],
    ['Switch on', 'switching', { type: 'watch.switch', watch: watch(4, false) } as const],
    ['Cancel', 'resting', replace('holds')],
    ['Cancel', 'resting', shun],
    ['Cancel', 'resting', { type: 'watch.switch', watch: watch(4, false) } as const],
  ])('is answered by "%s": %s', async (name, state, event) => {
    const { acts, user, state: now } = ask(event)
    const answered = vi.fn()
    acts.on('mention.answering', answered)
    await user.click(await screen.findByRole('button', { name }))
    expect(now()).toBe(state)
    expect(answered).toHaveBeenCalledTimes(name === 'Replace' ? 1 : 0)
  })
})

describe('subscriptions to mentions', () => {
  const show = (watches: Watch[]) => {
    const started = startActs()
    const { rerender } = render(<Watches acts={started.acts} watches={watches} />)
    return { ...started, again: (later: Watch[]) => rerender(<Watches acts={started.acts} watches={later} />) }
  }
  const read = '2026-05-01T08:02:00.000Z'
  const readAt = shortTime(new Date(read))
  const refused = { stream_refused: 'no seat' }

  it.each<[string, boolean, Partial<Watch>]>([
    ['about $0.12 a day', false, {}],
    ['Price not known', false, { price_a_day: null }],
    [`about $0.12 a day, last read ${readAt}`, true, {}],
    ['about $0.12 a day', true, { last_read_at: null }],
    ['about $0.12 a day', false, { last_read_at: read, by: 'stream', ...refused, paused: 'The budget is used up.' }],
    [`about $0.12 a day, reported by X at once, last read ${readAt}`, true, { by: 'stream' }],
    [
      `about $0.12 a day, read from time to time because X does not report them (no seat), last read ${readAt}`,
      true,
      refused,
    ],
    ['The budget is used up.', true, { paused: 'The budget is used up.' }],
  ])('the cost is shown: %s', (words, on, change) => {
    show([{ ...watch(3, on), ...change }])
    expect(screen.getByText('@ada').nextElementSibling?.textContent).toBe(words)
  })

  it('have switches, one of which is busy while it is stored and none of which works then', async () => {
    const { user, acts } = show([watch(3, true), watch(4, false)])
    const switches = () =>
      screen
        .getAllByRole<HTMLButtonElement>('switch')
        .map(({ ariaLabel, ariaChecked, textContent, ariaBusy, disabled }) => [
          ariaLabel,
          ariaChecked,
          textContent,
          ariaBusy,
          disabled,
        ])
    const [ada, bob] = ['Watch for mentions of @ada', 'Watch for mentions of @bob']
    expect(switches()).toEqual([
      [ada, 'true', 'On', null, false],
      [bob, 'false', 'Off', null, false],
    ])
    await user.click(screen.getByRole('switch', { name: bob }))
    expect(acts.getSnapshot().value).toBe('askingToWatch')
    expect(switches().map(([, , , busy, disabled]) => [busy, disabled])).toEqual([
      [null, false],
      [null, false],
    ])
    act(() => acts.send({ type: 'question.confirm' }))
    expect(switches().map(([, , , busy, disabled]) => [busy, disabled])).toEqual([
      [null, true],
      ['true', true],
    ])
  })

  it('are shown if they are on, and the others are collapsed if there are many, each at its place', () => {
    const many = (on: number[]) => Array.from({ length: 14 }, (_, index) => watch(index + 1, on.includes(index + 1)))
    const { again } = show(many([2, 5]))
    const folded = () => within(screen.getByRole('group')).getAllByRole('switch', { hidden: true }).length
    expect([screen.getAllByRole('switch', { hidden: true }).length, folded()]).toEqual([14, 12])
    screen.getByText('12 more accounts')
    again(many([2, 9]))
    expect(folded()).toBe(12)
  })

  it('show once why none of them is read', () => {
    const paused = "Today's budget is used up."
    show(
      [watch(1, true), watch(2, true), watch(3, false)].map((each) => ({ ...each, paused: each.on ? paused : null })),
    )
    expect(screen.getAllByText(paused)).toHaveLength(1)
    expect(screen.getAllByText(/a day/)).toHaveLength(3)
  })

  it('link to the media agents if none is connected', () => {
    show([])
    expect(screen.getByText(/^No account is connected yet\./).closest('p')?.textContent).toBe(
      'No account is connected yet. Add Media Agent',
    )
    expect(screen.getByRole('link', { name: 'Add Media Agent' }).getAttribute('href')).toBe('/admin/media-agent')
    expect(screen.queryByRole('list')).toBeNull()
    expect(screen.getByRole('region', { name: 'Watch for mentions' }).textContent).toContain(
      'X charges for each mention that is read.',
    )
  })
})

describe('a mention is passed to the composer', () => {
  const hand = (flow: ReplyFlowRef | undefined, given: Mention = mention(7)) => {
    const { acts } = startActs()
    const opened = vi.fn<(mention: Mention) => void>()
    const Handing = () => {
      const answer = useAnswering(flow, acts, opened)
      return (
        <button type="button" onClick={() => answer(given)}>
          Answer
        </button>
      )
    }
    const sent = vi.spyOn(acts, 'send')
    render(<Handing />)
    act(() => screen.getByRole('button').click())
    return { acts, opened, use: () => sent.mock.lastCall?.[0] }
  }

  it('with its post and its account, if nothing would be lost', () => {
    const { actor } = start()
    const heard = vi.spyOn(actor, 'send')
    const { opened } = hand(actor)
    expect(heard.mock.calls).toEqual([
      [{ type: 'mention.answer', tweet_url: 'https://x.com/maker/status/1900000000000000007', account_id: '3' }],
    ])
    expect(opened.mock.calls).toEqual([[mention(7)]])
  })

  it('after a confirmation, if replies would be lost', async () => {
    const { actor } = await atPreview()
    const { acts, opened, use } = hand(actor)
    expect([acts.getSnapshot().value, use()]).toEqual([
      'askingToReplace',
      { type: 'mention.answer', mention: mention(7), composer: 'holds' },
    ])
    expect(opened).not.toHaveBeenCalled()
  })

  it('after a confirmation, if replies are being written', async () => {
    const flow = start()
    flow.send({ type: 'content.fetch', tweet_url: link })
    await flow.last('fetchContent').answer({ tweet_id: '1790000000000000001', tweet_url: link })
    flow.send({ type: 'preview.request', role_id: 5, count: 2 })
    const { use } = hand(flow.actor)
    expect(use()).toMatchObject({ composer: 'writes' })
  })

  it('not while replies are being sent', async () => {
    const flow = await atPreview()
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    const { acts, opened, use } = hand(flow.actor)
    expect([acts.getSnapshot().value, use()]).toMatchObject(['resting', { composer: 'sending' }])
    expect(opened).not.toHaveBeenCalled()
  })

  it('not if there is no composer', () => {
    const { use } = hand(undefined)
    expect(use()).toBeUndefined()
  })
})
