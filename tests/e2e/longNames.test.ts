import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../support/chromium'
import { type Product, startProduct } from '../support/product'
import { createOperator } from './furnished'
import { openOperator } from './operator'

let browser: Browser
let product: Product
let token: string

beforeAll(async () => {
  ;[browser, product] = await Promise.all([launchChromium(), startProduct()])
  token = (await createOperator(product.url, 'long@example.com')).token
})
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
})

const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(3)
const at = '2026-01-02T03:04:05.000Z'
const account = { id: 1, username: `@${long}`, group: long, is_active: false, created_at: at, inactive_reason: long }
const role = {
  id: 1,
  name: long,
  model_name: long,
  category: long,
  system_prompt: long,
  personality_traits: [long],
  background_story: long,
  instruction_set: [],
  version: '1',
  knowledge_base: {},
  example_conversations: {},
  language: long,
}
const item = {
  id: 1,
  reply_id: 'a1',
  retry_count: 0,
  twitter_username: '@long',
  status: 'failed',
  error: long,
  next_step: long,
  created_at: at,
  updated_at: at,
}
const task = { id: 'a1', owner_id: 1, status: 'failed', error: null, created_at: at, updated_at: at, items: [item] }

describe('names without a single space', () => {
  it.each([
    ['/admin/media-agent', '/twitter/accounts*', [account]],
    ['/admin/ai-character', '/ai-roles*', [role]],
    ['/admin/group', '/groups', [{ id: 1, name: long, description: long }]],
    ['/admin/history/a1', '/tasks/a1', task],
  ])('leave the table of %s in its frame, on a desk and on the narrowest phone', async (path, call, answer) => {
    const { page, context } = await openOperator(browser, product.url, 'desktop', { token })
    await page.route(`**/api/v1${call}`, (route) => route.fulfill({ json: answer }))
    for (const width of [1440, 1024, 320]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      const table = page.getByRole('table').first()
      await table.waitFor()
      const spill = await table.evaluate((element) => {
        const frame = element.parentElement ?? element
        return frame.scrollWidth - frame.clientWidth
      })
      expect(`${spill} px too wide at ${width}`).toBe(`0 px too wide at ${width}`)
    }
    await context.close()
  })
})
