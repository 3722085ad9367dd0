import type { Browser, BrowserContext, Page } from 'playwright-core'
import { recordingKey } from '../../src/services/storage/storageKeys'

export interface LeftRecording {
  /** What the page keeps for a reload: a text for each page of the tab. */
  texts: string[]
  path: string
}

const left: LeftRecording[] = []
const browsers = new Set<Browser>()

/** From now on a page leaves its recording before it is closed, or goes to an empty page. */
export const watchPages = (browser: Browser): void => {
  browsers.add(browser)
  const { newContext, close } = browser
  browser.newContext = async (...options) => watchContext(await newContext.apply(browser, options))
  browser.close = async (...options) => {
    await takeFromOpenPages(browser)
    browsers.delete(browser)
    await close.apply(browser, options)
  }
}

/** The recordings left since the last call. */
export const takeLeft = (): LeftRecording[] => left.splice(0)

export const takeFromOpenPages = async (...some: Browser[]): Promise<void> => {
  for (const browser of some.length > 0 ? some : browsers)
    for (const page of browser.contexts().flatMap((context) => context.pages())) await take(page)
}

const watchContext = (context: BrowserContext): BrowserContext => {
  const { close } = context
  context.close = async (...options) => {
    for (const page of context.pages()) await take(page)
    await close.apply(context, options)
  }
  return context.on('page', (page) => {
    const { close, goto } = page
    page.close = async (...options) => {
      await take(page)
      await close.apply(page, options)
    }
    page.goto = async (...options) => {
      if (options[0] === 'about:blank') await take(page)
      return goto.apply(page, options)
    }
  })
}

const take = async (page: Page): Promise<void> => {
  if (page.isClosed() || !page.url().startsWith('http')) return
  const kept = await page.evaluate(keptBy, recordingKey('')).catch(() => [])
  left.push(...kept.map((text) => ({ texts: JSON.parse(text), path: new URL(page.url()).pathname })))
}

/** Runs in the page. */
const keptBy = (prefix: string): string[] => {
  window.dispatchEvent(new Event('pagehide'))
  return Object.entries(sessionStorage).flatMap(([key, text]) => (key.startsWith(prefix) ? [text] : []))
}
