import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../support/chromium'
import { csvImportPaths, replyFlowPaths } from '../support/flowPaths'
import { type Product, startProduct } from '../support/product'
import { type Path, pathName, takePath } from '../support/replay'
import { openImport } from './flows/csvImport'
import { openComposer } from './flows/replyFlow'
import { type ApiOperator, createOperator, createSandboxControl, type SandboxControl } from './furnished'
import { openOperator } from './operator'

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

const withBrowser = async (path: Path, walk: (opened: Awaited<ReturnType<typeof openOperator>>) => Promise<void>) => {
  const mayCopy = !path.steps.some(({ event }) => event.type === 'xstate.error.actor.copy')
  const opened = await openOperator(browser, product.url, 'desktop', { token: operator.token, mayCopy })
  opened.page.setDefaultTimeout(15_000)
  try {
    await walk(opened)
    expect(opened.complaints.filter(isOfCalls)).toEqual([])
  } finally {
    await opened.context.close()
  }
}

const named = (paths: Path[]) => paths.map((path, index) => [pathName(path), path, index] as const)

describe('replyFlow, taken by a person in Chromium', () => {
  it.each(named(replyFlowPaths))('%s', (_, path) =>
    withBrowser(path, async (opened) => takePath(await openComposer(opened, operator, sandbox), path)),
  )
})

describe('csvImport, taken by a person in Chromium', () => {
  it.each(named(csvImportPaths))('%s', (_, path, index) =>
    withBrowser(path, async (opened) => takePath(await openImport(opened, operator, path, 100 * (index + 1)), path)),
  )
})
