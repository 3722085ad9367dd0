import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sandboxAccounts } from '../../../sandbox/accounts-data'
import { createGeneration } from '../../../server/db/generation'
import { createInbox } from '../../../server/features/inbox/inbox'
import { createDelivery } from '../../../server/posting/delivery'
import { openCredentials } from '../../../server/security/credentials'
import { createVault } from '../../../server/security/vault'
import { unlimited } from '../../../server/usage/budgets.store'
import { createXClient } from '../../../server/x/client'
import type { Task } from '../../../src/schemas/history/tasks'
import type { Inbox } from '../../../src/schemas/inbox/inbox'
import { standIn, whenOver } from '../../sandbox/standIn'
import { sqlite, type TestDatabase } from '../../support/databases'
import { quick } from '../../support/delivery'
import { startTestServer, testKey, testSettings } from '../../support/server'
import { sampleRole } from '../../support/serverFakes'
import { until } from '../../support/waiting'

const [brewlab] = sandboxAccounts(1, { group: 'crew' })
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

const start = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'acb-deleted-'))
  const x = await standIn({ replyRule: 'summoned' })
  const client = createXClient({ baseUrl: x.baseUrl, bearerToken: x.bearerToken, timeoutMs: 10_000 })
  const vault = createVault([testKey])
  const work = ({ db }: TestDatabase) => {
    const common = { db, x: client, clock: () => new Date(), log }
    return {
      inbox: createInbox({
        ...common,
        openCredentials: async (row) => openCredentials(vault, row),
        money: unlimited,
        paceMs: 60_000,
        deadlineMs: 10_000,
      }),
      delivery: createDelivery({
        ...common,
        openCredentials: (row) => openCredentials(vault, row),
        config: { ...quick, replyRule: 'summoned', deadlineMs: 10_000 },
        generation: createGeneration(join(folder, 'instance.json')),
      }),
    }
  }
  let working: ReturnType<typeof work> | undefined
  const server = await startTestServer(sqlite.create, (database) => {
    working = work(database)
    const settings = { ...testSettings, quietMs: 20, replyRule: 'summoned' as const }
    return { vault, x: client, delivery: working.delivery, settings }
  })
  if (!working) throw new Error('nothing works')
  const { inbox, delivery } = working
  await delivery.start()
  whenOver(async () => {
    await inbox.stop()
    await delivery.stop()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { x, server, inbox, ida: await server.operator('ida@example.com') }
}

it('a mention that is deleted on X between list and reply is reported at each step, and nothing else is lost', async () => {
  const { x, inbox, ida } = await start()
  await ida.call('POST', '/groups', { name: 'crew', description: 'x' })
  await ida.call('POST', '/twitter/accounts', brewlab)
  const { body: role } = await ida.call('POST', '/ai-roles', sampleRole)
  await ida.call('PUT', '/inbox/watches/1', { on: true })
  x.control({
    arrivals: [
      { username: 'zoe', text: '@brewlab_ama is the grinder back?' },
      { username: 'max', text: '@brewlab_ama when do you open?' },
    ],
  })
  inbox.start()
  const listed = async () => (await ida.call('GET', '/inbox')).body as Inbox
  const ofThem = (found: Inbox) => found.mentions.filter(({ author_username }) => /^(?:zoe|max)$/.test(author_username))
  const mentions = await until(async () => {
    inbox.wake()
    const found = ofThem(await listed())
    return found.length === 2 && found
  })
  const zoes = mentions.find(({ author_username }) => author_username === 'zoe')
  if (!zoes) throw new Error('zoe is not listed')
  const fetched = () => ida.call('POST', '/twitter/tweet/content', { tweet_url: zoes.link })

  expect(await fetched()).toMatchObject({ status: 200, body: { tweet_id: zoes.tweet_id } })
  const generated = await ida.call('POST', '/twitter/tweet/generate-reply', {
    tweet_id: zoes.tweet_id,
    role_id: (role as { id: number }).id,
    count: 1,
  })
  const [reply] = (generated.body as { replies: { reply_id: string; content: string }[] }).replies
  x.control({ gone: [zoes.tweet_id] })

  expect(await fetched()).toEqual({
    status: 404,
    body: { detail: `Could not find tweet with id: [${zoes.tweet_id}].` },
  })
  const { body: sent } = await ida.call('POST', '/twitter/tweet/post-reply', {
    reply_id: reply?.reply_id,
    twitter_account_id: 1,
  })
  const { task_id } = sent as { task_id: string }
  const task = await until(async () => {
    const { body } = await ida.call('GET', `/tasks/${task_id}`)
    return (body as Task).items.every(({ status }) => status === 'failed') ? (body as Task) : undefined
  })
  expect(task?.items).toMatchObject([
    {
      content: reply?.content,
      error: expect.stringContaining('deleted or not visible to you'),
      next_step: expect.stringContaining('otherwise nobody can reply to it'),
    },
  ])
  expect((await ida.call('GET', '/twitter/accounts')).body).toMatchObject([{ is_active: true }])
  expect(ofThem(await listed()).map(({ id, text, state }) => [id, text, state])).toEqual(
    mentions.map(({ id, text }) => [id, text, 'unread']),
  )
  const { body: dismissed } = await ida.call('PUT', `/inbox/${zoes.id}`, { state: 'dismissed' })
  expect(dismissed).toMatchObject({ id: zoes.id, state: 'dismissed' })
})
