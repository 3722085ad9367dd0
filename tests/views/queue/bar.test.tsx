import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { QueueEntry } from '../../../src/schemas/queue/queue'
import { QueueList } from '../../../src/views/queue/QueueList'
import { noMentions } from '../../../src/views/queue/toAnswerEntries'
import { queued, viewOf } from '../../machines/queue/queueModels'
import { draftsOf, last, type Shown, startQueue } from './samples'

const show = (shown: Shown, hasNext = true) => {
  const started = startQueue(shown)
  const done: string[] = []
  render(
    <section>
      <QueueList
        queue={started.queue}
        mentions={noMentions}
        count={0}
        hasNext={hasNext}
        titled
        inboxLink={null}
        onNext={() => done.push('next')}
        onTaken={() => done.push('taken')}
        onMany={() => done.push('many')}
      />
    </section>,
  )
  return { ...started, done, user: userEvent.setup() }
}

const told = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
const button = (start: string) =>
  screen.getByRole<HTMLButtonElement>('button', { name: (name) => name.startsWith(start) })
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

const ready = draftsOf({ phase: 'ready' })
const three = [queued('11'), queued('12'), queued('13')]
const skipped = (id: string) => queued(id, { isSkipped: true })

describe("the operator's place in the queue", () => {
  it.each<[string, Shown]>([
    ['', {}],
    ['4 of 4 done', { sent: 4 }],
    ['2 of 5 doneNext: @ada ', { sent: 2, entries: three }],
    ['0 of 1 doneNext: @bob Words of bob', { entries: [queued('11', { author: 'bob', excerpt: 'Words of bob' })] }],
    ['0 of 1 doneNext: @ada It is gone', { entries: [queued('11', { problem: 'It is gone', excerpt: 'Words' })] }],
    ['0 of 1 doneNext, replies ready: @ada Words', { entries: [queued('11', { drafts: ready, excerpt: 'Words' })] }],
    [
      'Post 3 of 5Next: @ada Words of 12',
      {
        sent: 2,
        entries: [queued('11'), queued('12', { excerpt: 'Words of 12' }), queued('13')],
        view: viewOf('11'),
      },
    ],
    ['2 of 5 doneNext: @ada ', { sent: 2, entries: three, view: viewOf('99') }],
    ['Post 1 of 1', { entries: [queued('11')], view: viewOf('11') }],
    ['Post 1 of 21 post skipped', { entries: [queued('11'), skipped('12')], view: viewOf('11') }],
    ['0 of 3 doneNext: @ada ', { entries: three, view: null }],
    ['0 of 2 done2 posts skipped', { entries: [skipped('11'), skipped('12')] }],
  ])('is shown as "%s"', (words, shown) => {
    show(shown)
    expect(told()[0]).toBe(words)
    expect(screen.queryAllByRole('listitem')).toHaveLength(shown.entries?.length ?? 0)
  })
})

describe('the buttons of the list', () => {
  it.each<[boolean, string, Shown]>([
    [false, 'nothing is there', {}],
    [true, 'posts wait', { entries: three }],
    [true, 'all were sent', { sent: 3 }],
  ])('can clear the queue: %s if %s', (can, _when, shown) => {
    show(shown)
    expect(!button('Clear the links').disabled).toBe(can)
    expect(screen.queryByRole('button', { name: 'Restore the removed posts' })).toBeNull()
  })

  it('have a label for their action', async () => {
    const { user, said, done } = show({ entries: three, last })
    for (const name of ['Next post', 'Many links', 'Clear the links', 'Restore the removed posts'])
      await user.click(button(name))
    expect(done).toEqual(['next', 'many'])
    expect(said()).toEqual(['queue.clear', 'queue.undo'].map((type) => ({ type })))
  })

  it('keep the focus on Next post if there is no next one', async () => {
    const { user, done } = show({ entries: three }, false)
    await user.click(button('Next post'))
    expect([done, document.activeElement]).toEqual([[], button('Next post')])
  })
})

describe('the result of a paste', () => {
  it('is shown until it is dismissed', async () => {
    const { user, queue, said } = show({})
    expect(screen.queryByRole('button', { name: 'Dismiss this note' })).toBeNull()
    act(() => queue.send({ type: 'links.add', text: 'https://x.com/ada/status/11\nno link' }))
    expect(told()).toContain('1 post added. Line 2: no link to a post.')
    await user.click(button('Dismiss this note'))
    expect(said().at(-1)).toEqual({ type: 'intake.dismiss' })
    expect(told()).toEqual(['0 of 1 doneNext: @ada ', '', ''])
  })
})

describe('drafts ahead', () => {
  const drafts = { ...ready, fields: { ...last, role_id: '6' } }
  const notUsed =
    'The replies written ahead for this post had another character, group, count or send mode. They are not used.'

  it('are shown while they are being written', () => {
    const { queue } = show({
      entries: [queued('11', { isRead: true })],
      settings: { ahead: 0, drafts: 1, refills: false },
      last,
      view: viewOf('99'),
    })
    expect(told()).toEqual(['0 of 1 doneNext: @ada ', '', ''])
    act(() => queue.send({ type: 'composer.seen', view: viewOf('11', { isReady: true }) }))
    expect(told()).toEqual(['Post 1 of 1', '', 'The replies to this post are being written.'])
  })

  it.each<[string, string, boolean]>([
    [notUsed, 'the fields say something else', true],
    ['', 'the post is not there yet', false],
  ])('is "%s" if %s', (words, _when, isReady) => {
    show({ entries: [queued('11', { drafts })], last, view: viewOf('11', { isReady }) })
    expect(told()).toEqual(['Post 1 of 1', '', words])
    expect(document.querySelectorAll('p[role=status] > span.block')).toHaveLength(words === '' ? 0 : 1)
  })
})

describe('the posts of the queue', () => {
  it.each<[string, Partial<QueueEntry>]>([
    ['@adahttps://x.com/ada/status/12', {}],
    ['@bobWords of 12', { author: 'bob', excerpt: 'Words of 12' }],
    ['@adaIt is gone', { excerpt: 'Words of 12', problem: 'It is gone' }],
    ['@adaWords of 12Skipped', { excerpt: 'Words of 12', isSkipped: true }],
    ['@adaWords of 12Replies ready', { excerpt: 'Words of 12', drafts: ready }],
    ['@adaWords of 12No model', { excerpt: 'Words of 12', drafts: draftsOf({ phase: 'none', problem: 'No model' }) }],
  ])('read "%s"', async (words, change) => {
    show({ entries: [queued('11'), queued('12', change)], view: viewOf('11') })
    expect(rows()).toEqual(['@adaWords of 11Now', words])
  })

  it('show which replies are being written', async () => {
    show({
      entries: [queued('11', { isRead: true }), queued('12', { isRead: true })],
      settings: { ahead: 0, drafts: 2, refills: false },
      last,
      view: viewOf('99'),
    })
    expect(rows()).toEqual(['@adahttps://x.com/ada/status/11Writing replies', '@adahttps://x.com/ada/status/12'])
  })

  it('are used by a click, except the one in the composer', async () => {
    const { user, said, done } = show({
      entries: three.map((each, at) => ({ ...each, author: ['ann', 'ben', 'cyd'][at] })),
      view: viewOf('12'),
    })
    const lines = ['@ann', '@ada', '@cyd'].map((name) => screen.getByText(name).closest('button'))
    expect(lines.map((line) => [line?.getAttribute('aria-current'), line?.getAttribute('aria-disabled')])).toEqual([
      [null, null],
      ['step', 'true'],
      [null, null],
    ])
    await user.click(screen.getByText('@ada'))
    expect(said()).toEqual([])
    await user.click(screen.getByText('@cyd'))
    expect(said()).toEqual([{ type: 'entry.open', id: '13' }])
    expect(done).toEqual(['taken'])
  })

  it('are skipped, restored and removed by their own buttons', async () => {
    const entries = three.map((each, at) => ({ ...each, author: ['ann', 'ben', 'cyd'][at], isSkipped: at === 1 }))
    const { user, said } = show({ entries })
    const names = screen.getAllByRole('listitem').map((row) =>
      within(row)
        .getAllByRole('button')
        .slice(1)
        .map(({ ariaLabel }) => ariaLabel),
    )
    expect(names).toEqual([
      ['Skip @ann', 'Remove @ann'],
      ['Put back @ben', 'Remove @ben'],
      ['Skip @cyd', 'Remove @cyd'],
    ])
    for (const name of ['Put back @ben', 'Skip @cyd', 'Remove @ann']) await user.click(button(name))
    expect(said()).toEqual([
      { type: 'entry.putBack', id: '12' },
      { type: 'entry.skip', id: '13' },
      { type: 'entry.remove', id: '11' },
    ])
  })

  it('pass the focus to the row in their place, to the last one, or to a button of the queue', async () => {
    const entries = three.map((each, at) => ({ ...each, author: ['ann', 'ben', 'cyd'][at] }))
    const { user } = show({ entries, last })
    const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
    const removed = []
    for (const name of ['Remove @ben', 'Remove @cyd', 'Remove @ann']) {
      await user.click(button(name))
      removed.push(focused())
    }
    expect(removed).toEqual(['Remove @cyd', 'Remove @ann', 'Next post N'])
  })

  it('pass the focus from an entry that was sent to the entry below it, never to its Remove', async () => {
    const entries = three.map((each, at) => ({ ...each, author: ['ann', 'ben', 'cyd'][at] }))
    const { user, queue } = show({ entries, view: viewOf('12') })
    await user.click(screen.getByText('@ada'))
    expect(document.activeElement?.textContent).toMatch(/^@ada/)
    act(() => queue.send({ type: 'entry.remove', id: '12' }))
    expect(document.activeElement?.textContent).toMatch(/^@cyd/)
  })
})
