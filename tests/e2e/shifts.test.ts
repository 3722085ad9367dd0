import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '../support/chromium'
import { type Product, startProduct } from '../support/product'
import { type FurnishedOperator, furnishOperator, link } from './furnished'
import { openOperator } from './operator'
import { choose, click } from './screens/steps'

let browser: Browser
let product: Product
let operator: FurnishedOperator

beforeAll(async () => {
  // A task has an unknown outcome, which waits for the sum of both before its check.
  ;[browser, product] = await Promise.all([
    launchChromium('--process-per-site'),
    startProduct({ env: { SETTLE_SECONDS: '1', X_TIMEOUT_SECONDS: '5' } }),
  ])
  operator = await furnishOperator(product, 'shifts@example.com')
})
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
})

declare global {
  interface Window {
    moved: { value: number; parts: string[] }
  }
}

/** Runs in the page, before its scripts. */
const sumShifts = () => {
  window.moved = { value: 0, parts: [] }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (Reflect.get(entry, 'hadRecentInput')) continue
      window.moved.value += Number(Reflect.get(entry, 'value'))
      for (const source of Reflect.get(entry, 'sources')) {
        const { node, previousRect: from, currentRect: to } = source
        const name = node instanceof Element ? node.outerHTML.slice(0, 90) : String(node?.textContent).slice(0, 40)
        const place = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}x${height}`
        window.moved.parts.push(`${Reflect.get(entry, 'value')}: ${place(from)} to ${place(to)}: ${name}`)
      }
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

const delay = 600

const openSlowly = async (path: string) => {
  const { page, context } = await openOperator(browser, product.url, 'phone', { token: operator.token })
  // Like everybody after the first sign-in, this browser knows that the server is a sandbox.
  await page.goto('/admin/home')
  await page.getByRole('region', { name: 'Sandbox' }).waitFor()
  await page.addInitScript(sumShifts)
  await page.route('**/api/v1/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delay))
    await route.continue()
  })
  // Fonts come when the browser is idle; they are no answers.
  await page.route('**/*.woff2', (route) => route.abort())
  await page.goto(path)
  return { page, close: () => context.close() }
}

const settled = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector('[data-loading], [data-coming]') === null)
  await page.waitForTimeout(3 * delay)
  return page.evaluate(() => window.moved)
}

const least = 0.05

const firstOf = async (list: string, page: string) => {
  const [first] = await operator.call<{ id: number }[]>('GET', list)
  return `${page}/${first?.id}`
}

it.each([
  ['the landing page', () => '/'],
  ['the login', () => '/login'],
  ['the sign-up', () => '/sign-up'],
  ['Home', () => '/admin/home'],
  ['the inbox', () => '/admin/home/inbox'],
  ['the settings', () => '/admin/settings/security'],
  ['AI Characters', () => '/admin/ai-character'],
  ['Media Agents', () => '/admin/media-agent'],
  ['Groups', () => '/admin/group'],
  ['a character', () => firstOf('/ai-roles', '/admin/ai-character')],
  ['a media agent', () => firstOf('/twitter/accounts', '/admin/media-agent')],
  ['a group', () => firstOf('/groups', '/admin/group')],
  ['History', () => '/admin/history'],
  ['Task Details', () => `/admin/history/${operator.mixed}`],
  ['Spending', () => '/admin/history/spending'],
  ['Post manually', () => '/admin/history/by-hand'],
])('%s moves none of its content while its answers come', async (_screen, path) => {
  const { page, close } = await openSlowly(await path())
  const { value, parts } = await settled(page)
  expect(value, parts.join('\n')).toBeLessThan(least)
  await close()
})

it("a send does not move the page's content while its answers arrive", async () => {
  const { page, close } = await openSlowly('/admin/home')
  await settled(page)
  await page.getByLabel('X post link').fill(link)
  await click(page, 'Get Content')
  await page.getByText('Get content success!').first().waitFor()
  await choose(page, 'Group')
  await page.getByLabel('Count').fill('2')
  await click(page, 'Preview')
  await page.getByRole('group', { name: 'Reply 2' }).waitFor()
  await settled(page)
  const before = await page.evaluate(() => window.moved.parts.splice(0) && window.moved.value)
  await click(page, 'Batch Send')
  await page.getByRole('region', { name: 'Sent', exact: true }).waitFor()
  const { value, parts } = await settled(page)
  expect(value - before, parts.join('\n')).toBeLessThan(least)
  await close()
})
