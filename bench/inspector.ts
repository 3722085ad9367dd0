import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { createActor } from 'xstate'
import { sandboxAccountsCsv } from '../sandbox/accounts-csv'
import { printRecording } from '../src/recording/printRecording'
import { createRecorder } from '../src/recording/recorder'
import type { Entry } from '../src/recording/recording'
import { createOperator } from '../tests/e2e/furnished'
import { type DevConsole, startDevConsole } from '../tests/support/devConsole'
import { menuMachine } from '../tests/support/menuMachine'
import { median } from './visit'

const rows = 300
const rounds = 3
const entries = 10_000
const wanted = { times: 1.2, stallMillis: 200 }

/**
 * Measures an import of 300 rows in development with the inspector closed and open, then how long the inspector's page
 * is busy with 10,000 entries.
 */
export const benchInspector = async (browser: Browser): Promise<void> => {
  const served = await startDevConsole()
  const file = join(served.product.dataDir, 'inspected.csv')
  writeFileSync(file, sandboxAccountsCsv(rows))
  let stall = 0
  const seconds: { closed: number[]; open: number[] } = { closed: [], open: [] }
  try {
    await importOnce(browser, served, file, 'warm-up', async () => {})
    for (let turn = 0; turn < rounds; turn++) {
      seconds.closed.push(await importOnce(browser, served, file, `closed-${turn}`, async () => {}))
      seconds.open.push(await importOnce(browser, served, file, `open-${turn}`, openInspector))
    }
    stall = await longestTask(browser, served)
  } finally {
    await served.dispose()
  }
  const closed = median(seconds.closed)
  const open = median(seconds.open)
  console.log(`\nImport of ${rows} rows in development, middle of ${rounds} turns`)
  console.table({
    'inspector closed': { s: closed.toFixed(2) },
    'inspector open': { s: open.toFixed(2), times: (open / closed).toFixed(2), wanted: `at most ${wanted.times}` },
  })
  console.log(`\nLongest task of the page as it loads ${entries} entries, goes to their ends and searches them`)
  console.table({ 'longest task': { ms: stall.toFixed(0), wanted: `at most ${wanted.stallMillis}` } })
}

const longestTask = async (browser: Browser, { url, product }: DevConsole): Promise<number> => {
  const file = join(product.dataDir, 'long.json')
  writeFileSync(file, printRecording(longRun()))
  const page = await browser.newPage()
  await page.goto(`${url}/inspector/`)
  const watched = await page.evaluateHandle(watchTasks)
  await page.getByLabel('Load recording').setInputFiles(file)
  await page.getByText(`${entries} of ${entries}`).waitFor()
  const log = page.getByRole('listbox')
  await log.focus()
  for (const key of ['Home', 'PageDown', 'End', 'PageUp']) await page.keyboard.press(key)
  await page.getByLabel('Text').pressSequentially('closed', { delay: 50 })
  await page.getByLabel('Event', { exact: true }).pressSequentially('open', { delay: 50 })
  const longest = await watched.evaluate(({ durations }) => Math.max(0, ...durations))
  await page.close()
  return longest
}

/** Runs in the page. The browser reports no task shorter than 50 ms. */
const watchTasks = () => {
  const durations: number[] = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) durations.push(duration)
  }).observe({ type: 'longtask' })
  return { durations }
}

const longRun = (): Entry[] => {
  const recorder = createRecorder()
  const actor = createActor(menuMachine, { inspect: recorder.observer }).start()
  for (let count = 0; count < entries / 2; count += 1) actor.send({ type: 'toggle' })
  return recorder.entries().slice(0, entries)
}

const importOnce = async (
  browser: Browser,
  { url, product }: DevConsole,
  file: string,
  name: string,
  prepare: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<number> => {
  const { token } = await createOperator(product.url, `inspected-${name}@example.com`)
  const context = await browser.newContext()
  await context.addInitScript((stored) => localStorage.setItem('access_token', stored), token)
  const page = await context.newPage()
  await page.goto(`${url}/admin/media-agent`)
  await page.getByText('No results.').waitFor()
  await prepare(page, context)
  const began = performance.now()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText(`${rows} accounts added, 0 failed.`).waitFor({ timeout: 300_000 })
  const took = (performance.now() - began) / 1000
  await context.close()
  return took
}

const openInspector = async (page: Page, context: BrowserContext): Promise<void> => {
  const opened = context.waitForEvent('page')
  await page.keyboard.press('Control+Alt+Shift+KeyI')
  const inspector = await opened
  await inspector.getByText('csvImport').first().waitFor()
  await inspector.locator('.chart .state').first().waitFor()
}
