import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from '../support/product'
import { createOperator } from './furnished'
import { createGate } from './gate'
import { expectNoSidewaysScroll, fontsArrived, openOperator } from './operator'
import { it } from './shared'

let browser: Browser
let product: Product

it.beforeAll(({ shared }) => {
  ;({ browser, product } = shared)
})

const noteActs = async (page: Page): Promise<() => Promise<string[]>> => {
  await page.evaluate(() => {
    const note = (act: string) => {
      const { dataset } = document.documentElement
      dataset.acts = `${dataset.acts ?? ''}${act} `
    }
    addEventListener('keydown', ({ key }) => note(key), true)
    addEventListener('pointerdown', () => note('click'), true)
  })
  return () => page.evaluate(() => (document.documentElement.dataset.acts ?? '').trim().split(' '))
}

const devices = [
  ['desktop', 'light'],
  ['phone', 'dark'],
] as const

it.each(devices)(
  'watches an account, and answers its mentions by two keys each, on a %s in %s',
  async (viewport, colorScheme) => {
    const { token, call } = await createOperator(product.url, `inbox-${viewport}@example.com`)
    await call('POST', '/sandbox/sample')
    const { page, complaints, shoot } = await openOperator(browser, product.url, viewport, { token, colorScheme })
    const answered = async () => (await call<{ total: number }>('GET', '/inbox?state=answered')).total

    const waiting = async () => (await call<{ total: number }>('GET', '/inbox?state=unread')).total
    await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThanOrEqual(5)
    await page.goto('/admin/home/inbox')
    const watch = page.getByRole('switch', { name: 'Watch for mentions of @brewlab_ama' })
    await watch.click()
    await watch.and(page.getByRole('switch', { checked: false })).waitFor()
    await watch.click()
    const price = page.getByRole('dialog', { name: 'Watch for mentions of @brewlab_ama?' })
    await price.getByText(/\$\d+\.\d\d a day/).waitFor()
    await shoot('inbox-price')
    await price.getByRole('button', { name: 'Switch on' }).click()
    const rows = page.getByRole('article')
    await rows.nth(2).waitFor()
    await expectNoSidewaysScroll(page)
    await shoot('inbox-mentions')

    // Without an earlier reply, the first answer asks for a character.
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/admin/home?mention=*')
    await page.getByText('Get content success!').waitFor()
    // X accepts the same words only once from one account, so the phone uses another character.
    await page.getByLabel('AI/Model').selectOption({ index: viewport === 'phone' ? 2 : 1 })
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('group', { name: 'Reply 1' }).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('region', { name: 'Sent', exact: true }).waitFor()

    await page
      .getByRole('region', { name: 'To answer' })
      .or(page.getByRole('button', { name: /^To answer/ }))
      .waitFor()
    await shoot('inbox-home')
    expect(await page.getByLabel('X post link').inputValue()).toBe('')
    await page.keyboard.press('n')
    await page.getByRole('group', { name: 'Reply 1' }).waitFor()
    await shoot('inbox-home-answering')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('region', { name: 'Sent', exact: true }).waitFor()
    await expect.poll(answered, { timeout: 30_000 }).toBe(2)

    await page.goto('/admin/home/inbox')
    await rows.first().waitFor()
    const author = await rows.first().getAttribute('aria-label')
    await page.getByRole('heading', { level: 1 }).focus()
    const acts = await noteActs(page)
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Reply 1' }).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('region', { name: 'Sent', exact: true }).waitFor()
    await expect.poll(answered, { timeout: 30_000 }).toBe(3)
    expect(await acts()).toEqual(['Enter', 'Control', 'Enter'])
    await page.goto('/admin/home/inbox?state=answered')
    await page
      .getByRole('article', { name: author ?? '' })
      .getByText('Answered')
      .waitFor()
    await shoot('inbox-answered')
    expect(complaints.join('\n')).toBe('')
  },
)

it.each([1440, 1280, 768, 390])(
  'shows on Home how many mentions wait, without moving anything, at %i px',
  async (width) => {
    const { token } = await createOperator(product.url, `inbox-at-${width}@example.com`)
    const { page, complaints } = await openOperator(browser, product.url, 'desktop', { token })
    await page.setViewportSize({ width, height: 900 })
    let answer: () => void = () => undefined
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/v1/inbox?*', async (route) => {
      const response = await route.fetch()
      await asked
      await route.fulfill({ response, json: { ...(await response.json()), unread: 1234 } })
    })
    await page.goto('/admin/home')
    await page.getByRole('button', { name: 'Many links' }).waitFor()
    await fontsArrived(page)
    const places = async () =>
      Promise.all([
        page.getByRole('button', { name: 'Many links' }).boundingBox(),
        page.getByRole('main').getByRole('link', { name: 'Inbox' }).boundingBox(),
        page.getByLabel('X post link').boundingBox(),
      ])
    const before = await places()
    answer()
    await page.getByRole('button', { name: /^To answer 1,\d+$/ }).waitFor()
    expect(await places()).toEqual(before)
    expect(complaints).toEqual([])
    await page.close()
  },
)

it('keeps the place of the list while the mentions are loaded, so that nothing moves', async () => {
  const { token, call } = await createOperator(product.url, 'inbox-place@example.com')
  await call('POST', '/sandbox/sample')
  await expect.poll(async () => (await call<{ total: number }>('GET', '/inbox')).total, { timeout: 60_000 }).not.toBe(0)
  const { page } = await openOperator(browser, product.url, 'desktop', { token })
  await page.goto('/admin/home')
  await page.getByRole('button', { name: /^To answer/ }).waitFor()
  const inbox = await createGate(page, 'api/v1/inbox*')
  await page.reload()
  await expect.poll(() => inbox.waiting(), { timeout: 30_000 }).toBe(1)
  await fontsArrived(page)
  const place = () => page.getByLabel('X post link').boundingBox()
  const before = await place()
  await inbox.pass()
  await page.getByRole('region', { name: 'To answer' }).getByRole('listitem').first().waitFor()
  expect(await place()).toEqual(before)
  await page.close()
})

it.each([
  [1280, 'desktop'],
  [360, 'phone'],
] as const)(
  'does what is clicked in a card that is not the current one, %i px wide on a %s',
  async (width, viewport) => {
    const { token, call } = await createOperator(product.url, `clicked-${viewport}@example.com`)
    await call('POST', '/sandbox/sample')
    const dismissed = async () => (await call<{ mentions: { id: number }[] }>('GET', '/inbox?state=dismissed')).mentions
    const waiting = async () => (await call<{ mentions: { id: number }[] }>('GET', '/inbox?state=unread')).mentions
    await expect.poll(async () => (await waiting()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(3)
    const { page, complaints } = await openOperator(browser, product.url, viewport, { token })
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/admin/home/inbox')
    const rows = page.getByRole('article')
    await rows.nth(2).waitFor()
    await fontsArrived(page)
    const [, second] = await waiting()
    await rows.nth(1).getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(async () => (await dismissed()).map(({ id }) => id)).toEqual([second?.id])
    await rows.nth(0).getByRole('button', { name: 'Answer' }).waitFor()
    await rows.nth(1).getByRole('button', { name: 'Answer' }).click()
    await page.waitForURL('**/admin/home?mention=*')
    expect(complaints.join('\n')).toBe('')
  },
)
