import type { Browser, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Product } from '../support/product'
import { eventually } from '../support/waiting'
import { createOperator, link, sendBatch } from './furnished'
import { createGate } from './gate'
import { fontsArrived, openTab, seeMessage, toastsGone } from './operator'
import { choose, click, fetchPost, previewBatch } from './screens/steps'
import { it } from './shared'

let browser: Browser
let product: Product
let token: string
let roleId: number

it.beforeAll(async ({ shared }) => {
  ;({ browser, product } = shared)
  const operator = await createOperator(product.url, 'measures@example.com')
  await operator.call('POST', '/sandbox/sample')
  await sendBatch(operator, 2)
  token = operator.token
  const [role] = await operator.call<[{ id: number }]>('GET', '/ai-roles?skip=0&limit=100')
  roleId = role.id
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

const mostWords = 80
const mostControls = 24

/** Counts visible words and controls in the main area, without the texts of the post and the replies. */
const amounts = (page: Page): Promise<[number, number]> =>
  page.getByRole('main').evaluate((main) => {
    const isSeen = (element: Element | null) =>
      element?.checkVisibility({ visibilityProperty: true }) && !element.closest('.sr-only, option')
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    let words = 0
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (isSeen(parent) && !parent?.closest('[dir=auto]'))
        words += node.textContent?.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0
    }
    const controls = [...main.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(isSeen)
    return [words, controls.length]
  })

const sizes = [
  [1440, 900, 'desktop'],
  [1024, 768, 'desktop'],
  [390, 844, 'phone'],
] as const

/** Sums the layout shifts of each page without recent input. */
const watchMoves = (page: Page) =>
  page.addInitScript(() => {
    let moved = 0
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!shift.hadRecentInput) moved += shift.value
      document.documentElement.dataset.moved = String(moved)
    }).observe({ type: 'layout-shift', buffered: true })
  })
const movedOn = async (page: Page) => Number(await page.evaluate(() => document.documentElement.dataset.moved ?? 0))
const answerLate = (page: Page) =>
  page.route('**/api/v1/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })

it.each(sizes)(
  'moves little for a newcomer while everything arrives late, at %ix%i',
  async (width, height, viewport) => {
    const { token } = await createOperator(product.url, `newcomer-${width}@example.com`)
    const { page, close } = await openTab(browser, product.url, viewport, { token })
    await page.setViewportSize({ width, height })
    await watchMoves(page)
    await answerLate(page)
    await page.goto('/admin/home')
    const steps = page.getByRole('region', { name: 'Before your first reply' })
    await steps.waitFor()
    await fontsArrived(page)
    expect(await movedOn(page)).toBeLessThan(0.05)
    const [field, first] = await Promise.all([page.getByLabel('X post link').boundingBox(), steps.boundingBox()])
    expect([field?.y, first?.y].map((y) => (y ?? height) < height / 2 + 100)).toEqual([true, true])
    await close()
  },
)

it.each(sizes)('moves little while everything arrives late, at %ix%i', async (width, height, viewport) => {
  const { token, call } = await createOperator(product.url, `late-${width}@example.com`)
  await call('POST', '/sandbox/sample')
  const waiting = async () => (await call<{ total: number }>('GET', '/inbox?state=unread')).total
  await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThanOrEqual(3)
  const { page, close } = await openTab(browser, product.url, viewport, { token })
  await page.setViewportSize({ width, height })
  await watchMoves(page)
  await page.goto('/admin/home')
  await page.getByRole('button', { name: /^To answer/ }).waitFor()
  await answerLate(page)
  const moved = () => movedOn(page)
  const opened = async () => {
    await page.reload()
    await page
      .getByRole('region', { name: 'To answer' })
      .getByRole('listitem')
      .first()
      .or(page.getByRole('button', { name: /^To answer/ }))
      .waitFor()
    await fontsArrived(page)
  }
  await opened()
  expect(await moved(), 'opened').toBeLessThan(0.05)
  await previewBatch(page)
  await fontsArrived(page)
  expect(await moved(), 'three replies').toBeLessThan(0.05)
  await page.getByText('Draft saved on this device').waitFor({ state: 'attached' })
  await opened()
  await page.getByRole('group', { name: 'Reply 3' }).waitFor()
  expect(await moved(), 'opened with replies').toBeLessThan(0.05)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await close()
})

it('keeps the link field above 260 px and Preview in sight at 1440x900, and one key reaches the field', async () => {
  const { page, close } = await open('/admin/home?url=https%3A%2F%2Fx.com%2Fada%2Fstatus%2F4711', 'desktop')
  await page.getByRole('region', { name: 'To answer' }).waitFor()
  await fontsArrived(page)
  const places = async () => {
    const [field, preview, bar] = await Promise.all(
      [
        page.getByLabel('X post link'),
        page.getByRole('button', { name: 'Preview', exact: true }),
        page.getByRole('region', { name: /^Sen[dt]$/ }),
      ].map((each) => each.boundingBox()),
    )
    return [(field?.y ?? 900) < 260, (preview?.y ?? 900) + (preview?.height ?? 0) <= (bar?.y ?? 0)]
  }
  expect(await places(), 'blank').toEqual([true, true])
  await fetchPost(page)
  expect(await places(), 'with the post').toEqual([true, true])
  await choose(page, 'Group')
  await page.getByLabel('Count').fill('3')
  await page.route('**/generate-reply', async (route) => {
    const response = await route.fetch()
    const { replies } = await response.json()
    const words = ['espresso ', 'filter ', 'cortado ']
    const longer = replies.map((reply: object, at: number) => ({
      ...reply,
      content: words[at]?.repeat(20).slice(0, 140),
    }))
    await route.fulfill({ response, json: { replies: longer } })
  })
  await click(page, 'Preview')
  const third = page.getByRole('group', { name: 'Reply 3' })
  await third.waitFor()
  expect(await places(), 'with three replies').toEqual([true, true])
  const [card, bar] = await Promise.all([third.boundingBox(), page.getByRole('region', { name: 'Send' }).boundingBox()])
  expect((card?.y ?? 900) + (card?.height ?? 0), 'end of the third reply').toBeLessThanOrEqual(bar?.y ?? 0)
  const [words, controls] = await amounts(page)
  expect(words, 'words without the texts of the post and the replies').toBeLessThanOrEqual(mostWords)
  expect(controls).toBeLessThanOrEqual(mostControls)
  await page.getByRole('button', { name: 'Edit', exact: true }).nth(1).click()
  await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement)
  expect(await places(), 'during an edit').toEqual([true, true])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  expect(await page.getByLabel('X post link').evaluate((field) => field === document.activeElement)).toBe(true)
  await close()
})

it.each(['desktop', 'phone'] as const)(
  'leaves replies where they are once it is known who may answer, on a %s',
  async (viewport) => {
    const { page, close } = await openTab(browser, product.url, viewport, { token })
    await page.goto('/admin/home')
    await previewBatch(page)
    await page.getByText('Draft saved on this device').waitFor()
    const accounts = await createGate(page, 'api/v1/twitter/accounts?group=')
    await page.reload()
    const reply = page.getByRole('group', { name: 'Reply 1', exact: true })
    await reply.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    await fontsArrived(page)
    await eventually(() => expect(accounts.waiting()).toBe(1))
    const belowThePost = async () => {
      const [post, card] = await Promise.all([page.getByRole('article').first().boundingBox(), reply.boundingBox()])
      return (card?.y ?? 0) - (post?.y ?? 0)
    }
    const before = await belowThePost()
    await accounts.pass()
    await page.locator('summary', { hasText: 'can reply' }).first().waitFor({ state: 'attached' })
    expect(await belowThePost()).toBe(before)
    await close()
  },
)

it.each(['desktop', 'phone'] as const)(
  'leaves Preview where it is once what it takes is known, on a %s',
  async (viewport) => {
    const { page, close } = await openTab(browser, product.url, viewport, { token })
    const spending = await createGate(page, 'api/v1/openai/spending')
    await page.goto('/admin/home')
    await fetchPost(page)
    await choose(page, 'Group')
    await fontsArrived(page)
    await eventually(() => expect(spending.waiting()).toBe(1))
    const place = () => page.getByRole('button', { name: 'Preview', exact: true }).boundingBox()
    const before = await place()
    await spending.pass()
    await page.getByText(/^Preview uses about/).waitFor()
    expect(await place()).toEqual(before)
    await close()
  },
)

it.each(['desktop', 'phone'] as const)(
  'leaves everything below the prices among many links in place, on a %s',
  async (viewport) => {
    const { page, close } = await openTab(browser, product.url, viewport, { token })
    await page.addInitScript((habits) => localStorage.setItem('auto-comment-bot.queueHabits', JSON.stringify(habits)), {
      version: 1,
      settings: { ahead: 0, drafts: 0, refills: false },
      last: { mode: 'batch', role_id: String(roleId), group_name: 'launch-crew', count: '2', account_id: '' },
    })
    const spending = await createGate(page, 'api/v1/*/spending')
    await page.goto('/admin/home')
    await click(page, 'Many links')
    const below = page.getByRole('link', { name: 'Reply later' })
    await below.waitFor()
    await fontsArrived(page)
    await eventually(() => expect(spending.waiting()).toBe(2))
    const before = await below.boundingBox()
    await spending.pass()
    await spending.pass()
    await page.getByText(/^Loading a post costs about/).waitFor()
    await page.getByText(/^For each post: Preview uses about/).waitFor()
    expect(await below.boundingBox()).toEqual(before)
    await close()
  },
)
