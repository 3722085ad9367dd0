import type { CsvWorkerAnswer } from './csv'
import { CsvError } from './csvError'
import { packCsv } from './csvText'

addEventListener('message', async ({ data: file }: MessageEvent<File>) => {
  const tell = (answer: CsvWorkerAnswer, given: Transferable[] = []) => postMessage(answer, { transfer: given })
  try {
    const packed = packCsv(new Uint8Array(await file.arrayBuffer()))
    tell({ packed }, [packed.text.buffer, packed.ends.buffer, packed.lines.buffer])
  } catch (error) {
    tell({ detail: error instanceof CsvError ? error.detail : undefined })
  }
})
