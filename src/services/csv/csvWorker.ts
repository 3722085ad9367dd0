import type { CsvWorkerAnswer } from './csv'
import { CsvError } from './csvError'
import { indexCsv } from './csvText'

addEventListener('message', async ({ data: file }: MessageEvent<File>) => {
  const tell = (answer: CsvWorkerAnswer, given: Transferable[] = []) => postMessage(answer, { transfer: given })
  try {
    const index = indexCsv(new Uint8Array(await file.arrayBuffer()))
    tell({ index }, [index.bounds.buffer, index.lines.buffer])
  } catch (error) {
    tell({ detail: error instanceof CsvError ? error.detail : undefined })
  }
})
