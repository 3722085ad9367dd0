import { describe, expect, it } from 'vitest'
import { fromCallback } from 'xstate'
import { type QueueKeeperEvent, queueMachine } from '../../../src/machines/queue/queue'
import { emptyQueue, type StoredQueue } from '../../../src/schemas/queue/queue'
import * as words from '../../../src/schemas/queue/queue.words'
import { run } from '../../support/run'
import { failure, start as startComposer } from '../composer/composer'
import { refusal, replies } from '../samples'
import { idle, queued, viewOf } from './queueModels'

const last = { mode: 'batch' as const, role_id: '5', group_name: 'Launch', count: '2', account_id: '' }
const other = { ...last, role_id: '6' }
const read = (id: string) => queued(id, { isRead: true })
const outcome = { phase: 'ready', replies }

const start = (kept: Partial<StoredQueue> = {}) => {
  const composer = startComposer()
  let tell: (queue: StoredQueue) => void = () => undefined
  const queue = run(queueMachine, {
    input: { composer: composer.actor, shared: '' },
    services: ['readAhead', 'writeAhead', 'readFile'],
    actors: {
      keepQueue: fromCallback<QueueKeeperEvent>(({ sendBack }) => {
        tell = (value) => sendBack({ type: 'queue.restored', queue: value })
        tell({
          ...emptyQueue,
          entries: ['11', '12', '13'].map(read),
          settings: { ahead: 0, drafts: 2, refills: false },
          last,
          ...kept,
        })
      }),
      watchComposer: fromCallback(({ sendBack }) => sendBack({ type: 'composer.seen', view: idle })),
    },
  })
  return {
    ...queue,
    composer,
    see: (view: typeof idle) => queue.send({ type: 'composer.seen', view }),
    tell: (change: Partial<StoredQueue>) => tell({ ...queue.context().stored, ...change }),
    written: () => queue.inputs('writeAhead').map((input) => (input as { id: string }).id),
    phases: () => queue.context().entries.map(({ drafts }) => drafts?.phase),
    opens: async (id: string, fields = last) => {
      queue.send({ type: 'entry.open', id })
      await composer
        .last('fetchContent')
        .answer({ tweet_id: id, tweet_url: `https://x.com/ada/status/${id}`, text: `Words of ${id}` })
      queue.send({ type: 'composer.seen', view: viewOf(id, { isReady: true, fields }) })
    },
  }
}

describe('drafts ahead', () => {
  it('are written for as many posts as the operator pays for, one after another, with the fields of the last send', async () => {
    const queue = start()
    expect(queue.inputs('writeAhead')).toEqual([{ id: '11', fields: last }])
    await queue.last('writeAhead').answer(outcome)
    expect(queue.written()).toEqual(['11', '12'])
    await queue.last('writeAhead').answer(outcome)
    expect([queue.written(), queue.phases()]).toEqual([
      ['11', '12'],
      ['ready', 'ready', undefined],
    ])
  })

  it('are not requested if the setting is off, before a first send, in the other mode, or for a post that could not be read', () => {
    expect(start({ settings: { ...emptyQueue.settings, drafts: 0 } }).written()).toEqual([])
    expect(start({ last: undefined }).written()).toEqual([])
    expect(start({ last: { ...last, mode: 'solo' } }).written()).toEqual([])
    expect(start({ entries: [queued('11', { isRead: true, problem: 'Gone' })] }).written()).toEqual([])
    expect(start({ entries: [queued('11', { isRead: true, isSkipped: true })] }).written()).toEqual([])
  })

  it('include reading their posts ahead', () => {
    const queue = start({ entries: [queued('11'), queued('12'), queued('13')] })
    expect([queue.inputs('readAhead'), queue.written()]).toEqual([[{ tweet_url: 'https://x.com/ada/status/11' }], []])
  })

  it('are passed to the composer once, with their fields, and without a call', async () => {
    const queue = start()
    await queue.last('writeAhead').answer(outcome)
    await queue.opens('11')
    const { form, replies: shown } = queue.composer.context()
    expect([form.role_id, form.group_name, form.count]).toEqual(['5', 'Launch', '2'])
    expect(shown.map(({ reply_id }) => reply_id)).toEqual(['r1', 'r2'])
    expect([queue.composer.inputs('generateReplies'), queue.phases()]).toEqual([[], ['handed', undefined, undefined]])
    queue.composer.send({ type: 'reply.drop', reply_id: 'r1' })
    queue.see(viewOf('11', { isReady: true }))
    expect(queue.composer.context().replies).toHaveLength(1)
  })

  it('wait until the composer is free', async () => {
    const queue = start()
    await queue.last('writeAhead').answer(outcome)
    await queue.opens('11', other)
    queue.see(viewOf('11', { isReady: false }))
    expect([queue.phases()[0], queue.composer.context().replies]).toEqual(['ready', []])
    queue.see(viewOf('11', { isReady: true }))
    expect([queue.phases()[0], queue.composer.context().replies.length]).toEqual(['handed', 2])
  })

  it('are awaited if their post is opened during the request: the key S makes no second request', async () => {
    const queue = start()
    await queue.opens('11')
    queue.send({ type: 'fields.repeat' })
    expect([queue.composer.state(), queue.composer.context().form.role_id]).toEqual(['idle', '5'])
    await queue.last('writeAhead').answer(outcome)
    expect([queue.composer.context().replies.length, queue.composer.inputs('generateReplies')]).toEqual([2, []])
  })

  it('are not used with another character, group, count or mode', async () => {
    const queue = start()
    await queue.last('writeAhead').answer(outcome)
    await queue.opens('11', other)
    expect([queue.composer.context().replies, queue.phases()[0]]).toEqual([[], 'ready'])
    queue.see(viewOf('11', { isReady: true, fields: { ...last, mode: 'solo' } }))
    expect([queue.composer.context().replies, queue.phases()[0]]).toEqual([[], 'ready'])
    queue.see(viewOf('11', { isReady: true }))
    expect(queue.composer.context().replies).toHaveLength(2)
  })

  it('explain why they are missing, and are not requested again', async () => {
    const queue = start()
    await queue.last('writeAhead').fail(refusal)
    await queue.last('writeAhead').fail({})
    queue.send({ type: 'settings.change', settings: { drafts: 5 } })
    expect(queue.written()).toEqual(['11', '12', '13'])
    expect(queue.context().entries.map(({ drafts }) => drafts?.problem)).toEqual([
      refusal.detail,
      words.notWritten,
      undefined,
    ])
  })

  it('stop when the budget is used up, report that once, and start again when the operator changes a setting', async () => {
    const queue = start()
    await queue.last('writeAhead').fail({ status: 402, detail: 'Used up' })
    queue.send({ type: 'entry.skip', id: '13' })
    expect([queue.written(), queue.told]).toEqual([['11'], [failure('Used up')]])
    queue.send({ type: 'settings.change', settings: { drafts: 1 } })
    expect(queue.written()).toEqual(['11', '11'])
  })

  it('are cancelled with their post, and when the setting is switched off', () => {
    const queue = start()
    queue.send({ type: 'entry.remove', id: '11' })
    expect(queue.written()).toEqual(['11', '12'])
    queue.send({ type: 'settings.change', settings: { drafts: 0 } })
    expect([queue.context().writing, queue.written()]).toEqual([undefined, ['11', '12']])
    queue.send({ type: 'queue.undo' })
    queue.send({ type: 'settings.change', settings: { drafts: 5 } })
    expect(queue.written()).toEqual(['11', '12', '13'])
  })

  it('stay with a skipped post, and return with a restored one', async () => {
    const queue = start()
    queue.send({ type: 'entry.skip', id: '11' })
    await queue.last('writeAhead').answer(outcome)
    queue.send({ type: 'entry.remove', id: '11' })
    queue.send({ type: 'queue.undo' })
    expect(queue.phases()).toEqual(['ready', undefined, undefined])
  })

  it('are known to the other tabs: what one tab paid for, or used, is not lost when another tab stores', async () => {
    const queue = start()
    const without = queue.context().entries
    await queue.last('writeAhead').answer(outcome)
    queue.tell({ entries: without })
    expect(queue.phases()).toEqual(['ready', undefined, undefined])
    const [first] = queue.context().entries
    queue.tell({
      entries: [{ ...read('11'), drafts: { fields: first?.drafts?.fields ?? last, phase: 'handed', replies: [] } }],
    })
    await queue.opens('11')
    expect([queue.phases(), queue.composer.context().replies]).toEqual([['handed'], []])
  })

  it('exist for no more posts than the operator pays for, even if posts are opened and not sent', async () => {
    const queue = start({ settings: { ...emptyQueue.settings, drafts: 1 } })
    await queue.last('writeAhead').answer(outcome)
    await queue.opens('11')
    expect(queue.written()).toEqual(['11', '12'])
    await queue.last('writeAhead').answer(outcome)
    await queue.opens('13')
    expect(queue.written()).toEqual(['11', '12'])
  })
})
