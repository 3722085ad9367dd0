import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createActor } from 'xstate'
import { replyFlow } from '../../src/machines/composer/composer.actors'
import type { ComposerView } from '../../src/machines/queue/queue'
import { queue } from '../../src/machines/queue/queue.actors'
import type { Draft } from '../../src/schemas/composer/draft'
import { emptyQueue } from '../../src/schemas/queue/queue'
import * as words from '../../src/schemas/queue/queue.words'
import { defaultMeta } from '../../src/schemas/system'
import { createChosenFiles } from '../../src/services/chosenFiles'
import { createDraftStore } from '../../src/services/storage/draftStore'
import { createPreferences } from '../../src/services/storage/preferences'
import { createQueueStore } from '../../src/services/storage/queueStore'
import { queueKey } from '../../src/services/storage/storageKeys'
import { queued } from '../machines/queue/queueModels'
import { link, otherPost, reviewed } from '../machines/samples'
import { servicesOf } from '../support/consoleServices'
import { eventually } from '../support/waiting'

const operator = () => 'op1'
const api = { batchPostReplies: vi.fn(), generateReplies: vi.fn(), fetchContent: vi.fn() }

beforeEach(() => {
  localStorage.clear()
  for (const each of Object.values(api)) each.mockReset()
})

const held = createChosenFiles()

const start = (draft?: Draft) => {
  if (draft) createDraftStore(localStorage, operator).save(draft)
  const services = servicesOf(api, {
    storage: localStorage,
    operator,
    files: held,
    clipboard: () => undefined,
    preferences: createPreferences(localStorage, document),
    lastMeta: () => defaultMeta,
  })
  const composer = createActor(replyFlow(services)).start()
  const actor = createActor(queue(services), { input: { composer, shared: '' } })
  const seen: ComposerView[] = []
  actor.subscribe(({ context: { view } }) => {
    if (view && view !== seen.at(-1)) seen.push(view)
  })
  actor.start()
  onTestFinished(() => {
    actor.stop()
    composer.stop()
  })
  return { actor, composer, seen, view: () => actor.getSnapshot().context.view }
}

const fetchedOnly: Draft = {
  ...reviewed,
  replies: [],
  form: { ...reviewed.form, role_id: '5', group_name: 'Launch', count: '2' },
}

describe("the queue's view of the composer", () => {
  it('contains its fields, the post of its link and the post that was read', () => {
    expect(start({ ...fetchedOnly, post: otherPost }).view()).toMatchObject({
      phase: 'open',
      linked: link.split('/').at(-1),
      post: otherPost,
      fields: { mode: 'batch', role_id: '5', group_name: 'Launch', count: '2', account_id: '' },
    })
  })

  it('is ready if the post of the link was read and no replies to it exist or are being written', () => {
    expect(start(fetchedOnly).view()?.isReady).toBe(true)
    expect(start(reviewed).view()?.isReady).toBe(false)
    expect(start({ ...fetchedOnly, form: { ...fetchedOnly.form, tweet_url: `${link}0` } }).view()?.isReady).toBe(false)
    api.generateReplies.mockReturnValue(new Promise(() => undefined))
    const writing = start(fetchedOnly)
    writing.composer.send({ type: 'preview.request', role_id: 5, count: 2 })
    expect(writing.composer.getSnapshot().hasTag('busy')).toBe(true)
    expect(writing.view()?.isReady).toBe(false)
  })

  it('lists the replies that Undo can restore', () => {
    const { post, replies, form } = reviewed
    const before = { step: 'answer' as const, mode: 'batch' as const, form, post, replies }
    const without = { ...before, post: otherPost, replies: [] }
    expect(start({ ...fetchedOnly, post: otherPost, earlier: [without, before] }).view()).toMatchObject({
      reply_ids: [],
      waiting_ids: replies.map(({ reply_id }) => reply_id),
    })
  })

  it('shows a send, and that the server accepted it', async () => {
    api.batchPostReplies.mockResolvedValue({ task_id: 't1' })
    const { composer, seen } = start(reviewed)
    composer.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    await eventually(() => expect(seen.map(({ phase }) => phase)).toContain('sent'))
    const phases = seen.map(({ phase }) => phase)
    expect(phases.filter((phase, place) => phase !== phases[place - 1])).toEqual(['open', 'sending', 'sent'])
  })

  it('is sent once for each change', () => {
    const { composer, seen } = start(fetchedOnly)
    composer.send({ type: 'draft.change', form: { count: '3' } })
    composer.send({ type: 'draft.change', form: { count: '3' } })
    expect(seen.map(({ fields }) => fields.count)).toEqual(['2', '3'])
  })
})

it('keeps its posts for the next visit, and adopts changes from another tab', async () => {
  const store = createQueueStore(localStorage, operator)
  store.save({ ...emptyQueue, entries: [queued('11', { isRead: true }), queued('12', { isRead: true })], sent: 4 })
  const { actor } = start()
  const ids = () => actor.getSnapshot().context.entries.map(({ id }) => id)
  expect(ids()).toEqual(['11', '12'])
  actor.send({ type: 'entry.remove', id: '11' })
  expect(store.load()).toMatchObject({ entries: [{ id: '12' }], sent: 4 })
  store.save({ ...emptyQueue, entries: [queued('12', { isRead: true }), queued('13', { isRead: true })], sent: 4 })
  window.dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key: queueKey(operator()) }))
  await eventually(() => expect(ids()).toEqual(['12', '13']))
})

it('reads the next post ahead by its link', async () => {
  api.fetchContent.mockResolvedValue({ tweet_id: '11', author_username: 'ada', text: 'Words of 11' })
  createQueueStore(localStorage, operator).save({
    ...emptyQueue,
    settings: { ahead: 1, drafts: 0, refills: false },
    entries: [queued('11'), queued('12')],
  })
  const { actor } = start()
  await eventually(() => expect(actor.getSnapshot().context.entries[0]).toMatchObject({ author: 'ada', isRead: true }))
  expect(api.fetchContent.mock.calls).toEqual([[{ body: { tweet_url: queued('11').tweet_url } }]])
})

describe('files that are added', () => {
  const file = (...ids: number[]) => new File([ids.map((id) => queued(`${id}`).tweet_url).join('\n')], `${ids[0]}.txt`)
  /** One byte above the limit. */
  const large = () => new File(['x'.repeat(1_000_001)], 'large.txt')
  const full = () => new File([`${queued('15').tweet_url}\n`.padEnd(1_000_000)], 'full.txt')

  const add = async (...files: File[]) => {
    const { actor } = start()
    const said = vi.fn()
    actor.on('toast', said)
    actor.send({ type: 'files.add', files: files.map(held.hold) })
    await eventually(() => expect(actor.getSnapshot().hasTag('busy')).toBe(false))
    return [actor.getSnapshot().context.entries.map(({ id }) => id), said.mock.calls.length]
  }

  it('are read one after another, each starting on a new line', async () => {
    expect(await add(file(11, 12), file(13))).toEqual([['11', '12', '13'], 0])
  })

  it('are listed as skipped if they are larger than 1 MB, and the others are accepted', async () => {
    expect(await add(file(11), large(), full())).toEqual([['11', '15'], 1])
    localStorage.clear()
    expect(await add(large())).toEqual([[], 1])
  })
})

it('warns once that it is no longer saved if the browser stores nothing', () => {
  const { actor } = start()
  const said: string[] = []
  actor.on('crash', ({ message }) => said.push(message))
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  onTestFinished(() => full.mockRestore())
  for (const id of ['21', '22']) actor.send({ type: 'links.add', text: id })
  expect([said, actor.getSnapshot().context.entries.map(({ id }) => id)]).toEqual([[words.unsaved], ['21', '22']])
})
