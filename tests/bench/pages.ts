import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import type { ApiOperator } from '../e2e/furnished'
import type { Product } from '../support/product'
import { serveFloors } from './floors/serve'
import { conditions, median, type Visit, visit, visitInTurn } from './visit'

const phone = { width: 390, height: 844 }
const hydrated = 'html[data-hydrated]'
const rows = 'tbody a[href^="/admin/media-agent/"]'

const whole = (number: number) => Math.round(number)
const ratio = (real: number, floor: number) => Number((real / floor).toFixed(2))

/** The landing page's words, without its styles and scripts; `styled` links its stylesheet, as its policy asks. */
const plainPage = (styled: boolean): string => {
  const html = readFileSync('dist/console/index.html', 'utf8')
  const body = html
    .replace(/^[\s\S]*<body>/, '')
    .replace(/<script[\s\S]*$/, '')
    .replace(/<svg[\s\S]*?<\/svg>/g, '')
  const words = styled ? body : body.replace(/ (class|data-[a-z-]+)="[^"]*"/g, '')
  const style = styled ? '<link rel="stylesheet" href="/plain.css">' : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Plain</title>${style}</head><body>${words}</body></html>`
}

const landingStyles = (): string => {
  const [, file = ''] =
    /<link rel="stylesheet"[^>]*href="\/([^"]+)"/.exec(readFileSync('dist/console/index.html', 'utf8')) ?? []
  return readFileSync(`dist/console/${file}`, 'utf8').replace(/@font-face\{[^}]*\}/g, '')
}

const row = (name: string, { largestPaint, ready, blocking }: Visit) => [
  name,
  { 'LCP ms': whole(largestPaint), 'usable ms': whole(ready), 'blocking ms': whole(blocking) },
]

/** `/`, `/login` and the cold deep link to 10,000 media agents, each beside the floors that the repository builds. */
export const benchPages = async (
  browser: Browser,
  product: Product,
  operator: ApiOperator,
  wanted: (name: string) => boolean,
): Promise<void> => {
  const accounts = JSON.stringify(await operator.call('GET', '/twitter/accounts?group='))
  const floors = await serveFloors(
    { 'plain.html': plainPage(false), 'styled.html': plainPage(true), 'plain.css': landingStyles() },
    accounts,
  )
  const plain = { url: `${floors.url}/plain.html`, viewport: phone }
  try {
    if (wanted('landing')) {
      const seen = await visitInTurn(browser, {
        'plain HTML': plain,
        'plain HTML with a stylesheet': { url: `${floors.url}/styled.html`, viewport: phone },
        'React hello': { url: `${floors.url}/hello.html`, ready: 'h1', viewport: phone },
        '/': { url: `${product.url}/`, ready: hydrated, viewport: phone },
      })
      console.log(`\nLanding page, ${conditions}, medians of five interleaved visits`)
      console.table(Object.fromEntries(Object.entries(seen).map(([name, each]) => row(name, each))))
      console.table({
        'LCP / plain HTML': {
          ratio: ratio(seen['/'].largestPaint, seen['plain HTML'].largestPaint),
          wanted: 'at most 1.15',
        },
        'LCP / plain HTML with a stylesheet': {
          ratio: ratio(seen['/'].largestPaint, seen['plain HTML with a stylesheet'].largestPaint),
          wanted: '',
        },
        'menu opens, ms': { ratio: whole(await menuMillis(browser, product)), wanted: 'at most 200' },
      })
    }
    if (wanted('login')) {
      const seen = await visitInTurn(browser, {
        'plain HTML': plain,
        'libraries used once': { url: `${floors.url}/libraries.html`, ready: hydrated, viewport: phone },
        '/login': { url: `${product.url}/login`, ready: hydrated, viewport: phone },
      })
      console.log(`\nLogin, ${conditions}, medians of five interleaved visits`)
      console.table(Object.fromEntries(Object.entries(seen).map(([name, each]) => row(name, each))))
      console.table({
        'LCP / plain HTML': {
          ratio: ratio(seen['/login'].largestPaint, seen['plain HTML'].largestPaint),
          wanted: 'at most 1.2',
        },
        'usable / libraries used once': {
          ratio: ratio(seen['/login'].ready, seen['libraries used once'].ready),
          wanted: 'at most 1.15',
        },
      })
    }
    if (wanted('agents')) {
      const seen = await visitInTurn(browser, {
        'chunk and list in parallel': { url: `${floors.url}/list.html`, ready: rows },
        '/admin/media-agent': {
          url: `${product.url}/admin/media-agent?size=20`,
          ready: rows,
          token: operator.token,
        },
      })
      console.log(`\nMedia Agent, ${JSON.parse(accounts).length} accounts, cold deep link, ${conditions}`)
      console.table(Object.fromEntries(Object.entries(seen).map(([name, each]) => row(name, each))))
      console.table({
        'ready / floor': {
          ratio: ratio(seen['/admin/media-agent'].ready, seen['chunk and list in parallel'].ready),
          wanted: 'at most 1.15',
        },
        'blocking, ms': { ratio: whole(seen['/admin/media-agent'].blocking), wanted: 'at most 100' },
      })
    }
  } finally {
    floors.close()
  }
}

/** From the click to the frame that shows the open menu, once the page is hydrated. */
const menuMillis = async (browser: Browser, { url }: Product): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    await visit(browser, { url: `${url}/`, ready: hydrated, viewport: phone }, async (page) => {
      times.push(
        await page.evaluate(
          () =>
            new Promise<number>((resolve) => {
              const started = performance.now()
              document.querySelector<HTMLElement>('[aria-controls=menu]')?.click()
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)))
            }),
        ),
      )
      if (!(await page.evaluate(() => document.querySelector('dialog')?.open)))
        throw new Error('The menu stayed closed')
    })
  }
  return median(times)
}
