import type { Browser } from 'playwright-core'
import { describe, expect } from 'vitest'
import { sandboxAccountsCsv } from '../../sandbox/accounts-csv'
import { sandboxAccounts } from '../../sandbox/accounts-data'
import type { Product } from '../support/product'
import { type ApiOperator, createOperator, link, password } from './furnished'
import { createGate } from './gate'
import { fillLogin, logIn, openTab, seeMessage, submitButton, toasts, toastsGone } from './operator'
import { choose, click, fetchPost, previewBatch } from './screens/steps'
import { it } from './shared'

const crew = 'crew-of-230'

let browser: Browser
let product: Product
let api: ApiOperator

it.beforeAll(async ({ shared }) => {
  ;({ browser, product } = shared)
  api = await createOperator(product.url, 'day@example.com')
  await api.call('POST', '/sandbox/sample')
  await api.call('POST', '/groups', { name: crew, description: 'Every account there is' })
  for (const account of sandboxAccounts(230, { from: 1000, group: crew }))
    await api.call('POST', '/twitter/accounts', account)
})

const open = async (path: string, viewport: 'desktop' | 'phone' = 'desktop', token = api.token) => {
  const operator = await openTab(browser, product.url, viewport, { token })
  await operator.page.goto(path)
  await operator.page.getByRole('heading', { level: 1 }).waitFor()
  return operator
}

const importFile = (rows: number, from: number) => ({
  name: 'agents.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(sandboxAccountsCsv(rows, { from })),
})

describe('a task of 200 replies', () => {
  const at = '2026-01-02T03:04:05.000Z'
  const items = Array.from({ length: 200 }, (_, index) => ({
    id: index + 1,
    reply_id: `5109${1000 + index}`,
    content: `What number ${index + 1} has to say about the espresso, and about the crossing in front of it.`,
    retry_count: index % 3,
    twitter_username: `@account_${index + 1}`,
    ...(index === 187
      ? { status: 'failed', error: 'You have been blocked from the author of this tweet.' }
      : { status: 'completed', reply_tweet_id: `1991427730554880${100 + index}` }),
    created_at: at,
    updated_at: at,
  }))

  it('is read on a phone by pages, with failures first on request, and searched', async () => {
    const { page, close } = await open('/admin/history', 'phone')
    await page.route('**/tasks/a1', (route) =>
      route.fulfill({ json: { id: 'a1', owner_id: 1, status: 'failed', created_at: at, updated_at: at, items } }),
    )
    await page.goto('/admin/history/a1')
    await page.getByText('Page 1 of 10').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(34_785 / 4)
    const rows = page.getByRole('table', { name: 'Items' }).locator('tbody tr')
    expect(await rows.first().textContent()).toContain('@account_1')
    await click(page, 'Failed first')
    await rows.first().getByText('You have been blocked from the author of this tweet.').waitFor()
    await page.getByLabel('Search').fill('number 42 has')
    await page.waitForFunction(() => document.querySelectorAll('table tbody tr').length === 1)
    expect(await rows.first().textContent()).toContain('@account_42')
    await close()
  })
})

describe('another link after Preview', () => {
  it('sends nothing to the earlier post: the send bar names the post, and sending waits until link and post agree', async () => {
    const { page, close } = await open('/admin/home')
    await previewBatch(page)
    const bar = page.getByRole('region', { name: 'Send', exact: true })
    await bar.getByText('3 will be posted now').waitFor()
    await page.getByLabel('X post link').fill('https://x.com/another_author/status/1991427730554880999')
    await bar.getByText('The link belongs to another post. Get its content before you send.').waitFor()
    let sends = 0
    await page.route('**/twitter/tweet/batch-post-replies', (route) => {
      sends += 1
      return route.abort()
    })
    await click(page, 'Batch Send')
    await page.getByRole('main').getByText('Fetch tweet content first!').waitFor()
    expect(sends).toBe(0)
    await page.getByLabel('X post link').fill(link)
    await bar.getByText('The link is not that').waitFor({ state: 'detached' })
    await close()
  })
})

describe('the recent messages', () => {
  it('are copied as they are shown', async () => {
    const { page, close } = await open('/admin/home')
    await previewBatch(page)
    await click(page, 'Batch Send')
    await seeMessage(page, 'Replies posted successfully!')
    await page.getByRole('button', { name: /^Recent messages/ }).click()
    await page.getByRole('button', { name: 'Copy “Replies posted successfully!”' }).click()
    await page.waitForFunction(async () => (await navigator.clipboard.readText()) === 'Replies posted successfully!')
    await close()
  })
})

describe('a model that does not answer', () => {
  it('can be cancelled, and the fields can be used at once', async () => {
    const { page, close } = await open('/admin/home')
    const answers = await createGate(page, 'api/v1/twitter/tweet/generate-reply', 'POST')
    await fetchPost(page)
    await choose(page, 'Group')
    await click(page, 'Preview')
    await page.getByRole('button', { name: 'Processing...' }).waitFor()
    const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/generate-reply'))
    await click(page, 'Cancel')
    await cancelled
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByRole('button', { name: 'Processing...' }).waitFor()
    await answers.pass()
    await page.getByRole('group', { name: 'Reply 1' }).waitFor()
    await close()
  })
})

describe('an address of the console', () => {
  it('opens for signed-in operators: from the landing page, and after a failed login', async () => {
    const { page, close } = await open('/')
    const console = page.getByRole('link', { name: 'Open console' }).first()
    await console.click()
    await page.getByRole('heading', { level: 1, name: 'Auto Comment Bot' }).waitFor()
    await page.goto('/login/')
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await submitButton(page, 'Login').click()
    await page.getByText('Incorrect email or password').filter({ visible: true }).first().waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Auto Comment Bot' }).waitFor()
    await close()
  })

  it('that does not exist shows an error, whatever characters it contains, and an address without an id names the missing id', async () => {
    const { page, close } = await open('/no.such.page')
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
    await heading('Page not found')
    await page.goto('/100%')
    await heading('Page not found')
    for (const [path, missing] of [
      ['/admin/ai-character/%20', 'Role ID is missing'],
      ['/admin/group/%20', 'Group ID is missing'],
      ['/admin/media-agent/%20', 'Account ID is missing'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('main').getByText(missing).waitFor()
    }
    await close()
  })

  it('of a post on X leads to the stand-in in the sandbox, and a new operator finds the e-mail filled in', async () => {
    const { page, close, context } = await open('/admin/home')
    await fetchPost(page)
    const href = await page.getByRole('link', { name: 'Open on X' }).getAttribute('href')
    expect(new URL(String(href)).hostname).toBe('127.0.0.1')
    const shown = await context.request.get(String(href))
    expect(await shown.text()).toContain('We open our first shop this Saturday.')
    await close()
    const visitor = await open('/sign-up', 'phone', '')
    await visitor.page.getByLabel('Email').fill('newest@example.com')
    await visitor.page.getByLabel('Password', { exact: true }).fill(password)
    await visitor.page.getByLabel('Username').fill('Newest')
    await submitButton(visitor.page, 'Sign Up').click()
    await visitor.page.waitForURL('**/login')
    expect(await visitor.page.getByLabel('Email').inputValue()).toBe('newest@example.com')
    await visitor.close()
  })
})

describe('Count', () => {
  it('shows the same limit in its hint and its error for a group of 230, and accepts no number of 20 digits', async () => {
    const { page, close } = await open('/admin/home')
    await page.getByLabel('AI/Model').selectOption({ index: 1 })
    await page.getByLabel('Group', { exact: true }).selectOption(crew)
    await page.getByText('1 to 230, the number of accounts in the group.').waitFor()
    await fetchPost(page)
    for (const count of ['231', '99999999999999999999']) {
      await page.getByLabel('Count').fill('1')
      await page.getByText('1 to 230, the number of accounts in the group.').waitFor()
      await page.getByLabel('Count').fill(count)
      await click(page, 'Preview')
      await page.getByText('Maximum value is 230').waitFor()
    }
    await close()
  })
})

describe('a reason', () => {
  it('of a failed Preview stays after its toast is gone, with a way to try again', async () => {
    const { page, close } = await open('/admin/home')
    await fetchPost(page)
    await choose(page, 'Group')
    await page.route('**/twitter/tweet/generate-reply', (route) =>
      route.fulfill({ status: 503, json: { detail: 'Not now' } }),
    )
    await click(page, 'Preview')
    await page.getByText('Not now').filter({ visible: true }).first().waitFor()
    await toasts(page).filter({ hasText: 'Not now' }).waitFor()
    await toastsGone(page)
    const reason = page.getByRole('main').getByText('Not now')
    expect(await reason.count()).toBe(1)
    await page.unroute('**/twitter/tweet/generate-reply')
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('group', { name: 'Reply 1' }).waitFor()
    expect(await reason.count()).toBe(0)
    await close()
  })

  it('the reason why X refuses an account appears in its row without a reload', async () => {
    const { page, close } = await open('/admin/media-agent')
    await page.getByRole('button', { name: 'Add Media Agent' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Create Media Agent' })
    const [account] = sandboxAccounts(1, { from: 2000 })
    const fields = {
      Username: account?.username,
      'Client ID': account?.client_id,
      'Client Secret': account?.client_secret,
      'API Key': account?.api_key,
      'API Secret': account?.api_secret,
      'Access Token': account?.access_token,
      'Access Token Secret': 'OfAnotherAccount',
    }
    for (const [label, value] of Object.entries(fields))
      await dialog.getByLabel(label, { exact: true }).fill(String(value))
    await dialog.getByLabel('Group', { exact: true }).selectOption(crew)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('searchbox').fill(String(account?.username))
    const row = page.getByRole('row', { name: String(account?.username) })
    await row.getByText('IN ACTIVE').waitFor()
    await row.getByText(/^Unauthorized\. Enter this account's keys again/).waitFor()
    await close()
  })
})

describe('an import', () => {
  const importer = async (email: string) => {
    const own = await createOperator(product.url, email)
    const { page, close } = await open('/admin/media-agent', 'desktop', own.token)
    /** Uses the page's own session, because a login ends the session that it replaces. */
    const usernames = (): Promise<string[]> =>
      page.evaluate(async () => {
        const headers = { Authorization: `Bearer ${localStorage.getItem('access_token')}` }
        const accounts: { username: string }[] = await (await fetch('/api/v1/twitter/accounts', { headers })).json()
        return accounts.map(({ username }) => username)
      })
    return { ...own, page, close, usernames }
  }

  it('waits without a connection, fails no row, and continues when it is back', async () => {
    const { page, close, usernames } = await importer('offline@example.com')
    let asked = 0
    await page.route('**/api/v1/twitter/accounts', async (route) => {
      if (route.request().method() === 'POST' && ++asked === 7) await page.context().setOffline(true)
      await route.fallback()
    })
    await page.getByLabel('CSV file').setInputFiles(importFile(44, 3000))
    await page.getByText('waiting for the server before row').waitFor()
    expect(await page.getByText(/\d failed/).count()).toBe(0)
    await page.context().setOffline(false)
    await seeMessage(page, 'All users added successfully!')
    expect(await usernames()).toHaveLength(44)
    await close()
  })

  it('that an expired session stops keeps its report, and continues with the remaining 9,443 rows', async () => {
    const { email, page, close, usernames } = await importer('expired-import@example.com')
    await logIn({ page }, email)
    await page.goto('/admin/media-agent')
    const headers = { Authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('access_token'))}` }
    let asked = 0
    await page.route('**/api/v1/twitter/accounts', async (route) => {
      if (route.request().method() === 'POST' && ++asked === 8)
        await fetch(`${product.url}/api/v1/auth/logout`, { method: 'POST', headers })
      await route.fallback()
    })
    await page.getByLabel('CSV file').setInputFiles(importFile(9450, 4000))
    await page.waitForURL('**/login')
    await page.getByText(/^Your session has ended/).waitFor()
    await fillLogin(page, email)
    await page.waitForURL('**/admin/media-agent')
    await page.getByText('7 accounts added, 0 failed. The session ended: 9,443 rows not sent.').waitFor()
    const ninth = await createGate(page, 'api/v1/twitter/accounts', 'POST')
    await click(page, 'Continue with the remaining 9,443')
    await ninth.pass()
    await page.getByText(/, row 9 of 9450/).waitFor()
    expect(await usernames()).toHaveLength(8)
    await click(page, 'Stop')
    await ninth.drop()
    await close()
  })
})
