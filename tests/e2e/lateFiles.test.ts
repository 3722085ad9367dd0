import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, it } from 'vitest'
import { launchChromium } from '../support/chromium'
import { type Product, startProduct } from '../support/product'
import { createOperator } from './furnished'
import { fillLogin, openOperator, seeMessage } from './operator'

let browser: Browser
let product: Product

beforeAll(async () => {
  ;[browser, product] = await Promise.all([launchChromium(), startProduct()])
})
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
})

it.each([
  ['admin-*.css', 'styles@example.com'],
  ['toasts-*.js', 'toasts@example.com'],
])('a console whose %s does not arrive at first has it a little later', async (file, email) => {
  const { page, context } = await openOperator(browser, product.url, 'desktop')
  await createOperator(product.url, email)
  await page.route(`**/assets/${file}`, (route) => route.fulfill({ status: 503 }), { times: 1 })
  const refused = page.waitForResponse((response) => response.status() === 503)
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await refused
  await fillLogin(page, email)
  await seeMessage(page, 'Login Successful!')
  await page.getByRole('complementary', { name: 'Sidebar' }).waitFor()
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/assets/admin-')))
  await context.close()
})
