import type { Browser, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Product } from '../support/product'
import { translate } from '../support/translator'
import { type ApiOperator, createOperator, link } from './furnished'
import { complaintsOf, fillLogin, logIn, openOperator, openTab, seeMessage } from './operator'
import { click, dialog, fetchPost, previewBatch } from './screens/steps'
import { it } from './shared'

let browser: Browser
let product: Product
let operator: ApiOperator

it.beforeAll(async ({ shared }) => {
  ;({ browser, product } = shared)
  operator = await createOperator(product.url, 'browsers@example.com')
  await operator.call('POST', '/sandbox/sample')
})

const open = async (path: string) => {
  const { page, close } = await openTab(browser, product.url, 'desktop', { token: operator.token })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, close }
}

const openWith = async (script: () => void, token?: string) => {
  const { page, context } = await openOperator(browser, product.url, 'desktop', token === undefined ? {} : { token })
  await context.addInitScript(script)
  return { page, close: () => context.close() }
}

/** Playwright only presses keys of an American keyboard. */
const pressKey = async (page: Page, key: string, code: string, modifiers = 0) => {
  const session = await page.context().newCDPSession(page)
  for (const type of ['rawKeyDown', 'keyUp'] as const)
    await session.send('Input.dispatchKeyEvent', { type, key, code, modifiers, windowsVirtualKeyCode: 0 })
  await session.detach()
}
const ctrl = 2

describe('a page that the browser translates', () => {
  it('shows the text of an edited reply, and names the current work', async () => {
    const { page, close } = await openWith(translate, operator.token)
    const complaints = complaintsOf(page)
    await page.goto('/admin/home')
    await previewBatch(page)
    const card = page.getByRole('group', { name: 'Reply 1', exact: true })
    await card.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('textbox', { name: 'Reply Content' }).fill('Mine alone')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const text = card.locator('p[dir=auto]')
    expect([await text.innerText(), await text.getAttribute('translate')]).toEqual(['Mine alone', 'no'])
    expect(complaints).toEqual([])
    await close()
  })

  it('refuses a wrong password, and logs in with the right one', async () => {
    const { page, close } = await openWith(translate)
    await page.goto('/login')
    await page.getByLabel('Email').fill(operator.email)
    await page.getByLabel('Password', { exact: true }).fill('wrong password')
    await page.getByRole('button', { name: 'Login' }).click()
    await seeMessage(page, 'Incorrect email or password')
    await fillLogin(page, operator.email)
    await page.waitForURL('**/admin/home')
    await close()
  })
})

describe('a word during input composition', () => {
  const compose = async (page: Page) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 })
    return session
  }

  it('is cancelled by Escape, which closes no window', async () => {
    const { page, close } = await open('/admin/home')
    await previewBatch(page)
    await page.getByRole('button', { name: 'Edit' }).first().click()
    await page.getByRole('textbox', { name: 'Reply Content' }).fill('Kept')
    await compose(page)
    await page.keyboard.press('Escape')
    await dialog(page, 'Reply Content')
    expect(await page.getByRole('dialog').count()).toBe(1)
    await close()
  })

  it.each([
    ['while it is composed', { isComposing: true, keyCode: 13 }],
    ['just after it, as Safari does', { isComposing: false, keyCode: 229 }],
  ])('is ended by Enter in the link field, which fetches nothing, %s', async (_when, key) => {
    const { page, close } = await open('/admin/home')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/tweet/content')) asked.push(request.method())
    })
    const field = page.getByLabel('X post link')
    await field.fill(link)
    const press = (init: object) =>
      field.evaluate(
        (element, event) =>
          element.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...event }),
          ),
        init,
      )
    expect(await press(key)).toBe(true)
    expect(asked).toEqual([])
    expect(await press({})).toBe(false)
    await seeMessage(page, 'Get content success!')
    expect(asked).toEqual(['POST'])
    await close()
  })
})

describe.each([
  ['Cyrillic', { b: 'и', k: 'л', j: 'о', e: 'у' }],
  ['Arabic', { b: 'لا', k: 'ن', j: 'ت', e: 'ث' }],
])('the keys of the %s script', (_script, keys) => {
  it('fold the sidebar, open the palette, select a reply and edit it', async () => {
    const { page, close } = await open('/admin/home')
    await previewBatch(page)
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    const width = () => sidebar.evaluate((aside) => aside.getBoundingClientRect().width)
    await page.getByRole('heading', { level: 1 }).focus()
    const before = await width()
    await pressKey(page, keys.b, 'KeyB', ctrl)
    await expect.poll(width).not.toBe(before)
    await pressKey(page, keys.k, 'KeyK', ctrl)
    await dialog(page, 'Go to or search')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).focus()
    await pressKey(page, keys.j, 'KeyJ')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('FIELDSET')
    await pressKey(page, keys.e, 'KeyE')
    await dialog(page, 'Reply Content')
    await close()
  })
})

/** Chromium does this if a person blocks a site's data, and if its quota is used up. */
const refusals: Record<string, () => void> = {
  'refuses storage': () => {
    const refuse = () => {
      throw new DOMException('The document is denied access', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { configurable: true, get: refuse })
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request: async () => refuse() } })
    Object.defineProperty(window, 'BroadcastChannel', { configurable: true, value: refuse })
  },
  'has no room left': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
    }
  },
}

describe.each(Object.entries(refusals))('a browser that %s', (_what, script) => {
  it('signs in until the page is closed, warns about that, previews, sends and logs out', async () => {
    const { page, close } = await openWith(script)
    const complaints = complaintsOf(page)
    await page.goto('/')
    await logIn({ page }, operator.email)
    await page.getByText('This browser stores no data for the console.').waitFor()
    await previewBatch(page)
    await click(page, 'Batch Send')
    await page.getByRole('region', { name: 'Sent', exact: true }).waitFor()
    for (const name of ['History', 'Media Agent', 'Post Group', 'AI Character']) {
      const before = new URL(page.url()).pathname
      await page.getByRole('link', { name, exact: true }).first().click()
      await page.waitForURL((url) => url.pathname !== before)
    }
    await click(page, 'Logout')
    const question = page.getByRole('alertdialog')
    await question
      .getByRole('button')
      .last()
      .click({ timeout: 2000 })
      .catch(() => undefined)
    await page.waitForURL('**/login')
    // 401: a request that was under way when the operator logged out.
    expect(complaints.filter((each) => !/status of 401/.test(each))).toEqual([])
    await close()
  })
})

it('copies a reply even if the page has no clipboard, as on plain http', async () => {
  const { page, close } = await openWith(
    () => Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined }),
    operator.token,
  )
  await page.goto('/admin/home')
  await previewBatch(page)
  const card = page.getByRole('group', { name: 'Reply 2', exact: true })
  const text = await card.locator('p[dir=auto]').innerText()
  await card.getByRole('button', { name: 'Copy', exact: true }).click()
  await seeMessage(page, 'Copied')
  await card.getByRole('button', { name: 'Edit', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Reply Content' })
  await field.fill('')
  await page.keyboard.press('Control+V')
  expect(await field.inputValue()).toBe(text)
  await close()
})

it('does not change numbers by the mouse wheel', async () => {
  const { page, close } = await open('/admin/home')
  const count = page.getByLabel('Count')
  await count.fill('3')
  await count.hover()
  await page.setViewportSize({ width: 1440, height: 400 })
  await count.hover()
  await page.mouse.wheel(0, -100)
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  expect(await count.inputValue()).toBe('3')
  await count.fill('2')
  expect(await count.inputValue()).toBe('2')
  await close()
})

describe('a key that a password manager puts into the form of a media agent', () => {
  const openAgent = async () => {
    const [account] = await operator.call<{ id: number }[]>('GET', '/twitter/accounts')
    const opened = await open(`/admin/media-agent/${account?.id}`)
    const sent: unknown[] = []
    await opened.page.route(`**/twitter/accounts/${account?.id}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      sent.push(route.request().postDataJSON())
      await route.fulfill({ status: 503, json: {} })
    })
    const fill = (label: string, value: string) =>
      opened.page.getByLabel(label, { exact: true }).evaluate((field, text) => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
        for (const type of ['keydown', 'input', 'keyup', 'change'])
          field.dispatchEvent(new Event(type, { bubbles: true }))
      }, value)
    return { ...opened, sent, fill }
  }

  it('replaces the stored key only after a confirmation, and is removed again by Cancel', async () => {
    const { page, close, sent, fill } = await openAgent()
    await fill('API Secret', 'ofAnotherSite')
    await click(page, 'Update')
    const question = page.getByRole('alertdialog', { name: 'Replace the stored keys?' })
    await question.getByText('API Secret').waitFor()
    expect(sent).toEqual([])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await page.getByLabel('API Secret', { exact: true }).inputValue()).toBe('')
    await fill('API Secret', 'ofAnotherSite')
    await click(page, 'Update')
    await question.getByRole('button', { name: 'Replace' }).click()
    await expect.poll(() => sent).toEqual([{ api_secret: 'ofAnotherSite' }])
    await close()
  })

  it('needs no confirmation if a person typed or pasted it', async () => {
    const { page, close, sent } = await openAgent()
    await page.getByLabel('API Key', { exact: true }).pressSequentially('typed')
    await page.evaluate(() => navigator.clipboard.writeText('pasted'))
    await page.getByLabel('API Secret', { exact: true }).focus()
    await page.keyboard.press('Control+V')
    await click(page, 'Update')
    await expect.poll(() => sent).toEqual([{ api_key: 'typed', api_secret: 'pasted' }])
    await close()
  })
})

it('works in the eighth visible window, and shows there what another window sent', async () => {
  const { page: first, context } = await openOperator(browser, product.url, 'desktop', { token: operator.token })
  const streams = new Set<object>()
  context.on('request', (request) => {
    if (request.url().endsWith('/tasks/stream')) streams.add(request)
  })
  context.on('requestfailed', (request) => streams.delete(request))
  context.on('requestfinished', (request) => streams.delete(request))
  await first.goto('/admin/home')
  const others: Page[] = []
  for (let number = 2; number <= 8; number += 1) {
    const page = await context.newPage()
    await page.goto('/admin/history')
    await page.locator('main tbody tr, main [role=status]').first().waitFor()
    others.push(page)
  }
  await expect.poll(() => streams.size).toBe(1)
  await fetchPost(first)
  await previewBatch(first)
  await click(first, 'Batch Send')
  await first.getByRole('region', { name: 'Sent', exact: true }).waitFor()
  const task = await first.getByRole('link', { name: /Task/ }).first().getAttribute('href')
  // The header's hidden list of messages has a link to it too.
  await others.at(-1)?.locator(`main a[href="${task}"]`).first().waitFor()
  await context.close()
})
