import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sandboxAccounts } from '../../../sandbox/accounts-data'
import { type ConnectingServer, startConnectingServer } from '../../support/connecting'
import { databasesHere } from '../../support/databases'
import type { Operator } from '../../support/server'
import { eventually } from '../../support/waiting'

const [brewlab, espresso] = sandboxAccounts(2, { group: 'crew' })
const awayOnce = { match: { method: 'GET', path: '/2/users/me' }, times: 1, do: { answer: 'unavailable' } } as const

describe.each(databasesHere())('accounts that move to OAuth 2.0 on $name', ({ create }) => {
  let server: ConnectingServer
  let ada: Operator

  beforeEach(async () => {
    server = await startConnectingServer(create)
    ada = await server.operator('ada@example.com')
    await ada.call('POST', '/groups', { name: 'crew', description: 'x' })
  })
  afterEach(() => server.close())

  const accounts = async () => (await ada.call('GET', '/twitter/accounts')).body
  const tokens = () => server.database.db.selectFrom('x_tokens').selectAll().execute()

  it('exchange OAuth 1.0a keys for OAuth 2.0, with the reason if an account cannot be moved', async () => {
    await ada.call('POST', '/twitter/accounts', brewlab)
    await ada.call('POST', '/twitter/accounts', espresso)
    server.standIn.control({ notExchangeable: ['corner_espresso'] })
    expect((await ada.call('GET', '/x/connection')).body).toEqual({
      unavailable: null,
      callback: 'http://127.0.0.1:3000/api/v1/x/callback',
      consumer_keys: 2,
      movable: [
        { id: 1, username: '@brewlab_ama' },
        { id: 2, username: '@corner_espresso' },
      ],
      next: null,
    })
    expect((await ada.call('GET', '/x/connection?limit=1')).body).toMatchObject({
      consumer_keys: 2,
      movable: [{ id: 1, username: '@brewlab_ama' }],
      next: 1,
    })
    expect((await ada.call('GET', '/x/connection?limit=1&cursor=1')).body).toMatchObject({
      consumer_keys: 0,
      movable: [{ id: 2, username: '@corner_espresso' }],
      next: null,
    })
    expect((await ada.call('GET', '/x/connection?limit=1&cursor=0')).body).toMatchObject({
      consumer_keys: 0,
      movable: [{ id: 1, username: '@brewlab_ama' }],
      next: 1,
    })
    expect(await ada.call('GET', '/x/connection?limit=101')).toMatchObject({ status: 422 })
    expect((await ada.call('POST', '/twitter/accounts/1/move')).body).toEqual({ moved: true, detail: null })
    expect((await ada.call('POST', '/twitter/accounts/1/move')).body).toEqual({ moved: true, detail: null })
    const { db } = server.database
    const moves = await db.selectFrom('audit').select('subject').where('action', '=', 'account.moved').execute()
    expect(moves).toEqual([{ subject: '@brewlab_ama' }])
    expect((await ada.call('POST', '/twitter/accounts/2/move')).body).toEqual({
      moved: false,
      detail: 'The client is not allowed to exchange this token.',
    })
    expect((await ada.call('GET', '/x/connection')).body).toMatchObject({
      consumer_keys: 1,
      movable: [{ id: 2, username: '@corner_espresso' }],
    })
    await ada.call('POST', '/twitter/accounts/1/verify')
    const used = server.standIn.tokenEvents().filter(({ kind }) => kind === 'used')
    expect(used).toEqual([expect.objectContaining({ username: 'brewlab_ama' })])
  })

  it.each([
    ['where its keys could only read, it is active from then on', []],
    ['also again, where X is away', [awayOnce]],
  ])('are checked with X after the move: %s', async (_, rules) => {
    server.standIn.control({ people: { brewlab_ama: { readOnly: true } } })
    await ada.call('POST', '/twitter/accounts', brewlab)
    await eventually(async () => expect(await accounts()).toMatchObject([{ is_active: false }]))
    server.standIn.control({ rules })
    expect((await ada.call('POST', '/twitter/accounts/1/move')).body).toEqual({ moved: true, detail: null })
    await eventually(async () => expect(await accounts()).toMatchObject([{ is_active: true, inactive_reason: null }]))
  })

  it('keep their token pair if the app has a new secret, which the next renewal uses', async () => {
    await ada.call('POST', '/twitter/accounts', brewlab)
    await ada.call('POST', '/twitter/accounts/1/move')
    expect(await ada.call('PUT', '/twitter/accounts/1', { client_secret: 'a-new-one' })).toMatchObject({ status: 200 })
    expect(await tokens()).toMatchObject([{ client: 'own', generation: 1 }])
    expect(await ada.call('PUT', '/twitter/accounts/1', { client_id: 'another' })).toMatchObject({ status: 200 })
    expect(await tokens()).toEqual([])
  })
})
