import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from '../support/product'
import { createOperator } from './furnished'
import { openOperator, seeMessage } from './operator'
import { it } from './shared'

let browser: Browser
let product: Product

it.beforeAll(({ shared }) => {
  ;({ browser, product } = shared)
})

it('is created in the console, used by a script until it is revoked, and cannot send', async () => {
  const { token: session } = await createOperator(product.url, 'scripts@example.com')
  const { page, complaints } = await openOperator(browser, product.url, 'desktop', { token: session })
  await page.goto('/admin/settings/tokens')
  await page.getByLabel('Token name').fill('Drafting agent')
  await page.getByLabel('Permission').selectOption('draft')
  await page.getByRole('button', { name: 'Create an API token' }).click()
  const token = (await page.getByText(/^acb_[\w-]{43}$/).textContent()) ?? ''
  await page.getByRole('button', { name: 'I stored the token' }).click()

  const ask = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${product.url}/api/v1${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return answer.status
  }
  expect(await ask('GET', '/groups')).toBe(200)
  expect(
    await ask('POST', '/twitter/tweet/content', { tweet_url: 'https://x.com/brewlab/status/1999999999999999999' }),
  ).toBe(200)
  expect(await ask('POST', '/twitter/tweet/post-reply', { reply_id: 'a', twitter_account_id: 1 })).toBe(403)

  await page.getByRole('button', { name: 'Revoke Drafting agent' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await seeMessage(page, 'API token revoked')
  expect(await ask('GET', '/groups')).toBe(401)
  expect(complaints.join('\n')).toBe('')
})
