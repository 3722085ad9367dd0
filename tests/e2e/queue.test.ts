import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { userIdOf } from '../../sandbox/accounts-data'
import { bareHandle } from '../../src/schemas/handle'
import type { ManualItems } from '../../src/schemas/history/tasks'
import { launchChromium } from '../support/chromium'
import { type Product, startProduct } from '../support/product'
import { createOperator, createSandboxControl } from './furnished'
import { expectNoSidewaysScroll, openOperator } from './operator'
import { openToAnswer } from './screens/steps'

let browser: Browser
let product: Product

beforeAll(async () => {
  ;[browser, product] = await Promise.all([launchChromium(), startProduct()])
})
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
})

/** A day's work at full size; each post is a separate one at the stand-in. */
const posts = Array.from({ length: 40 }, (_, index) => String(1991427730554890000n + BigInt(index * 7)))

const countKeys = (page: Page) =>
  page.evaluate(() => {
    const counted = { keys: 0 }
    window.addEventListener('keydown', () => counted.keys++, { capture: true })
    Object.assign(window, { counted })
  })
const keysSoFar = (page: Page): Promise<number> => page.evaluate('counted.keys')

it('takes many posts from their links to sent replies, by at most four keys each, and answers none wrongly', async () => {
  const { token, call } = await createOperator(product.url, 'queue@example.com')
  await call('POST', '/sandbox/sample')
  // The stand-in's model repeats its few phrases, which X would refuse from one account.
  await createSandboxControl(product.dataDir).x({ duplicateFilter: false })
  const { page, complaints, shoot } = await openOperator(browser, product.url, 'desktop', { token })
  await page.goto('/admin/home')
  await countKeys(page)
  await page.getByRole('button', { name: 'Many links' }).waitFor()
  const pasted = [...posts.map((id) => `https://x.com/i/status/${id}`), 'no link', `https://x.com/i/status/${posts[0]}`]
  await page.evaluate((text) => navigator.clipboard.writeText(text), pasted.join('\n'))
  await page.getByLabel('X post link').focus()
  await page.keyboard.press('Control+v')
  const queue = page.getByRole('region', { name: 'To answer' })
  await queue.getByText(`Line ${posts.length + 2}: already in the list. Line ${posts.length + 1}: no link`).waitFor()
  await shoot('queue-pasted')

  const written = new Map<string, string>()
  const keys: number[] = []
  for (const [index, id] of posts.entries()) {
    const before = await keysSoFar(page)
    if (index > 0) await page.keyboard.press('n')
    await queue.getByText(`Post ${index + 1} of ${posts.length}`).waitFor()
    await page.getByText('Get content success!').waitFor()
    expect(await page.getByLabel('X post link').inputValue()).toBe(`https://x.com/i/status/${id}`)
    const shown = await page.getByRole('link', { name: 'Open on X' }).getAttribute('href')
    expect(shown?.endsWith(`/status/${id}`)).toBe(true)
    if (index === 0) {
      await page.getByLabel('AI/Model').selectOption({ index: 1 })
      await page.getByLabel('Group', { exact: true }).selectOption('launch-crew')
      await page.getByRole('button', { name: 'Preview' }).click()
    } else await page.keyboard.press('s')
    const card = page.getByRole('group', { name: 'Reply 1', exact: true })
    written.set(id, (await card.locator('p[dir=auto]').first().textContent()) ?? '')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('region', { name: 'Sent', exact: true }).waitFor()
    if (index > 0) keys.push((await keysSoFar(page)) - before)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Next post/)
  }
  await queue.getByText(`${posts.length} of ${posts.length} done`).waitFor()
  console.info(`${posts.length} posts, key presses for each after the first (modifiers count): ${keys.join(', ')}`)
  expect(Math.max(...keys)).toBeLessThanOrEqual(4)

  const single = '1991427730554990001'
  await page.getByLabel('X post link').fill(`https://x.com/i/status/${single}`)
  const before = await keysSoFar(page)
  await page.keyboard.press('Enter')
  await page.getByText('Get content success!').waitFor()
  await page.keyboard.press('Enter')
  const words = page.getByRole('group', { name: 'Reply 1', exact: true }).locator('p[dir=auto]').first()
  written.set(single, (await words.textContent()) ?? '')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('region', { name: 'Sent', exact: true }).waitFor()
  expect((await keysSoFar(page)) - before).toBe(4)
  const sent = [...posts, single]

  const sandbox = createSandboxControl(product.dataDir)
  const answered = async () => {
    const all = await sandbox.posts()
    const { items } = (await call('GET', '/tasks/handed-over')) as {
      items: { target_tweet_id: string; content: string }[]
    }
    return sent.map((id) => [
      ...all.filter(({ in_reply_to }) => in_reply_to === id).map(({ text }) => text),
      ...items.filter(({ target_tweet_id }) => target_tweet_id === id).map(({ content }) => content),
    ])
  }
  await expect.poll(answered, { timeout: 60_000 }).toEqual(sent.map((id) => [written.get(id)]))
  expect(complaints.join('\n')).toBe('')
})

it('sends forty posts through the accounts that Preview showed, however the replies were changed before', async () => {
  const { token, call } = await createOperator(product.url, 'accounts@example.com')
  await call('POST', '/sandbox/sample')
  const sandbox = createSandboxControl(product.dataDir)
  await sandbox.x({ duplicateFilter: false })
  const { page, complaints } = await openOperator(browser, product.url, 'desktop', { token })
  await page.goto('/admin/home')
  await page.getByRole('button', { name: 'Many links' }).waitFor()
  const ids = posts.map((id) => String(BigInt(id) + 6_000_000n))
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    ids.map((id) => `https://x.com/i/status/${id}`).join('\n'),
  )
  await page.getByLabel('X post link').focus()
  await page.keyboard.press('Control+v')
  const queue = page.getByRole('region', { name: 'To answer' })
  const cards = page.getByRole('group', { name: /^Reply \d+$/ })
  const region = (name: string) => page.getByRole('region', { name, exact: true })
  const senders = () => cards.getByText(/^as @/).allTextContents()
  const shownIn = async (count: number) => {
    await expect.poll(async () => (await senders()).length, { timeout: 60_000 }).toBe(count)
    await expect.poll(() => page.locator('[aria-busy=true]').count(), { timeout: 60_000 }).toBe(0)
    return senders()
  }
  const expected: string[][] = []
  for (const [index, id] of ids.entries()) {
    if (index > 0) await page.keyboard.press('n')
    await queue.getByText(`Post ${index + 1} of ${ids.length}`).waitFor()
    await page.getByText('Get content success!').waitFor()
    if (index === 0) {
      await page.getByLabel('AI/Model').selectOption({ index: 1 })
      await page.getByLabel('Group', { exact: true }).selectOption('launch-crew')
      await page.getByLabel('Count').fill('3')
      await page.getByRole('button', { name: 'Preview' }).click()
    } else await page.keyboard.press('s')
    let shown = await shownIn(3)
    const way = ['send', 'rewrite', 'drop', 'takeBack'][index % 4]
    if (way === 'rewrite' || way === 'drop') {
      await page.keyboard.press('2')
      await page.keyboard.press(way === 'rewrite' ? 'r' : 'x')
      if (way === 'drop') shown = shown.filter((_, place) => place !== 1)
      expect(await shownIn(shown.length)).toEqual(shown)
    }
    if (way === 'takeBack') {
      await page.evaluate(() => localStorage.setItem('auto-comment-bot.holdsSends', 'true'))
      await page.keyboard.press('Control+Enter')
      await page.getByRole('button', { name: 'Take back' }).waitFor()
      await page.keyboard.press('Control+z')
      expect(await shownIn(3)).toEqual(shown)
      await page.evaluate(() => localStorage.removeItem('auto-comment-bot.holdsSends'))
    }
    const texts = await cards.locator('p[dir=auto]').allTextContents()
    expected.push(...shown.map((account, place) => [id, userIdOf(account.replace('as @', '')), texts[place] ?? '']))
    await page.keyboard.press('Control+Enter')
    await region('Sent').waitFor()
  }
  const posted = async () =>
    (await sandbox.posts())
      .filter(({ in_reply_to = '' }) => ids.includes(in_reply_to))
      .map(({ in_reply_to = '', author_id, text }) => [in_reply_to, author_id, text])
  /** The replies to strangers, which X accepts only from a person. */
  const manual = async () =>
    (await call<ManualItems>('GET', '/tasks/handed-over')).items.map(({ twitter_username, content, intent_url }) => [
      new URL(intent_url ?? '').searchParams.get('in_reply_to'),
      userIdOf(bareHandle(twitter_username ?? '')),
      content,
    ])
  const arrived = async () => [...(await posted()), ...(await manual())].sort()
  await expect.poll(arrived, { timeout: 60_000 }).toEqual(expected.sort())
  expect((await posted()).length).toBeGreaterThan(2 * (await manual()).length)
  console.info(`${ids.length} posts, ${expected.length} replies, each by the account that Preview showed`)
  expect(complaints.join('\n')).toBe('')
})

it('has the replies of the next posts ready, each written once: three keys for a post, and none is answered wrongly', async () => {
  const { token, call } = await createOperator(product.url, 'queue-drafts@example.com')
  await call('POST', '/sandbox/sample')
  const sandbox = createSandboxControl(product.dataDir)
  await sandbox.x({ duplicateFilter: false })
  const { page, context, complaints, shoot } = await openOperator(browser, product.url, 'desktop', { token })
  const generated: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/twitter/tweet/generate-reply')) generated.push(request.postDataJSON().tweet_id)
  })
  const ids = posts.map((id) => String(BigInt(id) + 3_000_000n))
  await page.goto('/admin/home')
  await countKeys(page)
  await page.getByRole('button', { name: 'Many links' }).click()
  const dialog = page.getByRole('dialog', { name: 'Many links' })
  await dialog.getByLabel('Drafts ahead').fill('2')
  await dialog.getByText('This starts after your first send').waitFor()
  await dialog.getByLabel('Links', { exact: true }).fill(ids.map((id) => `https://x.com/i/status/${id}`).join('\n'))
  await dialog.getByRole('button', { name: 'Add to the list' }).click()
  const queue = page.getByRole('region', { name: 'To answer' })
  const card = page.getByRole('group', { name: 'Reply 1', exact: true })

  const isAnswerable = async (id: string) => {
    const { allowed, uncertain } = (await call('GET', `/twitter/tweet/${id}/eligibility?group=launch-crew`)) as {
      allowed: number
      uncertain: number
    }
    return allowed + uncertain > 0
  }
  const written = new Map<string, string>()
  const keys: number[] = []
  const prepared: string[] = []
  for (const [index, id] of ids.entries()) {
    const before = await keysSoFar(page)
    if (index === 0) await queue.getByRole('button', { name: 'Next post' }).click()
    else await page.keyboard.press('n')
    await queue.getByText(`Post ${index + 1} of ${ids.length}`).waitFor()
    await page.getByText('Get content success!').waitFor()
    if (index === 0) {
      await page.getByLabel('AI/Model').selectOption({ index: 1 })
      await page.getByLabel('Group', { exact: true }).selectOption('launch-crew')
      await page.getByRole('button', { name: 'Preview' }).click()
    } else if (await isAnswerable(id)) prepared.push(id)
    else await page.keyboard.press('s')
    written.set(id, (await card.locator('p[dir=auto]').first().textContent()) ?? '')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('region', { name: 'Sent', exact: true }).waitFor()
    if (index > 0) keys.push((await keysSoFar(page)) - before)
    if (index === 1) {
      await queue
        .getByText(/^(Replies ready|No replies were written)/)
        .nth(1)
        .waitFor()
      await shoot('queue-drafts')
      await page.reload()
      await countKeys(page)
      await queue.getByText(`2 of ${ids.length} done`).waitFor()
    }
  }
  await queue.getByText(`${ids.length} of ${ids.length} done`).waitFor()
  console.info(`${prepared.length} of ${ids.length} prepared; key presses for each after the first: ${keys.join(', ')}`)
  expect(prepared.length).toBeGreaterThan(0)
  expect(keys).toEqual(ids.slice(1).map((id) => (prepared.includes(id) ? 3 : 4)))
  expect([...generated].sort()).toEqual([...ids].sort())

  const answered = async () => {
    const all = await sandbox.posts()
    const { items } = (await call('GET', '/tasks/handed-over')) as {
      items: { target_tweet_id: string; content: string }[]
    }
    return ids.map((id) => [
      ...all.filter(({ in_reply_to }) => in_reply_to === id).map(({ text }) => text),
      ...items.filter(({ target_tweet_id }) => target_tweet_id === id).map(({ content }) => content),
    ])
  }
  await expect.poll(answered, { timeout: 60_000 }).toEqual(ids.map((id) => [written.get(id)]))
  expect(complaints.join('\n')).toBe('')
})

it('writes the replies of a post in only one of two tabs, and both have them ready', async () => {
  const { token, call } = await createOperator(product.url, 'queue-tabs@example.com')
  await call('POST', '/sandbox/sample')
  const [role] = (await call('GET', '/ai-roles?skip=0&limit=100')) as { id: number }[]
  const { page, context, complaints } = await openOperator(browser, product.url, 'desktop', { token })
  const generated: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/twitter/tweet/generate-reply')) generated.push(request.postDataJSON().tweet_id)
  })
  const last = { mode: 'batch', role_id: String(role?.id), group_name: 'launch-crew', count: '1', account_id: '' }
  const habits = { version: 1, settings: { ahead: 2, drafts: 2, refills: false }, last }
  await context.addInitScript(
    (kept) => localStorage.setItem('auto-comment-bot.queueHabits', kept),
    JSON.stringify(habits),
  )
  const other = await context.newPage()
  const tabs = [page, other]
  for (const tab of tabs) {
    await tab.goto('/admin/home')
    await tab.getByRole('button', { name: 'Many links' }).waitFor()
  }
  const ids = [21, 22].map((number) => `19914277305549100${number}`)
  await page.getByRole('button', { name: 'Many links' }).click()
  const dialog = page.getByRole('dialog', { name: 'Many links' })
  await dialog.getByLabel('Links', { exact: true }).fill(ids.map((id) => `https://x.com/i/status/${id}`).join('\n'))
  await dialog.getByRole('button', { name: 'Add to the list' }).click()
  for (const tab of tabs) {
    await tab.getByText('Replies ready').nth(1).waitFor()
  }
  expect([...generated].sort()).toEqual(ids)
  expect(complaints.join('\n')).toBe('')
})

it('takes links from a dropped file, several in the address, the share target of the manifest and the bookmarklet', async () => {
  const { token } = await createOperator(product.url, 'queue-doors@example.com')
  const { page, context, complaints } = await openOperator(browser, product.url, 'desktop', { token })
  const linkOf = (number: number) => `https://x.com/ada/status/${number}`
  const queue = page.getByRole('region', { name: 'To answer' })
  const several = new URLSearchParams([
    ['url', linkOf(4801)],
    ['url', linkOf(4802)],
    ['text', `Look: ${linkOf(4803)}`],
  ])
  await page.goto(`/admin/home?${several}`)
  const acceptAll = queue.getByRole('button', { name: 'Accept all' })
  await acceptAll.click()
  await queue.getByText('0 of 3 done').waitFor()
  await page.waitForURL('**/admin/home')

  await page.evaluate(
    (text) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([text], 'links.csv', { type: 'text/csv' }))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    `link;views\n"${linkOf(4804)}";12\n${linkOf(4801)};9\n`,
  )
  await queue.getByText('0 of 4 done').waitFor()
  await queue.getByText('1 post added. Line 3: already in the list. Line 1: no link to a post.').waitFor()

  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  const { action, method, params } = manifest.share_target
  expect(method).toBe('GET')
  const devtools = await context.newCDPSession(page)
  expect((await devtools.send('Page.getAppManifest')).errors).toEqual([])
  const shared = new URLSearchParams({ [params.title]: 'A post', [params.text]: linkOf(4805), [params.url]: '' })
  await page.goto(`${action}?${shared}`)
  await acceptAll.click()
  await queue.getByText('0 of 5 done').waitFor()

  await page.getByRole('button', { name: 'Many links' }).click()
  const script = await page.getByRole('link', { name: 'Reply later' }).getAttribute('href')
  const elsewhere = await context.newPage()
  await elsewhere.route('https://x.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>A post</p>' }),
  )
  await elsewhere.goto(linkOf(4806))
  const opened = context.waitForEvent('page')
  await elsewhere.evaluate((script ?? '').replace(/^javascript:/, ''))
  const console = await opened
  const there = console.getByRole('region', { name: 'To answer' })
  await there.getByText('from x.com').waitFor()
  await there.getByRole('button', { name: 'Accept all' }).click()
  await there.getByText('0 of 6 done').waitFor()
  expect(complaints.join('\n')).toBe('')
})

it('is kept over a reload, is nobody else’s, and fits a phone in the dark', async () => {
  const ada = await createOperator(product.url, 'queue-ada@example.com')
  const opened = await openOperator(browser, product.url, 'phone', { token: ada.token, colorScheme: 'dark' })
  const { page, complaints, shoot } = opened
  await page.goto(`/admin/home?url=https%3A%2F%2Fx.com%2Fi%2Fstatus%2F${posts[1]}`)
  const queue = page.getByRole('region', { name: 'To answer' })
  await openToAnswer(page)
  await queue.getByRole('button', { name: 'Accept all' }).click()
  await queue.getByText('0 of 1 done').waitFor()
  await page.waitForURL('**/admin/home')
  await page.getByRole('button', { name: 'Many links' }).click()
  const dialog = page.getByRole('dialog', { name: 'Many links' })
  await dialog.getByLabel('Load posts ahead').fill('0')
  await dialog.getByLabel('Links', { exact: true }).fill(`https://x.com/ada/status/4711\nnot a link`)
  await dialog.getByLabel('Add a file').setInputFiles({
    name: 'links.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`link,views\nhttps://x.com/cy/status/4712,12\n`),
  })
  await dialog.getByText('1 post added. Line 1: no link to a post.').waitFor()
  await dialog.getByRole('button', { name: 'Add to the list' }).click()
  await expect.poll(() => dialog.getByLabel('Links', { exact: true }).inputValue()).toBe('not a link\nlink,views')
  await shoot('queue-many-links')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await openToAnswer(page)
  await queue.getByText('0 of 3 done').waitFor()
  await queue.getByRole('button', { name: 'Skip @ada' }).click()
  await queue.getByRole('button', { name: 'Put back @ada' }).waitFor()
  await queue.getByRole('button', { name: 'Remove @cy' }).click()
  await queue.getByText('0 of 2 done').waitFor()
  await queue.getByRole('button', { name: 'Restore the removed posts' }).click()
  await queue.getByText('0 of 3 done').waitFor()
  await expectNoSidewaysScroll(page)
  await shoot('queue-list')
  expect(complaints.join('\n')).toBe('')
})
