import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../support/chromium'
import { type Product, startProduct } from '../support/product'
import { createOperator, createSandboxControl, sendBatch, settled } from './furnished'
import { expectVisibleFocus, focused, press, tabTo } from './keys'
import { openTab, seeMessage } from './operator'

let browser: Browser
let product: Product

beforeAll(async () => {
  ;[browser, product] = await Promise.all([launchChromium('--process-per-site'), startProduct()])
})
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
})

const arrive = async (path: string, token: string) => {
  const opened = await openTab(browser, product.url, 'desktop', { token })
  await opened.page.goto(path)
  await opened.page.getByRole('heading', { level: 1 }).waitFor()
  return opened
}

describe('without a mouse', () => {
  it('skips, restores, removes and opens posts of the queue', async () => {
    const operator = await createOperator(product.url, 'queue-keys@example.com')
    await operator.call('POST', '/sandbox/sample')
    const { page, close, complaints } = await arrive('/admin/home', operator.token)
    await tabTo(page, 'Many links')
    await press(page, 'Enter')
    await page.getByRole('dialog', { name: 'Many links' }).waitFor({ state: 'attached' })
    await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement)
    const links = ['ada', 'bob', 'cy', 'dee'].map((name, index) => `https://x.com/${name}/status/${4711 + index}`)
    await page.keyboard.insertText(links.join('\n'))
    await tabTo(page, 'Add to the list')
    await press(page, 'Enter')
    const queue = page.getByRole('region', { name: 'To answer' })
    await queue.getByText('0 of 4 done').waitFor()

    await tabTo(page, 'Skip @ada')
    await expectVisibleFocus(page)
    await press(page, 'Enter')
    await queue.getByRole('button', { name: 'Put back @ada' }).waitFor()
    expect(await focused(page)).toBe('Put back @ada')
    await queue.getByText('Next: @bob').waitFor()
    await press(page, 'Enter')
    await queue.getByText('Next: @ada').waitFor()
    expect(await focused(page)).toBe('Skip @ada')

    await press(page, 'ArrowDown')
    await tabTo(page, 'Remove @bob')
    await press(page, 'Enter')
    await queue.getByText('0 of 3 done').waitFor()
    expect(await focused(page)).toBe('Remove @cy')
    await press(page, 'ArrowDown')
    await tabTo(page, 'Remove @dee')
    await press(page, 'Enter')
    await queue.getByText('0 of 2 done').waitFor()
    expect(await focused(page)).toBe('Remove @cy')
    await tabTo(page, 'Restore the removed posts')
    await press(page, 'Enter')
    await queue.getByText('0 of 3 done').waitFor()
    expect(await focused(page)).toMatch(/^Next post/)

    await tabTo(page, /^@cy/, 'Shift+Tab')
    await press(page, 'Enter')
    await queue.getByText('Post 1 of 3').waitFor()
    await page.getByText('Get content success!').waitFor()
    expect(await page.getByLabel('X post link').inputValue()).toBe(links[2])
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
    await press(page, 'Escape', 'n')
    await queue.getByText('Next: @dee').waitFor()
    expect(complaints.join('\n')).toBe('')
    await close()
  })

  it('filters, searches and sorts History, opens a task, copies an error and returns to the unchanged list', async () => {
    const operator = await createOperator(product.url, 'history-keys@example.com')
    await operator.call('POST', '/sandbox/sample')
    const done = await sendBatch(operator, 2)
    await settled(operator, done, ['completed'])
    const { x } = createSandboxControl(product.dataDir)
    await x({
      rules: [
        { match: { method: 'POST', path: '/2/tweets' }, times: 1, do: { answer: 'blockedByAuthor' } },
        { match: { method: 'POST', path: '/2/tweets' }, times: 1, do: { answer: 'blockedByAuthor' } },
      ],
    })
    const mixed = await sendBatch(operator, 3, 'https://x.com/i/status/1991427730554890007')
    await settled(operator, mixed, ['completed', 'failed'])
    await x({ rules: [] })

    const { page, close, complaints } = await arrive('/admin/history', operator.token)
    const rows = page.getByRole('table', { name: 'Tasks' }).locator('tbody tr')
    await rows.nth(1).waitFor()
    await tabTo(page, /^Search/)
    await page.keyboard.type('kioskandco')
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
    await press(page, 'Control+a', 'Delete')
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 2)
    await tabTo(page, /^Show$/)
    await page.keyboard.type('With')
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
    expect(new URL(page.url()).searchParams.get('status')).toBe('failed')
    await press(page, 'Home')
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 2)

    await tabTo(page, 'Failed first')
    await expectVisibleFocus(page)
    await press(page, 'Space')
    expect(await page.getByRole('button', { name: 'Failed first' }).getAttribute('aria-pressed')).toBe('true')
    await tabTo(page, /^Details of/)
    await press(page, 'Enter')
    await page.waitForURL(`**/history/${mixed}*`)
    await page.getByRole('heading', { level: 1, name: 'Task Details' }).waitFor()
    await tabTo(page, /^Copy the error of/)
    await press(page, 'Enter')
    await seeMessage(page, 'Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('blocked')
    await tabTo(page, 'Back to History', 'Shift+Tab')
    await press(page, 'Enter')
    await rows.nth(1).waitFor()
    expect(new URL(page.url()).searchParams.get('first')).toBe('failed')
    expect(complaints.join('\n')).toBe('')
    await close()
  })
})
