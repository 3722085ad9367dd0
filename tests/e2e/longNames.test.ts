import type { Browser } from 'playwright-core'
import { describe, expect } from 'vitest'
import { twoFrames } from '../support/chromium'
import type { Product } from '../support/product'
import { createOperator, link } from './furnished'
import { fontsArrived, openTab } from './operator'
import { it } from './shared'

let browser: Browser
let product: Product
let token: string

it.beforeAll(async ({ shared }) => {
  ;({ browser, product } = shared)
  token = (await createOperator(product.url, 'long@example.com')).token
})

const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(3)
const at = '2026-01-02T03:04:05.000Z'
const account = { id: 1, username: `@${long}`, group: long, is_active: false, created_at: at, inactive_reason: long }
const role = {
  id: 1,
  name: long,
  model_name: long,
  category: long,
  system_prompt: long,
  personality_traits: [long],
  background_story: long,
  instruction_set: [],
  version: '1',
  knowledge_base: {},
  example_conversations: {},
  language: long,
}
const item = {
  id: 1,
  reply_id: 'a1',
  retry_count: 0,
  twitter_username: '@long',
  status: 'failed',
  error: long,
  next_step: long,
  created_at: at,
  updated_at: at,
}
const task = { id: 'a1', owner_id: 1, status: 'failed', error: null, created_at: at, updated_at: at, items: [item] }

describe('names without any spaces', () => {
  it.each([
    ['/admin/media-agent', '/twitter/accounts*', [account]],
    ['/admin/ai-character', '/ai-roles*', [role]],
    ['/admin/group', '/groups', [{ id: 1, name: long, description: long }]],
    ['/admin/history/a1', '/tasks/a1', task],
  ])('keep the table of %s in its frame, on a desktop and on the narrowest phone', async (path, call, answer) => {
    const { page, close } = await openTab(browser, product.url, 'desktop', { token })
    await page.route(`**/api/v1${call}`, (route) => route.fulfill({ json: answer }))
    for (const width of [1440, 1024, 320]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      const table = page.getByRole('table').first()
      await table.waitFor()
      const spill = await table.evaluate((element) => {
        const frame = element.parentElement ?? element
        return frame.scrollWidth - frame.clientWidth
      })
      expect(`${spill} px too wide at ${width}`).toBe(`0 px too wide at ${width}`)
    }
    await close()
  })
})

it.each([
  ['/admin/ai-character/1', '/ai-roles/1', role],
  ['/admin/group/1', '/groups/1', { id: 1, name: long, description: long }],
])('a name without spaces keeps the page of %s as wide as a phone', async (path, call, answer) => {
  const { page, close } = await openTab(browser, product.url, 'phone', { token })
  await page.route(`**/api/v1${call}`, (route) => route.fulfill({ json: answer }))
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto(path)
    await page.getByText(long).first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await close()
})

it('a list of operators keeps the page as wide as the window, even beside the open sidebar', async () => {
  const { page, close } = await openTab(browser, product.url, 'desktop', { token })
  const me = { id: 1, email: 'long@example.com', username: 'long', is_admin: true }
  const operators = ['long@example.com', `${long}@example.com`].map((email, index) => ({
    ...me,
    id: index + 1,
    email,
    created_at: at,
    disabled_at: null,
    last_used_at: at,
    has_second_factor: true,
  }))
  await page.route('**/api/v1/auth/me', (route) => route.fulfill({ json: me }))
  await page.route('**/api/v1/operators', (route) => route.fulfill({ json: operators }))
  for (const width of [1440, 768]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/admin/settings/operators')
    const sidebar = page.getByRole('button', { name: 'Toggle Sidebar' })
    if ((await sidebar.getAttribute('aria-expanded')) === 'false') await sidebar.click()
    await page.getByRole('table', { name: 'Operators' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await close()
})

describe('a table of many columns', () => {
  const summary = {
    id: 'a1',
    owner_id: 1,
    status: 'needs_review',
    created_at: at,
    updated_at: at,
    total_items: 200,
    completed: 198,
    failed: 2,
    pending: 0,
    needs_review: 1,
    post: {
      tweet_id: '1991427730554880217',
      text: 'Our sourdough starter turned ten.',
      author_username: 'northfieldbread',
    },
    characters: ['Mara', 'Jonas'],
    group: 'launch-crew',
  }
  const items = [
    { ...item, id: 1, twitter_username: '@corner_espresso', error: 'The author has blocked this account.' },
    { ...item, id: 2, status: 'needs_review', reply_id: '60bf09d9e56d', content: 'Naturally. I will pretend.' },
    { ...item, id: 3, status: 'completed', reply_tweet_id: '1991427730554880217', error: null, next_step: null },
  ]

  const openTable = async (path: string, call: string, answer: object, width: number) => {
    const { page, context, close } = await openTab(browser, product.url, 'desktop', { token })
    await context.addCookies([{ name: 'sidebar_state', value: 'true', url: product.url }])
    await page.route(`**/api/v1${call}`, (route) => route.fulfill({ json: answer }))
    await page.setViewportSize({ width, height: 900 })
    await page.goto(path)
    const frame = page.getByRole('table').first().locator('..')
    await frame.waitFor()
    await fontsArrived(page)
    return { page, frame, close }
  }

  it.each([
    [1440, '/admin/history', '/tasks/?*', [summary]],
    [1280, '/admin/history', '/tasks/?*', [summary]],
    [1024, '/admin/history', '/tasks/?*', [summary]],
    [1440, '/admin/history/a1', '/tasks/a1', { ...task, items }],
    [1280, '/admin/history/a1', '/tasks/a1', { ...task, items }],
    [1180, '/admin/history/a1', '/tasks/a1', { ...task, items }],
  ])('shows all columns at %i px beside the open sidebar: %s', async (width, path, call, answer) => {
    const { frame, close } = await openTable(path, call, answer, width)
    expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await close()
  })

  it('keeps a reply ID on one line beside the buttons', async () => {
    const words = 'X did not answer, and it is not clear whether the reply was posted: it may be there. '.repeat(3)
    const waiting = { ...items[1], error: words, next_step: words }
    const { page, frame, close } = await openTable(
      '/admin/history/a1',
      '/tasks/a1',
      { ...task, items: [waiting] },
      1280,
    )
    expect(await page.getByText('60bf09d9e56d').evaluate((id) => id.getClientRects().length)).toBe(1)
    expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await close()
  })

  it('keeps an e-mail address on one line, and breaks a longer one before the page becomes wider', async () => {
    const { page, close } = await openTab(browser, product.url, 'desktop', { token })
    await page.context().addCookies([{ name: 'sidebar_state', value: 'true', url: product.url }])
    const other = {
      id: 2,
      username: 'mara',
      email: 'mara.bergstrom@example.com',
      is_admin: false,
      created_at: at,
      last_used_at: at,
      disabled_at: null,
      has_second_factor: true,
    }
    const longest = { ...other, id: 3, email: `${long}@example.com` }
    let operators = [other]
    await page.route('**/api/v1/operators', (route) => route.fulfill({ json: operators }))
    await page.route('**/api/v1/auth/me', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), is_admin: true } })
    })
    for (const [width, listed] of [
      [1280, [other]],
      [320, [other]],
      [1280, [other, longest]],
      [320, [other, longest]],
    ] as const) {
      operators = [...listed]
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/admin/settings/operators')
      const email = page.getByText(other.email, { exact: true })
      await email.waitFor()
      await fontsArrived(page)
      const lines = await email.evaluate((element) => {
        const words = document.createRange()
        words.selectNodeContents(element)
        return words.getClientRects().length
      })
      expect([lines, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([1, width])
    }
    await close()
  })

  it.each([
    [
      '/admin/history?page=3',
      '/tasks/?*',
      Array.from({ length: 101 }, (_, index) => ({ ...summary, id: `a${index}` })),
    ],
    [
      '/admin/media-agent?page=7',
      '/twitter/accounts*',
      Array.from({ length: 130 }, (_, index) => ({ ...account, id: index + 1, username: `@long${index}` })),
    ],
  ])('shows its numbered pages on a phone: %s', async (path, call, answer) => {
    const { page, close } = await openTab(browser, product.url, 'phone', { token })
    await page.route(`**/api/v1${call}`, (route) => route.fulfill({ json: answer }))
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 740 })
      await page.goto(path)
      await page.getByRole('navigation', { name: 'Pages' }).waitFor()
      await fontsArrived(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await close()
  })

  it('shows a shadow at its edge if more columns follow', async () => {
    const { page, frame, close } = await openTable('/admin/history', '/tasks/?*', [summary], 768)
    const row = await frame.locator('tbody tr').boundingBox()
    const box = await frame.boundingBox()
    if (!row || !box) throw new Error('The table is not shown')
    const pixel = (x: number) => page.screenshot({ clip: { x, y: row.y + 3, width: 1, height: 1 } })
    const left = () => pixel(box.x + 2)
    const right = () => pixel(box.x + box.width - 3)
    const plain = await left()
    expect(await right()).not.toEqual(plain)
    await frame.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
    await twoFrames(page)
    expect(await right()).toEqual(plain)
    expect(await left()).not.toEqual(plain)
    await close()
  })
})

describe('a post and its replies', () => {
  const content = { tweet_id: '1991427730554880217', text: long, author_name: long, author_username: 'kiosk' }

  const openReply = async (words: string, detail?: string) => {
    const { page, close } = await openTab(browser, product.url, 'phone', { token })
    const answers: [call: string, status: number, json: unknown][] = [
      ['/ai-roles*', 200, [role]],
      ['/groups', 200, [{ id: 1, name: long, description: long }]],
      ['/twitter/accounts*', 200, [account]],
      ['/twitter/tweet/content', 200, content],
      ['/twitter/tweet/generate-reply', 200, { replies: [{ reply_id: 'r1', content: words }] }],
      ['/twitter/tweet/batch-post-replies', 409, { detail }],
    ]
    for (const [call, status, json] of answers)
      await page.route(`**/api/v1${call}`, (route) => route.fulfill({ status, json }))
    await page.setViewportSize({ width: 320, height: 900 })
    await page.goto('/admin/home')
    await page.getByLabel('X post link').fill(link)
    await page.getByRole('button', { name: 'Get Content' }).click()
    await page.getByText('Get content success!').waitFor()
    await page.getByLabel('AI/Model').selectOption('1')
    await page.getByLabel('Group', { exact: true }).selectOption(long)
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    const reply = page.getByRole('group', { name: 'Reply 1' })
    await reply.waitFor()
    return { page, close, reply }
  }

  it('can be read to the end on the narrowest phone when they contain no spaces', async () => {
    const { page, close, reply } = await openReply(`https://example.com/${long}`)
    const widths = () => page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
    expect(await widths()).toEqual([320, 320])
    expect((await reply.boundingBox())?.width).toBeLessThan(320)
    await close()
  })

  it('follow their own writing direction', async () => {
    const words = 'مرحبا! هذا منتج رائع (حقا) :)'
    const { page, close, reply } = await openReply(words)
    const direction = (element: Element) => getComputedStyle(element).direction
    expect(await reply.getByText(words).evaluate(direction)).toBe('rtl')
    await reply.getByRole('button', { name: 'Edit' }).click()
    expect(await page.getByRole('textbox', { name: 'Reply Content' }).evaluate(direction)).toBe('rtl')
    await close()
  })

  it('show errors in readable lines on the widest screen', async () => {
    const { page, close } = await openReply('Hello there', 'Two of these replies say nearly the same. '.repeat(12))
    await page.setViewportSize({ width: 2560, height: 1440 })
    await page.getByRole('button', { name: 'Batch Send' }).click()
    const toast = page.getByLabel('Messages').getByRole('presentation')
    await toast.waitFor()
    expect((await toast.boundingBox())?.width).toBeLessThan(700)
    await close()
  })
})

it('a chosen name with two consecutive spaces stays chosen', async () => {
  const { page, close } = await openTab(browser, product.url, 'desktop', { token })
  const group = 'launch  crew'
  await page.route('**/api/v1/groups', (route) => route.fulfill({ json: [{ id: 1, name: group, description: long }] }))
  await page.route('**/api/v1/twitter/accounts/1', (route) => route.fulfill({ json: { ...account, group } }))
  await page.goto('/admin/media-agent/1')
  await page.locator('select:enabled').waitFor()
  expect(await page.getByLabel('Group', { exact: true }).inputValue()).toBe(group)
  await close()
})

it("the number of waiting replies and a send's outcome fit on a phone of 360 px", async () => {
  const { page, close } = await openTab(browser, product.url, 'phone', { token })
  const mention = {
    id: 1,
    tweet_id: '1991427730554880217',
    link,
    kind: 'mention',
    account_id: 1,
    account_username: '@corner_espresso',
    author_username: 'northfieldbread',
    author_name: 'Northfield',
    text: 'Do you open on Sundays?',
    created_at: at,
    received_at: at,
    state: 'unread',
    task_id: null,
    asks_to_stop: false,
  }
  const counted = { status: 'processing', total_items: 12, completed: 3, failed: 2, pending: 7 }
  const answers: [call: string, json: unknown][] = [
    ['/inbox*', { total: 1234, unread: 1234, mentions: [mention], next: null, watches: [] }],
    ['/tasks/open*', { tasks: [{ ...task, ...counted }], needs_review: 0 }],
  ]
  for (const [call, json] of answers) await page.route(`**/api/v1${call}`, (route) => route.fulfill({ json }))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/home')
  const waiting = page.getByRole('button', { name: 'To answer 1,234' })
  const counts = page
    .getByRole('banner')
    .getByRole('button', { name: /7 waiting/ })
    .getByText(/7 waiting/)
  for (const said of [waiting, counts]) {
    await said.waitFor()
    await fontsArrived(page)
    const cut = await said.evaluate((element) => [
      element.scrollWidth - element.clientWidth,
      element.scrollHeight - element.clientHeight,
    ])
    expect(cut).toEqual([0, 0])
  }
  await close()
})

it('a search without results stays in its frame on the narrowest phone', async () => {
  const { page, close } = await openTab(browser, product.url, 'phone', { token })
  await page.route('**/api/v1/twitter/accounts*', (route) => route.fulfill({ json: [account] }))
  await page.setViewportSize({ width: 320, height: 900 })
  await page.goto(`/admin/media-agent?search=${long}x`)
  const widthOf = (text: string | RegExp) =>
    page.getByText(text).evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(await widthOf(/^No username contains/)).toBe(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to or search' }).fill(`${long}x`)
  expect(await widthOf(/^No results for/)).toBe(0)
  await close()
})
