import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { describe, expect } from 'vitest'
import { sandboxAccountsCsv } from '../../sandbox/accounts-csv'
import { twoFrames } from '../support/chromium'
import type { Product } from '../support/product'
import { createOperator, link, password } from './furnished'
import { expectVisibleFocus, focused, press, tabTo } from './keys'
import { openTab, seeMessage, submitButton, type viewports } from './operator'
import { it } from './shared'

let browser: Browser
let product: Product
let number = 0

it.beforeAll(({ shared }) => {
  ;({ browser, product } = shared)
})

const arrive = async (path: string, viewport: keyof typeof viewports = 'desktop') => {
  const operator = await createOperator(product.url, `walker${++number}@example.com`)
  await operator.call('POST', '/sandbox/sample')
  const opened = await openTab(browser, product.url, viewport, { token: operator.token })
  await opened.page.goto(path)
  await opened.page.getByRole('heading', { level: 1 }).waitFor()
  return opened
}

describe('without a mouse', () => {
  it('logs in', async () => {
    const { email } = await createOperator(product.url, 'keys@example.com')
    const { page, close, complaints } = await openTab(browser, product.url, 'desktop')
    await page.goto('/login')
    await submitButton(page, 'Login').waitFor()
    await tabTo(page, /^Email/)
    await expectVisibleFocus(page)
    await press(page, 'Enter')
    await page.getByText('Email is required').waitFor()
    expect(await focused(page)).toMatch(/^Email/)
    await page.keyboard.type(email)
    await tabTo(page, /^Password/)
    await page.keyboard.type(password)
    await tabTo(page, /show/i)
    await press(page, 'Space')
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
    await tabTo(page, /^Remember/)
    await press(page, 'Space')
    await tabTo(page, 'Login')
    await press(page, 'Enter')
    await page.waitForURL('**/admin/home')
    expect(complaints.join('\n')).toBe('')
    await close()
  })

  it('skips to the content, folds the sidebar by Ctrl+B and opens another screen by Ctrl+K', async () => {
    const { page, close, complaints } = await arrive('/admin/group')
    await press(page, 'Tab')
    expect(await focused(page)).toBe('Skip to content')
    await expectVisibleFocus(page)
    await press(page, 'Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    await tabTo(page, 'Add Group')

    const width = () => page.getByRole('complementary', { name: 'Sidebar' }).evaluate((sidebar) => sidebar.clientWidth)
    expect(await width()).toBe(340)
    await press(page, 'Control+b')
    await page.waitForFunction(() => document.querySelector('aside')?.offsetWidth === 48)
    expect(await page.evaluate(() => document.cookie)).toContain('sidebar_state=false')
    expect(await focused(page)).toBe('Add Group')
    await press(page, 'Control+b')
    await page.waitForFunction(() => document.querySelector('aside')?.offsetWidth === 340)

    await press(page, 'Control+k')
    await page.getByRole('combobox', { name: 'Go to or search' }).waitFor()
    await page.keyboard.type('hist')
    await press(page, 'Enter')
    await page.waitForURL('**/admin/history')
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor()
    await press(page, 'Control+k')
    await page.getByRole('combobox', { name: 'Go to or search' }).waitFor()
    await press(page, 'Escape')
    await page.getByRole('combobox').waitFor({ state: 'detached' })
    expect(complaints.join('\n')).toBe('')
    await close()
  })

  it('composes, edits, copies and sends a batch', async () => {
    const { page, close, complaints } = await arrive('/admin/home')
    await page.getByRole('option', { name: 'launch-crew' }).waitFor({ state: 'attached' })
    await tabTo(page, /^X post link/)
    await page.keyboard.insertText(link)
    await press(page, 'Enter')
    await page.getByText('Get content success!').waitFor()
    await tabTo(page, /^AI\/Model/)
    await press(page, 'ArrowDown')
    await tabTo(page, /^Group/)
    await press(page, 'ArrowDown')
    await tabTo(page, /^Count/)
    await press(page, 'Control+a')
    await page.keyboard.type('3')
    await press(page, 'Enter')
    await page.getByRole('group', { name: 'Reply 3' }).waitFor()

    await tabTo(page, 'Edit')
    await expectVisibleFocus(page)
    await press(page, 'e')
    await page.getByRole('dialog', { name: 'Reply Content' }).waitFor({ state: 'attached' })
    await page.waitForFunction(
      () => document.activeElement instanceof HTMLTextAreaElement && !document.activeElement.readOnly,
    )
    await press(page, 'Control+a')
    await page.keyboard.type('Written without a mouse.')
    await press(page, 'Control+Enter')
    await seeMessage(page, 'Reply content updated successfully!')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Edit')
    await press(page, 'c')
    await seeMessage(page, 'Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Written without a mouse.')
    await press(page, 'Control+Enter')
    await seeMessage(page, 'Replies posted successfully!')
    await page.getByText('3 completed').waitFor()
    expect(complaints.join('\n')).toBe('')
    await close()
  })

  it('keeps the focus when the composer continues, and moves it to the next reply after one is dropped', async () => {
    const { page, close, complaints } = await arrive('/admin/home')
    await page.getByRole('option', { name: 'launch-crew' }).waitFor({ state: 'attached' })
    // A waiting control is disabled only after a noticeable delay.
    await page.route(/\/twitter\/tweet\/(content|generate-reply)$/, async (route) => {
      await page.locator('button[type=submit]:disabled').waitFor()
      await twoFrames(page)
      await route.continue()
    })
    const reply = (number: number) => page.getByRole('group', { name: `Reply ${number}` })
    const goesOnAt = async (name: string) => {
      await page.locator('button[type=submit]:enabled').waitFor()
      expect(await focused(page)).toBe(name)
    }
    await page.getByLabel('X post link').fill(link)
    await tabTo(page, 'Get Content')
    await press(page, 'Enter')
    await page.getByText('Get content success!').waitFor()
    await goesOnAt('Get Content')
    await tabTo(page, /^AI\/Model/)
    await press(page, 'ArrowDown')
    await tabTo(page, /^Group/)
    await press(page, 'ArrowDown')
    await tabTo(page, 'Preview')
    await press(page, 'Enter')
    await reply(1).waitFor()
    await goesOnAt('Preview')
    await tabTo(page, 'Add one more')
    await press(page, 'Enter')
    await reply(2).waitFor()
    await goesOnAt('Add one more')
    await tabTo(page, 'Rewrite')
    const rewritten = () => page.waitForResponse(/\/generate-reply$/)
    await Promise.all([rewritten(), press(page, 'Enter')])
    await goesOnAt('Rewrite')
    await tabTo(page, 'Edit', 'Shift+Tab')
    await Promise.all([rewritten(), press(page, 'r')])
    await goesOnAt('Edit')

    await reply(2).getByRole('button', { name: 'Drop' }).focus()
    await press(page, 'Enter')
    await reply(2).waitFor({ state: 'detached' })
    expect(await focused(page)).toMatch(/^Reply 1/)
    await press(page, 'x')
    await reply(1).waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Preview comments')
    expect(complaints.join('\n')).toBe('')
    await close()
  })

  it('chooses the other tab with the arrow keys', async () => {
    const { page, close, complaints } = await arrive('/admin/home')
    await tabTo(page, 'Batch Send')
    await press(page, 'ArrowRight')
    expect(await focused(page)).toBe('Solo Send')
    await press(page, 'Enter')
    await page.getByLabel('Media Agent', { exact: true }).waitFor()
    expect(complaints.join('\n')).toBe('')
    await close()
  })

  it('sorts, pages and edits in the table, and returns to the row of the edited account', async () => {
    const { page, close, complaints } = await arrive('/admin/media-agent')
    await page.getByText('Page 1 of 3', { exact: true }).waitFor()
    await tabTo(page, 'User Name')
    await press(page, 'Enter')
    expect(await page.getByRole('columnheader', { name: 'User Name' }).getAttribute('aria-sort')).toBe('ascending')
    expect(await focused(page)).toBe('User Name')
    await press(page, 'Enter')
    expect(await page.getByRole('columnheader', { name: 'User Name' }).getAttribute('aria-sort')).toBe('descending')
    await tabTo(page, 'Page 2')
    await press(page, 'Enter')
    await page.getByText('Page 2 of 3', { exact: true }).waitFor()
    expect(await focused(page)).toBe('Page 2')
    await tabTo(page, /^Edit /, 'Shift+Tab')
    const row = await focused(page)
    await press(page, 'Enter')
    await page.getByRole('heading', { level: 1, name: 'Media Agent Details' }).waitFor()
    await tabTo(page, 'Cancel')
    await press(page, 'Enter')
    await page.getByText('Page 2 of 3', { exact: true }).waitFor()
    await page.waitForFunction((name) => document.activeElement?.getAttribute('aria-label') === name, row)
    expect(await page.getByRole('columnheader', { name: 'User Name' }).getAttribute('aria-sort')).toBe('descending')
    expect(complaints.join('\n')).toBe('')
    await close()
  })

  it('deletes after a confirmation with the focus on Cancel, and moves to the next row', async () => {
    const { page, close, complaints } = await arrive('/admin/media-agent')
    await page.getByText('Page 1 of 3', { exact: true }).waitFor()
    const names = await page
      .getByRole('button', { name: /^Delete / })
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
    await tabTo(page, /^Delete /)
    await press(page, 'Enter')
    await page.getByRole('alertdialog').waitFor({ state: 'attached' })
    expect(await focused(page)).toBe('Cancel')
    await press(page, 'Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(await focused(page)).toBe(names[0])
    await press(page, 'Enter')
    await page.getByRole('alertdialog').waitFor({ state: 'attached' })
    await tabTo(page, 'Delete')
    await press(page, 'Enter')
    await seeMessage(page, 'Media Agent deleted successfully!')
    await page.waitForFunction((name) => document.activeElement?.getAttribute('aria-label') === name, names[1])
    expect(complaints.join('\n')).toBe('')
    await close()
  })

  it('selects several accounts and deletes them, and returns the focus to the first button', async () => {
    const { page, close, complaints } = await arrive('/admin/media-agent')
    await page.getByText('Page 1 of 3', { exact: true }).waitFor()
    await tabTo(page, 'Select')
    await press(page, 'Enter')
    await page.getByRole('checkbox').first().waitFor()
    await tabTo(page, /^Select all/)
    await tabTo(page, /^Select @/)
    await expectVisibleFocus(page)
    await press(page, 'Space')
    await tabTo(page, /^Select @/)
    await press(page, 'Space')
    await page.getByText('2 selected', { exact: true }).waitFor()
    await tabTo(page, 'Delete selected', 'Shift+Tab')
    await press(page, 'Enter')
    await page.getByRole('alertdialog').waitFor({ state: 'attached' })
    expect(await focused(page)).toBe('Cancel')
    await tabTo(page, 'Delete')
    await press(page, 'Enter')
    await seeMessage(page, '2 Media Agents deleted successfully!')
    await page.waitForFunction(() => document.activeElement?.textContent === 'Select')
    await press(page, 'Enter')
    await page.getByRole('checkbox').first().waitFor()
    await tabTo(page, /^Select @/)
    await press(page, 'Escape')
    await page.getByRole('checkbox').first().waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Select')
    expect(complaints.join('\n')).toBe('')
    await close()
  })

  it('imports a file', async () => {
    const file = join(product.dataDir, 'keys.csv')
    writeFileSync(file, sandboxAccountsCsv(14))
    const { page, close, complaints } = await arrive('/admin/media-agent')
    await page.getByText('Page 1 of 3', { exact: true }).waitFor()
    const chooser = page.waitForEvent('filechooser')
    await tabTo(page, 'Import CSV')
    await press(page, 'Enter')
    await (await chooser).setFiles(file)
    await seeMessage(page, 'Failed to add users from CSV.')
    await page.getByText('2 accounts added, 12 failed.').waitFor()
    await tabTo(page, 'Download failed rows')
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Enter')])
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
    await tabTo(page, 'Dismiss')
    await press(page, 'Enter')
    await page.getByText('2 accounts added, 12 failed.').waitFor({ state: 'detached' })
    expect(complaints.filter((text) => !text.includes('status of 409'))).toEqual([])
    await close()
  })

  it('opens and closes both menus of a phone', async () => {
    const { page, close, complaints } = await openTab(browser, product.url, 'phone')
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await tabTo(page, /menu/i)
    await press(page, 'Enter')
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    await press(page, 'Escape')
    await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'hidden' })
    expect(await focused(page)).toMatch(/menu/i)
    await press(page, 'Enter')
    await tabTo(page, 'Sign Up')
    await press(page, 'Enter')
    await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => location.hash)).toBe('#features')
    expect(complaints.join('\n')).toBe('')
    await close()

    const inside = await arrive('/admin/group', 'phone')
    await tabTo(inside.page, 'Open menu')
    await press(inside.page, 'Enter')
    const drawer = inside.page.getByRole('dialog', { name: 'Menu' })
    await drawer.waitFor({ state: 'attached' })
    await press(inside.page, 'Escape')
    await drawer.waitFor({ state: 'detached' })
    expect(await focused(inside.page)).toBe('Open menu')
    await press(inside.page, 'Enter')
    await drawer.waitFor({ state: 'attached' })
    await tabTo(inside.page, 'History')
    await press(inside.page, 'Enter')
    await inside.page.getByRole('heading', { level: 1, name: 'History' }).waitFor()
    await drawer.waitFor({ state: 'detached' })
    await press(inside.page, 'Control+K')
    const field = inside.page.getByRole('combobox', { name: 'Go to or search' })
    await field.waitFor()
    await inside.page.keyboard.type('group')
    expect(await field.inputValue()).toBe('group')
    expect(inside.complaints.join('\n')).toBe('')
    await inside.close()
  })

  it('decides about an item, again after a refusal, and gets the focus on the outcome', async () => {
    const { page, close } = await arrive('/admin/history')
    const at = '2026-01-02T03:04:05.000Z'
    const task = (status: string, error: string) => ({
      id: 'a1',
      owner_id: 1,
      status,
      created_at: at,
      updated_at: at,
      items: [
        {
          id: 1,
          reply_id: '51092e0b0b6d',
          retry_count: 0,
          twitter_username: '@corner_espresso',
          status,
          error,
          created_at: at,
          updated_at: at,
        },
      ],
    })
    let stored = task('needs_review', 'Cannot be read')
    await page.route('**/tasks/a1', (route) => route.fulfill({ json: stored }))
    const decisions = [
      () => ({ status: 503, json: { detail: 'Later' } }),
      () => {
        stored = task('failed', 'Not posted')
        return { status: 200, json: stored }
      },
    ]
    await page.route('**/decision', async (route) => {
      // Chromium takes the focus from a disabled button with the next frame.
      await twoFrames(page)
      await route.fulfill(decisions.shift()?.())
    })
    await page.goto('/admin/history/a1')
    await page.getByText('Cannot be read').waitFor()
    const giveUp = async () => {
      await press(page, 'Enter')
      await page.getByText('Give up this reply?').waitFor()
      await tabTo(page, 'Give up')
      await press(page, 'Enter')
    }
    await tabTo(page, 'Give up')
    await giveUp()
    await seeMessage(page, 'Later')
    await page.waitForFunction(() => document.activeElement?.textContent === 'Give up')
    await giveUp()
    await page.getByText('Not posted').waitFor()
    expect(await focused(page)).toBe('Not posted')
    await expectVisibleFocus(page)
    await close()
  })
})
