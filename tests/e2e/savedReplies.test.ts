import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '../support/chromium'
import { type Product, startProduct } from '../support/product'
import { withResolvers } from '../support/withResolvers'
import { createOperator, createSandboxControl, link } from './furnished'
import { expectNoSidewaysScroll, openOperator, seeMessage } from './operator'

let browser: Browser
let product: Product

beforeAll(async () => {
  ;[browser, product] = await Promise.all([launchChromium(), startProduct()])
})
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
})

const field = (page: Page) => page.getByRole('textbox', { name: 'Reply Content' })

const tabTo = async (page: Page, name: string) => {
  const button = page.getByRole('button', { name, exact: true })
  await button.waitFor()
  for (let pressed = 0; pressed < 20; pressed += 1) {
    if (await button.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${name}`)
}

const writeReplies = async (page: Page) => {
  await page.goto('/admin/home')
  await page.getByLabel('X post link').fill(link)
  await page.getByRole('button', { name: 'Get Content' }).click()
  await seeMessage(page, 'Get content success!')
  await page.getByLabel('AI/Model').selectOption({ index: 1 })
  await page.getByLabel('Group', { exact: true }).selectOption('launch-crew')
  await page.getByRole('button', { name: 'Preview' }).click()
}

it('are stored on the page of a character, and inserted and undone by keyboard', async () => {
  const { token, call } = await createOperator(product.url, 'saved@example.com')
  await call('POST', '/sandbox/sample')
  await createSandboxControl(product.dataDir).x({ duplicateFilter: false })
  const { page, complaints, shoot } = await openOperator(browser, product.url, 'desktop', { token })

  await page.goto('/admin/ai-character')
  await page.getByRole('link', { name: /^Edit/ }).first().click()
  const add = async (name: string, kind: string, text: string) => {
    await page.getByRole('button', { name: 'Add saved reply' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add saved reply' })
    await dialog.getByLabel('Name').waitFor()
    await page.keyboard.type(name)
    await page.keyboard.press('Tab')
    await page.keyboard.type(kind)
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Edit ${name}` }).waitFor()
  }
  await add('Thanks', 'Opening', 'Thank you, {name}!')
  await add('Read on', 'Whole', 'It is all in the pinned post, {handle}.')
  await shoot('saved-replies')

  await writeReplies(page)
  const card = page.getByRole('group', { name: 'Reply 1', exact: true })
  await card.waitFor()
  await card.focus()
  await page.keyboard.press('e')
  await field(page).waitFor()
  const written = await field(page).inputValue()

  await tabTo(page, 'Insert saved reply')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /^Thanks/ }).waitFor()
  await page.keyboard.type('thank')
  await shoot('saved-reply-menu')
  await page.keyboard.press('Enter')
  await expectText(page, `Thank you, Kiosk & Co! ${written}`)
  await page.keyboard.press('Control+z')
  await expectText(page, written)
  await page.keyboard.press('Control+Shift+z')
  await expectText(page, `Thank you, Kiosk & Co! ${written}`)

  await tabTo(page, 'Insert saved reply')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Search saved replies' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.locator('[role=option][data-focus]').waitFor()
  await page.keyboard.press('Tab')
  expect(await field(page).inputValue()).toBe(`Thank you, Kiosk & Co! ${written}`)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Search saved replies' }).waitFor({ state: 'detached' })
  expect(await field(page).isVisible()).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /^Read on/ }).waitFor()
  await page.keyboard.type('read')
  await page.keyboard.press('Enter')
  await expectText(page, 'It is all in the pinned post, @kioskandco.')

  await tabTo(page, 'Save this text as a saved reply')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Add saved reply' }).getByLabel('Name').waitFor()
  await page.keyboard.type('With the handle')
  await page.keyboard.press('Enter')
  await seeMessage(page, 'Saved reply added.')
  await page.getByRole('button', { name: 'Insert saved reply' }).press('Enter')
  await page.getByRole('option', { name: /^With the handle/ }).waitFor()
  await page.keyboard.press('Escape')
  await field(page).press('Control+Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await card.getByText('It is all in the pinned post, @kioskandco.').waitFor()
  expect(complaints.join('\n')).toBe('')
})

it('have their place in the dialog before their code is loaded, so that a click on Save still hits the button', async () => {
  const { token, call } = await createOperator(product.url, 'clicked@example.com')
  await call('POST', '/sandbox/sample')
  const { page } = await openOperator(browser, product.url, 'desktop', { token })
  const arrived = withResolvers()
  await page.route('**/assets/SavedReplyMenu*', async (route) => {
    await arrived.promise
    await route.continue()
  })
  await writeReplies(page)
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
  await page
    .getByRole('textbox', { name: 'Reply Content' })
    .and(page.locator(':not([readonly])'))
    .fill('Half a thought')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.hover()
  await page.mouse.down()
  arrived.resolve()
  await page.getByRole('button', { name: 'Insert saved reply' }).waitFor()
  await page.mouse.up()
  await seeMessage(page, 'Reply content updated successfully!')
})

const expectText = async (page: Page, text: string) => {
  await page.waitForFunction(
    ([wanted]) => document.querySelector<HTMLTextAreaElement>('#reply-content textarea')?.value === wanted,
    [text],
  )
  expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true)
}

it('are put in by a tap on a phone, and give the field the focus back', async () => {
  const { token, call } = await createOperator(product.url, 'tapped@example.com')
  await call('POST', '/sandbox/sample')
  const [role] = await call<{ id: number }[]>('GET', '/ai-roles')
  const whole = { name: 'Read on', kind: 'reply', text: 'It is all in the pinned post.' }
  await call('POST', `/ai-roles/${role?.id}/saved-replies`, whole)
  const { page, complaints, shoot } = await openOperator(browser, product.url, 'phone', { token, colorScheme: 'dark' })
  await page.goto('/admin/home')
  await page.getByLabel('X post link').fill(link)
  await page.getByRole('button', { name: 'Get Content' }).click()
  await seeMessage(page, 'Get content success!')
  await page.getByLabel('AI/Model').selectOption(String(role?.id))
  await page.getByLabel('Group', { exact: true }).selectOption('launch-crew')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('group', { name: 'Reply 1', exact: true }).getByRole('button', { name: 'Edit' }).tap()
  const written = await field(page).inputValue()
  await page.getByRole('button', { name: 'Insert saved reply' }).tap()
  await page.getByRole('radio', { name: 'goes in at the cursor' }).check()
  await shoot('saved-reply-menu')
  await expectNoSidewaysScroll(page)
  await field(page).evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(0, 0))
  await page.getByRole('option', { name: /^Read on/ }).tap()
  await expectText(page, `${whole.text}${written}`)
  expect(complaints.join('\n')).toBe('')
})
