import type { Logger } from 'pino'
import { startSandbox } from '../sandbox'
import { sandboxAccountsCsv } from '../sandbox/accounts-csv'
import { sandboxAccounts } from '../sandbox/accounts-data'
import type { Config } from './config'
import type { AppDeps } from './deps'
import type { Observer } from './metrics/observer'
import { createModelClient } from './models/client'
import { modelProvidersOf, type NamedProvider } from './models/providerList'
import { joinProviders } from './models/providers'
import { throughProxy } from './outgoing/proxy'
import { createActivity } from './x/activity'
import { appOfClient } from './x/app'
import { createXClient } from './x/client'
import type { Ledger } from './x/ledger'
import { createXOAuth2 } from './x/oauth2'

const xPosts = 'https://x.com'

/** Connects to X and the model provider, or to local stand-ins for those that are not configured. */
export const openOutside = async (config: Config, ledger: Ledger, log: Logger, observer: Observer | undefined) => {
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
