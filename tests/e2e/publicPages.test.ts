import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { pageOf } from '../support/bundle'
import { twoFrames } from '../support/chromium'
import type { Product } from '../support/product'
import { fontsArrived } from './operator'
import { it } from './shared'

const phone = { width: 390, height: 844 }
const hydrated = 'html[data-hydrated]'

let browser: Browser
let product: Product

it.beforeAll(({ shared }) => {
  ;({ browser, product } = shared)
})

const visit = async (path: string, options: BrowserContextOptions, prepare?: (page: Page) => Promise<unknown>) => {
  const context = await browser.newContext({ viewport: phone, ...options })
  const page = await context.newPage()
  await prepare?.(page)
  await page.goto(product.url + path)
  return { page, close: () => context.close() }
}

const schemeOf = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)

describe('a public page', () => {
  it.each(['/', '/login', '/sign-up'])('%s is shown in the theme of the system without any script', async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, close } = await visit(path, { colorScheme, javaScriptEnabled: false })
      const canvas = await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } })
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
      await page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'light' : 'dark' })
      expect(await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } })).not.toEqual(canvas)
      await close()
    }
  })

  it('shows the chosen theme, whatever the system prefers, before any file is loaded', async () => {
    const { page, close } = await visit('/login', { colorScheme: 'dark' })
    await page.context().addCookies([{ name: 'theme', value: 'light', url: product.url }])
    expect(await schemeOf(page)).toBe('dark')
    await page.route('**/*.js', (route) => route.abort())
    await page.reload()
    expect(await schemeOf(page)).toBe('light')
    await close()
  })

  it.each(['/', '/login', '/sign-up'])('%s moves nothing when its fonts and its code arrive', async (path) => {
    const { page, close } = await visit(path, {}, (opened) => opened.addInitScript(countShifts))
    await page.locator(hydrated).waitFor()
    await fontsArrived(page)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => window.shifts)).toBeLessThan(0.02)
    await close()
  })
})

it('keeps a login form in its place when a message appears', async () => {
  const { page, close } = await visit('/login', {})
  await page.locator(hydrated).waitFor()
  await fontsArrived(page)
  const title = page.getByRole('heading', { level: 1 })
  const before = await title.boundingBox()
  await page.getByLabel('Email').fill('ops@kiosk')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByText('Invalid email address').waitFor()
  expect(await title.boundingBox()).toEqual(before)
  await close()
})

describe('a public page that arrives slowly', () => {
  const serveSlowly = async (html: string, end: number) => {
    let sendRest: () => unknown = () => undefined
    const server = createServer(({ url }, response) => {
      if (url !== '/') return response.writeHead(404).end()
      response.writeHead(200, { 'content-type': 'text/html' }).write(html.slice(0, end))
      sendRest = () => response.end(html.slice(end))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    return {
      url: `http://127.0.0.1:${typeof address === 'object' && address?.port}/`,
      sendRest: () => sendRest(),
      close: () => server.close(),
    }
  }

  it('is not painted before its first screen is complete, if later content would move it', async () => {
    const html = pageOf('index')
    const { url, sendRest, close } = await serveSlowly(html, html.indexOf('<p', html.indexOf('<h1')))
    const context = await browser.newContext({ viewport: phone })
    const page = await context.newPage()
    await page.goto(url, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
    const released = await page.evaluate(() => performance.now())
    sendRest()
    const painted = await page.waitForFunction(firstPaint)
    expect(await painted.jsonValue()).toBeGreaterThan(released)
    await context.close()
    close()
  })

  it.each(
    ['login', 'sign-up'].flatMap((name) => [
      [name, phone],
      [name, { width: 1440, height: 900 }],
    ]) as [string, typeof phone][],
  )('%s is painted as it arrives, and moves nothing (%o)', async (name, viewport) => {
    const html = pageOf(name)
    const { url, sendRest, close } = await serveSlowly(html, html.indexOf('<label'))
    const context = await browser.newContext({ viewport })
    const page = await context.newPage()
    await page.addInitScript(countShifts)
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(firstPaint)
    sendRest()
    await page.locator('[name=password]').waitFor()
    await twoFrames(page)
    expect(await page.evaluate(() => window.shifts)).toBe(0)
    await context.close()
    close()
  })
})

/** Runs in the page. */
const firstPaint = (): number => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0

/** Runs in the page. */
const countShifts = (): void => {
  window.shifts = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifts += 'value' in entry ? Number(entry.value) : 0
  }).observe({ type: 'layout-shift', buffered: true })
}

declare global {
  interface Window {
    shifts: number
  }
}

describe('the landing page', () => {
  it('repeats a click that was made before its code loaded', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { page, close } = await visit('/', {}, (opened) =>
      opened.route(/assets\/islands-/, async (route) => {
        await held
        await route.continue()
      }),
    )
    await page.getByRole('button', { name: 'Open menu' }).click()
    expect(await page.getByRole('dialog', { name: 'Menu' }).isVisible()).toBe(false)
    release()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    await close()
  })

  it.each([
    ['an address with an anchor', '/#features', undefined],
    ['a click on an anchor', '/', 'Get Started'],
  ])('paints its first screen while its fonts load, and then follows %s', async (_, path, link) => {
    const context = await browser.newContext({ viewport: phone, reducedMotion: 'reduce' })
    const page = await context.newPage()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/fonts-.*\.css/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(product.url + path, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
    expect(await page.locator('#features').count()).toBe(0)
    if (link) await page.getByRole('link', { name: link }).click()
    release()
    await page.locator(hydrated).waitFor()
    await page.waitForFunction(() => {
      const top = document.querySelector('#features')?.getBoundingClientRect().top
      return top !== undefined && Math.abs(top - 80) < 1
    })
    await context.close()
  })
})

describe('the login page', () => {
  it('requests the console when somebody starts typing, without leaving the page', async () => {
    const asked: string[] = []
    const { page, close } = await visit('/login', {}, async (opened) => {
      opened.on('request', (request) => asked.push(new URL(request.url()).pathname))
    })
    const ofConsole = () => asked.filter((path) => /\/assets\/console-.*\.(js|css)$/.test(path))
    const places = () =>
      page.locator('form :is(input, button, a, label)').evaluateAll((elements) =>
        elements.map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          return [x, y, width, height]
        }),
      )
    await page.locator(hydrated).waitFor()
    await page.waitForLoadState('networkidle')
    expect(ofConsole()).toEqual([])
    const before = await places()
    await page.getByLabel('Email').pressSequentially('a')
    await page.waitForFunction(() => document.querySelector('link[rel=stylesheet][href*="/console-"]'))
    await page.waitForLoadState('networkidle')
    expect(ofConsole()).toHaveLength(2)
    expect(await places()).toEqual(before)
    await close()
  })
})

it.each([
  ['/50%de', 400],
  ['/no/such.page', 404],
])('answers %s, which is not a page, with the page "not found"', async (path, status) => {
  const context = await browser.newContext({ viewport: phone })
  const page = await context.newPage()
  const answer = await page.goto(product.url + path)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  expect(answer?.status()).toBe(status)
  await context.close()
})
