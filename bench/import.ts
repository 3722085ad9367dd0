import { once } from 'node:events'
import { closeSync, fsyncSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { sandboxAccountsCsv } from '../sandbox/accounts-csv'
import { type SandboxAccount, sandboxAccounts } from '../sandbox/accounts-data'
import { type ApiOperator, createOperator } from '../tests/e2e/furnished'
import type { Product } from '../tests/support/product'
import { median } from './visit'

const rows = 10_000
/**
 * One second after an import the server begins to check accounts on X, which takes time: a loop must end before that.
 */
const rounds = { most: 12, importMillis: 2500, floorRows: 300 }
const wanted = { emptyServer: 0.7, bareLoop: 0.9 }

/**
 * Measures rows per second of an import of 10,000 rows in the browser, beside two loops of bare fetches: to the same
 * server, and to a server that does nothing. The loops run while the import is paused, so that all three meet the same
 * conditions.
 *
 * @throws Error if a row is missing or doubled.
 */
export const benchImport = async (browser: Browser, product: Product): Promise<void> => {
  const operator = await createOperator(product.url, 'import@example.com')
  const other = await createOperator(product.url, 'loop@example.com')
  const empty = await serveNothing()
  const page = await startImport(browser, product, operator, rows)
  const bare = await openFor(browser, `${product.url}/healthz`, other)
  const nothing = await openFor(browser, empty.url, other)
  const rates: { import: number; bare: number; empty: number }[] = []
  const bodies = sandboxAccounts(rounds.most * rounds.floorRows)
  for (let round = 0; round < rounds.most; round++) {
    const batch = bodies.slice(round * rounds.floorRows, (round + 1) * rounds.floorRows)
    const measured = {
      import: await importRate(page),
      bare: await loopRate(bare, batch),
      empty: await loopRate(nothing, batch),
    }
    if (Number.isNaN(measured.import)) break
    rates.push(measured)
  }
  const resume = page.getByRole('button', { name: 'Resume' })
  if (await resume.isVisible()) await resume.click()
  await page.getByText('10,000 accounts added, 0 failed.').waitFor({ timeout: 300_000 })
  for (const each of [page, bare, nothing]) await each.context().close()
  empty.close()
  await assertWhole(operator)
  report(product, rates)
}

const report = (product: Product, rates: { import: number; bare: number; empty: number }[]): void => {
  const middle = (name: 'import' | 'bare' | 'empty') => Math.round(median(rates.map((rate) => rate[name])))
  const ratio = (name: 'bare' | 'empty') => Number(median(rates.map((rate) => rate.import / rate[name])).toFixed(2))
  console.log(`\nImport of ${rows} rows in the browser, every row there once; medians of ${rates.length} rounds`)
  console.log(
    `An answered row is on disk: one fsync in this folder takes ${fsyncMillis(product.dataDir).toFixed(2)} ms`,
  )
  console.table({
    import: { 'rows/s': middle('import') },
    'bare loop, same server': { 'rows/s': middle('bare'), ratio: ratio('bare'), wanted: `at least ${wanted.bareLoop}` },
    'bare loop, empty server': {
      'rows/s': middle('empty'),
      ratio: ratio('empty'),
      wanted: `at least ${wanted.emptyServer}`,
    },
  })
}

const typing = { slowdown: 4, keys: 60, rows: 3000, atMostMillis: 50 }

/** Measures the longest interaction of somebody who types on another screen during an import, at 4x CPU throttle. */
export const benchTyping = async (browser: Browser, product: Product): Promise<void> => {
  const operator = await createOperator(product.url, 'typing@example.com')
  const page = await startImport(browser, product, operator, typing.rows)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: typing.slowdown })
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  const link = page.getByLabel('X post link')
  await link.fill('https://x.com/')
  const watched = await page.evaluateHandle(watchKeys)
  const before = await sentRows(page)
  for (let key = 0; key < typing.keys; key++) {
    await page.keyboard.press('abcdefghij'.charAt(key % 10))
    await page.waitForTimeout(40)
  }
  const durations = await watched.evaluate(({ durations }) => durations)
  const imported = (await sentRows(page)) - before
  await page.context().close()
  if (imported < typing.keys) throw new Error(`Only ${imported} rows were imported while somebody typed`)
  console.log(`\nTyping on Home while ${imported} rows are imported, ${typing.slowdown}x CPU throttle, key to paint`)
  console.table({
    keys: { ms: durations.length },
    median: { ms: median(durations) },
    longest: { ms: Math.max(...durations), wanted: `at most ${typing.atMostMillis}` },
  })
}

/** Runs in the page. The browser reports no interaction shorter than 16 ms, and rounds to 8. */
const watchKeys = () => {
  const durations: number[] = []
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') durations.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  return { durations }
}

const openFor = async (browser: Browser, url: string, { token }: ApiOperator): Promise<Page> => {
  const context = await browser.newContext()
  await context.addInitScript((stored) => {
    localStorage.setItem('access_token', stored)
    performance.setResourceTimingBufferSize(1_000_000)
  }, token)
  const page = await context.newPage()
  await page.goto(url)
  return page
}

const startImport = async (browser: Browser, product: Product, operator: ApiOperator, count: number): Promise<Page> => {
  const file = join(product.dataDir, 'bench.csv')
  writeFileSync(file, sandboxAccountsCsv(count))
  const page = await openFor(browser, `${product.url}/admin/media-agent`, operator)
  await page.getByText('No results.').waitFor()
  await page.locator('input[type=file]').setInputFiles(file)
  return page
}

/** Rows per second from the first request to the last answer before the pause; NaN once the import is over. */
const importRate = async (page: Page): Promise<number> => {
  const resume = page.getByRole('button', { name: 'Resume' })
  await page.evaluate(() => performance.clearResourceTimings())
  if (await resume.isVisible()) await resume.click()
  await page.waitForTimeout(rounds.importMillis)
  const pause = page.getByRole('button', { name: 'Pause' })
  if (!(await pause.isVisible())) return Number.NaN
  await pause.click()
  await resume.waitFor()
  return page.evaluate(rateOfRequests)
}

const loopRate = async (page: Page, bodies: SandboxAccount[]): Promise<number> => {
  await page.evaluate(async (each) => {
    performance.clearResourceTimings()
    for (const body of each) {
      const response = await fetch('/api/v1/twitter/accounts', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${localStorage.getItem('access_token')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
      await response.text()
      if (!response.ok) throw new Error(`The bare loop was answered ${response.status}`)
    }
  }, bodies)
  return page.evaluate(rateOfRequests)
}

/** Runs in the page. */
const rateOfRequests = (): number => {
  const sent = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/twitter/accounts'))
  const [first, last] = [sent.at(0), sent.at(-1)]
  return first && last ? sent.length / ((last.startTime + last.duration - first.startTime) / 1000) : Number.NaN
}

const sentRows = (page: Page): Promise<number> =>
  page.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/twitter/accounts')).length,
  )

const assertWhole = async ({ call }: ApiOperator): Promise<void> => {
  const imported = await call<{ username: string }[]>('GET', '/twitter/accounts?group=')
  const distinct = new Set(imported.map(({ username }) => username)).size
  if (imported.length !== rows || distinct !== rows) {
    throw new Error(`${imported.length} accounts, ${distinct} of them different, from ${rows} rows`)
  }
}

const fsyncMillis = (folder: string): number => {
  const times = 200
  const path = join(folder, 'fsync.bin')
  const file = openSync(path, 'w')
  const started = performance.now()
  for (let written = 0; written < times; written++) {
    writeSync(file, Buffer.alloc(4096))
    fsyncSync(file)
  }
  const milliseconds = (performance.now() - started) / times
  closeSync(file)
  rmSync(path)
  return milliseconds
}

const serveNothing = async (): Promise<{ url: string; close(): void }> => {
  const server = createServer((request, response) => {
    const [status, type, body] =
      request.method === 'POST'
        ? [201, 'application/json', '{}']
        : [200, 'text/html', '<!doctype html><title>Empty</title>']
    request.resume().on('end', () => response.writeHead(Number(status), { 'content-type': type }).end(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
