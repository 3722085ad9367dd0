import { createCsvReader } from './csv'
import csvWorkerUrl from './csvWorker?worker&url'

/** In the browser these strings are TrustedScriptURL objects, which the DOM accepts wherever it accepts strings. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

declare global {
  interface Window {
    trustedTypes?: TrustedTypes
  }
}

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

export const browserCsv = createCsvReader('Worker' in window ? createWorkerStarter() : undefined)
