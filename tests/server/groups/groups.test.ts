import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databasesHere } from '../../support/databases'
import { type Operator, startTestServer, type TestServer } from '../../support/server'

describe.each(databasesHere())('groups on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator

  beforeEach(async () => {
    server = await startTestServer(create)
    ada = await server.operator('ada@example.com')
  })
  afterEach(() => server.close())

  const crew = { name: 'launch-crew', description: 'Speaks at launches' }

  it('are created, read, listed in order, changed and deleted', async () => {
    expect(await ada.call('POST', '/groups', crew)).toEqual({ status: 201, body: { id: 1, ...crew } })
    const second = { name: 'night shift', description: 'Answers at night' }
    expect(await ada.call('POST', '/groups', second)).toEqual({ status: 201, body: { id: 2, ...second } })
    const changed = { name: 'day shift', description: 'Answers by day' }
    expect(await ada.call('PUT', '/groups/2', changed)).toEqual({ status: 200, body: { id: 2, ...changed } })
    expect(await ada.call('GET', '/groups/2')).toEqual({ status: 200, body: { id: 2, ...changed } })
    expect(await ada.call('GET', '/groups')).toEqual({
      status: 200,
      body: [
        { id: 1, ...crew },
        { id: 2, ...changed },
      ],
    })
    expect(await ada.call('DELETE', '/groups/1')).toEqual({ status: 204, body: null })
    expect(await ada.call('GET', '/groups')).toEqual({ status: 200, body: [{ id: 2, ...changed }] })
  })

  it('have names that are unique per owner', async () => {
    await ada.call('POST', '/groups', crew)
    await ada.call('POST', '/groups', { name: 'other', description: 'x' })
    const taken = { status: 409, body: { detail: 'A group named "launch-crew" exists already' } }
    expect(await ada.call('POST', '/groups', crew)).toEqual(taken)
    expect(await ada.call('PUT', '/groups/2', crew)).toEqual(taken)
    const bob = await server.operator('bob@example.com')
    expect((await bob.call('POST', '/groups', crew)).status).toBe(201)
  })

  it.each([
    ['Sales', 'sales', 'SALES'],
    ['Ärzte', 'ärzte', 'ÄRZTE'],
  ])('have names that are unique ignoring case: %s', async (name, lower, upper) => {
    const description = 'x'
    await ada.call('POST', '/groups', { name, description })
    await ada.call('POST', '/groups', { name: 'other', description })
    const taken = { status: 409, body: { detail: `A group named "${name}" exists already` } }
    expect(await ada.call('POST', '/groups', { name: lower, description })).toEqual(taken)
    expect(await ada.call('PUT', '/groups/2', { name: upper, description })).toEqual(taken)
    expect(await ada.call('PUT', '/groups/1', { name: upper, description })).toEqual({
      status: 200,
      body: { id: 1, name: upper, description },
    })
  })

  it('are created once if several spellings arrive at once', async () => {
    const names = ['sales', 'Sales', 'sAles', 'saLes', 'salEs', 'saleS', 'SALES', 'SAles']
    const answers = await Promise.all(names.map((name) => ada.call('POST', '/groups', { name, description: 'x' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  })

  it('whose names differ only in case since earlier versions keep their own names', async () => {
    const at = '2026-03-01T00:00:00.000Z'
    const stored = (name: string) => ({ owner_id: 1, name, description: 'x', created_at: at, updated_at: at })
    await server.database.db.insertInto('groups').values(['Sales', 'sales'].map(stored)).execute()
    const changed = { name: 'sales', description: 'Sells' }
    expect(await ada.call('PUT', '/groups/2', changed)).toEqual({ status: 200, body: { id: 2, ...changed } })
    expect(await ada.call('PUT', '/groups/2', { ...changed, name: 'SALES' })).toMatchObject({ status: 409 })
  })

  it('require a name and a description', async () => {
    expect(await ada.call('POST', '/groups', { name: '  ', description: '' })).toEqual({
      status: 422,
      body: { detail: 'name: Name is required; description: Description is required' },
    })
    expect(await ada.call('POST', '/groups', { ...crew, extra: 1 })).toEqual({
      status: 422,
      body: { detail: 'Unrecognized key: "extra"' },
    })
  })

  it('that do not exist are not found', async () => {
    const missing = { status: 404, body: { detail: 'Group was not found' } }
    expect(await ada.call('GET', '/groups/7')).toEqual(missing)
    expect(await ada.call('PUT', '/groups/7', crew)).toEqual(missing)
    expect(await ada.call('DELETE', '/groups/9999999999999999')).toEqual(missing)
  })
})
