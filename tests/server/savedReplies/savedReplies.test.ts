import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databasesHere } from '../../support/databases'
import { type Operator, startTestServer, type TestServer } from '../../support/server'
import { sampleRole } from '../../support/serverFakes'

describe.each(databasesHere())('saved replies on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator

  beforeEach(async () => {
    server = await startTestServer(create)
    ada = await server.operator('ada@example.com')
    await ada.call('POST', '/ai-roles', sampleRole)
    await ada.call('POST', '/ai-roles', { ...sampleRole, name: 'Second' })
  })
  afterEach(() => server.close())

  const path = '/ai-roles/1/saved-replies'
  const thanks = { name: 'Thanks', kind: 'opening', text: 'Thank you, {name}!' }
  const link = { name: 'Where to read on', kind: 'reply', text: 'It is all in the pinned post.' }
  const rowsOf = (roleId: number) =>
    server.database.db.selectFrom('saved_replies').selectAll().where('role_id', '=', roleId).execute()

  it('are saved, listed in order, changed and deleted, each with a line in the audit trail', async () => {
    expect(await ada.call('POST', path, thanks)).toEqual({ status: 201, body: { id: 1, ...thanks } })
    expect(await ada.call('POST', path, { ...link, text: `  ${link.text}\r\n` })).toEqual({
      status: 201,
      body: { id: 2, ...link },
    })
    const changed = { name: 'Hello', kind: 'reply', text: 'Hello {handle}' }
    expect(await ada.call('PUT', `${path}/1`, changed)).toEqual({ status: 200, body: { id: 1, ...changed } })
    expect(await ada.call('GET', path)).toEqual({
      status: 200,
      body: [
        { id: 1, ...changed },
        { id: 2, ...link },
      ],
    })
    expect(await ada.call('DELETE', `${path}/2`)).toEqual({ status: 204, body: null })
    expect(await ada.call('GET', path)).toEqual({ status: 200, body: [{ id: 1, ...changed }] })
    const { body } = await ada.call('GET', '/audit')
    const lines = body as { action: string; subject: string }[]
    expect(lines.slice(0, 4).map(({ action, subject }) => [action, subject])).toEqual([
      ['savedReply.deleted', link.name],
      ['savedReply.changed', 'Hello'],
      ['savedReply.created', link.name],
      ['savedReply.created', 'Thanks'],
    ])
  })

  it('have names that are unique per character', async () => {
    await ada.call('POST', path, thanks)
    await ada.call('POST', path, link)
    const taken = { status: 409, body: { detail: 'A saved reply named "Thanks" exists already' } }
    expect(await ada.call('POST', path, { ...link, name: ' Thanks' })).toEqual(taken)
    expect(await ada.call('PUT', `${path}/2`, { ...link, name: 'Thanks' })).toEqual(taken)
    expect((await ada.call('POST', '/ai-roles/2/saved-replies', thanks)).status).toBe(201)
  })

  it('of one character are separate from those of another', async () => {
    await ada.call('POST', path, thanks)
    const missing = { status: 404, body: { detail: 'Saved reply was not found' } }
    expect(await ada.call('PUT', '/ai-roles/2/saved-replies/1', link)).toEqual(missing)
    expect(await ada.call('DELETE', '/ai-roles/2/saved-replies/1')).toEqual(missing)
    expect(await ada.call('GET', '/ai-roles/2/saved-replies')).toEqual({ status: 200, body: [] })
    expect(await ada.call('GET', '/ai-roles/7/saved-replies')).toEqual({
      status: 404,
      body: { detail: 'AI role was not found' },
    })
  })

  it('with an unknown placeholder are refused, at the field', async () => {
    expect(await ada.call('POST', path, { ...thanks, text: 'Hi {Name}' })).toEqual({
      status: 422,
      body: { detail: 'text: {Name} is not a placeholder. Write {name} or {handle}, or no braces' },
    })
    expect(await rowsOf(1)).toEqual([])
  })

  it('are at most 100 for a character, and 2,000 for an operator', async () => {
    const now = '2026-11-23T10:00:00.000Z'
    const rows = (roleId: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        owner_id: 1,
        role_id: roleId,
        name: `${roleId} ${index}`,
        kind: 'reply' as const,
        text: 'x',
        created_at: now,
        updated_at: now,
      }))
    const { db } = server.database
    await db.insertInto('saved_replies').values(rows(1, 99)).execute()
    expect((await ada.call('POST', path, thanks)).status).toBe(201)
    expect(await ada.call('POST', path, link)).toEqual({
      status: 422,
      body: { detail: 'This character has 100 saved replies already. Delete one to make room' },
    })
    const { status } = await ada.call('POST', '/ai-roles/2/saved-replies', thanks)
    expect(status).toBe(201)
    for (let roleId = 3; roleId < 22; roleId += 1) {
      await ada.call('POST', '/ai-roles', { ...sampleRole, name: `Number ${roleId}` })
      await db.insertInto('saved_replies').values(rows(roleId, 100)).execute()
    }
    expect(await ada.call('POST', '/ai-roles/2/saved-replies', link)).toEqual({
      status: 422,
      body: { detail: 'Your characters have 2000 saved replies already. Delete one to make room' },
    })
  })

  it('are deleted with their character, and with their operator', async () => {
    await ada.call('POST', path, thanks)
    await ada.call('POST', '/ai-roles/2/saved-replies', link)
    await ada.call('DELETE', '/ai-roles/1')
    expect([await rowsOf(1), (await rowsOf(2)).map(({ name }) => name)]).toEqual([[], [link.name]])
    await server.database.db.deleteFrom('users').where('id', '=', 1).execute()
    expect(await rowsOf(2)).toEqual([])
  })
})
