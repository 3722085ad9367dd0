import { credentialsOf, userIdOf } from '../../sandbox/accounts-data'
import type { XStandIn } from '../../sandbox/x/standIn'
import { createInbox } from '../../server/features/inbox/inbox'
import { createStream } from '../../server/features/inbox/stream'
import type { StreamDeps } from '../../server/features/inbox/types'
import { listWatches } from '../../server/features/inbox/watches'
import { unlimited } from '../../server/usage/budgets.store'
import { createLedger } from '../../server/usage/charges.store'
import { type Activity, createActivity } from '../../server/x/activity'
import { createXClient } from '../../server/x/client'
import type { Payer } from '../../server/x/ledger'
import { createXOAuth2 } from '../../server/x/oauth2'
import type { Bearer } from '../../server/x/types'
import { standIn } from '../sandbox/standIn'
import type { DatabaseKind } from './databases'
import { type Bench, createBench } from './delivery'

/** The media agents of a bench, known to X's stand-in, by OAuth 2.0; their ids are 1 and 2. */
export const names = ['crema_notes', 'brewlab_ama'] as const
export const app = 'app-of-the-stream'

const connect = async (bench: Bench, x: XStandIn) => {
  const oauth2 = createXOAuth2({ baseUrl: x.baseUrl, siteUrl: x.baseUrl, timeoutMs: 10_000 })
  const accesses = new Map<number, Bearer & { payer: Payer }>()
  for (const [index, name] of names.entries()) {
    const id = index + 1
    const { username, ...keys } = credentialsOf(name)
    const client = { clientId: keys.client_id, clientSecret: keys.client_secret }
    const outcome = await oauth2.exchange(client, keys, () => true)
    if (outcome.kind !== 'granted') throw new Error(outcome.detail)
    const payer = { ownerId: bench.ownerId, account: username, app }
    const { accessToken: bearer } = outcome.pair
    accesses.set(id, { bearer, accepted: async () => undefined, refused: async () => undefined, payer })
    await bench.db
      .updateTable('accounts')
      .set({ ...keys, username: `@${name}`, username_key: name, x_user_id: userIdOf(name), x_app: app })
      .where('id', '=', id)
      .execute()
    const at = '2026-01-01T00:00:00.000Z'
    await bench.db
      .insertInto('x_tokens')
      .values({
        account_id: id,
        client: 'server',
        access_token: 'sealed',
        refresh_token: 'sealed',
        scope: '',
        renew_at: at,
        expires_at: at,
        generation: 1,
      })
      .execute()
  }
  return ({ id }: { id: number }) => {
    const found = accesses.get(id)
    if (!found) throw new Error('no access')
    return found
  }
}

export const createStreamBench = async (kind: DatabaseKind) => {
  const bench = await createBench(kind, names.length)
  const x = await standIn()
  const access = await connect(bench, x)
  const running: { stop(): Promise<void> }[] = []
  const warned: string[] = []
  const common = {
    db: bench.db,
    openCredentials: access,
    clock: () => new Date(),
    money: unlimited,
    paceMs: 1000,
    deadlineMs: 1000,
    log: { info: () => undefined, warn: (_fields: object, message: string) => warned.push(message) },
  }
  const started = <TReader extends { start(): void; stop(): Promise<void> }>(reader: TReader): TReader => {
    running.push(reader)
    reader.start()
    return reader
  }
  const watches = () => listWatches(bench.db, bench.ownerId, { priceOf: () => null })
  return {
    ...bench,
    x,
    access,
    warned,
    /** X's own stream; given up after `idleMs` without data. */
    activity: (idleMs = 60_000) =>
      createActivity({ baseUrl: x.baseUrl, bearerToken: x.bearerToken, timeoutMs: 10_000, idleMs }),
    follow: (activity: Activity, changed: Partial<StreamDeps> = {}) =>
      started(createStream({ ...common, activity, app, wakeInbox: () => undefined, draw: () => 0, ...changed })),
    read: () => {
      const ledger = createLedger({ db: bench.db, card: unlimited.card })
      return started(createInbox({ ...common, x: createXClient({ baseUrl: x.baseUrl, timeoutMs: 10_000, ledger }) }))
    },
    state: () => bench.db.selectFrom('activity_stream').selectAll().executeTakeFirst(),
    watches,
    told: async () => (await watches()).filter(({ by }) => by === 'stream').length,
    stored: () => bench.db.selectFrom('mentions').select(['account_id', 'tweet_id']).orderBy('id').execute(),
    storedCount: async () => {
      const { total } = await bench.db
        .selectFrom('mentions')
        .select(({ fn }) => fn.countAll().as('total'))
        .executeTakeFirstOrThrow()
      return Number(total)
    },
    concerned: async () => {
      const lists = names.map(async (name) => {
        const ids: unknown = await (await fetch(`${x.baseUrl}/__control/mentions/${userIdOf(name)}`)).json()
        return Array.isArray(ids) ? ids.length : 0
      })
      return (await Promise.all(lists)).reduce((sum, count) => sum + count, 0)
    },
    /** `count` posts mention the first media agent; their numbers begin with `from`. */
    say: (count: number, from: number) =>
      x.control({
        arrivals: Array.from({ length: count }, (_each, index) => ({
          username: `fan${from + index}`,
          text: `@${names[0]} number ${from + index}`,
        })),
      }),
    async dispose() {
      await Promise.all(running.map((each) => each.stop()))
      await bench.dispose()
    },
  }
}

export type StreamBench = Awaited<ReturnType<typeof createStreamBench>>
