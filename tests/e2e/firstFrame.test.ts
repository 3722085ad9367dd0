import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { sandboxAccounts } from '../../sandbox/accounts-data'
import type { Product } from '../support/product'
import { type ApiOperator, createOperator } from './furnished'
import { complaintsOf, expectNoSidewaysScroll, openOperator, viewports } from './operator'
import { it } from './shared'

let browser: Browser
let product: Product
let operator: ApiOperator

const agents = '/admin/media-agent'
const sections = ['/admin/home', '/admin/ai-character', agents, '/admin/group', '/admin/history']
const frame = '[data-frame]'

it.beforeAll(async ({ shared }) => {
  ;({ browser, product } = shared)
  operator = await createOperator(product.url, 'frame@example.com')
  await operator.call('POST', '/groups', { name: 'Night', description: 'Late' })
  for (const [index, account] of sandboxAccounts(32, { from: 0 }).entries()) {
    await operator.call('POST', '/twitter/accounts', {
      ...account,
      group: index % 2 ? 'Night' : '',
      ...(index === 30 ? { access_token_secret: 'wrong' } : {}),
    })
  }
})

interface Visit extends BrowserContextOptions {
  sidebar?: 'true' | 'false'
  stored?: Record<string, string>
  isListHeld?: boolean
}

const visit = async (path: string, { sidebar, stored, isListHeld, ...options }: Visit = {}) => {
  const kept = {
    access_token: operator.token,
    'auto-comment-bot.meta': '{"sandbox":true,"sign_up_open":true,"x_post_base_url":"https://x.com"}',
    ...stored,
  }
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: viewports.desktop,
    reducedMotion: 'reduce',
    locale: 'de-DE',
    storageState: { cookies: [], origins: [{ origin: product.url, localStorage }] },
    ...options,
  })
  if (sidebar) await context.addCookies([{ name: 'sidebar_state', value: sidebar, url: product.url }])
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await page.addInitScript(() => {
    window.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifts += 'value' in entry ? Number(entry.value) : 0
    }).observe({ type: 'layout-shift', buffered: true })
  })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/(base|console|public)-[^/]*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  // The console waits for its list, as the first frame does.
  if (isListHeld) await page.route('**/twitter/accounts?*', () => {})
  await page.goto(path, { waitUntil: 'commit' })
  return { page, complaints, release, close: () => context.close() }
}

/** The frame's script does not wait for them. */
const stylesArrived = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
  )

const partsOf = (page: Page, within: string) =>
  page.locator(`${within} :is(aside, header, h1, h1 + p, nav a, main button)`).evaluateAll((parts) =>
    parts.map((part) => {
      const { x, y, height } = part.getBoundingClientRect()
      return [part.textContent, x, y, height]
    }),
  )

const focusable = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLElement>('a, button, input, select, [tabindex]')].filter((element) => {
        element.focus()
        return document.activeElement === element
      }).length,
  )

const differentPixels = async (...pictures: [Buffer, Buffer]): Promise<number> => {
  const page = await browser.newPage()
  const urls = pictures.map((picture) => `data:image/png;base64,${picture.toString('base64')}`)
  const count = await page.evaluate(async (sources) => {
    const [one, other] = await Promise.all(
      sources.map(async (source) => {
        const image = new Image()
        image.src = source
        await image.decode()
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
        canvas?.drawImage(image, 0, 0)
        return new Uint32Array(canvas?.getImageData(0, 0, image.width, image.height).data.buffer ?? [])
      }),
    )
    return one && one.length === other?.length
      ? one.reduce((different, pixel, at) => different + Number(pixel !== other[at]), 0)
      : Number.POSITIVE_INFINITY
  }, urls)
  await page.close()
  return count
}

const looks: [string, Visit][] = [
  ['desktop, light', {}],
  ['desktop, dark, sidebar narrow', { colorScheme: 'dark', sidebar: 'false' }],
  ['tablet, sidebar narrow by itself', { viewport: { width: 900, height: 800 } }],
  ['tablet, sidebar wide by choice', { viewport: { width: 900, height: 800 }, sidebar: 'true' }],
  ['phone, dark', { viewport: viewports.phone, colorScheme: 'dark', hasTouch: true }],
  ['phone, light by choice', { viewport: viewports.phone, colorScheme: 'dark', stored: { theme: '"light"' } }],
]

describe('the first frame of the media agents', () => {
  it.each(looks)('moves nothing when the console replaces it: %s', async (_, look) => {
    const { page, complaints, release, close } = await visit(agents, { ...look, isListHeld: true })
    await page.locator(`${frame} [data-loading=list]`).waitFor()
    await stylesArrived(page)
    const parts = await partsOf(page, frame)
    expect(await page.locator('#root').innerHTML()).toBe('')

    await page.route('**/*.woff2', (route) => route.abort())
    release()
    await page.locator(frame).waitFor({ state: 'detached' })
    expect(await partsOf(page, '#root')).toEqual(parts)
    expect(await page.evaluate(() => window.shifts)).toBeLessThan(0.01)
    expect(complaints.filter((text) => !text.includes('net::ERR_FAILED'))).toEqual([])
    await close()
  })

  it('looks the same before and after, except at a few edges of letters', async () => {
    const { page, release, close } = await visit(agents, { isListHeld: true })
    await page.locator(`${frame} [data-loading=list]`).waitFor()
    await stylesArrived(page)
    await page.route('**/*.woff2', (route) => route.abort())
    const before = await page.screenshot()
    release()
    await page.locator(frame).waitFor({ state: 'detached' })
    expect(await differentPixels(before, await page.screenshot())).toBeLessThan(50)
    await close()
  })

  it('offers nothing that does not work yet', async () => {
    const { page, close } = await visit(agents)
    await page.locator(`${frame} [data-loading=list]`).waitFor()
    expect(await page.getByRole('link').count()).toBe(0)
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await focusable(page)).toBe(0)
    await page.mouse.click(200, 170)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).pathname).toBe(agents)
    await page.evaluate(axe.source)
    expect(
      (await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa'] }))).violations,
    ).toEqual([])
    await close()
  })
})

describe('the first frame of a console page', () => {
  it.each(sections)('%s is at the same place as in the console', async (path) => {
    const { page, complaints, release, close } = await visit(path)
    await page.locator(`${frame} aside`).waitFor()
    const parts = await page.locator(`${frame} :is(aside a, h1)`).allTextContents()
    expect(parts).toEqual(expect.arrayContaining(['Home', 'History']))
    await page.route('**/*.woff2', (route) => route.abort())
    // A stream would keep the network busy for ever.
    await page.route('**/tasks/stream', (route) => route.abort())
    release()
    await page.locator(frame).waitFor({ state: 'detached' })
    expect((await page.locator('#root :is(aside a, h1)').allTextContents()).slice(0, parts.length)).toEqual(parts)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => window.shifts)).toBeLessThan(0.01)
    expect(complaints.filter((text) => !text.includes('net::ERR_FAILED'))).toEqual([])
    await close()
  })

  it('is never shown to visitors who are not signed in', async () => {
    const { page, release, close } = await visit(agents, { stored: { access_token: '' } })
    await page.evaluate(() => {
      window.framesSeen = 0
      new MutationObserver(() => {
        if (document.querySelector('[data-frame]')) window.framesSeen += 1
      }).observe(document, { childList: true, subtree: true })
    })
    await page.waitForTimeout(500)
    expect(await page.locator(frame).count()).toBe(0)
    expect(await page.locator('body').innerText()).toBe('')
    release()
    await page.waitForURL('**/login')
    expect(await page.evaluate(() => window.framesSeen)).toBe(0)
    await close()
  })

  it('disappears for the login page if the session has expired', async () => {
    const { page, release, close } = await visit(agents, { stored: { access_token: 'expired' } })
    await page.locator(frame).waitFor()
    release()
    await page.waitForURL('**/login')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.locator(frame).count()).toBe(0)
    await close()
  })

  it('shows that scripts are required if no script may run', async () => {
    const { page, close } = await visit(agents, { javaScriptEnabled: false })
    await page.getByRole('heading', { name: 'The console needs JavaScript.' }).waitFor()
    await close()
  })
})

describe('a page whose script does not arrive', () => {
  it.each([
    ['/login', ''],
    [agents, frame],
  ])('%s says so after a while, and offers to reload', async (path, shown) => {
    const { page, context } = await openOperator(browser, product.url, 'phone', { token: shown && operator.token })
    const script = /assets\/public-[^/]*\.js$/
    await page.route(script, (route) => route.fulfill({ status: 404 }))
    await page.goto(path)
    await page
      .locator(shown || 'h1')
      .first()
      .waitFor()
    const notice = page.getByRole('alert')
    expect(await notice.count()).toBe(0)
    await page.evaluate(() => {
      for (const each of document.getAnimations()) each.finish()
    })
    expect(await notice.innerText()).toContain('The console has not loaded yet.')
    await expectNoSidewaysScroll(page)
    await page.unroute(script)
    await notice.getByRole('link', { name: 'Reload' }).click()
    await page.locator('#not-loaded').waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe(path)
    await context.close()
  })
})

declare global {
  interface Window {
    framesSeen: number
  }
}
