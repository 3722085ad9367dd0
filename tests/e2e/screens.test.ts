import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium, twoFrames } from '../support/chromium'
import { atDepth } from '../support/depth'
import { type Product, startProduct } from '../support/product'
import { translate } from '../support/translator'
import { auditScreen, auditWidths, type ScreenName, screens, type ThemeName } from './audit'
import { createOperator, type FurnishedOperator, furnishOperator } from './furnished'
import { type ScreenState, screenStates } from './screens'

let browser: Browser
let product: Product
let furnished: FurnishedOperator
let tokens: Record<ScreenState['as'], string | undefined>

beforeAll(async () => {
  // A task has an unknown outcome, which waits for the sum of both before its check.
  product = await startProduct({ env: { SETTLE_SECONDS: '1', X_TIMEOUT_SECONDS: '5' } })
  const [started, owner] = await Promise.all([
    launchChromium('--process-per-site'),
    furnishOperator(product, 'furnished@example.com'),
  ])
  const newcomer = await createOperator(product.url, 'newcomer@example.com')
  browser = started
  furnished = owner
  tokens = { visitor: undefined, furnished: furnished.token, newcomer: newcomer.token }
})
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
})

const pages = new Map<string, Promise<Page>>()

/** One page for each kind of operator and each screen, because a new page costs more than another address. */
const pageFor = (as: ScreenState['as'], screen: ScreenName, isTranslated = false): Promise<Page> => {
  const key = `${as} ${screen} ${isTranslated}`
  const page = pages.get(key) ?? openPage(tokens[as], screen, isTranslated)
  pages.set(key, page)
  return page
}

const openPage = async (token: string | undefined, screen: ScreenName, isTranslated: boolean) => {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: screens[screen],
    hasTouch: screen === 'phone',
    locale: 'en-GB',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await context.addInitScript((stored) => {
    sessionStorage.clear()
    localStorage.clear()
    if (stored !== undefined) localStorage.setItem('access_token', stored)
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.error(`refused by ${effectiveDirective}: ${blockedURI}`),
    )
  }, token)
  if (isTranslated) await context.addInitScript(translate)
  // A browser process ends with its last page, and the next one would compile everything again.
  const kept = await context.newPage()
  await kept.goto('/robots.txt')
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  return page
}

const leave = async (page: Page, screen: ScreenName) => {
  await page.context().setOffline(false)
  await page.goto('about:blank')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  page.removeAllListeners('pageerror').removeAllListeners('console')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(screens[screen])
  await page.context().clearCookies()
}

const complaintsOf = (page: Page, { expects }: ScreenState): string[] => {
  const complaints: string[] = []
  const complain = (text: string) => {
    if (!expects?.test(text)) complaints.push(text)
  }
  page.on('pageerror', ({ message }) => complain(`page error: ${message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complain(`console: ${message.text()}`)
  })
  return complaints
}

const audit = async (
  state: ScreenState,
  screen: ScreenName,
  { narrows, themes }: { narrows: boolean; themes: readonly ThemeName[] },
): Promise<string[]> => {
  const page = await pageFor(state.as, screen)
  const complaints = complaintsOf(page, state)
  try {
    await page.goto(typeof state.path === 'string' ? state.path : state.path(furnished))
    await state.enter(page)
    // The first frame shows the same words, but is inert.
    await page.waitForFunction(() => document.querySelector('[data-frame]') === null)
    const wrong = await auditScreen(page, state.name, screen, themes)
    if (narrows) wrong.push(...(await auditWidths(page)))
    return [...wrong, ...complaints]
  } finally {
    await leave(page, screen)
  }
}

const both: ScreenName[] = ['desktop', 'phone']

const themes: ThemeName[] = ['light', 'dark']

const turnOf = <T>(all: readonly T[], turn: number): T[] => all.filter((_, index) => index === turn % all.length)

const looksOf = ({ only }: ScreenState, index: number) => {
  const turn = Math.floor(index / 2)
  if (only) return [{ screen: only, themes: atDepth(turnOf(themes, turn), themes) }]
  const looks = both.map((screen, at) => ({ screen, themes: turnOf(themes, turn + at) }))
  return atDepth(turnOf(looks, index), looks)
}

const states = screenStates.map((state, index) => ({ state, looks: looksOf(state, index) }))

describe('every screen, dialog and state', () => {
  it.each(states)('$state.name fits the window, logs no errors and passes axe', async ({ state, looks }) => {
    const auditAll = (some: typeof looks) =>
      Promise.allSettled(
        some.map((look) => audit(state, look.screen, { narrows: look === looks.at(-1), themes: look.themes })),
      )
    const audits = state.sends
      ? [...(await auditAll(looks.slice(0, 1))), ...(await auditAll(looks.slice(1)))]
      : await auditAll(looks)
    // The next state gets the page when both audits have left it, even if one of them failed.
    const wrong = audits.flatMap((audited) => (audited.status === 'fulfilled' ? audited.value : String(audited.reason)))
    expect(wrong.join('\n')).toBe('')
  })
})

/** If the page was translated before React started, React sees a difference and draws the page again. */
const isOfHydration = (complaint: string) => /Minified React error #(418|425)/.test(complaint)

/** Each run takes a third, by its seed. */
const third = Number(process.env.TEST_SEED ?? 0) % 3
const translated = screenStates.filter((_, index) => index % 3 === third)

describe('a screen, dialog or state of a page that the browser translates', () => {
  it.each(translated)('$name is shown', async (state) => {
    const screen = state.only ?? 'desktop'
    const page = await pageFor(state.as, screen, true)
    const complaints = complaintsOf(page, state)
    try {
      await page.goto(typeof state.path === 'string' ? state.path : state.path(furnished))
      await state.enter(page)
      await twoFrames(page)
      expect(complaints.filter((each) => !isOfHydration(each))).toEqual([])
    } finally {
      await leave(page, screen)
    }
  })
})
