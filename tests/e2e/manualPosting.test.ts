import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '../support/chromium'
import { type Product, startProduct } from '../support/product'
import { createOperator, createSandboxControl, sendBatch, settled } from './furnished'
import { expectNoSidewaysScroll, openOperator } from './operator'

/**
 * Posts of the stand-in whose authors mention two of the sample's twelve accounts: those two may reply through the API.
 */
const posts = {
  desktop: 'https://x.com/wildpatchkids/status/1991427730554880212',
  phone: 'https://x.com/sofia_stats/status/1991427730554880213',
}

let browser: Browser
let product: Product

beforeAll(async () => {
  ;[browser, product] = await Promise.all([
    launchChromium(),
    startProduct({ env: { X_REPLY_RULE: 'summoned', SETTLE_SECONDS: '1' } }),
  ])
})
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
})

const postThere = async (there: Page, account: string) => {
  await there.getByLabel('Post as').focus()
  await there.keyboard.type(account)
  await there.keyboard.press('Tab')
  await there.keyboard.press('Tab')
  await there.keyboard.press('Enter')
  await there.waitForURL('**/status/*')
  await there.close()
}

const july = 'You can only reply to or quote posts where you are mentioned or are the author.'

it('shows why X refused a reply in the words of July 2026, and asks X once', async () => {
  const operator = await createOperator(product.url, 'july@example.com')
  await operator.call('POST', '/sandbox/sample')
  const control = createSandboxControl(product.dataDir)
  await control.x({ rules: [{ match: { method: 'POST', path: '/2/tweets' }, do: { answer: 'notSummonedSinceJuly' } }] })
  const first = await sendBatch(operator, 1, posts.desktop)
  await settled(operator, first, ['handed_over'])
  const { items } = await operator.call<{ items: { account_id: number }[] }>('GET', `/tasks/${first}`)
  const { replies } = await operator.call<{ replies: { reply_id: string }[] }>(
    'POST',
    '/twitter/tweet/generate-reply',
    {
      tweet_id: posts.desktop.split('/').at(-1),
      role_id: (await operator.call<{ id: number }[]>('GET', '/ai-roles?skip=0&limit=100'))[0]?.id,
      count: 1,
    },
  )
  const { task_id: second } = await operator.call<{ task_id: string }>('POST', '/twitter/tweet/post-reply', {
    reply_id: replies[0]?.reply_id,
    twitter_account_id: items[0]?.account_id,
  })
  await settled(operator, second, ['handed_over'])
  const sent = (await control.requests()).filter(({ method, path }) => method === 'POST' && path === '/2/tweets')
  await control.x({ rules: [] })
  expect(sent.length).toBe(1)
  const { page, context, complaints, shoot } = await openOperator(browser, product.url, 'desktop', {
    token: operator.token,
  })
  await page.goto('/admin/history')
  await page.getByRole('main').getByRole('link', { name: 'Post manually', exact: true }).click()
  await page.getByRole('status').filter({ hasText: '1 of 2 to post manually' }).waitFor()
  await page.getByText(july).first().waitFor()
  await shoot('by-hand-july')
  expect(complaints.join('\n')).toBe('')
  await context.close()
})

it.each(['desktop', 'phone'] as const)(
  'posts replies from the queue that only a person can post, one after the other by keyboard, on a %s',
  async (viewport) => {
    const count = 10
    const operator = await createOperator(product.url, `${viewport}@example.com`)
    await operator.call('POST', '/sandbox/sample')
    const task = await sendBatch(operator, count + 2, posts[viewport])
    await settled(operator, task, ['completed', 'handed_over'])
    const { page, context, complaints, shoot } = await openOperator(browser, product.url, viewport, {
      token: operator.token,
    })
    await page.goto('/admin/history')
    await page.getByText(`${count} replies to post manually`).waitFor()
    await shoot('by-hand-history')
    const begin = page.getByRole('main').getByRole('link', { name: 'Post manually', exact: true })
    await begin.focus()
    await page.keyboard.press('Enter')
    for (let left = count; left > 0; left -= 1) {
      const isPlace = page.getByRole('status').filter({ hasText: `1 of ${left} to post manually` })
      await isPlace.waitFor()
      const account = await page
        .getByRole('heading', { name: /^Post as/ })
        .locator('strong')
        .innerText()
      const opening = context.waitForEvent('page')
      await page.keyboard.press('o')
      const there = await opening
      await there.getByRole('button', { name: 'Reply' }).waitFor()
      if (left === count) await shoot('by-hand-opened')
      await postThere(there, account)
      if (left === 2) {
        await expectNoSidewaysScroll(page)
        await shoot('by-hand-queue')
      }
      await page.bringToFront()
      await page.keyboard.press('x')
      await isPlace.waitFor({ state: 'detached' })
    }
    await page.getByText('No reply is left to post manually.').waitFor()
    await shoot('by-hand-empty')
    await settled(operator, task, ['completed'])
    const posted = await createSandboxControl(product.dataDir).posts()
    const texts = posted.map(({ text }) => text)
    expect(new Set(texts).size).toBe(texts.length)
    expect(complaints.join('\n')).toBe('')
    await context.close()
  },
)
