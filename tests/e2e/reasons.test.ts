import { expect } from 'vitest'
import { hourMs, later } from '../../server/time/clock'
import { situationOf } from '../../src/schemas/history/situation'
import { type TaskItem, waitReasons } from '../../src/schemas/history/tasks'
import { item } from '../machines/samples'
import { createOperator } from './furnished'
import { openTab } from './operator'
import { it } from './shared'

const at = new Date().toISOString()
const next_at = later(new Date(), hourMs).toISOString()
const waits = waitReasons.map((waits_for): [string, Partial<TaskItem>] => [
  'queued',
  { waits_for, can_cancel: true, next_at: waits_for === 'turn' || waits_for === 'account_inactive' ? null : next_at },
])
const error = 'You are not allowed to create a Tweet with duplicate content.'
const others: [string, Partial<TaskItem>][] = [
  ['posting', {}],
  ['unknown', { next_at }],
  ['needs_review', {}],
  ['handed_over', { intent_url: 'https://x.com/intent/tweet?text=a' }],
  ['handed_over', { intent_url: 'https://x.com/intent/tweet?text=a', next_at }],
  ['failed', { error, can_retry: true, can_edit: true, content: 'Words', account_id: 7, next_step: 'Rewrite it.' }],
]
const items = [...waits, ...others].map(([status, more], index) => ({
  ...item(`${index + 1}`, status),
  twitter_username: `@account_${index + 1}`,
  created_at: at,
  updated_at: at,
  ...more,
}))
const head = { owner_id: 1, status: 'processing', created_at: at, updated_at: at }
const summaries = items.map((urgent_item, index) => ({
  ...head,
  id: `a${index}`,
  total_items: 1,
  completed: 0,
  failed: 0,
  pending: 1,
  urgent_item,
}))

it.for(['desktop', 'phone'] as const)(
  'shows every reason of a wait or a failure in Task Details and in the summary, on a %s',
  async (viewport, { shared: { browser, product } }) => {
    const { token } = await createOperator(product.url, `reasons-${viewport}@example.com`)
    const { page, shoot, close } = await openTab(browser, product.url, viewport, { token })
    await page.route('**/tasks/stream*', (route) => route.abort())
    await page.route('**/tasks/open*', (route) => route.fulfill({ json: { tasks: summaries, needs_review: 1 } }))
    await page.route('**/tasks/a0', (route) => route.fulfill({ json: { ...head, id: 'a0', items } }))
    await page.goto('/admin/history/a0')
    await page.getByRole('heading', { name: 'Task Details' }).waitFor()
    await page.getByText('@account_1', { exact: true }).waitFor()
    const said = items.map((each) => situationOf(each)).map(({ reason, error }) => reason ?? error ?? '')
    expect(said).not.toContain('')
    const main = page.getByRole('main')
    const missingIn = async (text: string | null) => said.filter((sentence) => !text?.includes(sentence))
    expect(await missingIn(await main.textContent())).toEqual([])
    for (const index of items.keys()) {
      await main
        .getByText(`@account_${index + 1}`, { exact: true })
        .first()
        .evaluate((name) => name.scrollIntoView({ behavior: 'instant' }))
      if (index % 5 === 4) await shoot(`reasons-details-${index + 1}`)
    }
    await page.locator('button[popovertarget]').filter({ hasText: 'waiting' }).click()
    const summary = page.locator('[popover]:popover-open')
    expect(await missingIn(await summary.textContent())).toEqual([])
    for (const index of items.keys()) {
      await summary
        .locator('li')
        .nth(index)
        .evaluate((row) => row.scrollIntoView({ behavior: 'instant' }))
      if (index % 4 === 3) await shoot(`reasons-summary-${index + 1}`)
    }
    await close()
  },
)
