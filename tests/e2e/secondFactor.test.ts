import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '../support/chromium'
import { codeAt } from '../support/codes'
import { type Product, startProduct } from '../support/product'
import { createOperator, password } from './furnished'
import { expectNoSidewaysScroll, fillLogin, openOperator, seeMessage } from './operator'

const email = 'second@example.com'
let browser: Browser
let product: Product

beforeAll(async () => {
  ;[browser, product] = await Promise.all([launchChromium(), startProduct()])
})
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
})

const giveCode = async (page: Page, code: string) => {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Go on' }).click()
}

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
}

it('is switched on with an authenticator app, asked for at the login, and replaced by a recovery code', async () => {
  const { token } = await createOperator(product.url, email)
  const { page, complaints, shoot } = await openOperator(browser, product.url, 'desktop', { token })
  await page.goto('/admin/home/account')
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByRole('img', { name: 'QR code' }).waitFor()
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? ''
  await shoot('second-factor-qr')
  await page.getByLabel('Code from the app').fill(codeAt(secret, 0))
  await page.getByRole('button', { name: 'Switch on' }).click()
  await seeMessage(page, 'Second factor switched on. All other sessions ended.')
  const codes = await page.getByText(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/).allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText(/with 10 recovery codes left/).waitFor()

  await logOut(page)
  await fillLogin(page, email)
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
  await expectNoSidewaysScroll(page)
  await shoot('second-factor-code')
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  await page.getByRole('button', { name: 'Back to login' }).click()
  await fillLogin(page, email)
  await giveCode(page, codeAt(secret, 1))
  await page.waitForURL('**/admin/home')

  await logOut(page)
  await fillLogin(page, email)
  await giveCode(page, codes[0] ?? '')
  await page.waitForURL('**/admin/home')
  await page.goto('/admin/home/account')
  await page.getByText(/with 9 recovery codes left/).waitFor()
  await page.getByRole('button', { name: 'Switch off' }).click()
  await seeMessage(page, 'Second factor switched off')
  expect(complaints).toEqual([])
})
