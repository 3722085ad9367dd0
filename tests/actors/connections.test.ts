import { expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { connecting, consentResult } from '../../src/actors/connections'
import type { Connection } from '../../src/schemas/connections'
import { ApiError } from '../../src/services/api'
import type { ConsoleServices } from '../../src/services/services'
import { servicesOf } from '../support/consoleServices'
import { eventually } from '../support/waiting'

/** @param next the cursor of the page after it */
const page = (id: number, next: number | null): Connection => ({
  unavailable: null,
  callback: 'https://console.example/x/callback',
  consumer_keys: 2,
  movable: [{ id, username: `@ada${id}` }],
  next,
})

/** The server has these pages, the first of them under no cursor. */
const start = (pages: Record<string, Connection>, others: Partial<ConsoleServices> = {}) => {
  const getConnection = vi.fn(async ({ query }: { query?: { cursor: string } }) => pages[query?.cursor ?? ''])
  const startConsent = vi.fn(async (_: { body: object }) => ({ authorize_url: 'https://x.com/i/oauth2/authorize?a=1' }))
  const actor = createActor(connecting(servicesOf({ getConnection, startConsent }, others))).start()
  const ready = () => eventually(() => expect(actor.getSnapshot().value).toBe('ready'))
  return { actor, getConnection, startConsent, ready }
}

it('all accounts that can be moved are read, page by page, and none twice where a server goes in circles', async () => {
  const straight = start({ '': page(1, 5), 5: page(6, 8), 8: page(9, null) })
  await straight.ready()
  expect(straight.actor.getSnapshot().context.connection).toEqual({
    ...page(1, null),
    movable: [1, 6, 9].map((id) => ({ id, username: `@ada${id}` })),
  })
  const round = start({ '': page(1, 5), 5: page(6, 8), 8: page(9, 5) })
  await round.ready()
  expect(round.actor.getSnapshot().context.connection?.movable.map(({ id }) => id)).toEqual([1, 6, 9])
})

it.each([
  [404, 'absent'],
  [503, 'unknown'],
])('a server that answers %i leaves the way to X %s', async (status, value) => {
  const getConnection = () => Promise.reject(new ApiError(status, 'It says no'))
  const actor = createActor(connecting(servicesOf({ getConnection }))).start()
  await eventually(() => expect(actor.getSnapshot().value).toBe(value))
})

it('the browser leaves for the page of X that was asked for: for whoever consents, or for one account', async () => {
  const leaveFor = vi.fn()
  const { actor, startConsent, ready } = start({ '': page(1, null) }, { leaveFor })
  await ready()
  actor.send({ type: 'connect.request', group: 'Launch' })
  await eventually(() => expect(actor.getSnapshot().value).toBe('left'))
  actor.send({ type: 'connect.request', group: '', account_id: 7 })
  await eventually(() =>
    expect(leaveFor.mock.calls).toEqual([1, 2].map(() => ['https://x.com/i/oauth2/authorize?a=1'])),
  )
  expect(startConsent.mock.calls.map(([{ body }]) => body)).toEqual([{ group: 'Launch' }, { group: '', account_id: 7 }])
})

it('the journey that the address names is asked for, and told as it ended', async () => {
  const consents = { 'consent-nr-00001': 'denied', 'consent-nr-00002': 'late' } as Record<string, string>
  const getConsent = async ({ params }: { params: { consentId: string } }) => ({
    outcome: consents[params.consentId],
    username: null,
    detail: null,
  })
  const actor = createActor(consentResult(servicesOf({ getConsent })), { input: { id: 'consent-nr-00002' } }).start()
  await eventually(() => expect(actor.getSnapshot().value).toBe('told'))
  expect(actor.getSnapshot().context.consent?.outcome).toBe('late')
})
