import { expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { connecting, consentResult, movableAfter } from '../../src/machines/accounts/connections.actors'
import type { Connection } from '../../src/schemas/accounts/connections'
import { ApiError } from '../../src/services/api/api'
import type { ConsoleServices } from '../../src/services/services'
import { servicesOf } from '../support/consoleServices'
import { eventually } from '../support/waiting'

/** @param next the cursor of the next page */
const page = (id: number, next: number | null): Connection => ({
  unavailable: null,
  callback: 'https://console.example/x/callback',
  consumer_keys: 2,
  movable: [{ id, username: `@ada${id}` }],
  next,
})

const start = (pages: Record<string, Connection>, others: Partial<ConsoleServices> = {}, accountId?: number) => {
  const getConnection = vi.fn(
    async ({ query }: { query?: { cursor: string; limit?: string } }) => pages[query?.cursor ?? ''],
  )
  const startConsent = vi.fn(async (_: { body: object }) => ({ authorize_url: 'https://x.com/i/oauth2/authorize?a=1' }))
  const services = servicesOf({ getConnection, startConsent }, others)
  const actor = createActor(connecting(services), { input: { accountId } }).start()
  const ready = () => eventually(() => expect(actor.getSnapshot().value).toBe('ready'))
  const asked = () => getConnection.mock.calls.map(([{ query }]) => query)
  return { actor, services, startConsent, ready, asked }
}

it('one page of accounts that can be moved is read before anybody can connect', async () => {
  const { actor, ready, asked } = start({ '': page(1, 5), 5: page(6, 8) })
  await ready()
  expect([actor.getSnapshot().context.connection, asked()]).toEqual([page(1, 5), [undefined]])
})

it('for one account, one page is read, beginning just before it', async () => {
  const { actor, ready, asked } = start({ 5: page(6, 8), 0: page(1, 5) }, {}, 6)
  await ready()
  expect([actor.getSnapshot().context.connection?.movable, asked()]).toEqual([
    [{ id: 6, username: '@ada6' }],
    [{ limit: '1', cursor: '5' }],
  ])
  const first = start({ 0: page(1, 5) }, {}, 1)
  await first.ready()
  expect(first.asked()).toEqual([{ limit: '1', cursor: '0' }])
  const other = start({ 6: page(8, null) }, {}, 7)
  await other.ready()
  expect(other.actor.getSnapshot().context.connection?.movable).toEqual([])
})

it('the other accounts that can be moved are read page by page, and none twice if a server repeats its pages', async () => {
  const rest = async (pages: Record<string, Connection>) => {
    const actor = createActor(movableAfter(start({ '': page(1, 5), ...pages }).services), {
      input: { params: 5 },
    }).start()
    await eventually(() => expect(actor.getSnapshot().value).toBe('loaded'))
    return actor.getSnapshot().context.data?.map(({ id }) => id)
  }
  expect(await rest({ 5: page(6, 8), 8: page(9, null) })).toEqual([6, 9])
  expect(await rest({ 5: page(6, 8), 8: page(9, 5) })).toEqual([6, 9])
})

it.each([
  [404, 'absent'],
  [503, 'unknown'],
])('after an answer of %i, connecting through X is %s', async (status, value) => {
  const getConnection = () => Promise.reject(new ApiError(status, 'It says no'))
  const actor = createActor(connecting(servicesOf({ getConnection })), { input: { accountId: undefined } }).start()
  await eventually(() => expect(actor.getSnapshot().value).toBe(value))
})

it.each([
  [undefined, { group: 'Launch' }],
  [1, { group: 'Launch', account_id: 1 }],
])("the browser opens X's page for account %s", async (accountId, body) => {
  const leaveFor = vi.fn()
  const { actor, startConsent, ready } = start({ '': page(1, null), 0: page(1, null) }, { leaveFor }, accountId)
  await ready()
  actor.send({ type: 'connect.request', group: 'Launch' })
  await eventually(() => expect(leaveFor.mock.calls).toEqual([['https://x.com/i/oauth2/authorize?a=1']]))
  expect(startConsent.mock.calls).toEqual([[{ body }]])
})

it('the connection that the address names is read and shown with its outcome', async () => {
  const consents = { 'consent-nr-00001': 'denied', 'consent-nr-00002': 'late' } as Record<string, string>
  const getConsent = async ({ params }: { params: { consentId: string } }) => ({
    outcome: consents[params.consentId],
    username: null,
    detail: null,
  })
  const actor = createActor(consentResult(servicesOf({ getConsent })), { input: { id: 'consent-nr-00002' } }).start()
  await eventually(() => expect(actor.getSnapshot().value).toBe('shown'))
  expect(actor.getSnapshot().context.consent?.outcome).toBe('late')
})
