import { setTimeout as delay } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { openTab, type Tab, type Viewport } from './tab'

export const slowdown = 4
const network = { latency: 150, kilobits: 1600 }
export const conditions = `${slowdown}x CPU, ${network.latency} ms, ${network.kilobits / 1000} Mbit/s`

export interface Visit {
  firstPaint: number
  largestPaint: number
  ready: number
  /** The sum of what each task after the first paint took beyond 50 ms. */
  blocking: number
}

declare global {
  interface Window {
    visit: { firstPaint: number; largestPaint: number; ready: number; tasks: { at: number; millis: number }[] }
  }
}

export interface Visited {
  url: string
  ready?: string
  token?: string
  viewport?: Viewport
}

export const desktop: Viewport = { width: 1280, height: 720 }

/** Each page then gets a process of its own, as on the way from another site. */
const elsewhere = 'data:text/html,<title>Elsewhere</title>'

export const visit = async (
  browser: Browser,
  { url, ready, token, viewport = desktop }: Visited,
  after?: (tab: Tab) => Promise<void>,
): Promise<Visit> => {
  const tab = await openTab(browser, viewport)
  await tab.send('Page.navigate', { url: elsewhere })
  await tab.runFirst(watchVisit, { ready, token })
  await tab.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latency,
    downloadThroughput: (network.kilobits * 1000) / 8,
    uploadThroughput: (network.kilobits * 1000) / 8,
  })
  await tab.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await tab.send('Page.navigate', { url })
  if (ready) await tab.until(() => window.visit.ready > 0, undefined)
  await delay(1500)
  const seen = await tab.run(() => window.visit, undefined)
  await after?.(tab)
  await tab.close()
  return {
    firstPaint: seen.firstPaint,
    largestPaint: seen.largestPaint,
    ready: ready ? seen.ready : seen.firstPaint,
    blocking: seen.tasks
      .filter(({ at }) => at >= seen.firstPaint)
      .reduce((sum, { millis }) => sum + Math.max(0, millis - 50), 0),
  }
}

/** Runs in the page before anything else. */
const watchVisit = ({ ready, token }: Pick<Visited, 'ready' | 'token'>): void => {
  if (token) localStorage.setItem('access_token', token)
  const seen: Window['visit'] = { firstPaint: 0, largestPaint: 0, ready: 0, tasks: [] }
  window.visit = seen
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime
  })
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaint = startTime
  })
  observe('longtask', ({ startTime, duration }) => {
    seen.tasks.push({ at: startTime, millis: duration })
  })
  if (ready === undefined) return
  const look = () => {
    if (seen.ready > 0 || !document.querySelector(ready)) return
    seen.ready = performance.now()
    changes.disconnect()
  }
  const changes = new MutationObserver(look)
  changes.observe(document, { childList: true, subtree: true, attributes: true })
}

export const median = (numbers: number[]): number =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** The medians of some visits, and the least of each: on a busy machine the least is more reliable. */
export interface Visits extends Visit {
  least: Visit
}

/** Visits all pages in turn, so that each round meets the same conditions. */
export const visitInTurn = async <Name extends string>(
  browser: Browser,
  pages: Record<Name, Visited>,
  rounds = 5,
): Promise<Record<Name, Visits>> => {
  const names = Object.keys(pages) as Name[]
  const seen = Object.fromEntries(names.map((name): [string, Visit[]] => [name, []])) as Record<Name, Visit[]>
  for (let round = 0; round < rounds; round++) {
    for (const name of names) seen[name].push(await visit(browser, pages[name]))
  }
  const summary = (visits: Visit[], of: (numbers: number[]) => number): Visit => ({
    firstPaint: of(visits.map(({ firstPaint }) => firstPaint)),
    largestPaint: of(visits.map(({ largestPaint }) => largestPaint)),
    ready: of(visits.map(({ ready }) => ready)),
    blocking: of(visits.map(({ blocking }) => blocking)),
  })
  return Object.fromEntries(
    names.map((name) => [
      name,
      { ...summary(seen[name], median), least: summary(seen[name], (numbers) => Math.min(...numbers)) },
    ]),
  ) as Record<Name, Visits>
}
