import { readdirSync, readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { sandboxAccountsCsv } from '../../server/sandbox/accounts-csv'
import type { CsvWorkerAnswer } from '../../src/services/csv'
import type { Product } from '../support/product'
import { median } from './visit'

const rows = 100_000
const rounds = 5
const atMost = 1.2

declare global {
  interface Window {
    csv: File
    Papa: { parse(file: File, options: { complete: (result: { data: unknown[] }) => void }): void }
  }
}

/**
 * The console's reading of a file with 100,000 rows, in its worker, beside PapaParse on the same File in the page; each
 * in a page of its own, since an import is read by code that has not run before.
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
  for (let round = 0; round < rounds; round++) {
    const read = await inFreshPage((page) => page.evaluate(readInWorker, `/assets/${worker}`))
    if (read.rows !== rows) throw new Error(`${read.rows} rows were read from ${rows}`)
    times.worker.push(read.millis)
    times.blocked.push(read.blocked)
    times.papa.push(await inFreshPage((page) => page.evaluate(readByPapa)))
  }
  console.log(`\nParsing a file of ${rows} rows, medians of ${rounds} in turn`)
  console.table({
    'in the worker, rows in the page': {
      ms: Math.round(median(times.worker)),
      ratio: Number((median(times.worker) / median(times.papa)).toFixed(2)),
      wanted: `at most ${atMost}`,
    },
    'PapaParse on the File, in the page': { ms: Math.round(median(times.papa)) },
    'the page is blocked meanwhile, at most': { ms: Math.round(median(times.blocked)) },
  })
}

/** Runs in the page: from the start of the worker until its rows are there, and the longest gap between two turns. */
const readInWorker = async (url: string): Promise<{ rows: number; millis: number; blocked: number }> => {
  const started = performance.now()
  let [last, blocked] = [started, 0]
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    const now = performance.now()
    blocked = Math.max(blocked, now - last)
    last = now
    port2.postMessage(0)
  }
  port2.postMessage(0)
  const worker = new Worker(url, { type: 'module' })
  const answer = await new Promise<CsvWorkerAnswer>((resolve) => {
    worker.onmessage = ({ data }) => resolve(data)
    worker.postMessage(window.csv)
  })
  const millis = performance.now() - started
  await new Promise((resolve) => setTimeout(resolve))
  port1.close()
  worker.terminate()
  return { rows: 'packed' in answer ? answer.packed.lines.length : 0, millis, blocked }
}

/** Runs in the page. */
const readByPapa = async (): Promise<number> => {
  const started = performance.now()
  await new Promise((resolve) => window.Papa.parse(window.csv, { complete: resolve }))
  return performance.now() - started
}
