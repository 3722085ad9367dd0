import type { Browser, Page } from 'playwright-core'
import type { Account } from '../src/schemas/accounts/accounts'
import type { ApiOperator } from '../tests/e2e/furnished'
import type { Product } from '../tests/support/product'
import { scriptOf } from './floors/serve'
import { median } from './visit'

const slowdown = 4
const repeats = 9

declare global {
  interface Window {
    /** Milliseconds from the last input or click to the paint of its change. */
    lastResponse: number
  }
}

/**
 * Measures filter and sort over 10,000 media agents at 4x CPU throttle, beside plain DOM and beside React with the
 * console's own components.
 */
export const benchTable = async (browser: Browser, product: Product, operator: ApiOperator): Promise<void> => {
  const pages = [
    await openTable(browser, product, operator),
    await openPlainTable(browser, product, operator),
    await openReactTable(browser, product, operator),
  ]
  const [real, plain, react] = await measureInTurn(pages)
  if (!real || !plain || !react) throw new Error('A table was not measured')
  const ratio = (name: keyof Responses, floor: Responses) => Number((real[name] / floor[name]).toFixed(2))
  const row = (name: keyof Responses) => ({
    'console ms': Math.round(real[name]),
    'plain DOM ms': Math.round(plain[name]),
    'React ms': Math.round(react[name]),
    '/ plain DOM': ratio(name, plain),
    '/ React': ratio(name, react),
  })
  console.log(`\nTable of 10,000 media agents, ${slowdown}x CPU throttle, median of ${repeats}, input to paint`)
  console.log('wanted: at most 1.5 of plain DOM, 1.4 of React')
  console.table({ 'filter keystroke': row('filter'), 'first sort, once': row('firstSort'), 'sort again': row('sort') })
}

interface Responses {
  filter: number
  firstSort: number
  sort: number
}

/** Each key and click goes to one page after the other, so that all pages meet the same conditions. */
const measureInTurn = async (pages: Page[]): Promise<Responses[]> => {
  const seen = pages.map(() => ({ filter: [] as number[], firstSort: [] as number[], sort: [] as number[] }))
  for (const page of pages) {
    await page.evaluate(watchResponses)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  }
  const inTurn = async (name: keyof Responses, act: (page: Page) => Promise<void>) => {
    for (const [at, page] of pages.entries()) {
      await page.bringToFront()
      await act(page)
      await page.waitForTimeout(600)
      seen[at]?.[name].push(await page.evaluate(() => window.lastResponse))
    }
  }
  const type = (key: string) => async (page: Page) => {
    await page.getByRole('searchbox').focus()
    await page.keyboard.press(key)
  }
  const sort = async (page: Page) => {
    await page.getByRole('button', { name: 'User Name' }).focus()
    await page.keyboard.press('Enter')
  }
  for (let round = 0; round <= repeats; round++) await inTurn('filter', type(round % 2 === 0 ? 'a' : 'Backspace'))
  await Promise.all(pages.map((page) => page.getByRole('searchbox').fill('')))
  await pages[0]?.waitForTimeout(1000)
  await inTurn('firstSort', sort)
  for (let round = 0; round < repeats; round++) await inTurn('sort', sort)
  await Promise.all(pages.map((page) => page.context().close()))
  return seen.map(({ filter, firstSort, sort }) => ({
    filter: median(filter.slice(1)),
    firstSort: median(firstSort),
    sort: median(sort),
  }))
}

/** Runs in the page: takes the time from an input or click to the frame after the last change of the rows. */
const watchResponses = () => {
  let started = 0
  for (const type of ['input', 'click']) {
    document.addEventListener(
      type,
      () => {
        started = performance.now()
      },
      { capture: true },
    )
  }
  const body = document.querySelector('table')?.parentElement?.parentElement ?? document.body
  new MutationObserver(() => {
    const from = started
    requestAnimationFrame(() => {
      setTimeout(() => {
        if (from === started && performance.now() - from < 500) window.lastResponse = performance.now() - from
      })
    })
  }).observe(body, { childList: true, subtree: true, characterData: true })
}

const open = async (browser: Browser, { url }: Product, { token }: ApiOperator, bypassCSP = false) => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    bypassCSP,
    reducedMotion: 'reduce',
  })
  await context.addInitScript((stored) => localStorage.setItem('access_token', stored), token)
  const page = await context.newPage()
  await page.goto('/admin/media-agent?size=20')
  await page.getByText('Page 1 of 500').waitFor()
  return page
}

const openTable = (browser: Browser, product: Product, operator: ApiOperator) => open(browser, product, operator)

/**
 * The same page without React: a filtered and sorted array, whose 20 rows are made from the first row of the real
 * table.
 */
const openPlainTable = async (browser: Browser, product: Product, operator: ApiOperator): Promise<Page> => {
  const page = await open(browser, product, operator, true)
  const accounts = await operator.call('GET', '/twitter/accounts?group=')
  await page.evaluate(takeOver, accounts as { username: string; group: string | null; created_at: string }[])
  return page
}

const openReactTable = async (browser: Browser, product: Product, operator: ApiOperator): Promise<Page> => {
  const page = await open(browser, product, operator, true)
  const accounts = await operator.call('GET', '/twitter/accounts?group=')
  await page.evaluate((rows) => {
    const copy = document.getElementById('root')?.cloneNode(true) as HTMLElement
    document.getElementById('root')?.replaceWith(copy)
    const place = copy.querySelector('table')?.parentElement?.parentElement
    if (!place) throw new Error('The console shows no table')
    window.reactTable = { accounts: rows, root: place }
  }, accounts as Account[])
  const chunks = await scriptOf('reactTable', 'bench/floors/reactTable.tsx')
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('The React table has no script')
  for (const { fileName, code } of chunks) {
    await page.route(`**/${fileName}`, (route) => route.fulfill({ contentType: 'text/javascript', body: code }))
  }
  await page.addScriptTag({ type: 'module', url: `/${entry.fileName}` })
  await page.getByText('Page 1 of 500').waitFor()
  return page
}

/** Runs in the page. */
const takeOver = (accounts: { username: string; group: string | null; created_at: string }[]) => {
  const root = document.getElementById('root')
  if (!root) throw new Error('The console has no #root')
  const copy = root.cloneNode(true)
  root.replaceWith(copy)
  const find = <T extends Element>(selector: string): T => {
    const element = document.querySelector<T>(selector)
    if (!element) throw new Error(`No ${selector}`)
    return element
  }
  const body = find<HTMLTableSectionElement>('tbody')
  const template = find<HTMLTableRowElement>('tbody tr')
  const search = find<HTMLInputElement>('input[type=search]')
  const header = find<HTMLTableCellElement>('thead th')
  const pages = [...document.querySelectorAll('span')].find(({ textContent }) => /^Page \d/.test(textContent ?? ''))
  const records = accounts.map(({ username, group, created_at }) => ({
    username: username.toLowerCase(),
    group,
    created_at,
  }))
  let descending = true

  const rowOf = ({ username, group, created_at }: (typeof records)[number]) => {
    const row = template.cloneNode(true) as HTMLTableRowElement
    const [name, groupCell, , created] = row.cells
    const label = name?.querySelector('span > span:last-child')
    if (label) label.textContent = username
    if (groupCell) groupCell.textContent = group?.toLowerCase() ?? ''
    const time = created?.querySelector('time')
    if (time) time.textContent = new Date(created_at).toLocaleString()
    return row
  }
  const draw = () => {
    const wanted = search.value.trim().toLowerCase()
    const found = records.filter(({ username }) => username.includes(wanted))
    body.replaceChildren(...found.slice(0, 20).map(rowOf))
    if (pages) pages.textContent = `Page 1 of ${Math.ceil(found.length / 20)}`
  }
  search.addEventListener('input', draw)
  find<HTMLButtonElement>('thead button').addEventListener('click', () => {
    descending = !descending
    const sign = descending ? -1 : 1
    records.sort((one, other) => (one.username < other.username ? -sign : one.username > other.username ? sign : 0))
    header.setAttribute('aria-sort', descending ? 'descending' : 'ascending')
    draw()
  })
}
