import { chooseCsv } from '../../schemas/accounts/accounts.words'
import type { CsvContent } from '../../schemas/accounts/csvRows'
import { CsvError } from './csvError'
import type { CsvIndex } from './indexedRows'

export type CsvWorkerAnswer = { index: CsvIndex } | { detail: string | undefined }

/**
 * Reads an import file, in a worker if the browser has workers. Rejects with an error whose `detail` explains the
 * problem.
 */
export const createCsvReader = (startWorker: (() => Worker) | undefined) => ({
  read: async (file: File): Promise<CsvContent> => {
    if (!/\.csv$/i.test(file.name)) throw new CsvError(chooseCsv)
    const [index, { contentOf }] = await Promise.all([
      startWorker ? indexInWorker(startWorker(), file) : indexHere(file),
      import('./indexedRows'),
    ])
    return contentOf(index)
  },
})

const indexHere = async (file: File): Promise<CsvIndex> => {
  const { indexCsv } = await import('./csvText')
  return indexCsv(new Uint8Array(await file.arrayBuffer()))
}

const indexInWorker = (worker: Worker, file: File): Promise<CsvIndex> =>
  new Promise<CsvIndex>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<CsvWorkerAnswer>) =>
      'index' in data ? resolve(data.index) : reject(new CsvError(data.detail))
    worker.onerror = () => reject(new CsvError(undefined))
    worker.postMessage(file)
  }).finally(() => worker.terminate())
