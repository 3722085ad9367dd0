import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { emptyQueue } from '../../src/schemas/queue/queue'
import { mostMessages, type RecentMessage } from '../../src/schemas/shell/recentMessage'
import { defaultMeta } from '../../src/schemas/system'
import { ApiError, NetworkError, UnreadableAnswer } from '../../src/services/api/api'
import { createMetaReader } from '../../src/services/api/meta'
import { createClipboard } from '../../src/services/clipboard'
import { createConnectivity } from '../../src/services/connectivity'
import type { DraftStore } from '../../src/services/services'
import { createDraftStore } from '../../src/services/storage/draftStore'
import { createMessageStore, type MessageStore } from '../../src/services/storage/messageStore'
import { createPreferences } from '../../src/services/storage/preferences'
import { createQueueStore } from '../../src/services/storage/queueStore'
import { createSendKeys } from '../../src/services/storage/sendKeys'
import { queued } from '../machines/queue/queueModels'
import { draftReplies, emptyDraft, fetched } from '../machines/samples'

beforeEach(() => localStorage.clear())

describe('the draft store', () => {
  const draft = { ...emptyDraft, post: fetched, replies: draftReplies }

  it('returns the saved draft', () => {
    const store = createDraftStore(localStorage)
    expect(store.load()).toBeUndefined()
    store.save(draft)
    expect(createDraftStore(localStorage).load()).toEqual(draft)
    store.clear()
    expect(store.load()).toBeUndefined()
  })

  it.each(['no JSON', 'null', '{"version":2,"draft":{}}', '{"version":1,"draft":{"mode":"batch"}}'])(
    'reads no draft from %s',
    (text) => {
      localStorage.setItem('auto-comment-bot.draft', text)
      expect(createDraftStore(localStorage).load()).toBeUndefined()
    },
  )

  it('does not fail if the storage is full', () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const store = createDraftStore(localStorage)
    expect(store.save(draft)).toBe('refused')
    expect(store.load()).toBeUndefined()
    full.mockRestore()
  })
})

describe('the draft stores of two tabs', () => {
  const empty = emptyDraft
  const ours = { ...emptyDraft, post: fetched, replies: draftReplies }
  const theirs = { ...ours, replies: draftReplies.slice(0, 1) }
  const stored = () => createDraftStore(localStorage).load()

  const openTab = () => {
    const store = createDraftStore(localStorage)
    store.load()
    return store
  }

  const heardBy = (tab: DraftStore) => {
    const heard: string[] = []
    const stop = tab.watch((became, sent = []) => heard.push([became, ...sent].join(' ')))
    window.dispatchEvent(new StorageEvent('storage', { key: 'auto-comment-bot.draft' }))
    stop()
    return heard
  }

  it('never lose replies to a tab without replies', () => {
    const [first, second] = [openTab(), openTab()]
    expect([first.save(ours), second.save(empty), stored()]).toEqual(['stored', 'displaced', ours])
    expect([first.save(empty), second.save(empty), stored()]).toEqual(['stored', 'stored', empty])
  })

  it('keep the later draft if both have replies, and inform the other', () => {
    const [first, second] = [openTab(), openTab()]
    expect([first.save(ours), second.save(theirs), stored()]).toEqual(['stored', 'stored', theirs])
    expect(heardBy(first)).toEqual(['displaced'])
  })

  it('keep the replies of one tab again when the other, which knew them, has none', () => {
    const first = openTab()
    first.save(ours)
    const second = openTab()
    expect([second.save(empty), stored()]).toEqual(['stored', empty])
    expect([heardBy(first), stored()]).toEqual([['stored'], ours])
    expect([heardBy(second), stored()]).toEqual([['displaced'], ours])
  })

  const sentOf = (reply_ids?: string[]) => ({ ...empty, sent: { mode: 'batch' as const, task_id: 't1', reply_ids } })

  it("leave the storage to a tab that sent another tab's replies, and the other tab learns which", () => {
    const [first, second] = [openTab(), openTab()]
    first.save(ours)
    second.load()
    expect([second.save(sentOf(['r9'])), heardBy(first), stored()]).toEqual(['stored', ['stored r9'], ours])
    second.load()
    expect([second.save(sentOf(['r1', 'r2'])), heardBy(first)]).toEqual(['stored', ['displaced r1 r2']])
    expect(stored()).toEqual(sentOf(['r1', 'r2']))
  })

  it.each([
    ['names', ['r1']],
    ['does not name, as earlier versions did not', undefined],
  ])('leave the storage to a tab that sent the draft that it %s, even after a new draft', (_, ids) => {
    const [first, second] = [openTab(), openTab()]
    first.save(ours)
    second.load()
    second.save(sentOf(ids))
    heardBy(first)
    expect([second.save(empty), heardBy(first), stored()]).toEqual(['stored', ['displaced'], empty])
    const others = { ...ours, replies: draftReplies.slice(1) }
    expect([first.save(others), second.load(), second.save(empty)]).toEqual(['stored', others, 'stored'])
    expect(heardBy(first)).toEqual([ids ? 'stored' : 'displaced'])
  })

  it('write nothing if the draft was deleted, as by a logout', () => {
    const first = openTab()
    first.save(ours)
    localStorage.removeItem('auto-comment-bot.draft')
    expect([heardBy(first), stored()]).toEqual([['displaced'], undefined])
  })
})

describe('the message stores of two tabs', () => {
  const told = (id: string, at: number): RecentMessage => ({ id, tone: 'plain', text: `told ${id}`, at })
  const idsIn = (store: MessageStore) => store.load().map(({ id }) => id)
  const openTab = () => {
    const store = createMessageStore(localStorage, () => 'ada')
    store.load()
    return store
  }

  it('keep the messages of both, once, the newest first', () => {
    const [first, second] = [openTab(), openTab()]
    first.save([told('b', 20), told('a', 10)])
    second.save([told('c', 15)])
    first.save([told('d', 30), told('b', 20), told('a', 10)])
    expect(idsIn(openTab())).toEqual(['d', 'b', 'c', 'a'])
  })

  it('keep the newest of both if there are too many', () => {
    const [first, second] = [openTab(), openTab()]
    first.save(Array.from({ length: mostMessages }, (_, index) => told(`first ${index}`, index)))
    second.save([told('newest', 1_000)])
    expect(idsIn(openTab())).toHaveLength(mostMessages)
    expect(idsIn(openTab())).toContain('newest')
    expect(idsIn(openTab())).not.toContain('first 0')
  })

  it('keep nothing of another operator, and nothing if nobody is known', () => {
    openTab().save([told('a', 10)])
    expect(idsIn(createMessageStore(localStorage, () => 'bob'))).toEqual([])
    const nobodys = createMessageStore(localStorage, () => '')
    nobodys.save([told('b', 20)])
    expect(idsIn(nobodys)).toEqual([])
    expect(Object.keys(localStorage)).toHaveLength(1)
  })
})

describe('the queue store', () => {
  it('keeps the posts of each operator apart, and ignores malformed entries', () => {
    const stored = { ...emptyQueue, entries: [queued('21', { author: 'ada' })], sent: 2, text: 'half a link' }
    const ofAda = createQueueStore(localStorage, () => 'ada')
    ofAda.save(stored)
    expect(createQueueStore(localStorage, () => 'ada').load()).toEqual(stored)
    expect(createQueueStore(localStorage, () => 'bob').load()).toEqual(emptyQueue)
    localStorage.setItem('auto-comment-bot.queue.bob', '{"version":1,"entries":[{"id":5}]}')
    expect(createQueueStore(localStorage, () => 'bob').load()).toEqual(emptyQueue)
    ofAda.save({ ...emptyQueue, settings: { ahead: 4, drafts: 3, refills: true } })
    expect(localStorage.getItem('auto-comment-bot.queue.ada')).toBeNull()
    expect(ofAda.load().settings).toEqual({ ahead: 4, drafts: 3, refills: true })
  })

  const waiting = { ...emptyQueue, entries: [queued('21'), queued('22')] }

  const bounded = (longest: number) => {
    const setItem = localStorage.setItem.bind(localStorage)
    const spy = vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, value) => {
      if (value.length > longest) throw new DOMException('full', 'QuotaExceededError')
      spy.mockRestore()
      setItem(key, value)
    })
    onTestFinished(() => spy.mockRestore())
  }

  it('keeps the posts if the field has more text than the browser can store, and throws if there are too many posts', () => {
    const store = createQueueStore(localStorage, () => 'ada')
    bounded(1_000)
    store.save({ ...waiting, text: 'x'.repeat(2_000) })
    expect(createQueueStore(localStorage, () => 'ada').load()).toEqual(waiting)
    bounded(100)
    expect(() => store.save(waiting)).toThrow('The browser does not store the queue')
  })

  it.each([
    [
      'another tab sent one',
      () => createQueueStore(localStorage, () => 'ada').save({ ...waiting, entries: [queued('22')] }),
    ],
    ['another tab emptied it', () => createQueueStore(localStorage, () => 'ada').save(emptyQueue)],
  ])('checks, when Back restores its page from the cache, whether %s in the meantime', (_, meanwhile) => {
    const store = createQueueStore(localStorage, () => 'ada')
    store.save(waiting)
    const listener = vi.fn()
    const stop = store.watch(listener)
    const show = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
    show(true)
    expect(listener).not.toHaveBeenCalled()
    meanwhile()
    show(false)
    expect(listener).not.toHaveBeenCalled()
    show(true)
    expect(listener).toHaveBeenCalledTimes(1)
    stop()
    show(true)
    expect(listener).toHaveBeenCalledTimes(1)
  })
})

describe('the send keys', () => {
  let made = 0
  const createKeys = () => createSendKeys(localStorage, () => `key ${++made}`)
  const keysOf = async (attempts: [string, unknown][]) => {
    const used: string[] = []
    for (const [intent, failure] of attempts) {
      await createKeys()
        .during(intent, async (key) => {
          used.push(key)
          if (failure) throw failure
        })
        .catch(() => undefined)
    }
    return used
  }

  beforeEach(() => {
    made = 0
  })

  it('are created once per answered send', async () => {
    await expect(
      keysOf([
        ['a', undefined],
        ['a', undefined],
      ]),
    ).resolves.toEqual(['key 1', 'key 2'])
  })

  it.each([
    ['a lost answer', new NetworkError('lost')],
    ['an error of the server', new ApiError(503, undefined)],
    ['a timeout', new ApiError(408, undefined)],
    ['too many requests', new ApiError(429, undefined)],
    ['an expired session', new ApiError(401, undefined)],
  ])('stay the same after %s, even after a reload', async (_, failure) => {
    await expect(
      keysOf([
        ['a', failure],
        ['a', failure],
        ['a', undefined],
      ]),
    ).resolves.toEqual(['key 1', 'key 1', 'key 1'])
  })

  it('change after a refusal', async () => {
    await expect(
      keysOf([
        ['a', new ApiError(422, 'Too many replies')],
        ['a', undefined],
      ]),
    ).resolves.toEqual(['key 1', 'key 2'])
  })

  it('belong to one intended send each', async () => {
    const lost = new NetworkError('lost')
    await expect(
      keysOf([
        ['a', lost],
        ['b', lost],
        ['a', undefined],
        ['b', undefined],
      ]),
    ).resolves.toEqual(['key 1', 'key 2', 'key 1', 'key 2'])
  })
})

describe('the preferences', () => {
  it('follow the system until a theme is chosen, and keep it in a cookie for a year', () => {
    const page = { cookie: '' }
    const preferences = createPreferences(localStorage, page)
    expect(preferences.theme()).toBe('system')
    preferences.setTheme('dark')
    expect(page.cookie).toBe('theme=dark; path=/; max-age=31536000; samesite=lax')
    expect(createPreferences(localStorage, { cookie: 'sidebar_state=true; theme=dark' }).theme()).toBe('dark')
    preferences.setTheme('system')
    expect(preferences.theme()).toBe('system')
    expect(createPreferences(localStorage, { cookie: 'theme=blue' }).theme()).toBe('system')
  })

  it('adopt the theme that an earlier console stored, once', () => {
    localStorage.setItem('theme', '"dark"')
    const page = { cookie: '' }
    expect(createPreferences(localStorage, page).theme()).toBe('dark')
    expect(localStorage).toHaveLength(0)
    createPreferences(localStorage, page).setTheme('light')
    expect(createPreferences(localStorage, page).theme()).toBe('light')
  })

  it('keep the sidebar in the cookie sidebar_state for seven days', () => {
    const page = { cookie: '' }
    const preferences = createPreferences(localStorage, page)
    expect(preferences.sidebarOpen()).toBeUndefined()
    preferences.setSidebarOpen(false)
    expect(page.cookie).toBe('sidebar_state=false; path=/; max-age=604800; samesite=lax')
    expect(createPreferences(localStorage, { cookie: 'a=1; sidebar_state=true' }).sidebarOpen()).toBe(true)
    expect(createPreferences(localStorage, { cookie: 'my_sidebar_state=true' }).sidebarOpen()).toBeUndefined()
  })
})

describe('the connectivity', () => {
  it('reports every change until nobody listens', () => {
    const page = new EventTarget()
    const connectivity = createConnectivity({ onLine: false }, page)
    const listener = vi.fn()
    const stop = connectivity.subscribe(listener)
    page.dispatchEvent(new Event('offline'))
    page.dispatchEvent(new Event('online'))
    stop()
    page.dispatchEvent(new Event('offline'))
    expect(listener).toHaveBeenCalledTimes(2)
    expect(connectivity.isOnline()).toBe(false)
  })
})

describe('the clipboard', () => {
  it('receives the text, or rejects if there is none', async () => {
    const writeText = vi.fn(async () => undefined)
    await createClipboard(() => ({ writeText })).write('One')
    expect(writeText.mock.calls).toEqual([['One']])
    await expect(createClipboard(() => undefined).write('One')).rejects.toThrow('use the clipboard')
  })
})

describe("the provider's description", () => {
  const meta = { ...defaultMeta, takes_expected: true, sandbox: true }
  const reader = (getMeta: () => Promise<typeof meta>, address = '/api/v1') =>
    createMetaReader({ getMeta }, localStorage, address)
  const rejecting = (error: Error) => reader(() => Promise.reject(error))

  it('is the answered value, read once', async () => {
    const getMeta = vi.fn(async () => meta)
    const { loadMeta, lastMeta, isOurs } = reader(getMeta)
    await expect(Promise.all([isOurs(), loadMeta(), loadMeta()])).resolves.toEqual([true, meta, meta])
    expect([lastMeta(), isOurs(), getMeta.mock.calls.length]).toEqual([meta, true, 1])
  })

  it.each([
    ['404', new ApiError(404, undefined)],
    ['403', new ApiError(403, undefined)],
    ['another shape', new UnreadableAnswer('another shape')],
  ])('is plain after %s, even if it was ours before', async (_, failure) => {
    await reader(async () => meta).loadMeta()
    const { loadMeta, isOurs } = rejecting(failure)
    await expect(loadMeta()).resolves.toEqual(defaultMeta)
    expect(isOurs()).toBe(false)
  })

  const silences: [string, Error][] = [
    ['the server cannot be reached', new NetworkError('lost')],
    ['the server starts again', new ApiError(503, 'lost')],
    ['the server is asked too often', new ApiError(429, 'lost')],
  ]

  it.each(silences)('is the last one of this address while %s', async (_, failure) => {
    await reader(async () => meta).loadMeta()
    const { loadMeta, lastMeta, isOurs } = rejecting(failure)
    await expect(loadMeta()).rejects.toThrow('lost')
    expect([lastMeta(), isOurs()]).toEqual([meta, true])
  })

  it.each(silences)('is plain without an earlier one while %s', async (_, failure) => {
    await reader(async () => meta, 'https://other.example/v1').loadMeta()
    const { lastMeta, isOurs } = rejecting(failure)
    await expect(isOurs()).resolves.toBe(false)
    expect(lastMeta()).toEqual(defaultMeta)
  })

  it('is read again after a failure', async () => {
    const answers = [Promise.reject(new NetworkError('lost')), Promise.resolve(meta)]
    const { loadMeta, isOurs } = reader(() => answers.shift() ?? Promise.reject(new Error('a third call')))
    await expect(isOurs()).resolves.toBe(false)
    await expect(loadMeta()).resolves.toEqual(meta)
    expect(isOurs()).toBe(true)
  })
})
