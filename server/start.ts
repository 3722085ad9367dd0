import { existsSync, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { createApp } from './app'
import { atMost } from './atMost'
import { type Config, hostOf, isReachable } from './config'
import { awaitPostgres } from './db/awaitPostgres'
import { locationOf, openDatabase, openSender } from './db/database'
import { createGeneration, generationFile } from './db/generation'
import type { Database } from './db/schema'
import { createTrailAnchor } from './db/trail/trailAnchor'
import { openTrail, shareTrail, trailMark } from './db/trail/trailKey'
import { createAccountAccess } from './features/accounts/access'
import { rotateCredentials, type Unopened } from './features/accounts/rotation.store'
import { createInbox } from './features/inbox/inbox'
import { createStream } from './features/inbox/stream'
import { createPass } from './features/session/passes.store'
import { hasUsers } from './features/session/users.store'
import { listenForMetrics } from './features/system/metrics.routes'
import { lockFolder, lockInstance } from './jobs/onlyProcess'
import { createPruning, retentionOf } from './jobs/retention/pruning'
import { createMetrics } from './metrics/metrics'
import { readModelRateCard, unknownPrices } from './models/prices'
import { openOutside } from './outside'
import { createDelivery } from './posting/delivery'
import { createVault, readKeys } from './security/vault'
import { createLedger } from './usage/charges.store'
import { readRateCard, xRateCard } from './x/prices'

/** The log names this many of the media agents that cannot be decrypted, and counts all of them. */
const namedAtStart = 50
/** An exchange with X ends by its deadline and is stored within this time. A process manager must wait longer. */
const storingMs = 5_000
/** A proxy has read `/readyz` by then: `ship/Caddyfile` reads it every two seconds. */
const drainingMs = 5_000
/** A connection whose other side disappeared silently would never end. */
const closingMs = 1_000

/**
 * Opens the database, starts the server and all background work.
 *
 * @throws Error if the configuration, a key or the database is unusable, or if another server uses the folder or the
 * port.
 */
export const start = async (config: Config, log: Logger) => {
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 })
  const folder = config.DATABASE_URL === undefined ? lockFolder(config.DATA_DIR) : undefined
  const vault = createVault(readKeys(config.CREDENTIALS_KEY, config.DATA_DIR))
  if (config.DATABASE_URL !== undefined) {
    await awaitPostgres(config.DATABASE_URL, config.DATABASE_WAIT_SECONDS * 1000, (reason) =>
      log.warn({ reason }, 'db: waiting for PostgreSQL'),
    )
  }
  const metrics = config.METRICS_PORT === undefined && config.METRICS_TOKEN === undefined ? undefined : createMetrics()
  const onLost = (error: Error) => log.warn({ err: error }, 'db: a connection to PostgreSQL was lost')
  const database = await openDatabase(locationOf(config), onLost, metrics?.query)
  const sender = config.DATABASE_URL === undefined ? undefined : openSender(config.DATABASE_URL, onLost, metrics?.query)
  if (database.newer !== undefined)
    log.warn({ step: database.newer }, 'db: a newer version of the server uses this database')
  const unopened: Unopened[] = []
  const rotated = await rotateCredentials(database.db, vault, (account) => unopened.push(account))
  if (unopened.length > 0) {
    const accounts = unopened.slice(0, namedAtStart).map(({ id, username }) => `${username} (${id})`)
    log.error(
      { accounts, count: unopened.length },
      'accounts: no key in CREDENTIALS_KEY decrypts the credentials of these media agents; they are skipped',
    )
  }
  if (rotated > 0) log.info({ accounts: rotated }, 'accounts: re-encrypted credentials with the newest key')
  const mark = trailMark(config.DATA_DIR)
  const trail = await openTrail(database.db, vault, { most: config.CHANGES_A_DAY, remakes: true, mark })
  if (sender) shareTrail(database.db, sender)
  if (trail.started > 0) log.info({ chains: trail.started }, 'audit: new lines are protected by a key from now on')
  if (trail.isLost) log.error({}, 'audit: the key of the audit trail was removed or changed; run npm run trail')

  const generation = createGeneration(generationFile(config.DATA_DIR))
  await generation.open(database.db)
  const copy = folder && lockInstance(generation.instance())

  const money = {
    card: config.X_PRICES === undefined ? xRateCard : readRateCard(config.X_PRICES),
    ceiling: config.X_DAILY_CEILING,
  }
  const modelMoney = {
    card: config.MODEL_PRICES === undefined ? unknownPrices : readModelRateCard(config.MODEL_PRICES),
    ceiling: config.MODEL_DAILY_CEILING,
  }
  const allowances = {
    model_calls: config.MODEL_CALLS_A_DAY ?? null,
    tokens: config.TOKENS_A_DAY ?? null,
    sends: config.SENDS_A_DAY ?? null,
    stored_bytes: config.STORED_MB_A_DAY * 1e6,
  }
  const ledger = createLedger({ ...money, db: database.db, appOwners: config.X_APP_OWNERS, log })
  const outside = await openOutside(config, ledger, log, metrics)
  const signUp = signUpBy(config, outside.sandbox !== undefined)
  const access = createAccountAccess({
    db: database.db,
    vault,
    oauth2: outside.oauth2,
    app: outside.xApp,
    deadlineMs: config.X_TIMEOUT_SECONDS * 1000,
    log,
  })
  const delivery = createDelivery({
    db: database.db,
    ...(sender ? { sender } : {}),
    x: outside.x,
    openCredentials: access.open,
    clock: () => new Date(),
    config: {
      settleMs: config.SETTLE_SECONDS * 1000,
      proofMs: config.PROOF_SECONDS * 1000,
      deadlineMs: config.X_TIMEOUT_SECONDS * 1000,
      autoResend: config.AUTO_RESEND,
      readFirst: config.READ_BEFORE_POSTING,
      concurrency: config.POSTING_CONCURRENCY,
      replyRule: config.X_REPLY_RULE,
      allowances,
    },
    money,
    log,
    ...(metrics ? { observer: metrics } : {}),
    generation,
    ...(config.DATABASE_URL === undefined ? {} : { listenUrl: config.DATABASE_URL }),
  })
  const reading = {
    db: database.db,
    openCredentials: access.open,
    clock: () => new Date(),
    money,
    paceMs: config.MENTIONS_SECONDS * 1000,
    deadlineMs: config.X_TIMEOUT_SECONDS * 1000,
    log,
  }
  const inbox = createInbox({ ...reading, x: outside.x })
  const stream = outside.stream && createStream({ ...outside.stream, ...reading, wakeInbox: inbox.wake })
  metrics?.addStored({ db: database.db, clock: () => new Date(), dataDir: config.DATA_DIR })
  const pruning = createPruning({
    db: database.db,
    retention: retentionOf(config),
    clock: () => new Date(),
    log,
  })
  const anchor =
    config.AUDIT_ANCHOR === undefined ? undefined : createTrailAnchor({ db: database.db, to: config.AUDIT_ANCHOR, log })
  const consoleDir = resolve('dist/console')
  let isStopping = false
  const app = await createApp({
    db: database.db,
    state: database.state,
    isInPlace: database.isInPlace,
    isStopping: () => isStopping,
    vault,
    access,
    x: outside.x,
    ...(outside.xApp ? { connect: { oauth2: outside.oauth2, app: outside.xApp } } : {}),
    models: outside.models,
    delivery,
    money,
    modelMoney,
    inbox: {
      wake: () => {
        inbox.wake()
        stream?.wake()
      },
    },
    settings: {
      meta: {
        sandbox: outside.sandbox !== undefined,
        ...(outside.modelIsStandIn && !outside.sandbox ? { model_stand_in: true } : {}),
        sign_up_open: signUp === 'open',
        x_post_base_url: outside.xPostBaseUrl,
        ...(outside.samplePosts ? { sample_posts: outside.samplePosts } : {}),
      },
      firstSignUp: signUp === 'first',
      takesSetupLink: isReachable(config),
      hostNames: namesOf(config),
      readPostsAsApp: outside.readPostsAsApp,
      modelIsStandIn: outside.modelIsStandIn,
      rewritesDrafts: config.REWRITE_DRAFTS,
      allowances,
      passwordMin: config.AUTH_PASSWORD_MIN,
      ...(config.REQUIRE_SECOND_FACTOR ? { factorRequiredOf: config.REQUIRE_SECOND_FACTOR } : {}),
      replyRule: config.X_REPLY_RULE,
      ...(config.PUBLIC_ORIGIN === undefined ? {} : { publicOrigin: config.PUBLIC_ORIGIN }),
      ...(config.SECURITY_CONTACT === undefined ? {} : { securityContact: config.SECURITY_CONTACT }),
      trustProxy: config.TRUST_PROXY,
      quietMs: 1000,
      recheckMs: 3000,
      ...(config.CORS_ORIGIN === undefined ? {} : { corsOrigin: config.CORS_ORIGIN }),
    },
    ...(outside.sandbox ? { sandbox: outside.sandbox } : {}),
    ...(existsSync(consoleDir) ? { consoleDir } : {}),
    ...(metrics ? { metrics: { metrics, token: config.METRICS_TOKEN } } : {}),
    log,
  })
  const address = await app.listen({ host: addressOf(config), port: config.PORT })
  const setup = isReachable(config) && signUp !== 'closed' ? await offerSetup(database.db) : undefined
  const metricsPort =
    metrics && config.METRICS_PORT !== undefined
      ? await listenForMetrics(metrics, {
          host: config.METRICS_HOST,
          port: config.METRICS_PORT,
          token: config.METRICS_TOKEN,
        })
      : undefined
  // Background work starts only after the ports are open: a second server by mistake must not take over replies in
  // progress.
  const begin = async () => {
    await delivery.start()
    inbox.start()
    stream?.start()
    access.revocations.start()
    pruning.start()
    anchor?.start()
  }
  const end = () =>
    Promise.all([
      delivery.stop(),
      inbox.stop(),
      stream?.stop(),
      access.revocations.stop(),
      pruning.stop(),
      anchor?.stop(),
    ])
  const started = begin()

  return {
    address,
    /** Resolves when the server sends replies. */
    started,
    metricsAddress: metricsPort?.address,
    setup: setup && { ...setup, link: `${config.PUBLIC_ORIGIN ?? address}/sign-up#setup=${setup.token}` },
    sandbox: outside.sandbox !== undefined,
    modelIsStandIn: outside.modelIsStandIn,
    async stop() {
      isStopping = true
      const close = async () => {
        if (config.TRUST_PROXY > 0) await delay(drainingMs)
        await app.close()
      }
      await atMost(
        config.X_TIMEOUT_SECONDS * 1000 + storingMs,
        Promise.all([started.then(end, end), metricsPort?.close(), close()]),
      )
      await atMost(closingMs, Promise.all([outside.close(), database.close(), sender?.destroy()]))
      copy?.release()
      folder?.release()
    },
  }
}

/** For `localhost`, Fastify opens a second server at ::1, and does not end its connections. */
const addressOf = ({ HOST }: Config): string => (HOST === 'localhost' ? '127.0.0.1' : HOST)

/** The first operator becomes the administrator. Browsers send nothing after `#`, so no log contains the token. */
const offerSetup = async (db: Kysely<Database>) =>
  (await hasUsers(db)) ? undefined : createPass(db, { purpose: 'setup' })

const signUpBy = (config: Config, isSandbox: boolean): 'open' | 'first' | 'closed' =>
  config.SIGN_UP ?? (isSandbox && !isReachable(config) ? 'open' : 'first')

/** The names of the server besides the loopback names. */
const namesOf = ({ HOST, PUBLIC_ORIGIN }: Config): string[] => [
  HOST.toLowerCase(),
  ...(PUBLIC_ORIGIN === undefined ? [] : [hostOf(PUBLIC_ORIGIN)]),
]
