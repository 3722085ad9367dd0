import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from '../support/product'
import { password } from './furnished'
import { openOperator, seeMessage, submitButton, toastsGone } from './operator'
import { it } from './shared'

let browser: Browser
let product: Product

it.beforeAll(({ shared }) => {
  ;({ browser, product } = shared)
})

/** `PICTURES` names the folder for new pictures of docs/first-reply.md. */
const folder = process.env.PICTURES

it('takes a newcomer from the landing page to a posted reply by nine actions', async () => {
  const { page, complaints, context } = await openOperator(browser, product.url, 'desktop')
  await page.setViewportSize({ width: 1200, height: 760 })
  const actions: string[] = []
  const act = async (name: string, does: () => Promise<unknown>, leadsTo: () => Promise<unknown>) => {
    actions.push(name)
    await does()
    await leadsTo()
    if (!folder) return
    mkdirSync(folder, { recursive: true })
    await page.mouse.move(0, 0)
    await toastsGone(page)
    await page.screenshot({ path: join(folder, `${actions.length}.jpg`), type: 'jpeg', quality: 50 })
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/')
  await act(
    'Sign Up',
    () => page.getByRole('banner').locator('a[href="/sign-up"]').click(),
    () => submitButton(page, 'Sign Up').waitFor(),
  )
  await act(
    'the account',
    async () => {
      await page.getByLabel('Email').fill('newcomer@example.com')
      await page.getByLabel('Username').fill('newcomer')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.keyboard.press('Enter')
    },
    () => button('Login').waitFor(),
  )
  await act(
    'the password, the e-mail being there',
    async () => {
      expect(await page.getByLabel('Email').inputValue()).toBe('newcomer@example.com')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.keyboard.press('Enter')
    },
    () => button('Load sample data').waitFor(),
  )
  const mentioning = button('Try a post that mentions your accounts').first()
  await act(
    'Load sample data',
    () => button('Load sample data').click(),
    async () => {
      await seeMessage(page, 'Sample data loaded: group launch-crew, 12 accounts, 3 characters.')
      await mentioning.waitFor()
    },
  )
  await act(
    'a post',
    () => mentioning.click(),
    () => page.getByText('Get content success!').first().waitFor(),
  )
  await act(
    'a character',
    () => page.getByLabel('AI/Model').selectOption({ index: 1 }),
    () => button('Preview').waitFor(),
  )
  await act(
    'a group',
    () => page.getByLabel('Group', { exact: true }).selectOption({ index: 1 }),
    () => page.getByRole('region', { name: 'Send' }).getByText('Nothing to send yet.').waitFor(),
  )
  await act(
    'Preview',
    () => button('Preview').click(),
    () => page.getByRole('group', { name: 'Reply 1' }).waitFor(),
  )
  await act(
    'Batch Send',
    () => button('Batch Send').click(),
    () => page.getByText('1 completed').waitFor(),
  )
  expect(actions).toHaveLength(9)
  const posted = page.getByRole('region', { name: 'Sent' }).getByRole('link', { name: 'View reply' })
  expect(await posted.getAttribute('href')).toMatch(/^http:\/\/(localhost|127\.0\.0\.1):\d+\//)
  expect(complaints.join('\n')).toBe('')
  await context.close()
})
