import { beforeEach, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { revision } from '../../src/machines/history/history.actors'
import { defaultMeta } from '../../src/schemas/system'
import { NetworkError } from '../../src/services/api/api'
import { createPreferences } from '../../src/services/storage/preferences'
import { holdsSendsKey } from '../../src/services/storage/storageKeys'
import { servicesOf } from '../support/consoleServices'
import { eventually } from '../support/waiting'

beforeEach(() => localStorage.clear())

it('has another idempotency key for each text, even if the previous one got no answer', async () => {
  const postReply = vi.fn(async (_: object): Promise<object> => {
    throw new NetworkError('The server cannot be reached')
  })
  const services = servicesOf(
    { updateReply: async () => undefined, postReply },
    {
      storage: localStorage,
      preferences: createPreferences(localStorage, document),
      lastMeta: () => defaultMeta,
    },
  )
  const actor = createActor(revision(services), { input: { reply_id: 'r1', content: 'One', account_id: 3 } }).start()
  actor.send({ type: 'revision.open' })
  const sent: (object | undefined)[] = []
  for (const content of ['Another', 'Another', 'A third']) {
    postReply.mockClear()
    actor.send({ type: 'revision.submit', content })
    await eventually(() => expect(postReply).toHaveBeenCalled())
    await eventually(() => expect(actor.getSnapshot().value).toBe('editing'))
    sent.push(postReply.mock.lastCall?.[0])
  }
  const [first, second, third] = sent
  expect([second, third]).toEqual([first, expect.not.objectContaining(first ?? {})])
})

it('sends like the composer: with the hold time, and with the displayed text', async () => {
  localStorage.setItem(holdsSendsKey, 'true')
  const api = { updateReply: vi.fn(async () => undefined), postReply: vi.fn(async () => ({ task_id: 't2' })) }
  const services = servicesOf(api, {
    storage: localStorage,
    preferences: createPreferences(localStorage, document),
    lastMeta: () => ({ ...defaultMeta, takes_expected: true }),
  })
  const actor = createActor(revision(services), { input: { reply_id: 'r1', content: 'One', account_id: 3 } })
  const gone = vi.fn()
  actor.on('navigate', gone)
  actor.start()
  actor.send({ type: 'revision.open' })
  actor.send({ type: 'revision.submit', content: 'Another' })
  await eventually(() => expect(gone).toHaveBeenCalledWith({ type: 'navigate', to: '/admin/history/t2' }))
  expect(api.postReply).toHaveBeenCalledWith({
    body: {
      reply_id: 'r1',
      twitter_account_id: 3,
      hold_seconds: 5,
      expected: [{ content: 'Another', account_id: 3 }],
    },
    headers: { 'Idempotency-Key': expect.any(String) },
  })
})

it.each([
  ['the composer’s server, without a hold', true, false, { task_id: 't2', hold: 0 }],
  ['the composer’s server, with a hold', true, true, { task_id: 't2', hold: 5000 }],
  ['another provider, which cannot hold', false, true, undefined],
])('reports a send when it was accepted by %s', async (_, isOurs, isHeld, expected) => {
  if (isHeld) localStorage.setItem(holdsSendsKey, 'true')
  const api = { updateReply: async () => undefined, postReply: async () => ({ task_id: 't2' }) }
  const services = servicesOf(api, {
    storage: localStorage,
    preferences: createPreferences(localStorage, document),
    lastMeta: () => ({ ...defaultMeta, takes_expected: isOurs }),
  })
  const reported: unknown[] = []
  services.sends.watch((sent) => reported.push(sent))
  const actor = createActor(revision(services), { input: { reply_id: 'r1', content: 'One', account_id: 3 } }).start()
  actor.send({ type: 'revision.open' })
  actor.send({ type: 'revision.submit', content: 'Another' })
  await eventually(() => expect(reported).toEqual([expected]))
})
