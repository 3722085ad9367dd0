import { join } from 'node:path'
import Sqlite from 'libsql'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '../support/chromium'
import { codeAt } from '../support/codes'
import { type Product, startProduct } from '../support/product'
import { createOperator, password } from './furnished'
import { expectNoSidewaysScroll, fillLogin, openOperator, seeMessage } from './operator'

const email = 'second@example.com'
const administrator = 'passkeys@example.com'
let browser: Browser
let product: Product
let token = ''

beforeAll(async () => {
  ;[browser, product] = await Promise.all([launchChromium(), startProduct()])
  ;({ token } = await createOperator(product.url, administrator))
})
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
})

const giveCode = async (page: Page, code: string) => {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
}

it('is switched on with an authenticator app, asked for at the login, and replaced by a recovery code', async () => {
  const { token } = await createOperator(product.url, email)
  const { page, complaints, shoot } = await openOperator(browser, product.url, 'desktop', { token })
  await page.goto('/admin/settings/security')
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByRole('img', { name: 'QR code' }).waitFor()
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? ''
  await shoot('second-factor-qr')
  await page.getByLabel('Code from the app').fill(codeAt(secret, 0))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await seeMessage(page, 'Second factor turned on. You are signed out everywhere else.')
  const codes = await page.getByText(/^([A-Z2-7]{4}-){7}[A-Z2-7]{4}$/).allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'I saved these codes' }).click()
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
  await page.goto('/admin/settings/security')
  await page.getByText(/with 9 recovery codes left/).waitFor()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await seeMessage(page, 'Second factor turned off')
  expect(complaints.join('\n')).toBe('')
})

/** Chromium's own software authenticator, like a laptop with a fingerprint reader. */
const addAuthenticator = async (page: Page) => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    present: (enabled: boolean) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    knows: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

const forgetConfirmations = () => {
  const database = new Sqlite(join(product.dataDir, 'auto-comment-bot.db'))
  database.exec('update sessions set confirmed_at = null')
  database.close()
}

it('is a passkey: added, cancelled, used as the only factor, after the password and to confirm an act, and removed', async () => {
  const url = product.url.replace('127.0.0.1', 'localhost')
  const { page, complaints, shoot } = await openOperator(browser, url, 'desktop', { token })
  const device = await addAuthenticator(page)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const notUsed = page.getByText(
    'No passkey was used: the request was cancelled, or this device has no passkey for this server. Try again',
  )
  await page.goto('/admin/settings/security')
  await page.getByLabel('Passkey name').fill('Blue laptop')
  await page.getByLabel('Your password, to add a passkey', { exact: true }).fill(password)
  await device.present(false)
  await press('Add a passkey')
  await press('Cancel')
  await page.getByRole('button', { name: 'Add a passkey' }).waitFor()
  await device.present(true)
  await device.knows(false)
  await press('Add a passkey')
  await notUsed.waitFor()
  await device.knows(true)
  await press('Add a passkey')
  await page.getByText(/They are shown only once/).waitFor()
  expect(await page.getByText(/^([A-Z2-7]{4}-){7}[A-Z2-7]{4}$/).count()).toBe(10)
  await press('I saved these codes')
  await page.getByRole('button', { name: 'Remove Blue laptop' }).waitFor()
  await expectNoSidewaysScroll(page)
  await shoot('passkeys')
  await page.getByLabel('Passkey name').fill('The same again')
  await press('Add a passkey')
  await page.getByText('This device already has one of your passkeys').waitFor()

  await logOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  await shoot('passkeys-login')
  await device.knows(false)
  await press('Sign in with a passkey')
  await notUsed.first().waitFor()
  await device.knows(true)
  await press('Sign in with a passkey')
  await page.waitForURL('**/admin/home')

  await logOut(page)
  await fillLogin(page, administrator)
  await page.getByText('Or enter a recovery code.').waitFor()
  await shoot('passkeys-second-factor')
  await press('Use a passkey')
  await page.waitForURL('**/admin/home')

  forgetConfirmations()
  await page.goto('/admin/settings/operators')
  await press('Invite an operator')
  await seeMessage(page, 'Confirm your identity in Settings, Security, then try again')
  await page.goto('/admin/settings/security')
  await page.getByRole('button', { name: 'Confirm with a passkey' }).waitFor()
  await shoot('passkeys-confirm')
  await press('Confirm with a passkey')
  await page.getByText(/Your identity is confirmed/).waitFor()
  await page.goto('/admin/settings/operators')
  await press('Invite an operator')
  await page.getByText('Send this link to the new operator.').waitFor()
  await press('Done')
  await page.goto('/admin/settings/security')

  await press('Remove Blue laptop')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await seeMessage(page, 'Passkey removed')
  await logOut(page)
  await press('Sign in with a passkey')
  await page.getByText('This passkey is not registered here. Use another passkey or your password').first().waitFor()
  await fillLogin(page, administrator)
  await page.waitForURL('**/admin/home')
  // 401: a request that was under way when the operator logged out.
  expect(complaints.filter((each) => !/status of (401|403|422)/.test(each))).toEqual([])

  await page.goto(`${product.url}/login`)
  await press('Sign in with a passkey')
  await page.getByText(`Passkeys need a host name. Open the console at ${url}`).first().waitFor()
})

it('is the only thing that an operator can set up while the server requires it, and opens the console afterwards', async () => {
  const strict = await startProduct({ env: { REQUIRE_SECOND_FACTOR: 'all' } })
  const { token } = await createOperator(strict.url, email)
  const { page, context, shoot } = await openOperator(browser, strict.url, 'phone', { token })
  for (const path of ['/admin/home', '/admin/history', '/admin/group/7', '/admin/nowhere']) {
    await page.goto(path)
    await page.waitForURL('**/admin/settings/security')
    await page.getByText('Set up a second factor below first.').waitFor()
  }
  await shoot('second-factor-required')
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? ''
  await page.getByLabel('Code from the app').fill(codeAt(secret, 0))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I saved these codes' }).click()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByLabel('X post link').waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin/home')
  await context.close()
  await strict.dispose()
})
