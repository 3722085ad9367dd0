import type { Route } from 'playwright-core'
import { click, dialog, failedLoad, heading, previewBatch, refuse, type ScreenState, statesAt, text } from './steps'

const atGroups = statesAt('/admin/group')
const atHome = statesAt('/admin/home')

export const layoutStates: ScreenState[] = [
  statesAt('/admin/missing')('missing', (page) => heading(page, 'Page not found')),
  atGroups('palette', async (page) => {
    await heading(page, 'Post Group')
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: /History/ }).waitFor()
  }),
  atGroups('palette-no-match', async (page) => {
    await heading(page, 'Post Group')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('nowhere')
    await page.getByText('No results for').waitFor()
  }),
  atGroups('problem', async (page) => {
    await heading(page, 'Post Group')
    const menu = page.getByRole('button', { name: 'Open menu' })
    if (await menu.isVisible()) await menu.click()
    await click(page, 'Report a problem')
    await page.getByText('What the console did').waitFor()
    await page.getByText('Preview the file').click()
    await page.getByRole('textbox', { name: 'Contents of the file' }).waitFor()
  }),
  atGroups('keys', async (page) => {
    await heading(page, 'Post Group')
    await page.keyboard.press('?')
    await dialog(page, 'Keyboard shortcuts')
  }),
  atGroups(
    'drawer',
    async (page) => {
      await click(page, 'Open menu')
      await page.getByRole('dialog').getByRole('link', { name: 'History', exact: true }).waitFor()
    },
    { only: 'phone' },
  ),
  atGroups(
    'sidebar-icons',
    async (page) => {
      await click(page, 'Toggle Sidebar')
      await page.getByRole('table').waitFor()
    },
    { only: 'desktop' },
  ),
  atHome('messages', async (page) => {
    await previewBatch(page)
    await page.getByRole('button', { name: 'Copy' }).first().click()
    await text(page, 'Copied')
    await page.getByRole('button', { name: /^Recent messages/ }).click()
    await page.getByRole('heading', { name: 'Recent messages' }).waitFor()
  }),
  atGroups(
    'login-expired',
    async (page) => {
      await page.getByRole('table').waitFor()
      await refuse(page, '/ai-roles*', 401)
      await page.goto('/admin/ai-character')
      await page.waitForURL('**/login')
      await page.getByText('Your session').waitFor()
    },
    { expects: /status of 401/ },
  ),
  atHome('home-told', async (page) => {
    await previewBatch(page)
    await page.getByRole('group', { name: 'Reply 1' }).hover()
    await click(page, 'More')
    await page.getByRole('button', { name: 'Show the prompt' }).click()
    await page.getByRole('dialog').getByRole('heading').first().waitFor()
  }),
  atHome(
    'toast-error',
    async (page) => {
      await refuse(page, '/twitter/tweet/batch-post-replies')
      await previewBatch(page)
      await click(page, 'Batch Send')
      await text(page, 'An error occurred')
    },
    { expects: failedLoad },
  ),
  atHome(
    'offline',
    async (page) => {
      await text(page, 'Nothing to review yet')
      await page.context().setOffline(true)
      await page.getByText('You are offline.').waitFor()
    },
    { expects: /ERR_INTERNET_DISCONNECTED/ },
  ),
  atGroups(
    'broken-screen',
    async (page) => {
      await page.getByRole('table').waitFor()
      await page.route('**/assets/HistoryScreen*', (route) => route.abort())
      await page.goto('/admin/history')
      await page.getByRole('button', { name: /again/i }).waitFor()
    },
    { expects: /NotArrived: A part of the page could not be loaded|ERR_FAILED|Failed to load resource/ },
  ),
  atGroups(
    'updated-since',
    async (page) => {
      await page.getByRole('table').waitFor()
      const answerGone = (route: Route) => route.fulfill({ status: 404 })
      await page.route('**/assets/HistoryScreen*', answerGone)
      await page.route('**/assets/public-*', (route, request) =>
        request.method() === 'HEAD' ? answerGone(route) : route.continue(),
      )
      await page.goto('/admin/history')
      await page.getByText('The console was updated after you opened this page.').waitFor()
    },
    { expects: /NotArrived: A part of the page could not be loaded|Failed to load resource/ },
  ),
]
