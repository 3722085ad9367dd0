import type { Page } from 'playwright-core'
import { password } from '../furnished'
import { fontsArrived } from '../operator'
import { click, heading, type ScreenState, statesAt, text } from './steps'

const atOperators = statesAt('/admin/settings/operators')
const atSecurity = statesAt('/admin/settings/security')
const atTokens = statesAt('/admin/settings/tokens')

/** The suite is longer than a sign-in counts as a confirmation. */
const confirm = (page: Page) =>
  page.evaluate(
    (current_password) =>
      fetch('/api/v1/auth/confirmation', {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${localStorage.getItem('access_token')}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ current_password }),
      }),
    password,
  )

export const settingsStates: ScreenState[] = [
  statesAt('/admin/settings')('settings-profile', async (page) => {
    await page.getByText('Version', { exact: true }).waitFor()
  }),
  statesAt('/admin/settings/sending')('settings-sending', async (page) => {
    await page.getByRole('switch', { name: 'Keep choices' }).check()
  }),
  statesAt('/admin/settings/usage')('settings-usage', async (page) => {
    await page.getByRole('table', { name: 'Daily limits' }).waitFor()
  }),
  statesAt('/admin/settings/sign-in-log')('settings-sign-in-log', async (page) => {
    await page.getByRole('table', { name: 'Sign-in log' }).waitFor()
  }),
  atOperators('account-operators', async (page) => {
    await heading(page, 'Settings')
    await confirm(page)
    await click(page, 'Invite an operator')
    await page.getByText('Send this link to the new operator.').waitFor()
    await page.getByRole('table', { name: 'Operators' }).waitFor()
  }),
  atOperators('account-reset', async (page) => {
    const at = '2026-01-02T03:04:05.000Z'
    const operator = { is_admin: false, created_at: at, disabled_at: null, last_used_at: at, has_second_factor: true }
    const email = 'somebody.with.a.long.address@example.com'
    await page.route('**/api/v1/operators', (route) =>
      route.fulfill({ json: [{ ...operator, id: 4711, email, username: 'forgetful' }] }),
    )
    await page.route('**/api/v1/operators/4711/reset', (route) =>
      route.fulfill({ status: 201, json: { token: 'r'.repeat(43), expires_at: at } }),
    )
    await page.reload()
    await click(page, `Reset password of ${email}`)
    await page.getByText(`Send this link to ${email}`).waitFor()
  }),
  atOperators('account-delete', async (page) => {
    const at = '2026-01-02T03:04:05.000Z'
    const operator = { is_admin: false, created_at: at, disabled_at: at, last_used_at: null }
    const gone = { ...operator, id: 4711, email: 'somebody.with.a.long.address@example.com', username: 'gone' }
    await page.route('**/api/v1/operators', (route) => route.fulfill({ json: [gone] }))
    await page.reload()
    await click(page, `Delete ${gone.email}`)
    await page.getByText('This also deletes their connected accounts, AI characters').waitFor()
    await page.waitForFunction(() => {
      const question = document.querySelector('[role=alertdialog] h2')
      return question && question.scrollWidth <= question.clientWidth
    })
  }),
  atOperators('account-limits', async (page) => {
    await page
      .getByRole('button', { name: /^Limits of / })
      .first()
      .click()
    await page.getByLabel('Replies sent').fill('about forty')
    await click(page, 'Save')
    await text(page, 'Enter a whole number, or leave the field empty')
  }),
  atSecurity('account-second-factor', async (page) => {
    await page.getByLabel('Your password', { exact: true }).fill(password)
    await click(page, 'Set up an authenticator app')
    await page.getByRole('img', { name: 'QR code' }).waitFor()
  }),
  atSecurity('account-passkeys', async (page) => {
    const at = '2026-01-02T03:04:05.000Z'
    const made = { created_at: at, last_used_at: null, synced: false, blocked_at: null }
    const passkeys = [
      { ...made, id: 1, label: 'the.blue.laptop.of.somebody.with.a.long.address@example.com', last_used_at: at },
      { ...made, id: 2, label: 'Phone', synced: true },
      { ...made, id: 3, label: 'Old key', blocked_at: at },
    ]
    const factor = { enrolled_at: null, recovery_codes: 9, confirmed_until: null, passkeys: 3 }
    await page.route('**/api/v1/auth/passkeys', (route) => route.fulfill({ json: { passkeys, unavailable: null } }))
    await page.route('**/api/v1/auth/second-factor', (route) => route.fulfill({ json: factor }))
    await page.reload()
    await page.getByRole('button', { name: 'Confirm with a passkey' }).waitFor()
    await fontsArrived(page)
    await click(page, 'Rename Phone')
    await page.getByLabel('New name for Phone').fill('')
    await click(page, 'Save')
    await text(page, 'Enter a name')
  }),
  atTokens('account-api-token', async (page) => {
    const at = '2026-01-02T03:04:05.000Z'
    const made = { created_at: at, expires_at: '2999-01-01T00:00:00.000Z', last_used_at: at, last_address: '192.0.2.7' }
    const known = {
      ...made,
      id: 4711,
      scope: 'read',
      name: 'nightly.report.of.somebody.with.a.long.address@example.com',
    }
    const told = { ...made, id: 4712, scope: 'draft', name: 'Drafting agent', token: `acb_${'Ab1-'.repeat(10)}xyz` }
    await page.route('**/api/v1/auth/api-tokens', (route) =>
      route.fulfill(route.request().method() === 'GET' ? { json: [known] } : { status: 201, json: told }),
    )
    await page.reload()
    await page.getByLabel('Token name').fill(told.name)
    await click(page, 'Create an API token')
    await text(page, told.token)
  }),
  atTokens('account-api-token-end', async (page) => {
    const name = `Night script ${crypto.randomUUID()}`
    await confirm(page)
    await page.getByLabel('Token name').fill(name)
    await click(page, 'Create an API token')
    await click(page, 'I stored the token')
    await click(page, `Revoke ${name}`)
    await text(page, 'Scripts that use this token are refused immediately. You cannot restore it.')
  }),
  atSecurity(
    'account-errors',
    async (page) => {
      await heading(page, 'Settings')
      await page.getByLabel('Current password', { exact: true }).fill('not mine at all')
      await page.getByLabel('New password', { exact: true }).fill('a better horse battery')
      await click(page, 'Change password')
      await text(page, 'This is not your password')
    },
    { expects: /422/ },
  ),
]
