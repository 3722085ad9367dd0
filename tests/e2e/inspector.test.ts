import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMachine } from 'xstate'
import { sandboxAccountsCsv } from '../../sandbox/accounts-csv'
import { csvImportMachine } from '../../src/machines/accounts/csvImport'
import { readChart } from '../../src/recording/chart'
import { launchChromium } from '../support/chromium'
import { type DevConsole, startDevConsole } from '../support/devConsole'
import { auditScreen } from './audit'
import { createOperator } from './furnished'
import { expectVisibleFocus, press, tabTo } from './keys'

const rows = 60

let browser: Browser
let served: DevConsole
let context: BrowserContext
let operated: Page
let page: Page
const complaints: string[] = []
const loads: string[] = []

beforeAll(async () => {
  ;[browser, served] = await Promise.all([launchChromium(), startDevConsole()])
  const { token } = await createOperator(served.product.url, 'inspects@example.com')
  const kept = { origin: served.url, localStorage: [{ name: 'access_token', value: token }] }
  context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [kept] },
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  operated = await context.newPage()
  context.on('page', (other) => other.on('load', () => loads.push(other.url())))
  await operated.goto(`${served.url}/admin/media-agent`)
  await operated.getByText('No results.').waitFor()
  const opened = context.waitForEvent('page')
  await operated.keyboard.press('Control+Alt+Shift+KeyI')
  page = await opened
  await actorButton('csvImport').click()
  await page.getByRole('group', { name: 'csvImport' }).waitFor()
  const file = join(served.product.dataDir, 'inspected.csv')
  writeFileSync(file, sandboxAccountsCsv(rows))
  await operated.locator('input[type=file]').setInputFiles(file)
  await operated.getByText(`${rows} accounts added, 0 failed.`).waitFor()
  await page.getByRole('option', { name: /csvImport is now settled/ }).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await served?.dispose()
})

const actorButton = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}\\b`) }).first()
const log = () => page.getByRole('listbox', { name: 'Events' })
const shownText = () => page.locator('.search output').textContent()
const active = () => page.locator('.state.is-active .key').allTextContents()

it('collapses finished actors, and shows them on request', async () => {
  const fold = page.getByRole('button', { name: /finished.*createRow ×60/ })
  expect(await fold.getAttribute('aria-expanded')).toBe('false')
  expect(await page.getByRole('button', { name: /^createRow/ }).count()).toBe(0)
  await fold.click()
  expect(await page.getByRole('button', { name: /^createRow/ }).count()).toBeGreaterThan(40)
  await fold.click()
})

it('draws entry and transition actions, and shows the place of a state in the sources', async () => {
  const chart = page.getByRole('group', { name: 'csvImport' })
  await chart.getByText('entry / countTry, keep').waitFor()
  await chart.getByText('createRow done [isLastRow] / countCreated').waitFor()
  await page.route('**/__open-in-editor*', (route) => route.fulfill({ status: 200 }))
  await chart.getByRole('link', { name: /^unreached in / }).focus()
  await expectVisibleFocus(page)
  const [asked] = await Promise.all([page.waitForRequest(/__open-in-editor/), press(page, 'Enter')])
  const file = new URL(asked.url()).searchParams.get('file') ?? ''
  const [name, line] = file.split(':')
  expect(
    readFileSync(name ?? '', 'utf8')
      .split('\n')
      [Number(line) - 1]?.trim(),
  ).toBe('unreached: {')
})

it('searches by event, state and text, and steps through the results by keys', async () => {
  await page.getByLabel('Only csvImport').check()
  await page.locator('.search').getByLabel('Event').fill('createRow done')
  await page.locator('.search').getByLabel('State').fill('settled')
  await expect.poll(shownText).toMatch(/^1 of /)
  await page.locator('.search').getByLabel('State').fill('')
  await expect.poll(shownText).toMatch(/^120 of /)
  await log().focus()
  await expectVisibleFocus(page)
  await press(page, 'Home', 'ArrowDown')
  await expect.poll(active).toContainEqual(expect.stringContaining('importing'))
  const guards = page.getByRole('region', { name: 'Guards asked' })
  expect(await guards.getByRole('listitem').allTextContents()).toEqual([
    'isLastRow no',
    'isStopping no',
    'isPausing no',
  ])
})

it('shows the differences from the snapshot before, and from a marked one', async () => {
  await page.getByRole('button', { name: 'Changes', exact: true }).click()
  const changes = page.getByRole('region', { name: 'Changes' })
  await changes.getByText('context.created').waitFor()
  expect(await changes.getByRole('listitem').filter({ hasText: 'context.created' }).textContent()).toMatch(/changed01$/)
  await page.getByRole('button', { name: 'Compare with this one' }).click()
  await log().focus()
  await press(page, 'End')
  await expect
    .poll(() => changes.getByRole('listitem').filter({ hasText: 'context.created' }).textContent())
    .toMatch(/changed160$/)
  await page.getByRole('button', { name: 'Compare with the one before' }).click()
  await page.getByRole('button', { name: 'Snapshot', exact: true }).click()
})

it('colours the parts of the chart that this run used', async () => {
  await page.getByLabel('Coverage').selectOption('this run')
  await page.getByText(/^\d+ of \d+ transitions taken$/).waitFor()
  expect(await page.locator('text.is-taken', { hasText: 'file.choose' }).count()).toBeGreaterThan(0)
  expect(await page.locator('text.is-untaken', { hasText: 'import.pause' }).count()).toBeGreaterThan(0)
})

it('passes axe, in light and dark, with the log and with the sequence', async () => {
  const wrong = await auditScreen(page, 'inspector', 'desktop', ['light', 'dark'])
  await page.getByRole('button', { name: 'Sequence', exact: true }).click()
  wrong.push(...(await auditScreen(page, 'inspector-sequence', 'desktop', ['dark', 'light'])))
  await page.getByRole('button', { name: 'Events', exact: true }).click()
  expect(wrong).toEqual([])
})

it('exports the chart for Mermaid, as a picture and for Stately', async () => {
  const saved = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
  }
  const mermaid = await saved('Mermaid')
  expect([mermaid.name, mermaid.text.split('\n')[0]]).toEqual(['csvImport.mmd', 'stateDiagram-v2'])
  const picture = await saved('SVG')
  expect(picture.text).toMatch(/^<svg[^>]*xmlns="http:\/\/www.w3.org\/2000\/svg".*countTry/s)
  expect(picture.text).toContain('stroke:')
  const { chart } = readChart(createMachine(JSON.parse((await saved('Stately JSON')).text)))
  expect(chart.states.map(({ id }) => id)).toEqual(readChart(csvImportMachine).chart.states.map(({ id }) => id))
})

it('restores an actor with its screen, and sends it an event, by keyboard', async () => {
  const search = page.locator('.search')
  await search.getByLabel('Event').fill('report.dismiss')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  const tools = page.getByRole('form', { name: 'This actor' })
  await tabTo(page, 'Event to send', 'Shift+Tab')
  await page.keyboard.insertText('report.dismiss')
  await press(page, 'Enter')
  await operated.getByText(`${rows} accounts added, 0 failed.`).waitFor({ state: 'detached' })
  await search.getByLabel('Event').fill('')
  await search.getByLabel('State').fill('settled')
  await log().focus()
  await press(page, 'End')
  await tabTo(page, 'Set back to here', 'Shift+Tab')
  await expectVisibleFocus(page)
  await press(page, 'Enter')
  await operated.getByText(`${rows} accounts added, 0 failed.`).waitFor()
  await search.getByLabel('State').fill('')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await tools.getByLabel('Event to send').fill('{ broken')
  await tools.getByRole('button', { name: 'Send' }).click()
  await tools.getByText('Enter an event as JSON with a type, or only its type.').waitFor()
})

it('steps back without renaming later entries', async () => {
  await page.getByLabel('Only csvImport').uncheck()
  await page.getByLabel('Position in the run').fill('1')
  await log().focus()
  await press(page, 'Home')
  const names = await page.locator('.log .who').allTextContents()
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => name.startsWith('x:'))).toEqual([])
})

it('loads once at its first visit, because the server prepared its code at the start', () => {
  expect(loads).toHaveLength(1)
})

it('opens one page however often the keys are pressed, and receives everything once', async () => {
  const pages = context.pages().length
  for (const _ of [1, 2]) await operated.keyboard.press('Control+Alt+Shift+KeyI')
  await actorButton('csvImport').click()
  await page.getByLabel('Only csvImport').check()
  await log().focus()
  await press(page, 'Home')
  await page.getByRole('option', { name: /csvImport is created/ }).waitFor()
  expect(await page.getByRole('option', { name: /csvImport is created/ }).count()).toBe(1)
  expect(context.pages()).toHaveLength(pages)
})

it('is shown instead of the Stately inspector if Stately cannot be reached', async () => {
  await context.route('https://stately.ai/**', (route) => route.abort('internetdisconnected'))
  const opened = context.waitForEvent('page')
  await operated.keyboard.press('Control+Alt+KeyI')
  const instead = await opened
  await instead.waitForURL(`${served.url}/inspector/`)
  await instead
    .getByRole('button', { name: /^csvImport\b/ })
    .first()
    .waitFor()
  await instead.close()
})

it('complains about nothing', () => {
  expect(complaints.join('\n')).toBe('')
})
