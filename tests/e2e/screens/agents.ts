import type { Page } from 'playwright-core'
import { sandboxAccountsCsv } from '../../../server/sandbox/accounts-csv'
import { click, dialog, heading, type ScreenState, text } from './steps'

const importFile = (page: Page, name: string, content: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

export const agentStates: ScreenState[] = [
  { name: 'agents', path: '/admin/media-agent', as: 'furnished', enter: (page) => text(page, 'Page 1 of 3') },
  {
    name: 'agents-no-match',
    path: '/admin/media-agent?search=nobody',
    as: 'furnished',
    enter: async (page) => {
      await page.getByRole('searchbox', { name: 'Search' }).fill('nobody at all')
      await page.getByText('No username contains').waitFor()
    },
  },
  {
    name: 'agents-create-errors',
    path: '/admin/media-agent',
    as: 'furnished',
    enter: async (page) => {
      await click(page, 'Add Media Agent')
      await dialog(page, 'Create Media Agent')
      await click(page, 'Save')
      await text(page, 'Access Token Secret is required')
    },
  },
  {
    name: 'agents-delete',
    path: '/admin/media-agent',
    as: 'furnished',
    enter: async (page) => {
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click()
      await page.getByText('Are you sure you want to delete this Media Agent?').waitFor()
    },
  },
  {
    name: 'agent',
    path: '/admin/media-agent',
    as: 'furnished',
    enter: async (page) => {
      await page.getByRole('link', { name: /^Edit/ }).first().click()
      await heading(page, 'Media Agent Details')
      await page.getByLabel('Username').waitFor()
    },
  },
  {
    name: 'import-running',
    path: '/admin/media-agent',
    as: 'furnished',
    enter: async (page) => {
      await text(page, 'Page 1 of 3')
      await page.route('**/api/v1/twitter/accounts', (route) =>
        route.request().method() === 'POST' ? undefined : route.fallback(),
      )
      await importFile(page, 'agents.csv', sandboxAccountsCsv(60))
      await page.getByRole('button', { name: 'Importing...' }).waitFor()
      await page.getByText(/row 1 of 60/).waitFor()
    },
  },
  {
    name: 'import-paused',
    path: '/admin/media-agent',
    as: 'furnished',
    enter: async (page) => {
      await text(page, 'Page 1 of 3')
      await page.route('**/api/v1/twitter/accounts', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        await page.waitForTimeout(100)
        await route.fulfill({ status: 409, json: { detail: 'You have a media agent with this username already' } })
      })
      await importFile(page, 'agents.csv', sandboxAccountsCsv(60))
      await page.getByRole('button', { name: 'Importing...' }).waitFor()
      await click(page, 'Pause')
      await page.getByText(/paused before row/).waitFor()
    },
    expects: /status of 409/,
  },
  {
    name: 'import-report',
    path: '/admin/media-agent',
    as: 'furnished',
    enter: async (page) => {
      await text(page, 'Page 1 of 3')
      await importFile(page, 'agents.csv', sandboxAccountsCsv(6))
      await text(page, 'Failed to add users from CSV.')
      await page.getByRole('button', { name: 'Download failed rows' }).waitFor()
    },
    expects: /status of 409/,
  },
  {
    name: 'import-wrong-file',
    path: '/admin/media-agent',
    as: 'furnished',
    enter: async (page) => {
      await text(page, 'Page 1 of 3')
      await importFile(page, 'people.csv', 'name,age\nAda,36\n')
      await page.getByRole('region', { name: 'CSV import' }).getByText('The file needs a username column.').waitFor()
    },
  },
]
