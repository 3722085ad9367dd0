import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Kysely, SqliteDialect, sql } from 'kysely'
import Sqlite from 'libsql'
import { type Config, isLoopback, readConfig, settingNames } from '../../server/config'
import { databaseFile } from '../../server/db/database'
import { pendingMigrations, worksOn, writtenBy } from '../../server/db/migrate'
import { postgresDialect } from '../../server/db/postgres'
import type { Database } from '../../server/db/schema'
import { messageOf } from '../../server/messageOf'
import { folderOfBackups, newestBackup } from '../../server/metrics/backups'
import { createModelClient } from '../../server/models/client'
import { readModelRateCard } from '../../server/models/prices'
import { modelInAddress } from '../../server/models/provider'
import { modelProvidersOf, type NamedProvider } from '../../server/models/providerList'
import type { ListedModel } from '../../server/models/types'
import { nodeProblem } from '../../server/nodeVersion'
import { within } from '../../server/outgoing/deadline'
import { exchange } from '../../server/outgoing/exchange'
import { throughProxy } from '../../server/outgoing/proxy'
import { product } from '../../server/product'
import { canOpen } from '../../server/security/credentials'
import { createVault, readKeys } from '../../server/security/vault'
import { dayMs } from '../../server/time/clock'
import { clockFault } from '../../server/x/clock'
import { createXOAuth2 } from '../../server/x/oauth2'
import { readRateCard } from '../../server/x/prices'
import { sentence } from '../../server/x/problems'
import { endOf } from '../../src/schemas/characters/models'
import { misspelt } from './misspelt'

/** `warn`: the server runs, but needs attention soon. */
export type State = 'ok' | 'warn' | 'fail'
export type Finding = [State, string]

const patienceMs = 10_000
const gigabyte = 1024 ** 3

export const nodeFinding = (running: string): Finding => {
  const what = `Auto Comment Bot ${product.version} (build ${product.build}) on Node ${running}`
  const problem = nodeProblem(running)
  if (problem === undefined) return ['ok', what]
  return [problem.isSupported ? 'warn' : 'fail', `${what}: ${problem.words}`]
}

const nearestExisting = (path: string): string => (existsSync(path) ? path : nearestExisting(dirname(path)))

const isWritableFolder = (path: string): boolean => {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

const variables = (env: Environment): Finding[] =>
  misspelt(Object.keys(env), settingNames).map(([name, nearest]) => [
    'warn',
    `${name} is not a setting, so it has no effect. Did you mean ${nearest}?`,
  ])

const folder = ({ DATA_DIR }: Config): Finding[] => {
  const existing = nearestExisting(resolve(DATA_DIR))
  if (!isWritableFolder(existing)) {
    return [['fail', `${existing} is not a folder that this user can write to. Run the server as its owner`]]
  }
  if (!existsSync(DATA_DIR)) return [['ok', `${DATA_DIR} does not exist yet. The first start creates it`]]
  const { bavail, bsize } = statfsSync(DATA_DIR)
  const free = bavail * bsize
  const words = `${DATA_DIR}: ${(free / gigabyte).toFixed(1)} GB free`
  if (free < gigabyte / 10) return [['fail', `${words}: soon full. Free some space`]]
  return [[free < gigabyte ? 'warn' : 'ok', free < gigabyte ? `${words}: make room before it is full` : words]]
}

const openKeys = ({ CREDENTIALS_KEY, DATA_DIR }: Config) => {
  const isInFile = CREDENTIALS_KEY === undefined
  if (isInFile && !existsSync(join(DATA_DIR, 'credentials.key'))) return undefined
  return createVault(readKeys(CREDENTIALS_KEY, DATA_DIR))
}

const openAsItIs = (config: Config): Kysely<Database> | undefined => {
  if (config.DATABASE_URL !== undefined) {
    return new Kysely<Database>({ dialect: postgresDialect(config.DATABASE_URL, () => undefined) })
  }
  const file = databaseFile(config)
  if (!existsSync(file)) return undefined
  return new Kysely<Database>({ dialect: new SqliteDialect({ database: new Sqlite(file, { readonly: true }) }) })
}

const database = async (config: Config): Promise<Finding[]> => {
  const isPostgres = config.DATABASE_URL !== undefined
  const name = isPostgres ? 'PostgreSQL' : 'SQLite'
  const db = openAsItIs(config)
  if (!db) return [['ok', 'no database yet. The first start creates it'], ...keys(config, 0)]
  try {
    const dialect = isPostgres ? 'postgres' : 'sqlite'
    const pending = await pendingMigrations(db, dialect)
    const { missing, unknown } = pending
    if (unknown.length > 0 && !(await worksOn(db, dialect, pending))) {
      return [['fail', `${name}: ${writtenBy(pending)}: start that one, or restore a backup`]]
    }
    if (missing.length > 0) {
      const before = 'back it up first (npm run backup): versions before the last one do not start on it afterwards'
      return [['warn', `${name}: the next start brings it up to date (${missing.length} steps); ${before}`]]
    }
    const newer: Finding[] =
      unknown.length > 0 ? [['warn', `${name}: a newer version works with it, too: replace this one soon`]] : []
    const findings: Finding[] = isPostgres ? [['ok', `${name} answers`]] : [await soundness(db)]
    return [...newer, ...findings, ...(await sealed(config, db))]
  } catch (error) {
    return [
      ['fail', `${name} does not answer: ${messageOf(error)}. Look at ${isPostgres ? 'DATABASE_URL' : 'DATA_DIR'}`],
    ]
  } finally {
    await db.destroy()
  }
}

const soundness = async (db: Kysely<Database>): Promise<Finding> => {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db)
  const said = rows[0]?.quick_check ?? 'nothing'
  return said === 'ok' ? ['ok', 'SQLite is sound'] : ['fail', `SQLite is damaged: ${said}. Restore a backup`]
}

const keys = (config: Config, accounts: number): Finding[] => {
  try {
    if (openKeys(config)) return []
    return accounts === 0
      ? [['ok', 'no key for credentials yet. The first start creates it']]
      : [['fail', `the key of ${accounts} media agents is missing. Set CREDENTIALS_KEY, or restore credentials.key`]]
  } catch (error) {
    return [['fail', messageOf(error)]]
  }
}

const sealed = async (config: Config, db: Kysely<Database>): Promise<Finding[]> => {
  const accounts = await db.selectFrom('accounts').selectAll().execute()
  const without = keys(config, accounts.length)
  if (without.length > 0) return without
  const vault = openKeys(config)
  const lost = accounts.filter((account) => vault && !canOpen(vault, account))
  if (lost.length === 0) return [['ok', `the key opens the credentials of ${accounts.length} media agents`]]
  const some = lost.slice(0, 3).map(({ username }) => username)
  return [
    [
      'fail',
      `no key opens the credentials of ${lost.length} media agents (${some}, ...): add the older key to CREDENTIALS_KEY`,
    ],
  ]
}

const backups = ({ DATA_DIR, DATABASE_URL, X_API_BASE_URL }: Config): Finding[] => {
  if (X_API_BASE_URL === undefined) return []
  const at = folderOfBackups(DATA_DIR)
  const made = newestBackup(DATA_DIR)
  const days = made === undefined ? undefined : (Date.now() - made) / dayMs
  if (days !== undefined && days < 2) return [['ok', 'the last backup is younger than two days']]
  const what = days === undefined ? `no backup in ${at}` : `the last backup in ${at} is ${Math.floor(days)} days old`
  const whose = DATABASE_URL === undefined ? '' : ' (unless PostgreSQL is backed up elsewhere)'
  return [['warn', `${what}${whose}: npm run backup`]]
}

const x = async ({ X_API_BASE_URL, X_CLIENT_ID, X_CLIENT_SECRET, X_BEARER_TOKEN }: Config): Promise<Finding[]> => {
  if (X_API_BASE_URL === undefined) return [['ok', 'X is the local stand-in (X_API_BASE_URL is not set)']]
  const findings: Finding[] = []
  const at = new URL(X_API_BASE_URL)
  const { origin } = at
  try {
    const { headers } = await get(new URL('/2/openapi.json', at))
    findings.push(['ok', `X answers at ${origin}${throughProxy(at)}`])
    const fault = clockFault({ date: headers.date ?? '' }, new Date())
    findings.push(fault ? ['fail', `${fault} Set it (NTP)`] : ['ok', "the clock agrees with X's"])
  } catch (error) {
    return [
      ['fail', `X cannot be reached at ${origin}: ${messageOf(error)}. Check the network, HTTPS_PROXY and NO_PROXY`],
    ]
  }
  if (X_BEARER_TOKEN === undefined) {
    findings.push([
      'warn',
      'no X_BEARER_TOKEN: the first active media agent reads posts, and the activity stream is off',
    ])
  }
  if (X_CLIENT_ID === undefined || X_CLIENT_SECRET === undefined) {
    findings.push(['warn', "no X_CLIENT_ID: accounts connect only with keys. Create an app in X's developer console"])
    return findings
  }
  const oauth2 = createXOAuth2({ baseUrl: X_API_BASE_URL, siteUrl: 'https://x.com', timeoutMs: patienceMs })
  // This token does not exist: X's refusal shows whether X knows the app.
  const app = { clientId: X_CLIENT_ID, clientSecret: X_CLIENT_SECRET }
  const said = await oauth2.refresh(app, 'doctor', () => true)
  if (said.kind === 'appRefused') {
    findings.push(['fail', `X refuses X_CLIENT_ID and X_CLIENT_SECRET: ${said.detail}. Copy both from the same app`])
  } else if (said.kind === 'later')
    findings.push(['warn', `X_CLIENT_ID could not be checked: ${sentence(said.detail)} Try again later`])
  else findings.push(['ok', 'X accepts the app of X_CLIENT_ID'])
  return findings
}

const xPrices = ({ X_PRICES }: Config): Finding[] =>
  X_PRICES === undefined ? [] : [['ok', `X_PRICES is a rate card of ${readRateCard(X_PRICES).asOf}`]]

const modelPrices = ({ MODEL_PRICES }: Config): Finding[] =>
  MODEL_PRICES === undefined ? [] : [['ok', `MODEL_PRICES is a rate card of ${readModelRateCard(MODEL_PRICES).asOf}`]]

const models = async (config: Config): Promise<Finding[]> => {
  const providers = modelProvidersOf(config)
  const { OPENAI_BASE_URL, OPENAI_API_KEY, X_API_BASE_URL } = config
  if (providers.length === 0) {
    return X_API_BASE_URL === undefined
      ? [['ok', 'the model is the local stand-in (OPENAI_BASE_URL is not set)']]
      : [['fail', 'the model is the local stand-in, whose texts the real X must not get. Set OPENAI_API_KEY']]
  }
  const hasFirst = OPENAI_BASE_URL !== undefined || OPENAI_API_KEY !== undefined
  const used = await modelsOfCharacters(config)
  const found = await Promise.all(
    providers.map((provider, index) =>
      modelProvider(
        provider,
        hasFirst && index === 0 ? 'OPENAI_BASE_URL and OPENAI_API_KEY' : 'its base_url and api_key in MODEL_PROVIDERS',
        ({ id }) => used.has(index === 0 ? id : `${provider.name}: ${id}`),
      ),
    ),
  )
  return found.flat()
}

const modelsOfCharacters = async (config: Config): Promise<Set<string>> => {
  const db = openAsItIs(config)
  const rows = await db
    ?.selectFrom('roles')
    .select('model_name')
    .distinct()
    .execute()
    .catch(() => [])
  await db?.destroy()
  return new Set(rows?.map(({ model_name }) => model_name))
}

const mostEnding = 3

const modelProvider = async (
  provider: NamedProvider,
  settings: string,
  isUsed: (model: ListedModel) => boolean,
): Promise<Finding[]> => {
  const what = `the model provider ${provider.name}`
  const inAddress = modelInAddress(provider)
  if (inAddress !== undefined)
    return [['ok', `${what} is not checked, because its address names the model ${inAddress}`]]
  try {
    const listed = await createModelClient({ ...provider, timeoutMs: patienceMs }).listModels()
    const way = throughProxy(new URL(provider.baseUrl))
    const ending = listed
      .filter((each) => endOf(each) !== undefined)
      .sort((one, other) => (one.shutdown_date ?? '').localeCompare(other.shutdown_date ?? ''))
    const named = ending.filter((each) => !isUsed(each)).map((each) => `; ${each.id} ${endOf(each)}`)
    const more = named.length > mostEnding ? `; and ${named.length - mostEnding} more end` : ''
    return [
      ['ok', `${what} lists ${listed.length} models${way}${named.slice(0, mostEnding).join('')}${more}`],
      ...ending
        .filter(isUsed)
        .map((each): Finding => ['warn', `${each.id} ${endOf(each)}: choose another model for its characters`]),
    ]
  } catch (error) {
    return [['fail', `${provider.name}: ${sentence(messageOf(error))} Look at ${settings}`]]
  }
}

const address = async (config: Config): Promise<Finding[]> => {
  const { HOST, PORT, PUBLIC_ORIGIN, TRUST_PROXY } = config
  const findings: Finding[] = []
  const at = `http://${HOST.includes(':') ? `[${HOST}]` : HOST.replace('0.0.0.0', '127.0.0.1')}:${PORT}`
  const ready = await get(new URL(`${at}/readyz`)).catch(() => undefined)
  if (ready?.status === 200) findings.push(['ok', `a server runs at ${at}`])
  else if (ready) {
    findings.push(['fail', `the server at ${at} is not ready: ${ready.text.slice(0, 200)}. Check its log`])
  } else findings.push(['ok', `no server runs at ${at}`])
  if (PUBLIC_ORIGIN !== undefined && ready) {
    const reached = await get(new URL(`${PUBLIC_ORIGIN}/healthz`)).catch(messageOf)
    const said = typeof reached === 'string' ? `cannot be reached from here: ${reached}` : `answers ${reached.status}`
    const isReached = typeof reached !== 'string' && reached.status === 200
    const what = `${PUBLIC_ORIGIN} ${said}`
    findings.push(isReached ? ['ok', what] : ['warn', `${what}. Check its name in DNS, and the proxy`])
  }
  if (!isLoopback(config) && TRUST_PROXY === 0) {
    findings.push([
      'warn',
      'a proxy before this server has to be counted by TRUST_PROXY, or all callers share its address',
    ])
  }
  return findings
}

const get = (url: URL) =>
  within(patienceMs, undefined, (deadline) => exchange({ method: 'GET', url, maxBytes: 64 * 1024 }, deadline))

const findingsOrError = async (examined: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> => {
  try {
    return await examined()
  } catch (error) {
    return [['fail', messageOf(error)]]
  }
}

const findingsOf = async (config: Config): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const each of [folder, database, backups, xPrices, modelPrices, x, models, address]) {
    findings.push(...(await findingsOrError(() => each(config))))
  }
  return findings
}

type Environment = Record<string, string | undefined>

export const examine = async (env: Environment): Promise<Finding[]> => [
  nodeFinding(process.versions.node),
  ...variables(env),
  ...(await findingsOrError(() => findingsOf(readConfig(env)))),
]
