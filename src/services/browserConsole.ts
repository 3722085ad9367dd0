import { contract } from '../schemas/contract'
import { type ApiDependencies, createApi } from './api'
import { createClipboard } from './clipboard'
import { createConnectivity } from './connectivity'
import { createCsvReader } from './csv'
import csvWorkerUrl from './csvWorker?worker&url'
import { createDownload } from './download'
import { createDraftStore } from './draftStore'
import { bootAnswers, createEarlyAnswers } from './earlyAnswers'
import { firstReadsOf } from './firstReads'
import { createMetaLoader } from './meta'
import { createPreferences } from './preferences'
import { passesAsIs } from './quickCheck'
import { createRevalidation } from './revalidation'
import { createSendKeys } from './sendKeys'
import type { ConsoleServices } from './services'

/** In the browser these strings are TrustedScriptURL objects, which the DOM takes wherever it takes strings. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

declare global {
  interface Window {
    trustedTypes?: TrustedTypes
  }
}

/** The services behind the login over the browser's own window, with the session's access to the API, and who is signed in. */
export const createConsoleServices = (access: ApiDependencies, operator: () => string): ConsoleServices => {
  const { localStorage, navigator, document } = window
  const early = createEarlyAnswers(createRevalidation(bootAnswers.fetch))
  const api = createApi(contract, { ...access, fetch: early.fetch, passesAsIs })
  const download = createDownload(document)
  return {
    api,
    drafts: createDraftStore(localStorage, operator),
    sendKeys: createSendKeys(localStorage, createKey),
    csv: createCsvReader('Worker' in window ? createWorkerStarter() : undefined),
    downloads: {
      csvTemplate: async () => {
        const { templateCsv } = await import('./csvReport')
        download('media-agents.csv', templateCsv(), csvType)
      },
      failedRows: async (rejected) => {
        const { failedRowsCsv } = await import('./csvReport')
        download('failed-rows.csv', failedRowsCsv(rejected), csvType)
      },
      taskItems: async (task) => {
        const { taskItemsCsv } = await import('./taskReport')
        download(`task-${task.id}.csv`, taskItemsCsv(task), csvType)
      },
      accounts: async (accounts) => {
        const { accountsCsv } = await import('./accountReport')
        download('media-agent-list.csv', accountsCsv(accounts), csvType)
      },
    },
    clipboard: createClipboard(() => navigator.clipboard),
    preferences: createPreferences(localStorage, document),
    connectivity: createConnectivity(navigator, window),
    loadMeta: createMetaLoader(api),
    readAhead: (path) => {
      for (const address of firstReadsOf(path))
        early.ask(`${access.baseUrl}${address}`, `Bearer ${access.token() ?? ''}`)
    },
    report: (error) => console.error(error),
  }
}

const csvType = 'text/csv;charset=utf-8'

/** `crypto.randomUUID` is missing where the page is served over plain http from another host. */
const createKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const createWorkerStarter = (): (() => Worker) => {
  const policy = window.trustedTypes?.createPolicy('csv-worker', {
    createScriptURL: (url) => {
      if (url !== csvWorkerUrl) throw new TypeError('Only the import worker may be started')
      return url
    },
  })
  const url = policy?.createScriptURL(csvWorkerUrl) ?? csvWorkerUrl
  return () => new Worker(url, { type: 'module' })
}
