import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from '../support/product'
import { eventually } from '../support/waiting'
import { createOperator } from './furnished'
import { createGate } from './gate'
import { fontsArrived, openTab } from './operator'
import { choose, click, fetchPost, previewBatch } from './screens/steps'
import { it } from './shared'

let browser: Browser
let product: Product
let token: string
let roleId: number

it.beforeAll(async ({ shared }) => {
  ;({ browser, product } = shared)
  const operator = await createOperator(product.url, 'home-measures@example.com')
  await operator.call('POST', '/sandbox/sample')
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
    expect(field?.y, 'link field').toBeLessThan(320)
    expect(first?.y, 'the first steps').toBeLessThan(height - 300)
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
