import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeFact } from '../../server/db/facts'
import { createGeneration } from '../../server/db/generation'
import type { Row } from '../../server/db/schema'
import { openTrail } from '../../server/db/trail/trailKey'
import { createDelivery } from '../../server/posting/delivery'
import type { Delivery, DeliveryConfig, DeliveryDeps } from '../../server/posting/protocol/types'
import { newestShown } from '../../server/posting/verify/freshness'
import { HttpProblem } from '../../server/problems'
import { createVault } from '../../server/security/vault'
import { type Credentials, credentialNames } from '../../src/schemas/accounts/accounts'
import type { DatabaseKind, TestDatabase } from './databases'
import { createFakeX, type FakeX } from './fakeX'
import { until } from './waiting'

export const quick: DeliveryConfig = {
  settleMs: 60,
  proofMs: 300,
  deadlineMs: 100,
  leaseMs: 30_000,
  autoResend: true,
  concurrency: 8,
  replyRule: 'open',
  readFirst: false,
}

export interface Bench extends TestDatabase {
  x: FakeX
  delivery: Delivery
  ownerId: number
  accounts: Row<'accounts'>[]
  /** Another delivery on the same database, like another process's or a later start's. */
  restarted(config?: Partial<DeliveryConfig>, instanceFile?: string, deps?: Partial<DeliveryDeps>): Delivery
  instanceFile: string
  addReplies(texts: string[]): Promise<string[]>
  /**
   * Sends a batch of different replies to the group `Launch`.
   *
   * @param by the sending delivery; its own by default @returns the task
   */
  sendBatch(count: number, by?: Delivery): Promise<string>
  items(taskId: string): Promise<Row<'task_items'>[]>
  only(taskId: string): Promise<Row<'task_items'>>
  attempts(itemId: number): Promise<Row<'attempts'>[]>
  /** Waits until no item is queued, posting or unknown, at most 20 s. */
  atRest(): Promise<void>
  dispose(): Promise<void>
}

export const openTestCredentials = (account: Row<'accounts'>): Credentials => ({
  client_id: account.client_id,
  client_secret: account.client_secret,
  api_key: account.api_key,
  api_secret: account.api_secret,
  access_token: account.access_token,
  access_token_secret: account.access_token_secret,
})

export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The status and sentence of a rejected delivery. */
export const refusal = (work: Promise<unknown>): Promise<[number, string] | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof HttpProblem) return [error.statusCode, error.detail]
      throw error
    },
  )

/** One operator, the group `Launch` with `accountCount` active accounts (X user ids `1`, `2`, ...), a delivery. */
export const createBench = async (
  kind: DatabaseKind,
  accountCount: number,
  config: Partial<DeliveryConfig> = {},
): Promise<Bench> => {
  const database = await kind.create()
  const folder = mkdtempSync(join(tmpdir(), 'acb-delivery-'))
  const instanceFile = join(folder, 'instance.json')
  const x = createFakeX()
  const { db } = database
  await openTrail(db, createVault([Buffer.alloc(32, 7)]))
  const now = new Date().toISOString()
  const { id: ownerId } = await db
    .insertInto('users')
    .values({ email: 'a@example.com', username: 'a', password_hash: 'x', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: groupId } = await db
    .insertInto('groups')
    .values({ owner_id: ownerId, name: 'Launch', description: 'd', created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const accounts: Row<'accounts'>[] = []
  for (let number = 1; number <= accountCount; number += 1) {
    accounts.push(
      await db
        .insertInto('accounts')
        .values({
          owner_id: ownerId,
          username: `@user${number}`,
          username_key: `user${number}`,
          group_id: groupId,
          is_active: 1,
          x_user_id: String(number),
          ...credentialsOf(String(number)),
          created_at: now,
          updated_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
  }
  // X shows every post at once, unless a test is about late posts.
  if (config.proofMs === undefined) await storeFact(db, newestShown, String(Number.MAX_SAFE_INTEGER - 1))
  const deliveries: Delivery[] = []
  const restarted = (
    changed: Partial<DeliveryConfig> = {},
    file = instanceFile,
    overrides: Partial<DeliveryDeps> = {},
  ) => {
    const delivery = createDelivery({
      db,
      x,
      openCredentials: openTestCredentials,
      clock: () => new Date(),
      config: { ...quick, ...config, ...changed },
      log: silent,
      generation: createGeneration(file),
      ...overrides,
    })
    deliveries.push(delivery)
    return delivery
  }
  const delivery = restarted()
  const addReplies = async (texts: string[]) => {
    const rows = texts.map((content) => ({
      id: randomBytes(6).toString('hex'),
      owner_id: ownerId,
      tweet_id: '1900000000000000001',
      generated_content: content,
      content,
      created_at: now,
      updated_at: now,
    }))
    await db.insertInto('replies').values(rows).execute()
    return rows.map(({ id }) => id)
  }
  const itemsOf = (taskId: string) =>
    db.selectFrom('task_items').selectAll().where('task_id', '=', taskId).orderBy('position')
  return {
    ...database,
    x,
    ownerId,
    accounts,
    delivery,
    restarted,
    instanceFile,
    addReplies,
    async sendBatch(count, by = delivery) {
      const reply_ids = await addReplies(differentTexts(count))
      return (await by.enqueueBatch(ownerId, { reply_ids, group_name: 'Launch' })).task_id
    },
    items: (taskId) => itemsOf(taskId).execute(),
    only: (taskId) => itemsOf(taskId).executeTakeFirstOrThrow(),
    attempts: (itemId) => db.selectFrom('attempts').selectAll().where('item_id', '=', itemId).orderBy('id').execute(),
    async atRest() {
      /** Another process finds stored work within seconds; no test waits for that. */
      for (const delivery of deliveries) delivery.wake()
      await until(async () => {
        const open = await db
          .selectFrom('task_items')
          .select('id')
          .where('state', 'in', ['queued', 'posting', 'unknown'])
          .executeTakeFirst()
        return open === undefined
      })
    },
    async dispose() {
      await Promise.all(deliveries.map((delivery) => delivery.stop()))
      await database.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const credentialsOf = (userId: string): Credentials => ({
  ...(Object.fromEntries(credentialNames.map((name) => [name, 'x'])) as Credentials),
  access_token: userId,
})

const subjects = ['rain', 'bread', 'chess', 'orbit', 'piano', 'cactus', 'ferry', 'marble', 'violet', 'turbine']

export const differentTexts = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const words = [...String(index)].map((digit) => subjects[Number(digit)])
    return `${words.join(' ')} ${'&<'.slice(0, index % 3)} number ${words.reverse().join('')} ${index * 7919}`
  })
