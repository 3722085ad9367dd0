import type { Browser, Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { doubleClickMillis } from '../../src/views/ui/doubleClick'
import type { Product } from '../support/product'
import { createOperator } from './furnished'
import { openTab } from './operator'
import { it } from './shared'

let browser: Browser
let product: Product
let token: string

it.beforeAll(async ({ shared }) => {
  ;({ browser, product } = shared)
  const operator = await createOperator(product.url, 'habits@example.com')
  await operator.call('POST', '/sandbox/sample')
  token = operator.token
})

describe('an operator who clicks twice instead of once', () => {
  it.each([
    ['Add Group', 'Create Group'],
    ['Go to or search', 'Go to or search'],
  ])('on %j opens the window, and closes it by a click beside it', async (button, title) => {
    const { page, close } = await openTab(browser, product.url, 'desktop', { token })
    await page.goto('/admin/group')
    await page.getByRole('table').waitFor()
    const place = await page.getByRole('button', { name: button }).boundingBox()
    if (!place) throw new Error('The button is not shown')
    const [x, y] = [place.x + place.width / 2, place.y + place.height / 2]
    const window = page.getByRole('dialog', { name: title })
    const clickTwice = async () => {
      const started = Date.now()
      await page.mouse.click(x, y)
      await window.waitFor({ state: 'attached' })
      await page.mouse.click(x, y)
      return Date.now() - started
    }
    /** On a busy machine the second click may be late and then counts as a click beside the window. */
    while ((await clickTwice()) > doubleClickMillis) {
      await page.keyboard.press('Escape')
      await window.waitFor({ state: 'detached' })
    }
    await page.waitForTimeout(500)
    expect(await window.count()).toBe(1)
    await page.mouse.click(1400, 880)
    await window.waitFor({ state: 'detached' })
    await close()
  })
})

describe('an operator who saves a long form from its middle', () => {
  it('sees the label of the first field that is wrong', async () => {
    const { page, close } = await openTab(browser, product.url, 'desktop', { token })
    await page.setViewportSize({ width: 1280, height: 700 })
    await page.goto('/admin/ai-character')
    await page.getByRole('button', { name: 'Add AI Character' }).click()
    const window = page.getByRole('dialog', { name: 'Create AI Character' })
    const name = window.getByRole('textbox', { name: 'Name', exact: true })
    const topOf = async (place: Locator) => (await place.boundingBox())?.y ?? Number.NaN
    await name.waitFor()
    await page.mouse.move(640, 350)
    await page.mouse.wheel(0, (await topOf(name)) + 10)
    await expect.poll(() => topOf(name)).toBe(-10)
    await window.getByRole('textbox', { name: 'Version', exact: true }).focus()
    await page.keyboard.press('Enter')
    await window.getByText('Name is required', { exact: true }).waitFor()
    expect(await topOf(window.getByText('Name', { exact: true }))).toBeGreaterThan(0)
    await close()
  })
})

describe('an operator with their own colours', () => {
  it('sees which tab, which theme and which page of a table is chosen', async () => {
    const { page, close } = await openTab(browser, product.url, 'desktop', { token })
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto('/admin/home')
    const backgrounds = (name: string, inner: 'tab' | 'radio') =>
      page.getByRole(inner === 'tab' ? 'tablist' : 'group', { name }).evaluate(
        (list, role) =>
          [...list.querySelectorAll(role === 'tab' ? '[role=tab]' : 'label')].map((each) => {
            const { backgroundColor, color } = getComputedStyle(each)
            return [backgroundColor, color].join(' on ')
          }),
        inner,
      )
    await page.getByRole('tab', { name: 'Batch Send', selected: true }).waitFor()
    const [batch, solo] = await backgrounds('How to send', 'tab')
    const [light, dark, system] = await backgrounds('Theme', 'radio')
    expect([batch, light, dark]).toEqual([system, solo, solo])
    expect(batch).not.toBe(solo)
    await page.goto('/admin/media-agent')
    await page.getByRole('link', { name: 'Page 1' }).waitFor()
    const looks = await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: /^Page/ })
      .evaluateAll((links) => links.map((link) => getComputedStyle(link).textDecorationLine))
    expect(looks).toEqual(['underline', 'none', 'none'])
    await close()
  })
})
