import { describe, expect, it } from 'vitest'
import { fromCallback } from 'xstate'
import { type QueueKeeperEvent, queueMachine } from '../../../src/machines/queue/queue'
import type { QueueEvent } from '../../../src/machines/queue/queueSetup'
import { emptyQueue, type StoredQueue } from '../../../src/schemas/queue/queue'
import { run } from '../../support/run'
import { start as startComposer } from '../composer/composer'
import { refusal } from '../samples'
import { idle, queued, viewOf } from './queueModels'

const start = (
  kept: Partial<StoredQueue> = {},
  view = idle,
  outside: { shared: string; from?: string } = { shared: '' },
) => {
  const composer = startComposer()
  const saved: StoredQueue[] = []
  let tell = (_: QueueEvent): void => undefined
  const queue = run(queueMachine, {
    input: { composer: composer.actor, ...outside },
    services: ['readAhead', 'writeAhead', 'readFiles'],
    actors: {
      keepQueue: fromCallback<QueueKeeperEvent>(({ sendBack, receive }) => {
        tell = sendBack
        sendBack({ type: 'queue.restored', queue: { ...emptyQueue, ...kept } })
        receive((event) => saved.push(event.queue))
      }),
      watchComposer: fromCallback(({ sendBack }) => sendBack({ type: 'composer.seen', view })),
    },
  })
  const see = (view: typeof idle) => queue.send({ type: 'composer.seen', view })
  return {
    ...queue,
    composer,
    saved,
    see,
    changedElsewhere: (changed: Partial<StoredQueue>) =>
      tell({ type: 'queue.restored', queue: { ...emptyQueue, ...changed } }),
    ids: () => queue.context().entries.map(({ id }) => id),
    linked: () => composer.context().form.tweet_url,
    sends: (id: string) => {
      see(viewOf(id, { phase: 'sending' }))
      see({ ...idle, phase: 'sent' })
    },
  }
}

const withThree = (kept: Partial<StoredQueue> = {}) =>
  start({
    settings: { ahead: 0, drafts: 0, refills: false },
    entries: [queued('11'), queued('12'), queued('13')],
    ...kept,
  })

describe('links that another page put into the address', () => {
  const linksOf = (...ids: number[]) => ids.map((id) => `https://x.com/ada/status/${id}`).join('\n')
  const canDo = ({ actor }: ReturnType<typeof start>, type: 'queue.next' | 'outside.accept') =>
    actor.getSnapshot().can({ type })
  const waiting = (shared: string, kept: Partial<StoredQueue> = {}) =>
    start(kept, idle, { shared, from: 'evil.example' })

  it('are neither read, nor opened, nor drafted for before they are accepted, one by one or all', async () => {
    const queue = waiting(linksOf(11, 12, 13))
    expect(queue.context().entries.map(({ id, from }) => [id, from])).toEqual([
      ['11', 'evil.example'],
      ['12', 'evil.example'],
      ['13', 'evil.example'],
    ])
    queue.send({ type: 'queue.next' })
    expect([queue.linked(), queue.context().reading, canDo(queue, 'queue.next')]).toEqual(['', undefined, false])
    queue.send({ type: 'entry.putBack', id: '12' })
    expect([queue.context().reading, canDo(queue, 'queue.next')]).toEqual(['12', true])
    queue.send({ type: 'outside.accept' })
    expect(queue.context().entries.some(({ from }) => from !== undefined)).toBe(false)
    expect(canDo(queue, 'outside.accept')).toBe(false)
  })

  it('are removed at once, and can be restored to wait again', () => {
    const queue = waiting(linksOf(12, 13), { entries: [queued('11')] })
    queue.send({ type: 'outside.remove' })
    expect(queue.ids()).toEqual(['11'])
    queue.send({ type: 'queue.undo' })
    expect(queue.context().entries.map(({ id, from }) => [id, from])).toEqual([
      ['11', undefined],
      ['12', 'evil.example'],
      ['13', 'evil.example'],
    ])
  })

  it('are fifty at most, each post once, and everything else of the address is dropped', () => {
    const many = Array.from({ length: 60 }, (_, index) => 100 + index)
    const queue = waiting(`no link\n${linksOf(11, 100, ...many)}`, { entries: [queued('11')] })
    expect(queue.ids()).toEqual(['11', ...many.slice(0, 50).map(String)])
    expect(queue.context()).toMatchObject({ text: '', intake: { added: 50, isWaiting: true } })
  })

  it('are accepted if the operator pastes the same post', () => {
    const queue = waiting(linksOf(12))
    queue.send({ type: 'links.add', text: linksOf(12) })
    expect(queue.context().entries).toEqual([queued('12')])
  })
})

describe('the queue', () => {
  it('opens one post after another in the composer, and counts sent posts', () => {
    const queue = withThree()
    queue.send({ type: 'queue.next' })
    expect(queue.linked()).toBe('https://x.com/ada/status/11')
    queue.see(viewOf('11', { isReady: true }))
    expect(queue.context().entries[0]).toMatchObject({ author: 'ada', excerpt: 'Words of 11' })
    queue.sends('11')
    queue.send({ type: 'queue.next' })
    expect([queue.linked(), queue.ids(), queue.context().sent]).toEqual([
      'https://x.com/ada/status/12',
      ['12', '13'],
      1,
    ])
    expect(queue.saved.at(-1)).toMatchObject({ sent: 1, entries: [{ id: '12' }, { id: '13' }] })
  })

  it('continues as soon as the server accepted the replies, if that was requested, and stays if they fail', () => {
    const queue = withThree()
    queue.see(viewOf('11', { phase: 'sending' }))
    queue.send({ type: 'queue.next' })
    queue.see(viewOf('11'))
    expect([queue.linked(), queue.ids()]).toEqual(['', ['11', '12', '13']])
    queue.see(viewOf('11', { phase: 'sending' }))
    queue.send({ type: 'queue.next' })
    queue.see({ ...idle, phase: 'sent' })
    expect([queue.linked(), queue.ids()]).toEqual(['https://x.com/ada/status/12', ['12', '13']])
  })

  it('offers no next post if only the open one is left', () => {
    const canGoOn = (...ids: string[]) =>
      start({ entries: ids.map((id) => queued(id)) }, viewOf('11'))
        .actor.getSnapshot()
        .can({ type: 'queue.next' })
    expect([canGoOn('11'), canGoOn('11', '12')]).toEqual([false, true])
  })

  it('moves an unsent post to the end, and skips a post until it is restored', () => {
    const queue = withThree()
    queue.see(viewOf('11'))
    queue.send({ type: 'queue.next' })
    expect([queue.linked(), queue.ids()]).toEqual(['https://x.com/ada/status/12', ['12', '13', '11']])
    queue.see(viewOf('12'))
    queue.send({ type: 'entry.skip', id: '12' })
    expect(queue.linked()).toBe('https://x.com/ada/status/13')
    queue.sends('13')
    queue.sends('11')
    expect(queue.can({ type: 'queue.next' })).toBe(false)
    queue.send({ type: 'entry.putBack', id: '12' })
    expect(queue.can({ type: 'queue.next' })).toBe(true)
  })

  it('restores removed or cleared posts at their place', () => {
    const queue = withThree({ sent: 4 })
    queue.send({ type: 'entry.remove', id: '12' })
    queue.send({ type: 'queue.undo' })
    expect(queue.ids()).toEqual(['11', '12', '13'])
    queue.send({ type: 'queue.clear' })
    expect([queue.ids(), queue.context().sent]).toEqual([[], 0])
    queue.send({ type: 'queue.undo' })
    expect([queue.ids(), queue.context().sent]).toEqual([['11', '12', '13'], 4])
  })

  it('puts a post first again whose send was undone, and does not count it', () => {
    const queue = withThree({ sent: 4 })
    queue.sends('12')
    expect([queue.ids(), queue.context().sent]).toEqual([['11', '13'], 5])
    queue.see(viewOf('12'))
    expect([queue.ids(), queue.context().sent]).toEqual([['12', '11', '13'], 4])
    queue.send({ type: 'queue.next' })
    expect([queue.linked(), queue.ids()]).toEqual(['https://x.com/ada/status/11', ['11', '13', '12']])
    queue.sends('11')
    queue.see(idle)
    queue.see(viewOf('11'))
    expect([queue.ids(), queue.context().sent]).toEqual([['13', '12'], 5])
    queue.sends('13')
    queue.send({ type: 'links.add', text: 'https://x.com/ada/status/13' })
    queue.see(viewOf('13'))
    expect([queue.ids(), queue.context().sent]).toEqual([['13', '12'], 5])
  })

  it.each([false, true])(
    'keeps choices that were made during a send, and fills in the other fields (next post opened: %s)',
    (goesOn) => {
      const queue = withThree({ settings: { ahead: 0, drafts: 0, refills: true } })
      queue.see(viewOf('11', { phase: 'sending' }))
      if (goesOn) queue.send({ type: 'queue.next' })
      queue.see({ ...idle, phase: 'sent', fields: { ...idle.fields, role_id: '9' } })
      expect(queue.composer.context().form).toEqual({
        tweet_url: goesOn ? 'https://x.com/ada/status/12' : '',
        role_id: '9',
        group_name: 'Launch',
        count: '2',
        account_id: '',
      })
    },
  )

  it('knows after a reload whether the current send was accepted', () => {
    const sent = withThree({ sending: '11', sending_ids: ['r1'] })
    expect([sent.ids(), sent.context().sent]).toEqual([['12', '13'], 1])
    const kept = withThree({ sending: '11' })
    expect([kept.ids(), kept.context().sending]).toEqual([['11', '12', '13'], undefined])
    const withoutIds = { sending: '11', entries: [queued('11'), queued('12')] }
    const shown = start(withoutIds, { ...idle, phase: 'sent' })
    expect([shown.ids(), shown.context().sent]).toEqual([['12'], 1])
  })

  it('does not count the current send if Undo in the composer restores its replies', () => {
    const kept = { sending: '11', sending_ids: ['r1', 'r2'], entries: [queued('11'), queued('12')] }
    const failed = start(kept, viewOf('77', { reply_ids: ['r9'], waiting_ids: ['r2', 'r1'] }))
    expect([failed.ids(), failed.context().sent, failed.context().sending]).toEqual([['11', '12'], 0, undefined])
    const refused = start(kept, viewOf('11', { reply_ids: ['r1', 'r2'] }))
    expect([refused.ids(), refused.context().sent]).toEqual([['11', '12'], 0])
  })

  it('counts the current send if the composer or Undo contains other replies to the same post', () => {
    const kept = { sending: '11', sending_ids: ['r1'], entries: [queued('11'), queued('12')] }
    for (const left of [{ waiting_ids: ['r3'] }, { reply_ids: ['r3'] }]) {
      const sent = start(kept, viewOf('11', left))
      expect([sent.ids(), sent.context().sent, sent.context().sending]).toEqual([['12'], 1, undefined])
    }
  })

  it('keeps lines without links in the field, so that the operator can correct them', () => {
    const queue = withThree()
    queue.send({ type: 'text.change', text: 'https://x.com/ada/status/14\nwhat is this\nhttps://x.com/ada/status/11' })
    queue.send({ type: 'links.submit' })
    expect([queue.ids(), queue.context().text]).toEqual([['11', '12', '13', '14'], 'what is this'])
    expect(queue.context().intake).toMatchObject({ added: 1, doubles: [{ line: 3 }], wrong: [{ line: 2 }] })
  })

  it("takes over another tab's changes, except for text and sends of this tab", () => {
    const queue = withThree({ text: 'https://x.com/ada' })
    queue.send({ type: 'text.change', text: 'https://x.com/ada/status/1' })
    queue.see(viewOf('11', { phase: 'sending' }))
    queue.send({ type: 'entry.remove', id: '12' })
    expect(queue.can({ type: 'queue.undo' })).toBe(true)
    queue.changedElsewhere({ entries: [queued('11'), queued('13')], text: 'typed there', sending: '13', sent: 1 })
    expect(queue.can({ type: 'queue.undo' })).toBe(false)
    expect(queue.context()).toMatchObject({ text: 'https://x.com/ada/status/1', sending: '11', sent: 1 })
    expect(queue.ids()).toEqual(['11', '13'])
  })

  it('repeats the fields of the last send, and previews if the post is in the composer', () => {
    const queue = withThree()
    expect(queue.can({ type: 'fields.repeat' })).toBe(false)
    queue.sends('11')
    queue.send({ type: 'queue.next' })
    expect(queue.composer.context().form.role_id).toBe('')
    queue.see(viewOf('12', { isReady: true }))
    queue.send({ type: 'fields.repeat' })
    expect(queue.composer.context().form).toMatchObject({ role_id: '5', group_name: 'Launch', count: '2' })
  })

  it('repeats the fields of the last accepted send, not of a refused one', () => {
    const queue = withThree()
    queue.sends('11')
    const gone = viewOf('12', { fields: { ...viewOf('12').fields, group_name: 'Gone' } })
    queue.see({ ...gone, phase: 'sending' })
    queue.see(gone)
    expect(queue.context().last?.group_name).toBe('Launch')
    queue.see({ ...gone, phase: 'sending' })
    queue.see({ ...gone, phase: 'sent' })
    expect(queue.context().last?.group_name).toBe('Gone')
  })

  it('refills the fields automatically if the setting is on', () => {
    const queue = withThree({ settings: { ahead: 0, drafts: 0, refills: true } })
    let heard = 0
    queue.composer.actor.subscribe(() => {
      heard += 1
    })
    queue.sends('11')
    expect(heard).toBe(1)
    const { tweet_url, ...filled } = queue.composer.context().form
    expect([tweet_url, filled.role_id]).toEqual(['', '5'])
    queue.see({ ...idle, phase: 'sent', fields: { mode: 'batch', ...filled } })
    queue.send({ type: 'queue.next' })
    expect(queue.composer.context().form).toMatchObject({ role_id: '5', tweet_url: 'https://x.com/ada/status/12' })
  })

  it.each([true, false])(
    'opens the next post with fields that were changed after filling in (automatic: %s)',
    (refills) => {
      const queue = withThree({ settings: { ahead: 0, drafts: 0, refills } })
      queue.sends('11')
      if (!refills) queue.send({ type: 'fields.repeat' })
      const filled = { role_id: '5', group_name: 'Launch', count: '2', account_id: '' }
      queue.see({ ...idle, phase: 'sent', fields: { mode: 'batch', ...filled, group_name: '', count: '1' } })
      queue.send({ type: 'queue.next' })
      expect(queue.composer.context().form).toMatchObject({ role_id: '5', group_name: '', count: '1' })
    },
  )

  it('does not replace choices by empty fields', () => {
    const solo = { mode: 'solo' as const, role_id: '5', group_name: '', count: '1', account_id: '3' }
    const queue = withThree({ last: solo })
    queue.composer.send({ type: 'draft.change', form: { group_name: 'Launch' } })
    queue.send({ type: 'fields.repeat' })
    expect(queue.composer.context().form).toMatchObject({ role_id: '5', group_name: 'Launch', account_id: '3' })
  })

  it('reads as many posts ahead as the operator pays for, each once, and explains why a post cannot be read', async () => {
    const queue = withThree({ settings: { ahead: 2, drafts: 0, refills: false } })
    expect(queue.inputs('readAhead')).toEqual([{ tweet_url: 'https://x.com/ada/status/11' }])
    await queue.last('readAhead').answer({ tweet_id: '11', tweet_url: '', author_username: 'bob', text: 'Eleven' })
    await queue.last('readAhead').fail(refusal)
    expect(queue.inputs('readAhead')).toHaveLength(2)
    expect(queue.context().entries).toEqual([
      queued('11', { isRead: true, author: 'bob', excerpt: 'Eleven' }),
      queued('12', { isRead: true, problem: refusal.detail }),
      queued('13'),
    ])
    queue.sends('11')
    expect(queue.inputs('readAhead')).toHaveLength(3)
    await queue.last('readAhead').answer({ tweet_id: '13', tweet_url: '', author_username: 'cy', text: 'Thirteen' })
    expect(queue.context().entries).toEqual([
      queued('12', { isRead: true, problem: refusal.detail }),
      queued('13', { isRead: true, author: 'cy', excerpt: 'Thirteen' }),
    ])
  })

  it('reads files together that are added during a reading, once, and not again later', async () => {
    const queue = start({ settings: { ahead: 0, drafts: 0, refills: false } })
    const [two, one, later] = [['a', 'b'], ['c'], ['d']].map((texts) => texts.map((id) => ({ id, name: `${id}.txt` })))
    for (const files of [two, one]) queue.send({ type: 'files.add', files: files ?? [] })
    expect(queue.inputs('readFiles')).toEqual([{ files: two }, { files: [...(two ?? []), ...(one ?? [])] }])
    await queue.last('readFiles').answer({ text: 'https://x.com/ada/status/11', isPartial: false })
    expect(queue.ids()).toEqual(['11'])
    queue.send({ type: 'files.add', files: later ?? [] })
    expect(queue.inputs('readFiles').at(-1)).toEqual({ files: later })
  })
})
