import type { CsvWorkerAnswer } from './csv'
import { CsvError } from './csvError'
import { parseCsv } from './csvText'

addEventListener('message', async ({ data: file }: MessageEvent<File>) => {
  const tell = (answer: CsvWorkerAnswer) => postMessage(answer)
  try {
    tell({ content: parseCsv(new Uint8Array(await file.arrayBuffer())) })
  } catch (error) {
    tell({ detail: error instanceof CsvError ? error.detail : undefined })
  }
})
