import { once } from 'node:events'
import { closeSync, fsyncSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { sandboxAccountsCsv } from '../../server/sandbox/accounts-csv'
import { sandboxAccounts } from '../../server/sandbox/accounts-data'
import { type ApiOperator, createOperator } from '../e2e/furnished'
import type { Product } from '../support/product'

const rows = 10_000
const atLeast = 0.7

/**
 * Rows per second of an import in the browser against the real server, beside the same sequential fetches to a server
 * that does nothing. Answers the operator who has them now.
 *
 * @throws Error when a row is missing or there twice.
 */
export const benchImport = async (browser: Browser, product: Product): Promise<ApiOperator> => {
  const operator = await createOperator(product.url, 'import@example.com')
  const floor = await emptyServerRate(browser, operator.token)
  const real = await importRate(browser, product, operator)
  const imported = await operator.call<{ username: string }[]>('GET', '/twitter/accounts?group=')
  const distinct = new Set(imported.map(({ username }) => username)).size
  if (imported.length !== rows || distinct !== rows) {
    throw new Error(`${imported.length} accounts, ${distinct} of them different, from ${rows} rows`)
  }
  console.log(`\nImport of ${rows} rows in the browser, every row there once`)
  console.log(
    `An answered row is on disk: one fsync in this folder takes ${fsyncMillis(product.dataDir).toFixed(2)} ms`,
  )
  console.table({
    'real server': { 'rows/s': Math.round(real) },
    'empty server': { 'rows/s': Math.round(floor) },
    ratio: { 'rows/s': Number((real / floor).toFixed(2)), wanted: `at least ${atLeast}` },
  })
  return operator
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

const importRate = async (browser: Browser, { url, dataDir }: Product, { token }: ApiOperator): Promise<number> => {
  const file = join(dataDir, 'bench.csv')
  writeFileSync(file, sandboxAccountsCsv(rows))
  const context = await browser.newContext({ baseURL: url })
  await context.addInitScript((stored) => localStorage.setItem('access_token', stored), token)
  const page = await context.newPage()
  await page.goto('/admin/media-agent')
  await page.getByText('No results.').waitFor()
  const started = performance.now()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('10,000 accounts added, 0 failed.').waitFor({ timeout: 300_000 })
  const seconds = (performance.now() - started) / 1000
  await context.close()
  return rows / seconds
}

const emptyServerRate = async (browser: Browser, token: string): Promise<number> => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(request.method === 'POST' ? 201 : 200, {
        'content-type': request.method === 'POST' ? 'application/json' : 'text/html',
      })
      response.end(request.method === 'POST' ? '{}' : '<!doctype html><title>Empty</title>')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const milliseconds = await page.evaluate(
    async ({ bodies, authorization }) => {
      const started = performance.now()
      for (const body of bodies) {
        const response = await fetch('/api/v1/twitter/accounts', {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        await response.text()
      }
      return performance.now() - started
    },
    { bodies: sandboxAccounts(rows), authorization: `Bearer ${token}` },
  )
  await page.close()
  server.closeAllConnections()
  server.close()
  return rows / (milliseconds / 1000)
}
