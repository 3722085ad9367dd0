import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { sandboxAccountsCsv } from '../../sandbox/accounts-csv'
import { sandboxAccounts } from '../../sandbox/accounts-data'
import { keyLabels } from '../../src/schemas/gate/keys'
import { createPlainProvider, type PlainProvider } from '../support/plainProvider'
import type { Product } from '../support/product'
import { link } from './furnished'
import { goTo, type Operator, openOperator, seeMessage, signUpAndLogIn } from './operator'
import { it } from './shared'

let browser: Browser
let product: Product

it.beforeAll(({ shared }) => {
  ;({ browser, product } = shared)
})

/** X's ids are numbers of 19 digits in its answers. */
const withBareNumbers = (json: string) => json.replace(/"(\d{19})"/g, '$1')

const openConsole = async (provider: PlainProvider, viewport: 'desktop' | 'phone'): Promise<Operator> => {
  const operator = await openOperator(browser, product.url, viewport)
  await operator.context.route('**/api/v1/**', async (route) => {
    const request = route.request()
    const { pathname, search } = new URL(request.url())
    const { status, body } = provider.answer({
      method: request.method(),
      address: pathname.slice('/api/v1'.length) + search,
      ...(request.postData() === null ? {} : { body: request.postDataJSON() }),
    })
    await route.fulfill({ status, contentType: 'application/json', body: withBareNumbers(JSON.stringify(body)) })
  })
  return operator
}

/** Chromium reports the address that the console asks for the description of the provider. */
/** Only the description of our own server may be asked for in vain. */
const complaintsOf = ({ complaints }: Operator) => complaints.filter((each) => !/404.*\/meta\b/.test(each))

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const calls = [
  'POST /auth/login',
  'POST /auth/register',
  'GET /twitter/accounts',
  'POST /twitter/accounts',
  'GET /twitter/accounts/*',
  'PUT /twitter/accounts/*',
  'DELETE /twitter/accounts/*',
  'GET /groups',
  'POST /groups',
  'GET /groups/*',
  'PUT /groups/*',
  'DELETE /groups/*',
  'GET /ai-roles',
  'GET /ai-roles/*',
  'POST /ai-roles',
  'PUT /ai-roles/*',
  'DELETE /ai-roles/*',
  'GET /openai/models',
  'POST /twitter/tweet/content',
  'POST /twitter/tweet/generate-reply',
  'POST /twitter/tweet/batch-post-replies',
  'POST /twitter/tweet/post-reply',
  'GET /twitter/replies/detail/*',
  'PUT /twitter/replies/*',
  'GET /tasks/',
  'GET /tasks/*',
]

const addGroup = async (page: Page, name: string) => {
  await button(page, 'Add Group').first().click()
  const dialog = page.getByRole('dialog', { name: 'Create Group' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Description').fill(`All of ${name}`)
  await button(page, 'Save').click()
  await seeMessage(page, 'Create Group Successful!')
  await page.getByRole('cell', { name, exact: true }).waitFor()
}

const addCharacter = async (page: Page, name: string) => {
  await button(page, 'Add AI Character').first().click()
  const dialog = page.getByRole('dialog', { name: 'Create AI Character' })
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByRole('combobox', { name: 'Model Name' }).fill('plain')
  await dialog.getByRole('option', { name: 'plain-model' }).click()
  for (const label of ['Category', 'System Prompt', 'Background Story', 'Version', 'Language']) {
    await dialog.getByLabel(label).fill(`${name}’s ${label}`)
  }
  await button(page, 'Save').click()
  await seeMessage(page, 'Create AI Role Successful!')
  await page.getByRole('cell', { name, exact: true }).waitFor()
}

const addAgent = async (page: Page, index: number) => {
  const { username, group: _, ...keys } = sandboxAccounts(index + 1)[index] ?? { username: '' }
  await button(page, 'Add Media Agent').first().click()
  const dialog = page.getByRole('dialog', { name: 'Create Media Agent' })
  await dialog.getByLabel('Username').fill(username)
  for (const [name, key] of Object.entries(keys)) {
    await dialog.getByLabel(keyLabels[name as keyof typeof keyLabels], { exact: true }).fill(String(key))
  }
  await dialog.getByLabel('Group').selectOption('bakers')
  await button(page, 'Save').click()
  await seeMessage(page, 'Create User Successful!')
  await page.getByText(username.toLowerCase()).first().waitFor()
}

const update = async (page: Page, list: string, name: string, field: string, value: string, message: string) => {
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await page.getByLabel(field, { exact: true }).fill(value)
  await button(page, 'Update').click()
  await seeMessage(page, message)
  await page.getByRole('heading', { level: 1, name: list }).waitFor()
  await page.getByText(value).first().waitFor()
}

const remove = async (page: Page, name: string, message: string) => {
  await button(page, `Delete ${name}`).click()
  await button(page, 'Delete').click()
  await seeMessage(page, message)
  await page.getByRole('link', { name: `Edit ${name}` }).waitFor({ state: 'detached' })
}

const choose = async (page: Page, label: string, name: string) => {
  const field = page.getByLabel(label, { exact: true })
  await field.selectOption(await field.locator('option', { hasText: name }).getAttribute('value'))
}

const fetchPost = async (page: Page) => {
  await page.getByLabel('X post link').fill(link)
  await button(page, 'Get Content').click()
  await page.getByText('Get content success!').waitFor()
  await choose(page, 'AI/Model', 'Mara')
}

it('a provider of exactly the specified calls does everything that they can do, with ids that are texts', async () => {
  const provider = createPlainProvider((number) => `id-${number}`)
  const operator = await openConsole(provider, 'desktop')
  const { page } = operator
  await signUpAndLogIn(operator, 'ada@example.com')

  await goTo(page, 'Post Group')
  for (const name of ['bakers', 'brewers', 'closed']) await addGroup(page, name)
  await update(page, 'Group', 'brewers', 'Description', 'For beer', 'Group updated successfully!')
  await remove(page, 'closed', 'Group deleted successfully!')

  await goTo(page, 'AI Character')
  for (const name of ['Mara', 'Otto', 'Zoe']) await addCharacter(page, name)
  await update(page, 'AI Character', 'Otto', 'Category', 'Dry wit', 'AI Role updated successfully!')
  await remove(page, 'Zoe', 'AI Role deleted successfully!')

  await goTo(page, 'Media Agent')
  await addAgent(page, 9)
  const csv = sandboxAccountsCsv(3, { group: 'bakers' })
  const file = { name: 'agents.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.getByLabel('CSV file').setInputFiles(file)
  await seeMessage(page, 'All users added successfully!')
  const [first, second] = sandboxAccounts(2).map(({ username }) => username.toLowerCase())
  await update(page, 'Media Agent', String(first), 'Username', '@renamed', 'Account updated successfully!')
  await remove(page, String(second), 'Media Agent deleted successfully!')

  await goTo(page, 'Home')
  await fetchPost(page)
  await choose(page, 'Group', 'bakers')
  await button(page, 'Use all 3 accounts').click()
  await button(page, 'Preview').click()
  await page.getByRole('group', { name: 'Reply 3', exact: true }).waitFor()
  const edit = page.getByRole('group', { name: 'Reply 2', exact: true }).getByRole('button', { name: /^Edit/ })
  await edit.click()
  await page.getByRole('textbox', { name: 'Reply Content' }).fill('Fresh bread before noon')
  await button(page, 'Save').click()
  await seeMessage(page, 'Reply content updated successfully!')
  await button(page, 'Batch Send').click()
  await seeMessage(page, 'Replies posted successfully!')
  await page.getByRole('region', { name: 'Sent' }).getByRole('link', { name: 'History' }).waitFor()

  await page.getByRole('tab', { name: 'Solo Send' }).click()
  await fetchPost(page)
  await choose(page, 'Media Agent', '@renamed')
  await button(page, 'Preview').click()
  await page.getByRole('group', { name: 'Reply 1', exact: true }).waitFor()
  await button(page, 'Solo Send').click()
  await page.getByRole('region', { name: 'Sent' }).getByRole('link', { name: 'History' }).click()

  await page.getByRole('link', { name: 'Details of task 2' }).click()
  await page.getByRole('heading', { name: 'Task Details' }).waitFor()
  await page.getByRole('link', { name: 'View reply' }).nth(2).waitFor()
  expect(await page.getByRole('link', { name: 'View reply' }).first().getAttribute('href')).toMatch(
    /\/status\/1991427730554880999$/,
  )
  await page.reload()
  await page.getByRole('link', { name: 'View reply' }).nth(2).waitFor()

  const asked = new Set(provider.asked.map((call) => call.replace(/id-\d+$/, '*')))
  expect([...asked].filter((call) => call !== 'GET /meta').toSorted()).toEqual(calls.toSorted())
  expect(provider.excess).toEqual([])
  expect(complaintsOf(operator).join('\n')).toBe('')
  await operator.context.close()
})

const broken = { groups: 'g-2', roles: 'r-2', accounts: 'a-2', tasks: 't-2' }

it.each(['desktop', 'phone'] as const)(
  'records out of shape are marked rows among the others, on a %s',
  async (viewport) => {
    const provider = createPlainProvider((number) => number + 700)
    provider.furnish()
    provider.add('groups', { id: broken.groups, name: 'brewers', description: null })
    provider.add('groups', { id: 'g-3', name: ['no', 'text'], description: 7 })
    provider.add('roles', { id: broken.roles, name: 'Otto', model_name: null, knowledge_base: 'none', category: {} })
    provider.add('accounts', { id: broken.accounts, username: '@dora', is_active: null, created_at: 'yesterday' })
    provider.add('accounts', { id: 'a-3', username: 3, group: false })
    provider.add('tasks', { id: broken.tasks, owner_id: 5, status: 'completed', updated_at: null, total_items: '3' })
    provider.add('tasks', { id: null, items: 'none' })
    const operator = await openConsole(provider, viewport)
    const { page } = operator
    await page.goto('/login')
    await page.evaluate(() => localStorage.setItem('access_token', 'plain token'))
    const rows = async (path: string, table: string, texts: string[]) => {
      await page.goto(path)
      const list = page.getByRole('table', { name: table })
      for (const text of texts) await list.getByText(text, { exact: true }).first().waitFor()
      await operator.shoot(`another-provider${path.replaceAll('/', '-')}`)
    }
    await rows('/admin/group', 'Groups', ['bakers', 'brewers', 'Missing or unreadable: name.'])
    await rows('/admin/ai-character', 'AI characters', [
      'Mara',
      'Otto',
      'Missing or unreadable: category, knowledge_base.',
    ])
    await rows('/admin/media-agent', 'Media agents', [
      '@ada',
      '@dora',
      '3',
      'Missing or unreadable: is_active.',
      'Missing or unreadable: group, is_active.',
    ])
    await rows('/admin/history', 'Tasks', [
      'completed',
      'Missing or unreadable: total_items, completed, failed, pending.',
      'Missing or unreadable: id, total_items, completed, failed, pending.',
    ])

    await page.goto('/admin/home')
    await choose(page, 'AI/Model', 'Mara')
    await choose(page, 'Group', 'bakers')
    await page.goto(`/admin/group/${broken.groups}`)
    expect(await page.getByLabel('Name').inputValue()).toBe('brewers')
    await page.goto(`/admin/history/${broken.tasks}`)
    await page.getByText('No items found.').waitFor()
    expect(provider.excess).toEqual([])
    expect(complaintsOf(operator).join('\n')).toBe('')
    await operator.context.close()
  },
)
