import { click, dialog, failedLoad, heading, previewBatch, refuse, type ScreenState, text } from './steps'

export const layoutStates: ScreenState[] = [
  { name: 'missing', path: '/admin/missing', as: 'furnished', enter: (page) => heading(page, 'Page not found') },
  {
    name: 'palette',
    path: '/admin/group',
    as: 'furnished',
    enter: async (page) => {
      await heading(page, 'Post Group')
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: /History/ }).waitFor()
    },
  },
  {
    name: 'palette-no-match',
    path: '/admin/group',
    as: 'furnished',
    enter: async (page) => {
      await heading(page, 'Post Group')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('nowhere')
      await page.getByText('Nothing is called').waitFor()
    },
  },
  {
    name: 'keys',
    path: '/admin/group',
    as: 'furnished',
    enter: async (page) => {
      await heading(page, 'Post Group')
      await page.keyboard.press('?')
      await dialog(page, 'Keyboard shortcuts')
    },
  },
  {
    name: 'drawer',
    path: '/admin/group',
    as: 'furnished',
    only: 'phone',
    enter: async (page) => {
      await click(page, 'Open menu')
      await page.getByRole('dialog').getByRole('link', { name: 'History', exact: true }).waitFor()
    },
  },
  {
    name: 'sidebar-icons',
    path: '/admin/group',
    as: 'furnished',
    only: 'desktop',
    enter: async (page) => {
      await click(page, 'Toggle Sidebar')
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'messages',
    path: '/admin/home',
    as: 'furnished',
    enter: async (page) => {
      await previewBatch(page)
      await page.getByRole('button', { name: 'Copy' }).first().click()
      await text(page, 'Copied')
      await page.getByRole('button', { name: /^Recent messages/ }).click()
      await page.getByRole('heading', { name: 'Recent messages' }).waitFor()
    },
  },
  {
    name: 'toast-error',
    path: '/admin/home',
    as: 'furnished',
    expects: failedLoad,
    enter: async (page) => {
      await refuse(page, '/twitter/tweet/batch-post-replies')
      await previewBatch(page)
      await click(page, 'Batch Send')
      await text(page, 'An error occurred')
    },
  },
  {
    name: 'offline',
    path: '/admin/home',
    as: 'furnished',
    expects: /ERR_INTERNET_DISCONNECTED/,
    enter: async (page) => {
      await text(page, 'Nothing to review yet')
      await page.context().setOffline(true)
      await page.getByText('You are offline.').waitFor()
    },
  },
  {
    name: 'broken-screen',
    path: '/admin/group',
    as: 'furnished',
    expects: /ERR_FAILED|Failed to fetch dynamically imported module|Failed to load resource/,
    enter: async (page) => {
      await page.getByRole('table').waitFor()
      await page.route('**/assets/HistoryScreen*', (route) => route.abort())
      await page.goto('/admin/history')
      await page.getByRole('button', { name: /again/i }).waitFor()
    },
  },
]
