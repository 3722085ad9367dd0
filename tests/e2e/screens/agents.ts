import type { Page } from 'playwright-core'
import { sandboxAccountsCsv } from '../../../sandbox/accounts-csv'
import { crudStates } from './crud'
import { click, hold, type ScreenState, statesAt, text } from './steps'

const importFile = async (page: Page, name: string, content: string) => {
  await text(page, 'Page 1 of 3')
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

const chooseSome = async (page: Page) => {
  await text(page, 'Page 1 of 3')
  await click(page, 'Select')
  await page.getByRole('checkbox', { name: /^Select all/ }).check()
  await page
    .getByRole('checkbox', { name: /^Select @/ })
    .first()
    .uncheck()
}

const at = statesAt('/admin/media-agent')

export const agentStates: ScreenState[] = [
  ...crudStates({
    list: 'agents',
    one: 'agent',
    path: '/admin/media-agent',
    listed: (page) => text(page, 'Page 1 of 3'),
    add: 'Add Media Agent',
    dialog: 'Create Media Agent',
    asked: (form) => form.getByRole('button', { name: 'Move to OAuth 2.0' }).waitFor(),
    error: 'Access Token Secret is required',
    question: 'Are you sure you want to delete this Media Agent?',
    details: 'Media Agent Details',
    field: 'Username',
  }),
  statesAt('/admin/media-agent?search=nobody')('agents-no-match', async (page) => {
    await page.getByRole('searchbox', { name: 'Search' }).fill('nobody at all')
    await page.getByText('No username contains').waitFor()
  }),
  statesAt('/admin/media-agent?group=night-shift&status=inactive')('agents-filtered', (page) =>
    text(page, 'Page 1 of 1'),
  ),
  statesAt('/admin/media-agent?group=gone&status=active&search=nobody')('agents-filtered-none', (page) =>
    page.getByText('No username contains “nobody” in this group and status.').waitFor(),
  ),
  at('agent-connect', async (page) => {
    await text(page, 'Page 1 of 3')
    await click(page, 'Add Media Agent')
    const window = page.getByRole('dialog', { name: 'Create Media Agent' })
    await window.getByRole('button', { name: 'Move to OAuth 2.0' }).waitFor()
    await window.getByText('Where to find these keys').click()
    await window.getByLabel('Paste KEY=value lines or JSON').waitFor()
  }),
  statesAt('/admin/media-agent?consent=unknown')('agent-consent', (page) =>
    page.getByText('belongs to a connection that was started in another browser or session').waitFor(),
  ),
  at('agents-select', async (page) => {
    await chooseSome(page)
    await page.getByText(/^1\d selected$/).waitFor()
  }),
  at('agents-select-confirm', async (page) => {
    await chooseSome(page)
    await click(page, 'Delete selected')
    await page.getByText(/delete 1\d Media Agents/).waitFor()
  }),
  at('agents-select-deleting', async (page) => {
    await hold(page, '/twitter/accounts/*')
    await chooseSome(page)
    await click(page, 'Delete selected')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText(/^1 of 1\d$/).waitFor()
  }),
  at('agents-select-group', async (page) => {
    await chooseSome(page)
    await click(page, 'Set group')
    await page.getByRole('dialog').getByRole('option', { name: 'night-shift' }).waitFor({ state: 'attached' })
  }),
  at(
    'agents-select-report',
    async (page) => {
      let answered = 0
      await page.route('**/api/v1/twitter/accounts/*/verify', (route) => {
        answered += 1
        if (answered > 3)
          return page
            .getByRole('button', { name: 'Stop' })
            .click()
            .then(() => route.abort())
        return route.fulfill({
          status: 409,
          json: { detail: 'X did not answer in time. Check the account again later.' },
        })
      })
      await chooseSome(page)
      await click(page, 'Check and activate')
      await page.getByText(/^0 of 1\d done, 4 failed, \d+ not reached\.$/).waitFor()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    },
    { expects: /status of 409|ERR_FAILED/ },
  ),
  at('import-running', async (page) => {
    await page.route('**/api/v1/twitter/accounts', (route) =>
      route.request().method() === 'POST' ? undefined : route.fallback(),
    )
    await importFile(page, 'agents.csv', sandboxAccountsCsv(60))
    await page.getByRole('button', { name: 'Importing...' }).waitFor()
    await page.getByText(/row 1 of 60/).waitFor()
  }),
  at(
    'import-paused',
    async (page) => {
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
    { expects: /status of 409/ },
  ),
  at(
    'import-report',
    async (page) => {
      await importFile(page, 'agents.csv', sandboxAccountsCsv(6))
      await text(page, 'Failed to add users from CSV.')
      await page.getByRole('button', { name: 'Download failed rows' }).waitFor()
    },
    { expects: /status of 409/ },
  ),
  at('import-preview', async (page) => {
    const [header = '', ...rows] = sandboxAccountsCsv(3, { from: 500 }).split('\n')
    const guessed = header
      .replace('username', 'Handle')
      .replace('api_secret', 'Consumer Secret')
      .replace('group', 'Team')
    await importFile(page, 'agents-of-november.csv', [guessed, ...rows].join('\n'))
    await page.getByRole('button', { name: 'Import 3 rows' }).waitFor()
    await page.getByLabel('Import Team as').selectOption('username')
    await page.getByText('Several columns are imported as username.').waitFor()
  }),
  at(
    'import-group-offer',
    async (page) => {
      await importFile(page, 'agents.csv', sandboxAccountsCsv(3, { from: 510, group: 'Launch Crew' }))
      await text(page, 'Failed to add users from CSV.')
      await page.getByLabel('Replacement for "Launch Crew", which is not a group').waitFor()
      await page.getByRole('button', { name: 'Send 3 rows again' }).waitFor()
    },
    { expects: /status of 4\d\d/ },
  ),
  at('import-cut', async (page) => {
    const cut = {
      fileName: 'agents.csv',
      rows: 9500,
      answered: 57,
      created: 20,
      isUnsure: true,
      line: 59,
      lastLine: 9501,
    }
    await page.addInitScript((kept) => {
      if (location.search !== '?cut') return
      const operator = localStorage.getItem('auto-comment-bot.operator')
      sessionStorage.setItem(`auto-comment-bot.import${operator ? `.${operator}` : ''}`, kept)
    }, JSON.stringify(cut))
    await page.goto('/admin/media-agent?cut')
    await page.getByText('stopped at row 58').waitFor()
  }),
  at('import-wrong-file', async (page) => {
    await importFile(page, 'people.csv', 'name,age\nAda,36\n')
    await page.getByRole('region', { name: 'CSV import' }).getByText('The file needs a username column.').waitFor()
  }),
]
