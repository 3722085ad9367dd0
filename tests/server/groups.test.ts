import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databasesHere } from '../support/databases'
import { type Operator, startTestServer, type TestServer } from '../support/server'

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

  it('have names that are one per owner', async () => {
    await ada.call('POST', '/groups', crew)
    await ada.call('POST', '/groups', { name: 'other', description: 'x' })
    const taken = { status: 409, body: { detail: 'A group named "launch-crew" exists already' } }
    expect(await ada.call('POST', '/groups', crew)).toEqual(taken)
    expect(await ada.call('PUT', '/groups/2', crew)).toEqual(taken)
    const bob = await server.operator('bob@example.com')
    expect((await bob.call('POST', '/groups', crew)).status).toBe(201)
  })

  it('need a name and a description', async () => {
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
