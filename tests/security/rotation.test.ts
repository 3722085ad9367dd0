import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGeneration } from '../../server/db/generation'
import { rotateCredentials } from '../../server/features/accounts/rotation.store'
import { createDelivery } from '../../server/posting/delivery'
import type { Delivery } from '../../server/posting/protocol/types'
import { openCredentials } from '../../server/security/credentials'
import { createVault, type Vault } from '../../server/security/vault'
import { databasesHere } from '../support/databases'
import { differentTexts } from '../support/delivery'
import { enrol, testKey } from '../support/server'
import { credentialsWith, insertReplies, settle, startWorld, type World } from './world'

const newKey = Buffer.alloc(32, 9)
const count = 24

describe.each(databasesHere())('the server with a changed key, on $name', (kind) => {
  let world: World
  let folder: string
  const deliveries: Delivery[] = []

  beforeEach(async () => {
    world = await startWorld(kind)
    folder = mkdtempSync(join(tmpdir(), 'acb-rotation-'))
  })
  afterEach(async () => {
    await Promise.all(deliveries.splice(0).map((delivery) => delivery.stop()))
    await world.dispose()
    rmSync(folder, { recursive: true, force: true })
  })

  const deliveryWith = (vault: Vault): Delivery => {
    const delivery = createDelivery({
      db: world.deps.db,
      x: world.postedX,
      openCredentials: (row) => openCredentials(vault, row),
      clock: () => new Date(),
      config: {
        settleMs: 500,
        proofMs: 5000,
        deadlineMs: 500,
        autoResend: true,
        concurrency: 2,
        replyRule: 'open',
        readFirst: false,
      },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      generation: createGeneration(join(folder, 'instance.json')),
    })
    deliveries.push(delivery)
    return delivery
  }

  it('fails no item of a batch, and leaves nothing that needs the old key', async () => {
    const { db } = world.deps
    const ada = await enrol(world, 'ada@example.com')
    const estate = await settle(world, ada, 'ada', '1900000000000000111')
    await ada.call('POST', '/groups', { name: 'many', description: 'x' })
    for (let index = 0; index < count; index += 1) {
      const agent = { username: `@agent${index}`, ...credentialsWith(`agent${index}`), group: 'many' }
      expect((await ada.call('POST', '/twitter/accounts', agent)).status).toBe(201)
    }
    const replyIds = await insertReplies(db, estate, differentTexts(count))
    let rotation: Promise<number> | undefined
    world.postedX.fate = (request) => {
      if (request.count === 4) rotation = rotateCredentials(db, createVault([newKey, testKey]))
      return { posts: true, takesMs: 5 }
    }
    const delivery = deliveryWith(createVault([testKey, newKey]))
    await delivery.start()
    const { task_id } = await delivery.enqueueBatch(estate.ownerId, { reply_ids: replyIds, group_name: 'many' })
    await untilSettled(task_id)

    expect(await rotation).toBe(count + 1)
    expect(await statesOf(task_id)).toEqual(Array.from({ length: count }, () => 'completed'))
    expect(new Set(world.postedX.requests.map(({ userId }) => userId)).size).toBe(count)

    const alone = createVault([newKey])
    const rows = await db.selectFrom('accounts').selectAll().orderBy('id').execute()
    expect(rows.slice(1).map((row) => openCredentials(alone, row))).toEqual(
      Array.from({ length: count }, (_, index) => credentialsWith(`agent${index}`)),
    )
    const [another = ''] = await insertReplies(db, estate, ['Words for after the change'])
    await delivery.stop()
    const later = deliveryWith(alone)
    await later.start()
    const solo = { reply_id: another, twitter_account_id: estate.accountId }
    const sent = await later.enqueueSolo(estate.ownerId, solo)
    await untilSettled(sent.task_id)
    expect(await statesOf(sent.task_id)).toEqual(['completed'])
  })

  it('skips the account whose credentials are damaged, by name, and encrypts the others', async () => {
    const { db } = world.deps
    const ada = await enrol(world, 'ada@example.com')
    for (const name of ['noor', 'otto', 'ida']) {
      await ada.call('POST', '/twitter/accounts', { username: `@${name}`, ...credentialsWith(name), group: '' })
    }
    const damaged = await db
      .updateTable('accounts')
      .set(({ fn, val }) => ({ api_key: fn<string>('replace', ['api_key', val('.'), val(',')]) }))
      .where('username', '=', '@otto')
      .returning(['id', 'username'])
      .executeTakeFirstOrThrow()
    const setAside: unknown[] = []
    const rotated = await rotateCredentials(db, createVault([newKey, testKey]), ({ id, username }) =>
      setAside.push({ id, username }),
    )
    expect([rotated, setAside]).toEqual([2, [damaged]])
    const rows = await db.selectFrom('accounts').selectAll().where('id', '<>', damaged.id).orderBy('id').execute()
    expect(rows.map((row) => openCredentials(createVault([newKey]), row))).toEqual([
      credentialsWith('noor'),
      credentialsWith('ida'),
    ])
  })

  it("starts if the key's check value is damaged but the accounts decrypt, and does not start if nothing decrypts", async () => {
    const { db } = world.deps
    const ada = await enrol(world, 'ada@example.com')
    await ada.call('POST', '/twitter/accounts', { username: '@noor', ...credentialsWith('noor'), group: '' })
    await rotateCredentials(db, createVault([testKey]))
    await db.updateTable('instance').set({ value: 'v1.damaged' }).where('key', '=', 'credentials_check').execute()
    await expect(rotateCredentials(db, createVault([newKey]))).rejects.toThrow('is not the key that encrypted')
    expect(await rotateCredentials(db, createVault([testKey]))).toBe(0)
    const check = await db.selectFrom('instance').select('value').where('key', '=', 'credentials_check').execute()
    expect(check).toEqual([{ value: expect.not.stringMatching('damaged') }])
  })

  it('does not let one account decrypt the credentials of another, nor one field those of another field', async () => {
    const { db, vault } = world.deps
    const ada = await enrol(world, 'ada@example.com')
    const eve = await enrol(world, 'eve@example.com')
    await settle(world, ada, 'ada', '1900000000000000111')
    await settle(world, eve, 'eve', '1900000000000000111')
    const [first, second] = await db.selectFrom('accounts').selectAll().orderBy('id').execute()
    if (!first || !second) throw new Error('two accounts are needed')
    expect(openCredentials(vault, first)).toEqual(credentialsWith('ada'))
    const sealed = { api_key: second.api_key, api_secret: second.api_secret, access_token: second.access_token }
    expect(() => openCredentials(vault, { ...first, ...sealed })).toThrow()
    expect(() => openCredentials(vault, { ...first, api_key: second.api_key })).toThrow()
    expect(() => openCredentials(vault, { ...first, api_key: first.api_secret })).toThrow()
    expect(() => openCredentials(vault, { ...first, username_key: second.username_key })).toThrow()
    expect(() => openCredentials(vault, { ...first, owner_id: second.owner_id })).toThrow()
    await db.updateTable('accounts').set({ api_key: second.api_key }).where('id', '=', first.id).execute()
    const verdict = await ada.call('POST', `/twitter/accounts/${first.id}/verify`)
    expect(verdict.status).toBe(500)
    expect(verdict.body).toEqual({ detail: 'Something went wrong on the server' })
    expect(world.logLines.join('')).not.toContain('eve-api_key')
  })

  const statesOf = async (taskId: string) => {
    const items = await world.deps.db.selectFrom('task_items').select('state').where('task_id', '=', taskId).execute()
    return items.map(({ state }) => state)
  }

  const untilSettled = async (taskId: string) => {
    while ((await statesOf(taskId)).some((state) => state === 'queued' || state === 'posting')) await delay(10)
  }
})
