import { metaCalls } from '../schemas/metaCalls'
import { type ApiDependencies, createApi } from './api'
import { createConnectivity } from './connectivity'
import { createDownload } from './download'
import { bootAnswers, createEarlyAnswers } from './earlyAnswers'
import { firstReadsOf } from './firstReads'
import { createMetaReader } from './meta'
import { createPreferences } from './preferences'
import { passesAsIs } from './quickCheck'
import { createRevalidation } from './revalidation'
import type { ConsoleServices } from './services'

/** The services behind the login over the browser's own window, with the session's access to the API, and who is signed in. */
export const createConsoleServices = (access: ApiDependencies, operator: () => string): ConsoleServices => {
  const { localStorage, navigator, document } = window
  const early = createEarlyAnswers(createRevalidation(bootAnswers.fetch))
  const client: ConsoleServices['client'] = (calls) => createApi(calls, { ...access, fetch: early.fetch, passesAsIs })
  const download = createDownload(document)
  return {
    client,
    storage: localStorage,
    operator,
    csv: {
      read: async (file) => {
        const { browserCsv } = await import('./browserCsv')
        return browserCsv.read(file)
      },
    },
    downloads: {
      csvTemplate: async () => {
        const report = await import('./csvReport')
        download('media-agents.csv', report.templateCsv())
      },
      failedRows: async (rejected) => {
        const report = await import('./csvReport')
        download('failed-rows.csv', report.failedRowsCsv(rejected))
      },
      taskItems: async (task) => {
        const report = await import('./taskReport')
        download(`task-${task.id}.csv`, report.taskItemsCsv(task))
      },
      accounts: async (accounts) => {
        const report = await import('./accountReport')
        download('media-agent-list.csv', report.accountsCsv(accounts))
      },
    },
    clipboard: () => navigator.clipboard,
    preferences: createPreferences(localStorage, document),
    connectivity: createConnectivity(navigator, window),
    ...createMetaReader(client(metaCalls), localStorage),
    readAhead: (path) => {
      for (const address of firstReadsOf(path))
        early.ask(`${access.baseUrl}${address}`, `Bearer ${access.token() ?? ''}`)
    },
    report: (error) => console.error(error),
  }
}
