import { readFileSync } from 'node:fs'
import listed from 'big-list-of-naughty-strings/blns.json'
import papaparse from 'papaparse'
import type { Browser, Page, Request } from 'playwright-core'
import { describe, expect } from 'vitest'
import { stampFile } from '../../build/stamp.mjs'
import { version } from '../../package.json'
import { credentialsOf } from '../../sandbox/accounts-data'
import { credentialNames } from '../../src/schemas/accounts/accounts'
import type { Product } from '../support/product'
import { startRebinding } from '../support/rebinding'
import { createOperator, password } from './furnished'
import { expectNoSidewaysScroll, logIn, openTab } from './operator'
import { it } from './shared'

/** As the product stores names: trimmed, and at most as long as the longest. */
const naughty = listed.filter((text) => text.trim() !== '').map((text) => text.trim().slice(0, 200))
/** Strings that attack a browser. */
const markup = naughty.filter((text) => /[<>]|script|&#/i.test(text)).slice(0, 200)
const schemes = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:null/0',
  'file:///etc/passwd',
  'intent://evil#Intent;end',
]

const at = '2026-01-02T03:04:05.000Z'
const each = <T>(make: (text: string, index: number) => T): T[] => naughty.map((text, index) => make(text, index))

const roles = each((text, index) => ({
  id: index + 1,
  name: text,
  model_name: text,
  category: text,
  system_prompt: text,
  personality_traits: [text],
  background_story: text,
  instruction_set: [text],
  version: text.slice(0, 100),
  knowledge_base: { [text]: text },
  example_conversations: {},
  language: text.slice(0, 100),
}))
const groups = each((text, index) => ({ id: index + 1, name: text, description: text }))
const accounts = each((text, index) => ({
  id: index + 1,
  username: text,
  group: text,
  is_active: index % 2 === 0,
  created_at: at,
  inactive_reason: text,
}))
const head = (text: string, index: number) => ({
  id: `task${index}`,
  owner_id: '1',
  status: text,
  error: text,
  created_at: at,
  updated_at: text,
})
const tasks = each((text, index) => ({ ...head(text, index), total_items: 1, completed: 0, failed: 1, pending: 0 }))
const task = {
  ...head(naughty[0] ?? '', 0),
  items: each((text, index) => ({
    id: index + 1,
    reply_id: text.slice(0, 60) || 'x',
    retry_count: 1,
    twitter_username: text,
    status: index % 3 === 0 ? 'failed' : index % 3 === 1 ? 'completed' : text,
    error: text,
    created_at: at,
    updated_at: at,
    reply_tweet_id: text,
    next_step: text,
    next_at: text,
    intent_url: schemes[index % schemes.length],
    can_retry: false,
    content: text,
    attempts: [{ started_at: at, finished_at: text, http_status: 403, outcome: text, detail: text }],
  })),
}
const crew = markup.map((text, index) => ({
  ...accounts[0],
  id: index + 1,
  username: `@a${index}`,
  group: 'crew',
  text,
}))
const post = {
  tweet_id: '20',
  text: markup.join('\n'),
  author_username: markup[0],
  author_name: markup[1],
  created_at: at,
}
const replies = markup.map((content, index) => ({ reply_id: `reply${index}`, content }))

let browser: Browser
let product: Product
let token: string

it.beforeAll(async ({ shared }) => {
  ;({ browser, product } = shared)
  token = (await createOperator(product.url, 'ada@example.com')).token
})

const answer = (page: Page, path: string, json: unknown, status = 200) =>
  page.route(`**/api/v1${path}`, (route) => route.fulfill({ status, json: json as object }))

const open = async (as: { token?: string } = { token }) => {
  const operator = await openTab(browser, product.url, 'desktop', as)
  await operator.page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.error(`refused by ${effectiveDirective}: ${blockedURI}`),
    )
  })
  const dialogs: string[] = []
  operator.page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message())
    await dialog.dismiss()
  })
  return { ...operator, dialogs }
}

const openByLogin = async () => {
  const operator = await open({})
  await logIn(operator, 'ada@example.com')
  return operator
}
type Opened = Awaited<ReturnType<typeof open>>

/** Elements that only a string interpreted as markup can have made. */
const foreignMarkup = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wrong =
      'script:not([src]), iframe, object, embed, base, applet, meta[http-equiv], link[href^="data:"], form[action]'
    const elements = [...document.querySelectorAll('*')]
    return [
      ...[...document.querySelectorAll(wrong)].map((element) => element.outerHTML),
      ...elements
        .filter((element) => element.getAttributeNames().some((name) => name.startsWith('on')))
        .map((element) => element.outerHTML),
      ...[...document.links]
        .filter(({ protocol }) => !['http:', 'https:', 'mailto:'].includes(protocol))
        .map(({ outerHTML }) => outerHTML),
    ].map((html) => html.slice(0, 200))
  })

const shown = (page: Page): Promise<string> => page.evaluate(() => document.body.textContent ?? '')

/** All rows of a list in History, a hundred at a time. */
/** @param size a number of rows per page that the list offers. */
const shownOnPages = async (page: Page, path: string, size = 100): Promise<string> => {
  const pages = Math.ceil(naughty.length / size)
  let text = ''
  await page.goto(`${path}?size=${size}`)
  for (let number = 1; number <= pages; number += 1) {
    if (number > 1) await page.getByRole('link', { name: 'Next', exact: true }).click()
    await page.getByText(`Page ${number} of ${pages}`, { exact: true }).waitFor()
    text += await shown(page)
    expect(await foreignMarkup(page)).toEqual([])
    await expectNoSidewaysScroll(page)
  }
  return text
}

const expectHarmless = async ({ page, dialogs, complaints }: Opened) => {
  expect(await foreignMarkup(page)).toEqual([])
  await expectNoSidewaysScroll(page)
  expect(dialogs).toEqual([])
  expect(complaints.join('\n')).toBe('')
}

describe('the list of naughty strings', () => {
  it.each([
    ['/admin/ai-character', '/ai-roles?*', roles],
    ['/admin/group', '/groups', groups],
  ])('is shown as text at %s', async (path, call, json) => {
    const operator = await open()
    await answer(operator.page, call, json)
    await operator.page.goto(path)
    await operator.page
      .locator('tbody tr')
      .nth(naughty.length - 1)
      .waitFor()
    const text = await shown(operator.page)
    expect(naughty.filter((each) => !text.includes(each))).toEqual([])
    await expectHarmless(operator)
    await operator.close()
  })

  it('is shown as text in the list of tasks, page by page', async () => {
    const operator = await open()
    await answer(operator.page, '/tasks/?*', tasks)
    const text = await shownOnPages(operator.page, '/admin/history')
    expect(naughty.filter((each) => !text.includes(each))).toEqual([])
    await expectHarmless(operator)
    await operator.close()
  })

  it('is shown as text in names, groups and reasons of media agents, page by page', async () => {
    const operator = await open()
    const { page } = operator
    await answer(page, '/twitter/accounts?*', accounts)
    const text = (await shownOnPages(page, '/admin/media-agent', 20)).toLowerCase()
    expect(naughty.filter((each) => !text.includes(each.toLowerCase()))).toEqual([])
    await expectHarmless(operator)
    await operator.close()
  })

  it("is shown as text in X's words about a task, and no scheme becomes a link", async () => {
    const operator = await open()
    const { page } = operator
    await answer(page, '/tasks/task0', task)
    await answer(page, '/tasks/task0/spending', { charged: 0, open: 0, unpriced: 0 })
    const text = await shownOnPages(page, '/admin/history/task0')
    expect(naughty.filter((each) => !text.includes(each))).toEqual([])
    expect(await page.getByRole('link', { name: 'Open in X' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'View reply' }).count()).toBeGreaterThan(0)
    await expectHarmless(operator)
    await operator.close()
  })

  it('is shown as text in a post, its replies and the choices', async () => {
    const operator = await open()
    const { page } = operator
    await answer(page, '/ai-roles?*', roles)
    await answer(page, '/groups', [{ id: 1, name: 'crew', description: 'x' }, ...groups])
    await answer(page, '/twitter/accounts?*', crew)
    await answer(page, '/twitter/tweet/content', post)
    await answer(page, '/twitter/tweet/generate-reply', { replies }, 201)
    await page.goto('/admin/home')
    await page.getByLabel('X post link').fill('https://x.com/maker/status/20')
    await page.getByRole('button', { name: 'Get Content' }).click()
    await page.getByText('Get content success!').waitFor()
    await page.getByLabel('AI/Model').selectOption({ index: 1 })
    await page.getByLabel('Group', { exact: true }).selectOption('crew')
    await page.getByLabel('Count').fill(String(markup.length))
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('group', { name: `Reply ${markup.length}`, exact: true }).waitFor()
    const text = await shown(page)
    expect(markup.filter((each) => !text.includes(each))).toEqual([])
    await expectHarmless(operator)
    await operator.close()
  })

  it('is shown as text in the message of a refusal', async () => {
    const operator = await open()
    const { page } = operator
    await answer(page, '/groups', groups.slice(0, 1))
    await page.goto('/admin/group')
    for (const detail of markup.slice(0, 12)) {
      await page.route('**/api/v1/groups/1', (route) => route.fulfill({ status: 409, json: { detail } }))
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await page.waitForFunction((wanted) => document.body.textContent?.includes(wanted), detail)
      expect(await foreignMarkup(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.unroute('**/api/v1/groups/1')
    }
    expect(operator.dialogs).toEqual([])
    expect(operator.complaints.filter((text) => !/409/.test(text))).toEqual([])
    await operator.close()
  })
})

describe("a stranger's page whose host name points to this server", () => {
  it('reaches the server with its own origin, and learns nothing, not even the owner of a token', async () => {
    const rebinding = await startRebinding(product.url)
    const context = await browser.newContext({ proxy: { server: rebinding.proxy } })
    const page = await context.newPage()
    await page.goto('http://rebound.example/page')
    const ask = (path: string) =>
      page.evaluate(
        async ({ path, token }) => {
          const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` } })
          return [answer.status, answer.type, await answer.text()]
        },
        { path, token },
      )
    const refusal = '{"detail":"This server has another name: use the address in PUBLIC_ORIGIN"}'
    const build = readFileSync(stampFile, 'utf8').slice(0, 12)
    expect(await ask('/healthz')).toEqual([200, 'basic', JSON.stringify({ status: 'alive', version, build })])
    for (const path of ['/', '/api/v1/meta', '/api/v1/auth/me']) {
      expect(await ask(path)).toEqual([421, 'basic', refusal])
    }
    await context.close()
    await rebinding.close()
  })
})

describe('the browser', () => {
  it('keeps our origin apart from others of its site', async () => {
    const { page, close } = await openByLogin()
    await page.goto('/login')
    expect(await page.evaluate(() => window.originAgentCluster)).toBe(true)
    await close()
  })

  it('keeps only the token in local storage, no other secret, and sends no cookie', async () => {
    const operator = await openByLogin()
    const { page, context } = operator
    const asked: Request[] = []
    page.on('requestfinished', (request) => {
      if (request.url().includes('/api/')) asked.push(request)
    })
    await page.goto('/admin/media-agent')
    await page.getByRole('heading', { level: 1, name: 'Media Agent' }).waitFor()
    const kept = await page.evaluate(() => ({ local: { ...localStorage }, session: { ...sessionStorage } }))
    expect(kept.local.access_token).toMatch(/^[\w-]{43}$/)
    const { access_token: _, ...others } = kept.local
    expect(JSON.stringify([others, kept.session])).not.toContain(kept.local.access_token)
    expect(JSON.stringify(kept)).not.toContain(password)
    expect((await context.cookies()).map(({ name }) => name).filter((name) => !/sidebar/.test(name))).toEqual([])
    const headers = await Promise.all(asked.map((request) => request.allHeaders()))
    expect(headers.length).toBeGreaterThan(0)
    expect(headers.flatMap(({ cookie = [] }) => cookie).filter((cookie) => !/^sidebar/.test(cookie))).toEqual([])
    await operator.close()
  })

  it('keeps no credential of an agent that was imported, refused, or typed and not saved', async () => {
    const operator = await openByLogin()
    const { page } = operator
    const added = credentialsOf('canary_a')
    const typed = credentialsOf('canary_b')
    await page.goto('/admin/media-agent')
    const file = { name: 'canaries.csv', mimeType: 'text/csv', buffer: Buffer.from(papaparse.unparse([added, added])) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('button', { name: 'Download failed rows' }).waitFor()
    await page.getByRole('button', { name: 'Add Media Agent' }).click()
    await page.getByLabel('API Key', { exact: true }).fill(typed.api_key)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: /^Home/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Auto Comment Bot' }).waitFor()
    const kept = await page.evaluate(async () => ({
      stored: { ...localStorage, ...sessionStorage },
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      cookie: document.cookie,
      addresses: performance.getEntriesByType('resource').map(({ name }) => name),
    }))
    expect(kept).toMatchObject({ databases: [], caches: [] })
    const canaries = [added, typed].flatMap((each) => credentialNames.map((name) => each[name]))
    expect(canaries.filter((canary) => JSON.stringify(kept).includes(canary))).toEqual([])
    await operator.close()
  })
})
