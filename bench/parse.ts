import { readdirSync, readFileSync } from 'node:fs'
import type Papa from 'papaparse'
import type { Browser, Page } from 'playwright-core'
import { sandboxAccountsCsv } from '../sandbox/accounts-csv'
import type { CsvWorkerAnswer } from '../src/services/csv/csv'
import type { Product } from '../tests/support/product'
import { median } from './visit'

const rows = 100_000
const rounds = 5
const atMost = 1.2

declare global {
  interface Window {
    csv: File
    Papa: typeof Papa
  }
}

/**
 * Measures the console's parsing of a file with 100,000 rows in its worker, beside PapaParse on the same File; each in
 * a page of its own, because an import runs code that has not run before.
 */
export const benchParse = async (browser: Browser, product: Product): Promise<void> => {
  const worker = readdirSync('dist/console/assets').find((name) => /^csvWorker-.*\.js$/.test(name))
  if (!worker) throw new Error('The build has no csvWorker')
  const text = sandboxAccountsCsv(rows)
  const library = readFileSync('node_modules/papaparse/papaparse.min.js', 'utf8')
  const inFreshPage = async <T>(measure: (page: Page) => Promise<T>): Promise<T> => {
    const context = await browser.newContext({ bypassCSP: true })
    const page = await context.newPage()
    await page.goto(`${product.url}/healthz`)
    await page.addScriptTag({ content: library })
    await page.evaluate((content) => {
      window.csv = new File([content], 'accounts.csv')
    }, text)
    const measured = await measure(page)
    await context.close()
    return measured
  }
  const times: Record<'worker' | 'papa' | 'blocked', number[]> = { worker: [], papa: [], blocked: [] }
  const inWorker = (isWatched: boolean) =>
    inFreshPage(async (page) => {
      const read = await page.evaluate(readInWorker, { url: `/assets/${worker}`, isWatched })
      if (read.rows !== rows) throw new Error(`${read.rows} rows were read from ${rows}`)
      if (!text.trim().endsWith(read.last)) throw new Error(`The last row is none of the file's: ${read.last}`)
      return read
    })
  for (let round = 0; round < rounds; round++) {
    times.worker.push((await inWorker(false)).millis)
    times.papa.push(await inFreshPage((page) => page.evaluate(readByPapa)))
    times.blocked.push((await inWorker(true)).blocked)
  }
  console.log(`\nParsing a file of ${rows} rows, medians of ${rounds} in turn`)
  console.table({
    'in a worker that is started for it, until the page has the rows': {
      ms: Math.round(median(times.worker)),
      ratio: Number((median(times.worker) / median(times.papa)).toFixed(2)),
      wanted: `at most ${atMost}`,
    },
    'PapaParse on the File, in the page': { ms: Math.round(median(times.papa)) },
    'longest block of the page': { ms: Math.round(median(times.blocked)) },
  })
}

interface WorkerRead {
  rows: number
  last: string
  millis: number
  blocked: number
}

/**
 * Runs in the page: from the start of the worker until the last row can be read. Watching for gaps keeps a core busy,
 * so a watched run is not timed.
 */
const readInWorker = async ({ url, isWatched }: { url: string; isWatched: boolean }): Promise<WorkerRead> => {
  const started = performance.now()
  let [turn, blocked] = [started, 0]
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    const now = performance.now()
    blocked = Math.max(blocked, now - turn)
    turn = now
    port2.postMessage(0)
  }
  if (isWatched) port2.postMessage(0)
  const worker = new Worker(url, { type: 'module' })
  const answer = await new Promise<CsvWorkerAnswer>((resolve) => {
    worker.onmessage = ({ data }) => resolve(data)
    worker.postMessage(window.csv)
  })
  if (!('index' in answer)) throw new Error(`The file was refused: ${answer.detail}`)
  const { text, delimiter, newline, bounds, lines } = answer.index
  const record = text.slice(bounds.at(-2), bounds.at(-1))
  window.Papa.parse(record, { delimiter, newline })
  const millis = performance.now() - started
  await new Promise((resolve) => setTimeout(resolve))
  port1.close()
  worker.terminate()
  return { rows: lines.length, last: record.trim(), millis, blocked }
}

/** Runs in the page. */
const readByPapa = async (): Promise<number> => {
  const started = performance.now()
  await new Promise((resolve) => window.Papa.parse(window.csv, { complete: resolve }))
  return performance.now() - started
}
