import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../support/chromium'
import { rotated } from '../support/depth'
import { bulkChangePaths, csvImportPaths, replyFlowPaths } from '../support/flowPaths'
import { type Product, startProduct } from '../support/product'
import { type Path, pathName, takePath } from '../support/replay'
import { translate } from '../support/translator'
import { openBulkChange } from './flows/bulkChange'
import { openImport } from './flows/csvImport'
import { openComposer } from './flows/replyFlow'
import { type ApiOperator, createOperator, createSandboxControl, type SandboxControl } from './furnished'
import { complaintsOf, openOperator } from './operator'

let browser: Browser
let product: Product
let operator: ApiOperator
let sandbox: SandboxControl

beforeAll(async () => {
  ;[browser, product] = await Promise.all([launchChromium(), startProduct()])
  operator = await createOperator(product.url, 'flows@example.com')
  sandbox = createSandboxControl(product.dataDir)
  await operator.call('POST', '/sandbox/sample')
})
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
})

const isOfCalls = (text: string) => !/Failed to load resource|ApiError|NetworkError/.test(text)

const contexts = new Map<boolean, Promise<BrowserContext>>()

/** One browser profile for people who may copy and one for those who may not, so that caches stay warm. */
const contextFor = (mayCopy: boolean): Promise<BrowserContext> => {
  const context =
    contexts.get(mayCopy) ??
    openOperator(browser, product.url, 'desktop', { token: operator.token, mayCopy }).then(async ({ context }) => {
      await context.addInitScript(translate)
      return context
    })
  contexts.set(mayCopy, context)
  return context
}

const onPage = async (path: Path, walk: (page: Page) => Promise<void>) => {
  const mayCopy = !path.steps.some(({ event }) => event.type === 'xstate.error.actor.copy')
  const page = await (await contextFor(mayCopy)).newPage()
  page.setDefaultTimeout(20_000)
  const complaints = complaintsOf(page)
  try {
    await walk(page)
    expect(complaints.filter(isOfCalls)).toEqual([])
  } catch (error) {
    const shown = await page.locator('body').innerText().catch(String)
    throw new Error(`${error}\nThe page complained: ${complaints.join('; ')}\nIt showed: ${shown}`, { cause: error })
  } finally {
    await page.evaluate((token) => {
      localStorage.clear()
      localStorage.setItem('access_token', token)
    }, operator.token)
    await page.close()
  }
}

type Walk = (page: Page, path: Path, index: number) => Promise<void>

const walks: Record<string, { paths: Path[]; walk: Walk }> = {
  replyFlow: {
    paths: replyFlowPaths,
    walk: async (page, path) => takePath(await openComposer(page, operator, sandbox), path),
  },
  csvImport: {
    paths: csvImportPaths,
    walk: async (page, path, index) => takePath(await openImport(page, operator, path, 100 * (index + 1)), path),
  },
  bulkChange: {
    paths: bulkChangePaths,
    walk: async (page, path, index) => takePath(await openBulkChange(page, operator, 10_000 + 4 * index), path),
  },
}

const taken = Object.entries(walks).flatMap(([machine, { paths, walk }]) =>
  paths.map(
    (path, index) => [`${machine}: ${pathName(path)}`, () => onPage(path, (page) => walk(page, path, index))] as const,
  ),
)

describe('taken by a person in Chromium while the browser translates the page', () => {
  it.each(rotated(taken, 3))('%s', (_, walk) => walk())
})
