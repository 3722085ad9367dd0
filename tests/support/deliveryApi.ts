import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createGeneration } from '../../server/db/generation'
import { createDelivery } from '../../server/posting/delivery'
import type { Delivery } from '../../server/posting/protocol/types'
import { present } from '../../src/machines/crud/present'
import type { Task } from '../../src/schemas/history/tasks'
import type { DatabaseKind } from './databases'
import { credentialsOf, differentTexts, openTestCredentials, quick, silent } from './delivery'
import { createFakeX, type FakeX } from './fakeX'
import { type Operator, startTestServer, type TestServer } from './server'
import { until } from './waiting'

export interface DeliveryApi {
  server: TestServer
  operator: Operator
  /** A test starts it. */
  delivery: Delivery
  x: FakeX
  replies: { id: string; content: string }[]
  taskWhen(taskId: string, isReached: (task: Task) => boolean): Promise<Task>
  /** The task, once none of its items is queued or being sent. */
  settled(taskId: string): Promise<Task>
}

/**
 * The API and its sender, not started, with an operator who has that many accounts in the group `Launch`, until the
 * test ends.
 */
export const startDeliveryApi = async (kind: DatabaseKind, accountCount: number): Promise<DeliveryApi> => {
  const folder = mkdtempSync(join(tmpdir(), 'acb-tasks-'))
  const x = createFakeX()
  let delivery: Delivery | undefined
  const server = await startTestServer(kind.create, ({ db }) => {
    delivery = createDelivery({
      db,
      x,
      openCredentials: openTestCredentials,
      clock: () => new Date(),
      config: quick,
      log: silent,
      generation: createGeneration(join(folder, 'instance.json')),
    })
    return { delivery }
  })
  onTestFinished(async () => {
    await delivery?.stop()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const operator = await server.operator('ada@example.org')
  const taskWhen: DeliveryApi['taskWhen'] = (taskId, isReached) =>
    until(async () => {
      const { body } = await operator.call('GET', `/tasks/${taskId}`)
      const task = body as unknown as Task
      return isReached(task) ? task : undefined
    })
  return {
    server,
    operator,
    delivery: present(delivery, 'delivery'),
    x,
    replies: await furnish(server, operator, accountCount),
    taskWhen,
    settled: (taskId) => taskWhen(taskId, ({ status }) => !['queued', 'processing'].includes(status)),
  }
}

const furnish = async ({ database: { db } }: TestServer, operator: Operator, accountCount: number) => {
  await operator.call('POST', '/groups', { name: 'Launch', description: 'd' })
  const now = new Date().toISOString()
  const owner = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const group = await db.selectFrom('groups').select('id').executeTakeFirstOrThrow()
  const dated = { owner_id: owner.id, created_at: now, updated_at: now }
  const accounts = Array.from({ length: accountCount }, (_, index) => {
    const number = index + 1
    return {
      ...dated,
      ...credentialsOf(String(number)),
      username: `@user${number}`,
      username_key: `user${number}`,
      group_id: group.id,
      is_active: 1 as const,
      x_user_id: String(number),
    }
  })
  await db.insertInto('accounts').values(accounts).execute()
  const replies = differentTexts(accountCount).map((content, index) => ({
    ...dated,
    id: `00000000000${index}`,
    tweet_id: '1900000000000000001',
    generated_content: content,
    content,
  }))
  await db.insertInto('replies').values(replies).execute()
  return replies
}
