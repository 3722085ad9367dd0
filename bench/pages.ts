import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import type { ApiOperator } from '../tests/e2e/furnished'
import type { Product } from '../tests/support/product'
import { serveFloors } from './floors/serve'
import { conditions, median, type Visit, type Visited, type Visits, visit, visitInTurn } from './visit'

declare global {
  interface Window {
    rowsAfter: Promise<number>
  }
}

/** First paints vary by half of the measured time, so five visits are too few. */
const publicRounds = 15
const phone = { width: 390, height: 844 }
const hydrated = 'html[data-hydrated]'
const rows = 'tbody a[href^="/admin/media-agent/"]'
/** React has drawn the rows, and the first frame is gone. */
const usableRows = `body:not(:has([data-frame])) ${rows}`

const whole = (number: number) => Math.round(number)
const ratio = (real: number, floor: number) => Number((real / floor).toFixed(2))

const compared = (real: Visits, floor: Visits, key: keyof Visit, wanted: string) => ({
  ratio: ratio(real[key], floor[key]),
  'of the least': ratio(real.least[key], floor.least[key]),
  wanted,
})

type PublicPage = 'index' | 'login'

/**
 * A built page's text without scripts, pictures and files. With `styled` it keeps its styles, because a plain page
 * carries them itself.
 */
const plainPage = (name: PublicPage, styled: boolean): string => {
  const html = readFileSync(`dist/console/${name}.html`, 'utf8')
  const [, body = ''] = /<body>([\s\S]*)<\/body>/.exec(html) ?? []
  const [style = ''] = /<style>[\s\S]*<\/style>/.exec(html) ?? []
  const words = body.replace(/<(svg|script)[\s\S]*?<\/\1>|<link[^>]*>/g, '')
  const [head, text] = styled
    ? [style.replace(/@font-face\{[^}]*woff2[^}]*\}/g, ''), words]
    : ['', words.replace(/ (class|data-[a-z-]+)="[^"]*"/g, '')]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Plain</title>${head}</head><body>${text}</body></html>`
}

const row = (name: string, { largestPaint, ready, blocking }: Visit) => [
  name,
  { 'LCP ms': whole(largestPaint), 'usable ms': whole(ready), 'blocking ms': whole(blocking) },
]

export const benchPages = async (
  browser: Browser,
  product: Product,
  operator: ApiOperator,
  wanted: (name: string) => boolean,
): Promise<void> => {
  const accounts = JSON.stringify(await operator.call('GET', '/twitter/accounts?group='))
  const floors = await serveFloors(
    {
      'plain-index.html': plainPage('index', false),
      'styled-index.html': plainPage('index', true),
      'plain-login.html': plainPage('login', false),
      'styled-login.html': plainPage('login', true),
    },
    accounts,
  )
  const plain = (name: PublicPage) => ({ url: `${floors.url}/plain-${name}.html`, viewport: phone })
  const styled = (name: PublicPage) => ({ url: `${floors.url}/styled-${name}.html`, viewport: phone })
  try {
    if (wanted('landing')) {
      const seen = await visitInTurn(
        browser,
        {
          'plain HTML': plain('index'),
          'plain HTML with its style': styled('index'),
          'React hello': { url: `${floors.url}/hello.html`, ready: 'h1', viewport: phone },
          '/': { url: `${product.url}/`, ready: hydrated, viewport: phone },
        },
        publicRounds,
      )
      console.log(`\nLanding page, ${conditions}, medians of ${publicRounds} interleaved visits`)
      console.table(Object.fromEntries(Object.entries(seen).map(([name, each]) => row(name, each))))
      console.table({
        'LCP / plain HTML': compared(seen['/'], seen['plain HTML'], 'largestPaint', 'at most 1.15'),
        'LCP / plain HTML with its style': compared(seen['/'], seen['plain HTML with its style'], 'largestPaint', ''),
        'blocking after first paint, ms': { ratio: whole(seen['/'].blocking), wanted: '0' },
        'menu opens, ms': { ratio: whole(await menuMillis(browser, product)), wanted: 'at most 200' },
      })
    }
    if (wanted('login')) {
      const seen = await visitInTurn(
        browser,
        {
          'plain HTML': plain('login'),
          'plain HTML with its style': styled('login'),
          'libraries used once': { url: `${floors.url}/libraries.html`, ready: hydrated, viewport: phone },
          '/login': { url: `${product.url}/login`, ready: hydrated, viewport: phone },
        },
        publicRounds,
      )
      console.log(`\nLogin, ${conditions}, medians of ${publicRounds} interleaved visits`)
      console.table(Object.fromEntries(Object.entries(seen).map(([name, each]) => row(name, each))))
      console.table({
        'LCP / plain HTML': compared(seen['/login'], seen['plain HTML'], 'largestPaint', 'at most 1.2'),
        'LCP / plain HTML with its style': compared(
          seen['/login'],
          seen['plain HTML with its style'],
          'largestPaint',
          '',
        ),
        'usable / libraries used once': compared(seen['/login'], seen['libraries used once'], 'ready', 'at most 1.15'),
      })
    }
    if (wanted('sidebar')) {
      const times = { console: [] as number[], floor: [] as number[] }
      for (let round = 0; round < 5; round++) {
        times.floor.push(await clickMillis(browser, { url: `${floors.url}/hover.html`, ready: 'a' }, 'Media Agent'))
        const from = { url: `${product.url}/admin/group`, ready: 'main h1', token: operator.token }
        times.console.push(await clickMillis(browser, from, 'Media Agent'))
      }
      const [real, floor] = [median(times.console), median(times.floor)]
      console.log(`\nFrom the sidebar to 10,000 media agents, ${conditions}, pointer on the link for ${hoverMillis} ms`)
      console.table({
        'click to table, ms': {
          console: whole(real),
          'preloads on hover': whole(floor),
          ratio: ratio(real, floor),
          wanted: 'at most 1.1',
        },
      })
    }
    if (wanted('agents')) {
      const agents = { url: `${product.url}/admin/media-agent?size=20`, token: operator.token }
      const seen = await visitInTurn(browser, {
        'chunk and list in parallel': { url: `${floors.url}/list.html`, ready: rows },
        'rows shown': { ...agents, ready: rows },
        'rows usable': { ...agents, ready: usableRows },
      })
      const { 'chunk and list in parallel': floor, 'rows shown': shown, 'rows usable': usable } = seen
      console.log(`\nMedia Agent, ${JSON.parse(accounts).length} accounts, cold deep link, ${conditions}`)
      console.table(Object.fromEntries(Object.entries(seen).map(([name, each]) => row(name, each))))
      console.table({
        'rows shown / floor': compared(shown, floor, 'ready', ''),
        'rows usable / floor': compared(usable, floor, 'ready', 'at most 1.7'),
        'LCP / floor': compared(shown, floor, 'largestPaint', ''),
        'blocking, ms': { ratio: whole(shown.blocking), wanted: 'at most 100' },
      })
    }
  } finally {
    floors.close()
  }
}

const hoverMillis = 200

const clickMillis = async (browser: Browser, from: Visited, name: string): Promise<number> => {
  let millis = Number.NaN
  await visit(browser, from, async (tab) => {
    await tab.run(watchRows, rows)
    await tab.click(name, { millis: hoverMillis })
    millis = await tab.run(() => window.rowsAfter, undefined)
  })
  return millis
}

/** Runs in the page. */
const watchRows = (shown: string): void => {
  window.rowsAfter = new Promise((resolve) => {
    const watch = () => {
      const started = performance.now()
      const changes = new MutationObserver(() => {
        if (!document.querySelector(shown)) return
        changes.disconnect()
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)))
      })
      changes.observe(document.body, { childList: true, subtree: true })
    }
    document.addEventListener('click', watch, { capture: true, once: true })
  })
}

const menuMillis = async (browser: Browser, { url }: Product): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    await visit(browser, { url: `${url}/`, ready: hydrated, viewport: phone }, async (tab) => {
      times.push(await tab.run(openMenu, undefined))
    })
  }
  return median(times)
}

/** Runs in the page. */
const openMenu = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    document.querySelector<HTMLElement>('[aria-controls=menu]')?.click()
    requestAnimationFrame(() =>
      setTimeout(() => {
        const millis = performance.now() - started
        if (document.querySelector('dialog')?.open) resolve(millis)
        else reject(new Error('The menu stayed closed'))
      }),
    )
  })
