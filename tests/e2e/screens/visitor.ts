import { password } from '../furnished'
import { click, dialog, heading, hold, type ScreenState, statesAt, text } from './steps'

const atLanding = statesAt('/', 'visitor')
const atLogin = statesAt('/login', 'visitor')
const atSignUp = statesAt('/sign-up', 'visitor')
const atReset = statesAt('/reset', 'visitor')

export const publicStates: ScreenState[] = [
  atLanding('landing', (page) => page.getByRole('heading', { level: 1 }).waitFor()),
  atLanding('landing-characters', async (page) => {
    await page.getByRole('tab', { name: 'AI Characters' }).click()
    await page.getByText('Choose AI commenters').waitFor()
  }),
  atLanding(
    'landing-menu',
    async (page) => {
      await page.getByRole('button', { name: /menu/i }).click()
      await dialog(page, 'Menu')
    },
    { only: 'phone' },
  ),
  atLogin('login', (page) => page.getByLabel('Email').waitFor()),
  atLogin('login-errors', async (page) => {
    await click(page, 'Login')
    await text(page, 'Password is required')
  }),
  atLogin('login-busy', async (page) => {
    await hold(page, '/auth/login')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await click(page, 'Login')
    await page.getByRole('button', { name: 'Logging in...' }).waitFor()
  }),
  atLogin('login-second-factor', async (page) => {
    const challenge = { challenge: 'waits', factors: ['app', 'passkey'] }
    await page.route('**/api/v1/auth/login', (route) => route.fulfill({ json: challenge }))
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await click(page, 'Login')
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
  }),
  atSignUp('sign-up', (page) => page.getByLabel('Username').waitFor()),
  atSignUp('sign-up-errors', async (page) => {
    await click(page, 'Sign Up')
    await text(page, 'Username is required')
  }),
  atReset('reset-errors', async (page) => {
    await click(page, 'Set password')
    await text(page, 'The link is incomplete. Open it exactly as you received it.')
  }),
  statesAt('/nowhere', 'visitor')('not-found', (page) => heading(page, 'Page not found'), { expects: /404/ }),
]
