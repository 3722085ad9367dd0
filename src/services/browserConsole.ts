import { cutImport } from '../schemas/accounts/cutImport'
import { type ApiDependencies, createApi } from './api/api'
import { bootAnswers, createEarlyAnswers } from './api/earlyAnswers'
import { fastCheck } from './api/fastCheck'
import type { MetaReader } from './api/meta'
import { createRevalidation } from './api/revalidation'
import { createSharedFollow } from './api/sharedStream'
import { createTaskUpdates } from './api/taskNews'
import { createFollowTasks } from './api/taskStream'
import { createChanges } from './changes'
import { createChosenFiles } from './chosenFiles'
import { createConnectivity } from './connectivity'
import { watchPath, watchQuery } from './pathChanges'
import { createWatchReturn, createWatchVisibility } from './presence'
import type { ConsoleServices } from './services'
import { createInboxView } from './storage/inboxView'
import { createMessageStore } from './storage/messageStore'
import { createPreferences } from './storage/preferences'
import { cutImportKey } from './storage/storageKeys'
import { createOwnStored } from './storage/stored'
import { createTyped } from './typed'

interface Storages extends Pick<ConsoleServices, 'keepsSession'> {
  localStorage: Storage
  sessionStorage: Storage
  meta: MetaReader
}

export const createConsoleServices = (
  access: ApiDependencies,
  operator: () => string,
  { localStorage, sessionStorage, keepsSession, meta }: Storages,
): ConsoleServices => {
  const { navigator, document } = window
  const revalidated = createRevalidation(bootAnswers.before(access.fetch))
  const early = createEarlyAnswers(revalidated)
  const dependencies = { ...access, fetch: early.before(revalidated), fastCheck }
  const client: ConsoleServices['client'] = (calls) => createApi(calls, dependencies)
  const ceremony = () => import('./passkeyCeremony')
  const downloads = async () => (await import('./reports')).createDownloads(document)
  return {
    client,
    storage: localStorage,
    keepsSession,
    operator,
    messages: createMessageStore(localStorage, operator),
    taskChanges: createChanges(),
    sends: createChanges(),
    accountChanges: createChanges(),
    inboxChanges: createChanges(),
    modelChanges: createChanges(),
    tokenChanges: createChanges(),
    typed: createTyped(operator),
    passkeys: {
      create: async (options, signal) => (await ceremony()).createPasskey(options, signal),
      get: async (options, signal) => (await ceremony()).getPasskey(options, signal),
    },
    cutImports: createOwnStored(sessionStorage, cutImportKey, operator, cutImport),
    inboxView: createInboxView(localStorage, operator),
    files: createChosenFiles(),
    csv: {
      read: async (file) => {
        const { browserCsv } = await import('./csv/browserCsv')
        return browserCsv.read(file)
      },
    },
    downloads: {
      csvTemplate: async () => (await downloads()).csvTemplate(),
      failedRows: async (...rows) => (await downloads()).failedRows(...rows),
      taskItems: async (task) => (await downloads()).taskItems(task),
      accounts: async (accounts) => (await downloads()).accounts(accounts),
      activity: async (entries) => (await downloads()).activity(entries),
    },
    clipboard: () => navigator.clipboard,
    preferences: createPreferences(localStorage, document),
    connectivity: createConnectivity(navigator, window),
    watchPath: (listener) => watchPath(window, listener),
    watchQuery: (listener) => watchQuery(window, listener),
    watchVisibility: createWatchVisibility(document),
    taskUpdates: createTaskUpdates(),
    followTasks: createSharedFollow(createFollowTasks(access), () => `auto-comment-bot.tasks.${operator()}`),
    watchReturn: createWatchReturn(document),
    leaveFor: (address) => window.location.assign(address),
    ...meta,
    readAhead: (addresses) => {
      for (const address of addresses) early.ask(`${access.baseUrl}${address}`, `Bearer ${access.token() ?? ''}`)
    },
    addressOf: (path) => `${access.baseUrl}${path}`,
    report: (error) => console.error(error),
  }
}
