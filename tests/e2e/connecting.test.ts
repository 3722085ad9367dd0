import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from '../support/product'
import { createOperator } from './furnished'
import { openOperator } from './operator'
import { it } from './shared'

let browser: Browser
let product: Product

it.beforeAll(({ shared }) => {
  ;({ browser, product } = shared)
})

const devices = [
  ['desktop', 'light'],
  ['phone', 'dark'],
] as const

it.each(devices)(
  'connects an account by X’s consent page, cancels, and connects it once more, on a %s in %s',
  async (viewport, colorScheme) => {
    const { token, call } = await createOperator(product.url, `${viewport}@example.com`)
    await call('POST', '/groups', { name: 'crew', description: 'Connected by consent' })
    const { page, complaints, shoot } = await openOperator(browser, product.url, viewport, { token, colorScheme })
    const journey = async (decision: 'Authorize app' | 'Cancel') => {
      await page.goto('/admin/media-agent')
      await page.getByRole('button', { name: 'Add Media Agent' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Create Media Agent' })
      await dialog.getByLabel('Group').selectOption('crew')
      await dialog.getByRole('button', { name: 'Connect with X' }).click()
      await page.waitForURL('**/i/oauth2/authorize?**')
      await page.getByRole('heading', { name: 'Auto Comment Bot wants to access an account' }).waitFor()
      await shoot(`consent-${decision === 'Cancel' ? 'cancel' : 'authorize'}`)
      if (decision === 'Authorize app') await page.getByLabel(/I trust this app/).check()
      await page.getByRole('button', { name: decision }).click()
    }

    await journey('Cancel')
    await page.getByText('You cancelled on X’s page. Nothing was connected.').waitFor()
    await shoot('connect-denied')

    await journey('Authorize app')
    await page.getByText('@brewlab_ama is connected with OAuth 2.0 and can post.').waitFor()
    await page.getByRole('table').getByText('@brewlab_ama').waitFor()
    await shoot('connect-connected')
    expect(new URL(page.url()).search).toBe('')
    await page.reload()
    await page.getByRole('table').getByText('@brewlab_ama').waitFor()
    expect(await page.getByText('@brewlab_ama is connected with OAuth 2.0 and can post.').count()).toBe(0)

    await journey('Authorize app')
    await page.getByText('@brewlab_ama was already connected.').waitFor()
    await shoot('connect-again')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(() => page.getByText('was already connected').count()).toBe(0)

    await page.goto('/api/v1/x/callback?state=made-up&code=made-up')
    await page.getByText('belongs to a connection that was started in another browser').waitFor()
    expect(await call('GET', '/twitter/accounts?group=crew')).toMatchObject([
      { username: '@brewlab_ama', is_active: true },
    ])
    expect(complaints.join('\n')).toBe('')
  },
)

it('moves accounts to OAuth 2.0 with a report, and fills the form from a pasted block', async () => {
  const { token, call } = await createOperator(product.url, 'mover@example.com')
  await call('POST', '/sandbox/sample')
  for (const [viewport, colorScheme] of [
    ['phone', 'light'],
    ['desktop', 'dark'],
  ] as const) {
    const { page, complaints, shoot } = await openOperator(browser, product.url, viewport, { token, colorScheme })
    await page.goto('/admin/media-agent')
    await page.getByRole('button', { name: 'Add Media Agent' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Create Media Agent' })
    if (viewport === 'phone') {
      await dialog.getByText('12 of your accounts use OAuth 1.0a keys').waitFor()
      await shoot('connect-dialog')
      await dialog.getByRole('button', { name: 'Move to OAuth 2.0' }).click()
      await dialog.getByText('12 of 12 moved, 0 failed.').waitFor()
      await shoot('connect-moved')
    } else {
      await dialog.getByText('Where to find these keys').click()
      await dialog.getByLabel('Paste KEY=value lines or JSON').fill('API_KEY=abc\nAPI_KEY_SECRET=def')
      await dialog.getByRole('button', { name: 'Fill in' }).click()
      await dialog.getByText('2 fields filled in.').waitFor()
      await shoot('connect-guide')
      expect(await dialog.getByLabel('API Key', { exact: true }).inputValue()).toBe('abc')
    }
    expect(complaints.join('\n')).toBe('')
  }
})
