import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createActor, type SnapshotFrom } from 'xstate'
import { replyFlow } from '../../src/machines/composer/composer.actors'
import type { Draft } from '../../src/schemas/composer/draft'
import { defaultMeta, type Meta } from '../../src/schemas/system'
import { ApiError, NetworkError } from '../../src/services/api/api'
import { createChanges } from '../../src/services/changes'
import { createDraftStore } from '../../src/services/storage/draftStore'
import { createPreferences } from '../../src/services/storage/preferences'
import { link, reviewed } from '../machines/samples'
import { servicesOf } from '../support/consoleServices'
import { eventually } from '../support/waiting'

const api = { getReply: vi.fn(), batchPostReplies: vi.fn(), fetchContent: vi.fn(), generateReplies: vi.fn() }
const report = vi.fn()
const accountChanges = createChanges<void>()

beforeEach(() => {
  for (const each of [...Object.values(api), report]) each.mockReset()
})

const start = (draft: Draft, meta: Meta = defaultMeta) => {
  createDraftStore(localStorage).save(draft)
  const services = servicesOf(api, {
    storage: localStorage,
    operator: () => '',
    clipboard: () => undefined,
    preferences: createPreferences(localStorage, document),
    accountChanges,
    lastMeta: () => meta,
    report,
  })
  const machine = replyFlow(services)
  const flow = createActor(machine).start()
  onTestFinished(() => void flow.stop())
  return flow
}

const cardsOf = ({ context }: SnapshotFrom<ReturnType<typeof start>['logic']>) => context.cards

describe('the calls of the composer', () => {
  it('read the post of the link, and write replies with its author', async () => {
    const flow = start({
      ...reviewed,
      post: undefined,
      replies: [],
      form: { ...reviewed.form, role_id: '5', count: '2' },
    })
    api.fetchContent.mockResolvedValue({ tweet_id: '77', text: 'Words of 77' })
    flow.send({ type: 'content.fetch', tweet_url: link })
    const post = () => flow.getSnapshot().context.post
    await eventually(() => expect(post()).toEqual({ tweet_id: '77', text: 'Words of 77', tweet_url: link }))
    expect(api.fetchContent.mock.lastCall?.[0].body).toEqual({ tweet_url: link })
    api.generateReplies.mockResolvedValue({
      replies: [{ reply_id: 'r8', content: 'Eight' }],
      incomplete: 'It broke off',
    })
    flow.send({ type: 'preview.request', role_id: 5, count: 2 })
    await eventually(() => expect(flow.getSnapshot().context.replies).toMatchObject([{ reply_id: 'r8', role_id: 5 }]))
    expect(api.generateReplies.mock.lastCall?.[0].body).toEqual({ tweet_id: '77', role_id: 5, count: 2 })
  })

  it('cancel loading a reply when its dialog is closed', async () => {
    const flow = start(reviewed)
    api.getReply.mockReturnValue(new Promise(() => {}))
    flow.send({ type: 'reply.edit', reply_id: 'r2' })
    const [{ params, signal }] = api.getReply.mock.lastCall ?? []
    expect([params, signal.aborted]).toEqual([{ replyId: 'r2' }, false])
    cardsOf(flow.getSnapshot())[1]?.getSnapshot().children.edit?.send({ type: 'reply.cancel' })
    expect(signal.aborted).toBe(true)
  })

  it('log no refused send in the browser’s console, because the page shows it', async () => {
    const flow = start(reviewed)
    const told = vi.fn()
    flow.on('toast', told)
    api.batchPostReplies.mockRejectedValue(new Error('No account may answer'))
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    await eventually(() => expect(told).toHaveBeenCalledOnce())
    expect(report).not.toHaveBeenCalled()
  })

  it('send the displayed post only to a server that accepts it', async () => {
    api.batchPostReplies.mockRejectedValue(new Error('No account may answer'))
    const sent = async (meta: Meta) => {
      const flow = start(reviewed, meta)
      flow.send({ type: 'order.read', group_name: '', order: [4] })
      flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
      await eventually(() => expect(api.batchPostReplies).toHaveBeenCalled())
      return api.batchPostReplies.mock.lastCall?.[0].body
    }
    expect(await sent(defaultMeta)).toEqual({ reply_ids: ['r1', 'r2'], group_name: 'Launch' })
    api.batchPostReplies.mockClear()
    expect(await sent({ ...defaultMeta, takes_expected: true })).toEqual({
      reply_ids: ['r1', 'r2'],
      group_name: 'Launch',
      expected: [{ content: 'One', account_id: 4 }, { content: 'Two' }],
    })
  })

  it('use the same idempotency key if only the displayed texts differ', async () => {
    api.batchPostReplies.mockRejectedValue(new NetworkError('The server cannot be reached'))
    const flow = start(reviewed)
    const send = async (senders: number[]) => {
      api.batchPostReplies.mockClear()
      flow.send({ type: 'order.read', group_name: '', order: senders })
      flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
      await eventually(() => expect(api.batchPostReplies).toHaveBeenCalled())
      await eventually(() => expect(flow.getSnapshot().hasTag('busy')).toBe(false))
      return api.batchPostReplies.mock.lastCall?.[0].headers
    }
    expect(await send([4])).toEqual(await send([5]))
  })

  it('use another idempotency key if a text differs', async () => {
    api.batchPostReplies.mockRejectedValue(new NetworkError('The server cannot be reached'))
    const send = async (contents: string[]) => {
      api.batchPostReplies.mockClear()
      const replies = reviewed.replies.map((reply, place) => ({ ...reply, content: contents[place] ?? '' }))
      const flow = start({ ...reviewed, replies })
      flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
      await eventually(() => expect(api.batchPostReplies).toHaveBeenCalled())
      await eventually(() => expect(flow.getSnapshot().hasTag('busy')).toBe(false))
      flow.stop()
      return api.batchPostReplies.mock.lastCall?.[0].headers
    }
    const first = await send(['One', 'Two'])
    expect([await send(['One', 'Two']), await send(['One', 'Two edited'])]).toEqual([
      first,
      expect.not.objectContaining(first),
    ])
  })

  it.each([
    [412, 1],
    [409, 0],
  ])('read accounts and their order again after a refusal with %i: %i', async (status, times) => {
    const changed = vi.fn()
    const stop = accountChanges.watch(changed)
    const flow = start(reviewed)
    api.getReply.mockReturnValue(new Promise(() => {}))
    api.batchPostReplies.mockRejectedValue(new ApiError(status, 'Refused'))
    const told = vi.fn()
    flow.on('toast', told)
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    await eventually(() => expect(told).toHaveBeenCalledOnce())
    stop()
    expect(changed).toHaveBeenCalledTimes(times)
  })
})
