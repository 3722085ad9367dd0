import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, onTestFailed } from 'vitest'
import { twoFrames } from '../support/chromium'
import { password } from './furnished'
import { photograph } from './photograph'

export const viewports = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const

export interface Operator {
  page: Page
  context: BrowserContext
  complaints: string[]
  shoot(name: string): Promise<void>
}

interface Options {
  colorScheme?: 'light' | 'dark'
  token?: string
  mayCopy?: boolean
}

export const openOperator = async (
  browser: Browser,
  url: string,
  viewport: keyof typeof viewports,
  options: Options = {},
): Promise<Operator> => {
  const context = await openProfile(browser, url, viewport, options)
  return watched(await context.newPage(), viewport, options)
}

/**
 * A new tab of a profile in which earlier tests of the worker had theirs: a second of processor time cheaper than a new
 * profile, because the product's code is compiled. Their storage is removed.
 *
 * @param browser launched with `--process-per-site`.
 */
export const openTab = async (
  browser: Browser,
  url: string,
  viewport: keyof typeof viewports,
  { token, ...options }: Options = {},
): Promise<Operator & { close(): Promise<void> }> => {
  const key = JSON.stringify([url, viewport, options])
  const known = profiles.get(browser) ?? new Map<string, Promise<Page>>()
  profiles.set(browser, known)
  const keeping = known.get(key) ?? openKept(browser, url, viewport, options)
  known.set(key, keeping)
  const kept = await keeping
  await kept.context().clearCookies()
  await kept.evaluate((stored) => {
    localStorage.clear()
    if (stored !== undefined) localStorage.setItem('access_token', stored)
  }, token)
  const page = await kept.context().newPage()
  return { ...watched(page, viewport, options), close: () => page.close() }
}

/** A page that keeps a shared profile's process alive. */
const profiles = new WeakMap<Browser, Map<string, Promise<Page>>>()

/** Closes what tests left open, except the profiles of `openTab`: open pages keep polling the server. */
export const closeWhatIsLeft = async (browser: Browser): Promise<void> => {
  const kept = new Set(await Promise.all(profiles.get(browser)?.values() ?? []))
  for (const context of browser.contexts()) {
    const pages = context.pages()
    if (!pages.some((page) => kept.has(page))) await context.close()
    else for (const page of pages) if (!kept.has(page)) await page.close()
  }
}

const openKept = async (browser: Browser, url: string, viewport: keyof typeof viewports, options: Options) => {
  const context = await openProfile(browser, url, viewport, options)
  const page = await context.newPage()
  await page.goto('/robots.txt')
  return page
}

const openProfile = (
  browser: Browser,
  url: string,
  viewport: keyof typeof viewports,
  { colorScheme = 'light', token, mayCopy = true }: Options,
): Promise<BrowserContext> => {
  const signedIn = token === undefined ? [] : [{ name: 'access_token', value: token }]
  return browser.newContext({
    baseURL: url,
    viewport: viewports[viewport],
    colorScheme,
    hasTouch: viewport === 'phone',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    permissions: mayCopy ? ['clipboard-read', 'clipboard-write'] : [],
    storageState: { cookies: [], origins: [{ origin: url, localStorage: signedIn }] },
  })
}

const watched = (page: Page, viewport: keyof typeof viewports, { colorScheme = 'light' }: Options): Operator => {
  tellIfFailed(page)
  return {
    page,
    context: page.context(),
    complaints: complaintsOf(page),
    shoot: async (name) => {
      // A page of another origin is drawn by another process, so no picture exists before its first frame.
      await twoFrames(page)
      await photograph(page, `${name}-${viewport}-${colorScheme}`)
    },
  }
}

const tellIfFailed = (page: Page) => {
  if (expect.getState().currentTestName === undefined) return
  onTestFailed(async () => {
    if (!page.isClosed()) console.log(`${page.url()}\n${await page.locator('body').ariaSnapshot()}`)
  })
}

export const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()} (${message.location().url})`)
  })
  return complaints
}

/** Fonts load when the page is idle, and move measured places. */
export const fontsArrived = async (page: Page) => {
  await page.waitForFunction(() => document.fonts.size > 2 && document.fonts.check('1rem "Hanken Grotesk Variable"'))
  await page.evaluate(() => document.fonts.ready)
  await twoFrames(page)
}

/** The text is in the toast, in the status region and among the recent messages. */
export const seeMessage = async (page: Page, text: string) => {
  await page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor()
}

export const toasts = (page: Page) => page.getByRole('region', { name: 'Messages' }).locator('[role=presentation]')

export const toastsGone = (page: Page) => toasts(page).first().waitFor({ state: 'detached' })

/** A public form's button once its script runs: before, the prerendered button and Enter submit nothing. */
export const submitButton = (page: Page, name: string) => page.locator('button[type=submit]', { hasText: name })

const fillIn = async (page: Page, email: string) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

export const fillLogin = async (page: Page, email: string) => {
  await fillIn(page, email)
  await submitButton(page, 'Login').click()
}

export const logIn = async ({ page }: Pick<Operator, 'page'>, email: string) => {
  await page.goto('/login')
  await fillLogin(page, email)
  await page.waitForURL('**/admin/home')
}

export const signUpAndLogIn = async ({ page }: Operator, email: string) => {
  await page.goto('/sign-up')
  await fillIn(page, email)
  await page.getByLabel('Username').fill('Ada')
  await submitButton(page, 'Sign Up').click()
  await seeMessage(page, 'Registration Successful!')
  await page.waitForURL('**/login')
  await fillLogin(page, email)
  await seeMessage(page, 'Login Successful!')
  await page.waitForURL('**/admin/home')
}

export const expectNoSidewaysScroll = async (page: Page) => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
}

export const goTo = async (page: Page, name: string) => {
  if ((page.viewportSize()?.width ?? 0) < 768)
    await page
      .getByRole('button', { name: /menu|sidebar/i })
      .first()
      .click()
  await page.getByRole('link', { name, exact: true }).first().click()
}
