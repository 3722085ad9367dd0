import { expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { accessLog, auditLog } from '../../src/machines/security/auditLog.actors'
import type { TrailEntry } from '../../src/schemas/system'
import { servicesOf } from '../support/consoleServices'
import { eventually } from '../support/waiting'

/** @param newest the id of the first line; each following id is one lower */
const entries = (newest: number, count: number): TrailEntry[] =>
  Array.from({ length: count }, (_, place) => ({
    id: newest - place,
    at: '2026-05-01T00:00:00Z',
    action: `Act ${newest - place}`,
    subject: null,
    detail: null,
  }))

const open = (trail: typeof auditLog, { own = [], all = [] }: { own?: TrailEntry[][]; all?: TrailEntry[][] }) => {
  const answering = (pages: TrailEntry[][]) => vi.fn(async (_: { query: object }) => pages.shift() ?? [])
  const api = { listAudit: answering(own), listAccess: answering(all) }
  const log = createActor(trail(servicesOf(api))).start()
  const shown = async (count: number) => {
    await eventually(() =>
      expect([log.getSnapshot().value, log.getSnapshot().context.entries]).toMatchObject(['shown', { length: count }]),
    )
    return log.getSnapshot().context
  }
  return { log, api, shown }
}

it('continues after the last entry that is shown, while pages are full', async () => {
  const { log, api, shown } = open(auditLog, { own: [entries(500, 100), entries(400, 99)] })
  expect(await shown(100)).toMatchObject({ hasMore: true })
  log.send({ type: 'list.more' })
  expect(await shown(199)).toMatchObject({ hasMore: false })
  const asked = api.listAudit.mock.calls.map(([{ query }]) => query)
  expect(asked).toEqual([{ limit: '100' }, { limit: '100', before: '401' }])
})

it('is searched by text only, and the next pages use the same search', async () => {
  const { log, api, shown } = open(auditLog, { own: [[], entries(290, 100), entries(150, 3)] })
  await shown(0)
  log.send({ type: 'search.type', search: ' group ' })
  await shown(100)
  log.send({ type: 'list.more' })
  await shown(103)
  expect(api.listAudit.mock.calls.slice(1).map(([{ query }]) => query)).toEqual([
    { limit: '100', search: 'group' },
    { limit: '100', search: 'group', before: '191' },
  ])
})

it('continues the search where it stopped if a page had no match', async () => {
  const asked: object[] = []
  const listAudit = vi.fn(async ({ query, onHeaders }: { query: object; onHeaders?: (headers: Headers) => void }) => {
    asked.push(query)
    const next = ['9000', '7000', undefined][asked.length - 1]
    onHeaders?.(new Headers(next === undefined ? {} : { 'x-next-before': next }))
    return asked.length === 1 ? [] : entries(next === undefined ? 20 : 8000, 2)
  })
  const log = createActor(auditLog(servicesOf({ listAudit }))).start()
  const settled = (count: number) => eventually(() => expect(log.getSnapshot().context.entries).toHaveLength(count))
  await settled(2)
  log.send({ type: 'list.more' })
  await settled(4)
  expect(asked).toEqual([{ limit: '100' }, { limit: '100', before: '9000' }, { limit: '100', before: '7000' }])
  expect(log.getSnapshot().context.hasMore).toBe(false)
})

it('shows operators their own actions, and administrators the sign-ins', async () => {
  const answers = { own: [entries(8, 1)], all: [entries(30, 2)] }
  expect((await open(accessLog, structuredClone(answers)).shown(2)).entries?.[0]?.action).toBe('Act 30')
  expect((await open(auditLog, structuredClone(answers)).shown(1)).entries?.[0]?.action).toBe('Act 8')
})
