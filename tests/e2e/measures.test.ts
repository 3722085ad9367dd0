import type { Browser } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Product } from '../support/product'
import { eventually } from '../support/waiting'
import { createOperator, link, sendBatch } from './furnished'
import { openTab, seeMessage, toastsGone } from './operator'
import { click, previewBatch } from './screens/steps'
import { it } from './shared'

let browser: Browser
let product: Product
let token: string

it.beforeAll(async ({ shared }) => {
  ;({ browser, product } = shared)
  const operator = await createOperator(product.url, 'measures@example.com')
  await operator.call('POST', '/sandbox/sample')
  await sendBatch(operator, 2)
  token = operator.token
})

const open = async (path: string, viewport: 'desktop' | 'phone') => {
  const operator = await openTab(browser, product.url, viewport, { token })
  await operator.page.goto(path)
  await operator.page.getByRole('heading', { level: 1 }).waitFor()
  return operator
}

describe('the measures of the specification', () => {
  it('keep the header of the landing page in place and scroll to 80 px below the top', async () => {
    const { page, close } = await open('/', 'desktop')
    await page.setViewportSize({ width: 1440, height: 500 })
    for (const [name, id] of [
      ['Get Started', 'features'],
      ['How It Works', 'how-it-works'],
      ['Features', 'features'],
    ] as const) {
      await page.evaluate(() => window.scrollTo(0, 0))
      await page.getByRole('link', { name, exact: true }).first().click()
      await page.waitForFunction((section) => {
        const top = document.getElementById(section)?.getBoundingClientRect().top ?? 0
        return Math.abs(top - 80) < 1
      }, id)
      const header = await page.getByRole('banner').boundingBox()
      expect(header?.y).toBe(0)
    }
    await page.setViewportSize({ width: 1024, height: 768 })
    const columns = await page
      .getByRole('tabpanel', { name: 'XpressAI' })
      .getByRole('listitem')
      .evaluateAll((steps) =>
        steps.map((step) => {
          const { top, width } = step.getBoundingClientRect()
          const text = step.querySelector('p')?.getBoundingClientRect()
          return { top, width: Math.round(width), isInside: (text?.right ?? 0) <= step.getBoundingClientRect().right }
        }),
      )
    const [first] = columns
    expect(columns).toEqual([first, first, first])
    expect(first?.isInside).toBe(true)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('smooth')
    await close()
  })

  it('give the mobile menu 280 px, and its Sign Up leads to Features', async () => {
    const { page, close } = await open('/', 'phone')
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.waitFor()
    expect(await menu.evaluate((panel) => panel.getBoundingClientRect().width)).toBe(280)
    await menu.getByRole('link', { name: 'Sign Up' }).click()
    await menu.waitFor({ state: 'hidden' })
    await page.waitForFunction(() => {
      const top = document.getElementById('features')?.getBoundingClientRect().top ?? 0
      return Math.abs(top - 80) < 1
    })
    await close()
  })

  it.each(['desktop', 'phone'] as const)('leave room for every page size, on a %s', async (viewport) => {
    const { page, close } = await open('/admin/media-agent', viewport)
    const sizes = page.getByRole('combobox', { name: 'Rows per page' })
    const [room, widest] = await sizes.evaluate((select) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select)
      const canvas = document.createElement('canvas').getContext('2d')
      if (!canvas) throw new Error('No canvas to measure text with')
      canvas.font = font
      const widths = [...select.querySelectorAll('option')].map(({ text }) => canvas.measureText(text).width)
      return [
        select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
        Math.max(...widths),
      ] as const
    })
    expect(widest).toBeGreaterThan(0)
    expect(room).toBeGreaterThanOrEqual(widest)
    await close()
  })

  it('give the sidebar 21.25rem, 3rem as icons and 18rem as a drawer', async () => {
    const rem = 16
    const { page, context, close } = await open('/admin/group', 'desktop')
    const width = () =>
      page.getByRole('complementary', { name: 'Sidebar' }).evaluate((aside) => aside.getBoundingClientRect().width)
    expect(await width()).toBe(21.25 * rem)
    await page.getByRole('button', { name: 'Toggle Sidebar' }).click()
    await page.waitForFunction((icons) => document.querySelector('aside')?.offsetWidth === icons, 3 * rem)
    const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state')
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(604_700)
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(604_800)
    await page.setViewportSize({ width: 844, height: 390 })
    const heldSideways = await page
      .getByRole('complementary', { name: 'Sidebar' })
      .getByRole('link')
      .or(page.getByRole('button', { name: 'Logout' }))
      .evaluateAll((entries) => entries.map((entry) => (entry.closest('li') ?? entry).getBoundingClientRect().bottom))
    expect(heldSideways).toHaveLength(7)
    expect(Math.max(...heldSideways)).toBeLessThanOrEqual(390)
    await page.setViewportSize({ width: 767, height: 900 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    const panel = page.getByRole('dialog', { name: 'Menu' }).getByRole('navigation').locator('xpath=../..')
    await panel.waitFor()
    expect(await panel.evaluate((drawer) => drawer.getBoundingClientRect().width)).toBe(18 * rem)
    await close()
  })

  it('leave three quarters of a window at 400 % to the page', async () => {
    const { page, close } = await open('/admin/home', 'phone')
    await page.setViewportSize({ width: 320, height: 256 })
    const covered = () =>
      page.evaluate(() => {
        window.scrollTo(0, 200)
        return [...document.querySelectorAll('body *')]
          .filter((each) => ['sticky', 'fixed'].includes(getComputedStyle(each).position))
          .map((each) => {
            const { top, bottom } = each.getBoundingClientRect()
            return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0))
          })
          .reduce((sum, height) => sum + height, 0)
      })
    expect(await covered()).toBeLessThanOrEqual(256 / 4)
    await previewBatch(page)
    await page.getByRole('button', { name: 'Edit' }).first().click()
    await page.getByRole('textbox', { name: 'Reply Content' }).fill('@somebody #tagged https://example.com')
    await click(page, 'Save')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await toastsGone(page)
    expect(await covered()).toBeLessThanOrEqual(256 / 4)
    await click(page, 'Batch Send')
    await page.getByRole('region', { name: 'Sent' }).waitFor()
    await toastsGone(page)
    expect(await covered()).toBeLessThanOrEqual(256 / 4)
    await close()
  })

  it('put toasts at the top center', async () => {
    const { page, close } = await open('/admin/home', 'desktop')
    await page.getByRole('option', { name: 'launch-crew' }).waitFor({ state: 'attached' })
    await page.getByLabel('X post link').fill(link)
    await page.getByRole('button', { name: 'Get Content' }).click()
    await page.getByText('Get content success!').waitFor()
    await page.getByLabel('AI/Model').selectOption({ index: 1 })
    await page.getByLabel('Group', { exact: true }).selectOption('launch-crew')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Copy' }).first().click()
    await seeMessage(page, 'Copied')
    const toast = page
      .getByRole('region', { name: 'Messages' })
      .locator('[role=presentation]')
      .filter({ hasText: 'Copied' })
    const box = await toast.boundingBox()
    if (!box) throw new Error('No toast is shown')
    expect(Math.abs(box.x + box.width / 2 - 720)).toBeLessThan(10)
    expect(box.y).toBeLessThan(40)
    await toast.waitFor({ state: 'detached', timeout: 6000 })
    await close()
  })
})

it.each(['/admin/ai-character', '/admin/media-agent', '/admin/group', '/admin/history', '/admin/settings/operators'])(
  'no word of the tables of %s is broken at 1440 pixels',
  async (path) => {
    const { page, close } = await open(path, 'desktop')
    await page.locator('main tbody tr').first().waitFor()
    const broken = await page.evaluate(() =>
      [...document.querySelectorAll('main table')].flatMap((table) => {
        const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT)
        const found: string[] = []
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
            const range = document.createRange()
            range.setStart(node, index)
            range.setEnd(node, index + word.length)
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
            // A line may end at a hyphen, a slash or an @ within an address.
            if (lines.size > 1 && /^[\p{L}\p{N}_]+$/u.test(word)) found.push(word)
          }
        }
        return found
      }),
    )
    expect(broken).toEqual([])
    await close()
  },
)

describe('a laptop’s window', () => {
  const at = '2026-01-02T03:04:05.000Z'
  const item = {
    id: 1,
    reply_id: '51092e0b0b6d',
    retry_count: 0,
    twitter_username: '@corner_espresso',
    status: 'completed',
    reply_tweet_id: '1991427730554880217',
    created_at: at,
    updated_at: at,
  }
  const items = Array.from({ length: 3 }, (_, index) => ({ ...item, id: index + 1 }))
  const task = { id: 'a1', owner_id: 1, status: 'completed', created_at: at, updated_at: at, items }

  it('shows every column of a task’s items, and the outcomes of a send in one line each', async () => {
    const { page, close } = await openTab(browser, product.url, 'desktop', { token })
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.route('**/tasks/*', (route) => route.fulfill({ json: task }))
    await page.goto('/admin/history/a1')
    const table = page.getByRole('table', { name: 'Items' })
    await table.waitFor()
    const hidden = () => table.evaluate(({ parentElement: frame }) => frame && frame.scrollWidth - frame.clientWidth)
    /** The table head's font loads after the first frame, and is narrower than its replacement. */
    await eventually(async () => expect(await hidden()).toBe(0))

    await page.goto('/admin/home')
    await page.getByLabel('X post link').fill(link)
    await page.getByRole('button', { name: 'Get Content' }).click()
    await page.getByText('Get content success!').filter({ visible: true }).waitFor()
    await page.getByLabel('AI/Model').selectOption({ index: 1 })
    await page.getByLabel('Group', { exact: true }).selectOption('launch-crew')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByRole('button', { name: 'Batch Send' }).click()
    const links = page.getByRole('region', { name: 'Sent' }).getByRole('link', { name: 'View reply' })
    await links.nth(2).waitFor()
    const lines = () => links.evaluateAll((all) => all.map((each) => each.closest('div')?.clientHeight))
    await eventually(async () => expect(Math.max(...(await lines()).map((height) => height ?? 99))).toBeLessThan(32))
    await close()
  })
})
