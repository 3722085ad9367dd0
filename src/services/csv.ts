import type { CsvContent } from '../schemas/csvRows'
import { CsvError } from './csvError'
import { type PackedCsv, unpack } from './packedRows'

export type CsvWorkerAnswer = { packed: PackedCsv } | { detail: string | undefined }

/**
 * Reads an import file, in a worker where there are workers.
 * Rejects with an error whose `detail` says what is wrong with the file.
 */
export const createCsvReader = (startWorker: (() => Worker) | undefined) => ({
  read: async (file: File): Promise<CsvContent> => {
    if (!/\.csv$/i.test(file.name)) throw new CsvError('Choose a .csv file.')
    return startWorker ? readInWorker(startWorker(), file) : readHere(file)
  },
})

const readHere = async (file: File): Promise<CsvContent> => {
  const { packCsv } = await import('./csvText')
  return unpack(packCsv(new Uint8Array(await file.arrayBuffer())))
}

const readInWorker = (worker: Worker, file: File): Promise<CsvContent> =>
  new Promise<CsvContent>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<CsvWorkerAnswer>) =>
      'packed' in data ? resolve(unpack(data.packed)) : reject(new CsvError(data.detail))
    worker.onerror = () => reject(new CsvError(undefined))
    worker.postMessage(file)
  }).finally(() => worker.terminate())
