import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxAccountsCsv } from '../../sandbox/accounts-csv'
import { launchChromium } from '../support/chromium'
import { type Product, startProduct } from '../support/product'
import { type ApiOperator, createOperator, createSandboxControl, type SandboxControl, settled } from './furnished'
import { createGate } from './gate'
import { fillLogin, logIn, type Operator, openOperator, seeMessage } from './operator'
import { previewBatch } from './screens/steps'

let browser: Browser
let product: Product
let sandbox: SandboxControl
let number = 0

beforeAll(async () => {
  ;[browser, product] = await Promise.all([launchChromium(), startProduct()])
  sandbox = createSandboxControl(product.dataDir)
  await sandbox.x({ duplicateFilter: false })
})
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
})

const arrive = async (path: string): Promise<Operator & { api: ApiOperator }> => {
  const api = await createOperator(product.url, `interrupted${++number}@example.com`)
  await api.call('POST', '/sandbox/sample')
  const opened = await openOperator(browser, product.url, 'desktop', { token: api.token })
  opened.page.setDefaultTimeout(15_000)
  await opened.page.goto(path)
  return { ...opened, api }
}

const posted = async ({ call }: ApiOperator): Promise<number> => {
  const tasks = await call<{ id: string }[]>('GET', '/tasks/?limit=100')
  for (const { id } of tasks) await settled({ call }, id, ['completed'])
  return (await sandbox.posts()).length
}

const send = (page: Page) => page.getByRole('button', { name: 'Batch Send', exact: true }).click()
const sent = (page: Page) => page.getByRole('region', { name: 'Sent', exact: true }).waitFor()

describe('a send that is interrupted', () => {
  it('posts each reply once when the page is reloaded before the answer, and the same replies are sent again', async () => {
    const { page, context, api } = await arrive('/admin/home')
    const before = await posted(api)
    await previewBatch(page)
    const sending = await createGate(page, 'api/v1/twitter/tweet/batch-post-replies', 'POST')
    await send(page)
    await sending.loseAnswer()
    await seeMessage(page, 'An error occurred')
    await page.reload()
    await page.getByRole('group', { name: 'Reply 3' }).waitFor()
    await page.unrouteAll()
    await send(page)
    await sent(page)
    expect((await posted(api)) - before).toBe(3)
    await context.close()
  })

  it('posts each reply once when the tab dies while it is sent, and another tab sends it again', async () => {
    const { page, context, api } = await arrive('/admin/home')
    const before = await posted(api)
    await previewBatch(page)
    await page.route('**/api/v1/twitter/tweet/batch-post-replies', async (route) => {
      await route.fetch()
      await page.close()
    })
    await Promise.all([page.waitForEvent('close'), send(page)])
    const next = await context.newPage()
    await next.goto('/admin/home')
    await next.getByRole('group', { name: 'Reply 3' }).waitFor()
    await send(next)
    await sent(next)
    expect((await posted(api)) - before).toBe(3)
    await context.close()
  })

  it('keeps everything while there is no network, and posts each reply once when there is one again', async () => {
    const { page, context, api } = await arrive('/admin/home')
    const before = await posted(api)
    await previewBatch(page)
    await context.setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await send(page)
    await seeMessage(page, 'An error occurred')
    await context.setOffline(false)
    await send(page)
    await sent(page)
    expect((await posted(api)) - before).toBe(3)
    await context.close()
  })
})

describe('a session that ends', () => {
  it('during an edit leads back to the open dialog with the typed text', async () => {
    const operator = await openOperator(browser, product.url, 'desktop')
    const { page, context } = operator
    const api = await createOperator(product.url, 'expired@example.com')
    await api.call('POST', '/sandbox/sample')
    await logIn(operator, api.email)
    await previewBatch(page)
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Reply Content' })
    await dialog.getByRole('textbox').and(page.locator(':not([readonly])')).fill('Half a thought')
    const headers = { Authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('access_token'))}` }
    // The session ends while the edit is under way, so that no other call of the page notices first.
    const endSession = async (route: Route) => {
      await fetch(`${product.url}/api/v1/auth/logout`, { method: 'POST', headers })
      await route.continue()
    }
    await page.route('**/api/v1/twitter/replies/*', endSession, { times: 1 })
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL('**/login')
    await fillLogin(page, api.email)
    await page.waitForURL('**/admin/home')
    expect(await dialog.getByRole('textbox').inputValue()).toBe('Half a thought')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await seeMessage(page, 'Reply content updated successfully!')
    await context.close()
  })
})

describe('an import that is interrupted', () => {
  const rows = 12
  const importFile = (page: Page, from: number) =>
    page.getByLabel('CSV file').setInputFiles({
      name: 'agents.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(sandboxAccountsCsv(rows, { from })),
    })
  const usernames = async (api: ApiOperator) =>
    (await api.call<{ username: string }[]>('GET', '/twitter/accounts')).map(({ username }) => username)

  it('asks before the page is left, continues when the operator stays, and asks no more at the end', async () => {
    const { page, context, api } = await arrive('/admin/media-agent')
    await page.getByText('Page 1 of 3').waitFor()
    const before = (await usernames(api)).length
    const firstRow = await createGate(page, 'api/v1/twitter/accounts', 'POST')
    await importFile(page, 100)
    await page.getByRole('button', { name: 'Pause' }).click()
    await firstRow.pass()
    await page.getByText(/paused before row/).waitFor()
    await page.unroute('**/api/v1/twitter/accounts')
    const questioned = page.waitForEvent('dialog')
    void page.evaluate(() => window.location.reload())
    const question = await questioned
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await page.getByRole('button', { name: 'Resume' }).click()
    await seeMessage(page, 'All users added successfully!')
    expect((await usernames(api)).length - before).toBe(rows)
    await page.reload()
    await page.getByText('Page 1 of 5').waitFor()
    await context.close()
  })

  it('creates nothing twice when the tab dies in the middle and the same file is imported again', async () => {
    const { page, context, api } = await arrive('/admin/media-agent')
    await page.getByText('Page 1 of 3').waitFor()
    const before = (await usernames(api)).length
    let answered = 0
    await page.route('**/api/v1/twitter/accounts', async (route) => {
      if (route.request().method() !== 'POST' || ++answered < 5) return route.continue()
      await route.fetch()
      await page.close()
    })
    await Promise.all([page.waitForEvent('close'), importFile(page, 200)])
    expect((await usernames(api)).length - before).toBe(5)
    const next = await context.newPage()
    await next.goto('/admin/media-agent')
    await next.getByText(/Page 1 of \d/).waitFor()
    await importFile(next, 200)
    await seeMessage(next, 'Failed to add users from CSV.')
    await next.getByText('7 accounts added, 5 failed.').waitFor()
    const all = await usernames(api)
    expect([all.length - before, new Set(all).size]).toEqual([rows, all.length])
    await context.close()
  })
})

describe('a logout without a network', () => {
  it('asks before it deletes drafts, which it cannot count', async () => {
    const { page, context } = await arrive('/admin/home')
    await previewBatch(page)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Logout', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Log out and delete unsent work?' })
    await question
      .getByText('This browser may contain replies under review and links to answer. Logging out deletes them.')
      .waitFor()
    await question.getByRole('button', { name: 'Logout', exact: true }).click()
    await page.waitForURL('**/login')
    await context.close()
  })
})
