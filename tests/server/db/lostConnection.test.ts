import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createGeneration } from '../../../server/db/generation'
import { createDelivery } from '../../../server/posting/delivery'
import { createXClient } from '../../../server/x/client'
import { whenOver } from '../../sandbox/standIn'
import { browserOf, startConnectingServer } from '../../support/connecting'
import { sqlite } from '../../support/databases'
import { quick } from '../../support/delivery'
import { until } from '../../support/waiting'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const texts = ['The grinder is back on Tuesday', 'We open at seven, bread from eight']

it('an account by consent only whose renewal was lost shows how to continue, and its queue leaves once afterwards', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'acb-lost-'))
  const server = await startConnectingServer(sqlite.create)
  const { standIn, database } = server
  const { db } = database
  /** Access tokens live two hours: in this process they are over. */
  const access = server.otherProcess(() => new Date(Date.now() + 3 * 3_600_000))
  const delivery = createDelivery({
    ...database,
    x: createXClient({ baseUrl: standIn.baseUrl, timeoutMs: 30_000 }),
    openCredentials: access.open,
    clock: () => new Date(),
    config: { ...quick, deadlineMs: 10_000 },
    log,
    generation: createGeneration(join(folder, 'instance.json')),
  })
  whenOver(async () => {
    await delivery.stop()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const ada = await server.operator('ada@example.com')
  const consent = async (body: object) => {
    const browser = browserOf(server, ada.token)
    await browser.comeBack(await browser.decide(await browser.begin(body), 'authorize', '@brewlab_ama'))
  }
  await consent({})
  const account = await db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow()
  standIn.control({
    rules: [{ match: { method: 'POST', path: '/2/oauth2/token' }, times: 1, do: { accept: true, answer: 'drop' } }],
  })
  await expect(access.open(account)).rejects.toThrow('X did not answer')

  const at = new Date().toISOString()
  for (const [index, content] of texts.entries()) {
    const tweet_id = String(1_900_000_000_000_000_001n + BigInt(index))
    const reply = { id: `reply-${index}`, owner_id: account.owner_id, tweet_id, content, generated_content: content }
    await db
      .insertInto('replies')
      .values({ ...reply, created_at: at, updated_at: at })
      .execute()
    await delivery.enqueueSolo(account.owner_id, { reply_id: reply.id, twitter_account_id: account.id })
  }
  const items = () => db.selectFrom('task_items').select(['state', 'attempts', 'next_step']).orderBy('id').execute()
  const advice = expect.stringMatching(/Connect this account again.*Queued replies are kept/)
  await delivery.start()
  await until(async () => (await items()).some(({ next_step }) => next_step?.includes('again')))
  const [shown] = (await ada.call('GET', '/twitter/accounts')).body as object[]
  expect(shown).toMatchObject({ is_active: false, inactive_reason: advice })
  expect(await items()).toEqual([
    { state: 'queued', attempts: 1, next_step: advice },
    { state: 'queued', attempts: 0, next_step: null },
  ])
  expect(standIn.posts()).toEqual([])

  await consent({ account_id: account.id })
  await until(async () => {
    delivery.wake()
    return (await items()).every(({ state }) => state === 'completed')
  })
  expect(
    standIn
      .posts()
      .map(({ text }) => text)
      .toSorted(),
  ).toEqual(texts)
})
