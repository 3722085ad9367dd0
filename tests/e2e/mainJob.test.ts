import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxAccountsCsv } from '../../sandbox/accounts-csv'
import { launchChromium } from '../support/chromium'
import { type Product, startProduct } from '../support/product'
import {
  expectNoSidewaysScroll,
  goTo,
  logIn,
  type Operator,
  openOperator,
  seeMessage,
  signUpAndLogIn,
} from './operator'

const asDelivered = { X_REPLY_RULE: 'summoned' }
const link = 'https://x.com/kioskandco/status/1991427730554880217'

let browser: Browser
let product: Product
let url: string

beforeAll(async () => {
  browser = await launchChromium()
  product = await startProduct({ env: asDelivered })
  url = product.url
})
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
})

const createGroup = async (page: Page) => {
  await goTo(page, 'Post Group')
  await page.getByRole('button', { name: 'Add Group' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create Group' })
  await dialog.getByLabel('Name').fill('launch-crew')
  await dialog.getByLabel('Description').fill('Opens the shop')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await seeMessage(page, 'Create Group Successful!')
  await page
    .getByRole('cell', { name: 'launch-crew' })
    .or(page.getByText('launch-crew', { exact: true }))
    .first()
    .waitFor()
}

const importAccounts = async (page: Page, count: number) => {
  const file = join(product.dataDir, 'agents.csv')
  writeFileSync(file, sandboxAccountsCsv(count, { group: 'launch-crew' }))
  await goTo(page, 'Media Agent')
  await page.locator('input[type=file]').setInputFiles(file)
  await seeMessage(page, 'All users added successfully!')
  await page.getByText('Page 1 of 3', { exact: true }).waitFor()
}

const createRole = async (page: Page) => {
  await goTo(page, 'AI Character')
  await page.getByRole('button', { name: 'Add AI Character' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create AI Character' })
  await dialog.getByLabel('Name', { exact: true }).fill('Mara')
  await dialog.getByRole('combobox', { name: 'Model Name' }).fill('mini')
  await dialog.getByRole('option', { name: 'sandbox-mini' }).click()
  await dialog.getByLabel('Category').fill('retail')
  await dialog.getByLabel('System Prompt').fill('You answer with dry wit.')
  await dialog.getByLabel('Personality Traits').fill('dry, observant')
  await dialog.getByLabel('Background Story').fill('Ran a coffee cart for nine years.')
  await dialog.getByLabel('Version').fill('1')
  await dialog.getByLabel('Language').fill('English')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await seeMessage(page, 'Create AI Role Successful!')
}

const fetchPost = async (page: Page) => {
  await page.getByLabel('X post link').fill(link)
  await page.getByRole('button', { name: 'Get Content' }).click()
  await page.getByText('Get content success!').waitFor()
}

const reply = (page: Page, number: number) => page.getByRole('group', { name: `Reply ${number}`, exact: true })

const followToItsPost = async ({ page, context }: Operator, number: number, text: string) => {
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page
      .getByRole('link', { name: 'View reply' })
      .nth(number - 1)
      .click(),
  ])
  await opened.getByText(text).first().waitFor()
  await opened.close()
}

const check = async (operator: Operator, name: string) => {
  await operator.shoot(name)
  await expectNoSidewaysScroll(operator.page)
}

describe('the main job at 1440x900', () => {
  it('goes from sign-up to posted replies of a batch, with everything created manually', async () => {
    const operator = await openOperator(browser, url, 'desktop')
    const { page } = operator
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await check(operator, 'landing')
    await signUpAndLogIn(operator, 'ada@example.com')
    await check(operator, 'home-checklist')
    await createGroup(page)
    await check(operator, 'groups')
    await importAccounts(page, 12)
    await check(operator, 'agents')
    await createRole(page)
    await check(operator, 'roles')

    await goTo(page, 'Home')
    await fetchPost(page)
    await page.getByLabel('AI/Model').selectOption({ index: 1 })
    await page.getByLabel('Group', { exact: true }).selectOption('launch-crew')
    await page.getByLabel('Count').fill('13')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('Maximum value is 12').waitFor()
    await page.getByLabel('Count').fill('3')
    await page.getByRole('button', { name: 'Preview' }).click()
    await reply(page, 3).waitFor()
    await page.getByText('3 will be posted now').waitFor()
    await check(operator, 'home-preview')

    await reply(page, 2).getByRole('button', { name: /^Edit/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Reply Content' })
    await dialog.getByRole('textbox').fill('See you Saturday, before noon & after coffee.')
    await check(operator, 'home-edit')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await seeMessage(page, 'Reply content updated successfully!')
    await page.getByText('Edited', { exact: true }).waitFor()
    await reply(page, 2).getByRole('button', { name: /^Copy/ }).click()
    await seeMessage(page, 'Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'See you Saturday, before noon & after coffee.',
    )

    await page.getByRole('button', { name: 'Batch Send' }).click()
    await seeMessage(page, 'Replies posted successfully!')
    await page.getByText('3 completed').waitFor()
    await check(operator, 'home-sent')
    await page.getByRole('link', { name: 'Task Details' }).click()
    await page.getByRole('heading', { name: 'Task Details' }).waitFor()
    await page.getByRole('link', { name: 'View reply' }).nth(2).waitFor()
    await check(operator, 'task')
    await goTo(page, 'History')
    await page.getByRole('cell', { name: 'completed' }).first().waitFor()
    await check(operator, 'history')
    await page.goBack()
    await page.getByRole('link', { name: 'View reply' }).nth(1).waitFor()
    await followToItsPost(operator, 2, 'See you Saturday, before noon & after coffee.')
    expect(operator.complaints.join('\n')).toBe('')
    await operator.context.close()
  })

  it('keeps everything across a restart', async () => {
    const operator = await openOperator(browser, url, 'desktop')
    await logIn(operator, 'ada@example.com')
    const { page } = operator
    await page.goto('about:blank')
    expect(await product.stop()).toBe(0)
    product = await startProduct({ dataDir: product.dataDir, env: { ...asDelivered, PORT: new URL(url).port } })
    await page.goto('/admin/history')
    await page.getByRole('cell', { name: 'completed' }).first().waitFor()
    await page
      .getByRole('link', { name: /detail/i })
      .first()
      .click()
    const href = await page.getByRole('link', { name: 'View reply' }).first().getAttribute('href')
    expect((await fetch(href ?? '')).status).toBe(200)
    expect(operator.complaints.join('\n')).toBe('')
    await operator.context.close()
  })
})

describe('the main job at 390x844', () => {
  it('posts one reply through one account, from the sample data', async () => {
    const operator = await openOperator(browser, url, 'phone', { colorScheme: 'dark' })
    const { page } = operator
    await page.goto('/')
    await check(operator, 'landing')
    await signUpAndLogIn(operator, 'grace@example.com')
    await check(operator, 'home-checklist')
    await page.getByRole('button', { name: 'Load sample data' }).click()
    // The fields move up when the button appears, so a press that began before misses its target.
    await page.getByRole('button', { name: 'Try a post that mentions your accounts' }).waitFor()
    await page.getByRole('tab', { name: 'Solo Send' }).click()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('X post link is required').waitFor()
    await page.getByText('Media Agent selection is required').waitFor()
    await fetchPost(page)
    await page.getByLabel('AI/Model').selectOption({ index: 1 })
    await page.getByLabel('Media Agent', { exact: true }).selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Preview' }).click()
    await reply(page, 1).waitFor()
    await check(operator, 'home-preview')
    await page.getByRole('button', { name: 'Solo Send' }).click()
    await page.getByText('1 completed').waitFor()
    await check(operator, 'home-sent')
    await page.getByRole('link', { name: 'Task Details' }).click()
    await page.getByRole('link', { name: 'View reply' }).waitFor()
    await check(operator, 'task')
    for (const name of ['History', 'AI Character', 'Media Agent', 'Post Group']) {
      await goTo(page, name)
      await page.getByRole('heading', { level: 1, name: name === 'Post Group' ? /Group/ : name }).waitFor()
      await check(operator, name.toLowerCase().replace(' ', '-'))
    }
    expect(operator.complaints.join('\n')).toBe('')
    await operator.context.close()
  })
})

describe('a server that is away', () => {
  it('loses no typed text, shows a message, and continues when the server is back', async () => {
    const operator = await openOperator(browser, url, 'desktop')
    const { page } = operator
    await logIn(operator, 'ada@example.com')
    await page.getByLabel('X post link').fill(link)
    const { dataDir } = product
    await product.stop()
    await page.getByRole('button', { name: 'Get Content' }).click()
    await page.getByText('Get content fail.').waitFor()
    expect(await page.getByLabel('X post link').inputValue()).toBe(link)
    product = await startProduct({ dataDir, env: { ...asDelivered, PORT: new URL(url).port } })
    await page.getByRole('button', { name: 'Get Content' }).click()
    await page.getByText('Get content success!').waitFor()
    await page.reload()
    expect(await page.getByLabel('X post link').inputValue()).toBe(link)
    await operator.context.close()
  })
})
