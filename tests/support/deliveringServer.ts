import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGeneration } from '../../server/db/generation'
import { buildMessages } from '../../server/models/prompt/prompt'
import { createDelivery } from '../../server/posting/delivery'
import type { Delivery } from '../../server/posting/protocol/types'
import { openCredentials } from '../../server/security/credentials'
import { createVault } from '../../server/security/vault'
import type { ReplyRule } from '../../server/x/eligibility'
import { defaultMeta } from '../../src/schemas/system'
import { differentTexts, quick } from './delivery'
import { createFakeX, type FakeX } from './fakeX'
import { type InProcessServer, startInProcessServer } from './inProcessServer'
import { testKey, testSettings } from './server'
import { fakeModels, fakeX, sampleAccount, samplePost, sampleReading, sampleRole } from './serverFakes'

export interface DeliveringServer extends InProcessServer {
  /** X in memory; its list of posts is the truth. Every requested post exists. */
  postedTo: FakeX
  generate: ReturnType<typeof fakeModels>['generateReplies']
  furnish(usernames: string[]): Promise<void>
  /** Stops the sender's clock ten minutes from now, so that no hold ends for the server or the page. */
  stopClock(): void
}

export const postBaseUrl = 'http://127.0.0.1:4900/posts'

/**
 * The in-process server with its real sender; only X and the model provider are in memory.
 *
 * @param replyRule the rule for the console and the sender.
 */
export const startDeliveringServer = async (replyRule: ReplyRule = quick.replyRule): Promise<DeliveringServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'acb-views-'))
  const vault = createVault([testKey])
  const postedTo = Object.assign(createFakeX(), {
    readPost: async (id: string) => sampleReading(id),
    getPost: async (id: string) => samplePost(id),
    getMe: fakeX().getMe,
  })
  const texts = differentTexts(40)
  const models = fakeModels()
  models.generateReplies.mockImplementation(async (request, _signal, ledger) => {
    const { count, role } = request
    const messages = buildMessages(request, count)
    const call = await ledger?.begin({
      provider: 'a test',
      model: role.model_name,
      messages,
      replies: count,
      isRewrite: false,
    })
    const replies = texts.splice(0, count)
    if (call === undefined) return { replies }
    await ledger?.end(call, { kind: 'answered', usage: { prompt: 1_234, completion: 56 }, texts: replies })
    return { replies, by: new Map(replies.map((text) => [text, call])) }
  })
  let stoppedAt: Date | undefined
  const started: Delivery[] = []
  const server = await startInProcessServer(({ db }) => {
    const delivery = createDelivery({
      db,
      x: postedTo,
      openCredentials: (row) => openCredentials(vault, row),
      clock: () => stoppedAt ?? new Date(),
      config: { ...quick, replyRule },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      generation: createGeneration(join(folder, 'instance.json')),
    })
    started.push(delivery)
    return {
      vault,
      x: postedTo,
      models,
      delivery,
      settings: { ...testSettings, quietMs: 20, replyRule, meta: { ...defaultMeta, x_post_base_url: postBaseUrl } },
    }
  })
  await Promise.all(started.map((delivery) => delivery.start()))
  return {
    ...server,
    postedTo,
    generate: models.generateReplies,
    async furnish(usernames) {
      await server.me.call('POST', '/groups', { name: 'launch-crew', description: 'For launches' })
      for (const username of usernames)
        await server.me.call('POST', '/twitter/accounts', sampleAccount(username, 'launch-crew'))
      await server.me.call('POST', '/ai-roles', sampleRole)
    },
    stopClock: () => {
      stoppedAt = new Date(Date.now() + 10 * 60_000)
    },
    async close() {
      await Promise.all(started.map((delivery) => delivery.stop()))
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
