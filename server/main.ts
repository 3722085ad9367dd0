import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { version } from '../package.json'
import { startSandbox } from '../sandbox'
import { sandboxAccountsCsv } from '../sandbox/accounts-csv'
import { sandboxAccounts } from '../sandbox/accounts-data'
import { createApp } from './app'
import { atMost } from './atMost'
import { type Config, isLoopback, isReachable, readConfig } from './config'
import { awaitPostgres } from './db/awaitPostgres'
import { locationOf, openDatabase } from './db/database'
import type { Database } from './db/schema'
import { openSender } from './db/sender'
import { createTrailAnchor } from './db/trailAnchor'
import { openTrail, shareTrail } from './db/trailKey'
import type { AppDeps } from './deps'
import { createAccountAccess } from './features/accounts/access'
import { rotateCredentials, type Unopened } from './features/accounts/rotation.store'
import { createInbox } from './features/inbox/inbox'
import { createStream } from './features/inbox/stream'
import { createPass } from './features/session/passes.store'
import { endRestoredSessions, sessionMark } from './features/session/sessionMark.store'
import { hasUsers } from './features/session/users.store'
import { listenForMetrics } from './features/system/metrics.routes'
import { lockFolder, lockInstance } from './jobs/onlyProcess'
import { createPruning, retentionOf } from './jobs/retention/pruning'
import { createLog } from './log'
import { createMetrics } from './metrics/metrics'
import type { Observer } from './metrics/observer'
import { createModelClient } from './models/client'
import { readModelRateCard, unknownPrices } from './models/prices'
import { modelProvidersOf, type NamedProvider } from './models/providerList'
import { joinProviders } from './models/providers'
import { nodeProblem } from './nodeVersion'
import { throughProxy } from './outgoing/proxy'
import { createDelivery } from './posting/delivery'
import { instanceFile } from './posting/verify/restore'
import { createVault, readKeys } from './security/vault'
import { createLedger } from './usage/charges.store'
import { createActivity } from './x/activity'
import { appOfClient } from './x/app'
import { createXClient } from './x/client'
import type { Ledger } from './x/ledger'
import { createXOAuth2 } from './x/oauth2'
import { readRateCard, xRateCard } from './x/prices'

/** V8 lets what nobody needs grow with the machine's memory: beside neighbours a server keeps half as much again as it needs. */
setFlagsFromString('--heap-growing-percent=50')

const xPosts = 'https://x.com'
/** Media agents that cannot be opened, by name in the log; of more the number is told. */
const namedAtStart = 50
/** What is under way at X ends by its deadline, and is stored within this; a process manager waits somewhat longer. */
const storingMs = 5_000
/** A connection whose other side is gone without a word would never end. */
const closingMs = 1_000

const start = async (config: Config, log: Logger) => {
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 })
  const folder = config.DATABASE_URL === undefined ? lockFolder(config.DATA_DIR) : undefined
  const vault = createVault(readKeys(config.CREDENTIALS_KEY, config.DATA_DIR))
  if (config.DATABASE_URL !== undefined) {
    await awaitPostgres(config.DATABASE_URL, config.DATABASE_WAIT_SECONDS * 1000, (reason) =>
      log.warn({ reason }, 'db: waiting for PostgreSQL'),
    )
  }
  const metrics = config.METRICS_PORT === undefined && config.METRICS_TOKEN === undefined ? undefined : createMetrics()
  const onLost = (error: Error) => log.warn({ err: error }, 'db: a connection was lost')
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
  if (rotated > 0) log.info({ accounts: rotated }, 'accounts: encrypted credentials again with the newest key')
  const trail = await openTrail(database.db, vault, { most: config.CHANGES_A_DAY, remakes: true })
  if (sender) shareTrail(database.db, sender)
  if (trail.begun > 0) log.info({ chains: trail.begun }, 'audit: new lines are protected by a key from now on')
  if (trail.isLost) log.error({}, 'audit: the key of the audit trail was removed or changed; run npm run trail')

  const mark = sessionMark(join(config.DATA_DIR, 'sessions.mark'))
  if (await endRestoredSessions(database.db, mark)) {
    log.warn({}, 'sessions: the database was restored, so everybody has to sign in again')
  }

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
  const outside = await connect(config, ledger, log, metrics)
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
    instanceFile: instanceFile(config.DATA_DIR),
    isInPlace: database.isInPlace,
    ...(folder ? { lockInstance: (instance: string) => lockInstance(instance) } : {}),
    ...(config.DATABASE_URL === undefined ? {} : { listenUrl: config.DATABASE_URL }),
  })
  const inbox = createInbox({
    db: database.db,
    x: outside.x,
    openCredentials: access.open,
    clock: () => new Date(),
    money,
    paceMs: config.MENTIONS_SECONDS * 1000,
    deadlineMs: config.X_TIMEOUT_SECONDS * 1000,
    log,
  })
  const stream = outside.stream
    ? createStream({
        ...outside.stream,
        db: database.db,
        openCredentials: access.open,
        clock: () => new Date(),
        money,
        paceMs: config.MENTIONS_SECONDS * 1000,
        deadlineMs: config.X_TIMEOUT_SECONDS * 1000,
        wakeInbox: inbox.wake,
        log,
      })
    : undefined
  metrics?.addStored({ db: database.db, clock: () => new Date() })
  const pruning = createPruning({
    db: database.db,
    retention: retentionOf(config),
    clock: () => new Date(),
    log,
  })
  const anchor =
    config.AUDIT_ANCHOR === undefined ? undefined : createTrailAnchor({ db: database.db, to: config.AUDIT_ANCHOR, log })
  const consoleDir = resolve('dist/console')
  const app = await createApp({
    db: database.db,
    state: database.state,
    isInPlace: database.isInPlace,
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
    sessionMark: mark,
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
  // After the addresses are ours: a second start by mistake must not take over what the first one is sending.
  const begin = async () => {
    await delivery.start()
    inbox.start()
    stream?.start()
    access.farewells.start()
    pruning.start()
    anchor?.start()
  }
  const end = () =>
    Promise.all([
      delivery.stop(),
      inbox.stop(),
      stream?.stop(),
      access.farewells.stop(),
      pruning.stop(),
      anchor?.stop(),
    ])
  const begun = begin()

  return {
    address,
    /** Resolves once it sends, too, and not only answers. */
    begun,
    metricsAddress: metricsPort?.address,
    setup: setup && { ...setup, link: `${config.PUBLIC_ORIGIN ?? address}/sign-up#setup=${setup.token}` },
    sandbox: outside.sandbox !== undefined,
    modelIsStandIn: outside.modelIsStandIn,
    async stop() {
      await atMost(
        config.X_TIMEOUT_SECONDS * 1000 + storingMs,
        Promise.all([begun.then(end, end), metricsPort?.close(), app.close()]),
      )
      await atMost(closingMs, Promise.all([outside.close(), database.close(), sender?.destroy()]))
      folder?.release()
    },
  }
}

/** By the name `localhost` Fastify listens at ::1 too, with a server of its own, whose connections nobody would end. */
const addressOf = ({ HOST }: Config): string => (HOST === 'localhost' ? '127.0.0.1' : HOST)

/** For the first operator, who becomes the administrator; no log line and no server sees what stands behind the `#`. */
const offerSetup = async (db: Kysely<Database>) =>
  (await hasUsers(db)) ? undefined : createPass(db, { purpose: 'setup' })

/** Who may sign up without an invitation. */
const signUpBy = (config: Config, isSandbox: boolean): 'open' | 'first' | 'closed' =>
  config.SIGN_UP ?? (isSandbox && isLoopback(config) ? 'open' : 'first')

/** What the server is called besides the loopback names. */
const namesOf = ({ HOST, PUBLIC_ORIGIN }: Config): string[] => [
  HOST.toLowerCase(),
  ...(PUBLIC_ORIGIN === undefined ? [] : [new URL(PUBLIC_ORIGIN).hostname.replace(/^\[|\]$/g, '')]),
]

/** X and the model provider: the real ones where they are configured, the local stand-ins in the place of the rest. */
const connect = async (config: Config, ledger: Ledger, log: Logger, observer: Observer | undefined) => {
  const realX = config.X_API_BASE_URL
  const realModels = modelProvidersOf(config)
  const standIns =
    realX === undefined || realModels.length === 0
      ? await startSandbox({ dataDir: config.DATA_DIR, replyRule: config.X_REPLY_RULE })
      : undefined
  if (realX === undefined) log.info(`sandbox: stand-in for X at ${standIns?.xBaseUrl}`)
  if (realModels.length === 0) log.info(`sandbox: stand-in for the model provider at ${standIns?.modelBaseUrl}`)
  for (const address of [realX ?? [], realModels.map(({ baseUrl }) => baseUrl)].flat()) {
    const url = new URL(address)
    const way = throughProxy(url)
    if (way !== '') log.info(`proxy: calls to ${url.host} go${way.replace(',', '')}`)
  }
  const bearerToken = config.X_BEARER_TOKEN ?? (realX === undefined ? standIns?.xBearerToken : undefined)
  const sandbox: AppDeps['sandbox'] =
    realX === undefined
      ? {
          accounts: (count, group) => sandboxAccounts(count, { group }),
          csv: (count) => sandboxAccountsCsv(count),
          ...(standIns ? { nameAuthor: standIns.nameAuthor } : {}),
        }
      : undefined

  const xBaseUrl = realX ?? standIns?.xBaseUrl ?? ''
  const timeoutMs = config.X_TIMEOUT_SECONDS * 1000
  const xPostBaseUrl = config.X_POST_BASE_URL ?? (realX === undefined ? standIns?.xPostBaseUrl : undefined) ?? xPosts
  const { X_CLIENT_ID: clientId, X_CLIENT_SECRET: clientSecret } = config
  const ownApp = clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret }

  const standInModels = { name: 'sandbox', baseUrl: standIns?.modelBaseUrl ?? '', apiKey: standIns?.modelApiKey }
  const [firstProvider = standInModels, ...otherProviders] = realModels
  const clientOf = (provider: NamedProvider) => ({
    name: provider.name,
    client: createModelClient({ ...provider, timeoutMs: config.OPENAI_TIMEOUT_SECONDS * 1000, log, observer }),
  })

  const xApp = ownApp ?? (realX === undefined ? standIns?.xApp : undefined)

  return {
    x: createXClient({ baseUrl: xBaseUrl, bearerToken, timeoutMs, ledger, observer }),
    oauth2: createXOAuth2({ baseUrl: xBaseUrl, siteUrl: xPostBaseUrl, timeoutMs, observer }),
    xApp,
    stream:
      config.X_STREAM && xApp !== undefined && bearerToken !== undefined
        ? {
            activity: createActivity({
              baseUrl: xBaseUrl,
              bearerToken,
              timeoutMs,
              idleMs: config.X_STREAM_IDLE_SECONDS * 1000,
              observer,
            }),
            app: appOfClient(xApp.clientId),
          }
        : undefined,
    models: joinProviders([clientOf(firstProvider), ...otherProviders.map(clientOf)], log),
    xPostBaseUrl,
    readPostsAsApp: bearerToken !== undefined,
    modelIsStandIn: realModels.length === 0,
    sandbox,
    samplePosts: realX === undefined ? standIns?.samplePosts : undefined,
    close: async () => standIns?.close(),
  }
}

const run = async () => {
  const config = readConfig(process.env)
  const log = createLog(config.LOG_LEVEL)
  const node = nodeProblem(process.versions.node)
  log.info({ version }, 'start: this version')
  if (node) log.warn({ node: process.versions.node }, `Node ${process.versions.node}: ${node.words}`)
  let server: Awaited<ReturnType<typeof start>> | undefined
  let stopping = false
  const stop = (exitCode: number) => {
    if (stopping) return
    stopping = true
    // Nothing is in flight before it listens. Process 1 of a container ends by no signal that it does not handle.
    if (!server) process.exit(exitCode)
    server.stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'http: stopped with an error')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const) {
    process.on(signal, () => {
      log.info({ signal }, 'stopping')
      stop(0)
    })
  }
  // Rejections nobody handles come as exceptions, too. What the process knows may be wrong: it ends, and is started anew.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'stopping after an unhandled error')
    stop(1)
  })

  server = await start(config, log)
  await server.begun
  console.log(`Auto Comment Bot: ${server.address}`)
  if (server.metricsAddress) console.log(`Metrics: ${server.metricsAddress}/metrics`)
  if (server.setup) {
    console.log(
      `Create the first operator with this link (valid once, until ${server.setup.expires_at}):\n${server.setup.link}`,
    )
  }
  if (server.sandbox) {
    console.log('Sandbox: X and the model provider are local stand-ins. Nothing leaves this machine.')
  } else if (server.modelIsStandIn) {
    console.log('X is real, but the model is a local stand-in, so its drafts cannot be sent. Set OPENAI_API_KEY.')
  }
}

/** What went wrong, and what that came of. */
const reasonsOf = (error: unknown): string => {
  if (error instanceof AggregateError) return reasonsOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message.replace(/\.$/, '')}: ${reasonsOf(error.cause)}`
}

run().catch((error: unknown) => {
  console.error(reasonsOf(error))
  process.exit(1)
})
