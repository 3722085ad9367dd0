import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { type AuditLogPage, type AuditLogQuery, auditLogMachine } from '../../../src/machines/security/auditLog'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const line = (id: number) => ({
  id,
  at: '2026-05-01T09:00:00.000Z',
  action: 'group.created',
  subject: null,
  detail: null,
})

/** Seven lines, two on a page; a page that does not exist yet fails. */
const started = ({ failsAt }: { failsAt?: number } = {}) => {
  const asked: AuditLogQuery[] = []
  const load = fromPromise<AuditLogPage, AuditLogQuery>(async ({ input }) => {
    asked.push(input)
    if (asked.length === failsAt) throw new Error('The server is being restarted')
    const next = (input.before ?? 8) - 1
    return { entries: [line(next), line(next - 1)].filter(({ id }) => id > 0), hasMore: next > 2 }
  })
  const actor = createActor(auditLogMachine.provide({ actors: { load } })).start()
  const ids = () => actor.getSnapshot().context.entries?.map(({ id }) => id)
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { actor, asked, ids, settle }
}

it('adds older entries below, until none are left', async () => {
  const { actor, asked, ids, settle } = started()
  for (let page = 0; page < 6; page += 1) {
    await settle()
    actor.send({ type: 'list.more' })
  }
  expect(ids()).toEqual([7, 6, 5, 4, 3, 2, 1])
  expect(asked.map(({ before }) => before)).toEqual([undefined, 6, 4, 2])
})

it('searches once typing pauses, from the newest on', async () => {
  const { actor, asked, ids, settle } = started()
  await settle()
  actor.send({ type: 'list.more' })
  await settle()
  actor.send({ type: 'search.type', search: ' cre' })
  await vi.advanceTimersByTimeAsync(200)
  actor.send({ type: 'search.type', search: ' crew' })
  await vi.advanceTimersByTimeAsync(200)
  expect([asked.length, ids()]).toEqual([2, [7, 6, 5, 4]])
  await vi.advanceTimersByTimeAsync(200)
  expect(asked.at(-1)).toEqual({ search: 'crew', before: undefined })
  expect(ids()).toEqual([7, 6])
})

it('keeps its entries if the next page fails, and continues from there', async () => {
  const { actor, asked, ids, settle } = started({ failsAt: 2 })
  await settle()
  actor.send({ type: 'list.more' })
  await settle()
  expect([actor.getSnapshot().matches('cut'), ids()]).toEqual([true, [7, 6]])
  actor.send({ type: 'list.more' })
  await settle()
  expect([asked.at(-1)?.before, ids()]).toEqual([6, [7, 6, 5, 4]])
})

it('answers a failed first page on the next request', async () => {
  const { actor, ids, settle } = started({ failsAt: 1 })
  await settle()
  expect(actor.getSnapshot().matches('failed')).toBe(true)
  actor.send({ type: 'list.reload' })
  await settle()
  expect(ids()).toEqual([7, 6])
})
