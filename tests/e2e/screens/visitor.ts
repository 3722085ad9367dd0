import { click, dialog, heading, hold, type ScreenState, text } from './steps'

export const publicStates: ScreenState[] = [
  { name: 'landing', path: '/', as: 'visitor', enter: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  {
    name: 'landing-characters',
    path: '/',
    as: 'visitor',
    enter: async (page) => {
      const tab = page.getByRole('tab', { name: 'AI Characters' })
      await tab.click()
      await page.getByText('Choose AI commenters').waitFor()
    },
  },
  {
    name: 'landing-menu',
    path: '/',
    as: 'visitor',
    only: 'phone',
    enter: async (page) => {
      await page.getByRole('button', { name: /menu/i }).click()
      await dialog(page, 'Menu')
    },
  },
  { name: 'login', path: '/login', as: 'visitor', enter: (page) => page.getByLabel('Email').waitFor() },
  {
    name: 'login-errors',
    path: '/login',
    as: 'visitor',
    enter: async (page) => {
      await click(page, 'Login')
      await text(page, 'Password is required')
    },
  },
  {
    name: 'login-busy',
    path: '/login',
    as: 'visitor',
    enter: async (page) => {
      await hold(page, '/auth/login')
      await page.getByLabel('Email').fill('ada@example.com')
      await page.getByLabel('Password', { exact: true }).fill('correct horse')
      await click(page, 'Login')
      await page.getByRole('button', { name: 'Logging in...' }).waitFor()
    },
  },
  { name: 'sign-up', path: '/sign-up', as: 'visitor', enter: (page) => page.getByLabel('Username').waitFor() },
  {
    name: 'sign-up-errors',
    path: '/sign-up',
    as: 'visitor',
    enter: async (page) => {
      await click(page, 'Sign Up')
      await text(page, 'Username is required')
    },
  },
  {
    name: 'not-found',
    path: '/nowhere',
    as: 'visitor',
    expects: /404/,
    enter: (page) => heading(page, 'Page not found'),
  },
]
