import type { Page } from 'playwright-core'
import { link } from '../furnished'
import {
  choose,
  click,
  dialog,
  failedLoad,
  fetchPost,
  hold,
  previewBatch,
  refuse,
  type ScreenState,
  statesAt,
  text,
} from './steps'

const at = statesAt('/admin/home')

/** Three posts wait, and two lines were no links. Each is shown as its link says: nothing is read before its turn. */
const fillQueue = async (page: Page) => {
  const habits = { version: 1, settings: { ahead: 0, refills: false } }
  const names = ['ada', 'bob_with_a_long1', 'cy']
  const links = [
    'What is this?',
    ...names.map((name, index) => `https://x.com/${name}/status/${4711 + index}`),
    'And this?',
  ]
  await page.addInitScript((kept) => localStorage.setItem('auto-comment-bot.queueHabits', kept), JSON.stringify(habits))
  await page.goto(`/admin/home?text=${encodeURIComponent(links.join('\n'))}`)
  await page.getByRole('region', { name: 'Queue', exact: true }).getByText('0 of 3 sent').waitFor()
}

export const homeStates: ScreenState[] = [
  at('home', (page) => text(page, 'Nothing to review yet')),
  at('home-errors', async (page) => {
    await page.getByLabel('Count').fill('0')
    await click(page, 'Preview')
    await text(page, 'X post link is required')
    await text(page, 'Reply count must be at least 1')
  }),
  at(
    'home-content-failed',
    async (page) => {
      await refuse(page, '/twitter/tweet/content')
      await page.getByLabel('X post link').fill(link)
      await click(page, 'Get Content')
      await text(page, 'Get content fail.')
    },
    { expects: failedLoad },
  ),
  at('home-content', fetchPost),
  at('home-queue', async (page) => {
    await fillQueue(page)
    await click(page, 'Show the queue')
    await page.getByRole('button', { name: 'Skip @ada' }).click()
    await click(page, 'Remove @cy')
  }),
  at('home-many-links', async (page) => {
    await fillQueue(page)
    await click(page, 'Many links')
    await dialog(page, 'Many links')
    await text(page, 'Get Content costs about $0.015 the first time of the day: a post and its author.')
  }),
  at('home-processing', async (page) => {
    await hold(page, '/twitter/tweet/generate-reply')
    await fetchPost(page)
    await choose(page, 'Group')
    await click(page, 'Preview')
    await page.getByRole('button', { name: 'Processing...' }).waitFor()
  }),
  at('home-preview', previewBatch),
  at('home-edit', async (page) => {
    await previewBatch(page)
    await page.getByRole('button', { name: 'Edit' }).nth(1).click()
    await dialog(page, 'Reply Content')
    await page.getByRole('textbox', { name: 'Reply Content' }).fill(`${'Long. '.repeat(50)}https://example.com`)
  }),
  at('home-edit-saved', async (page) => {
    await previewBatch(page)
    await page.getByRole('button', { name: 'Edit' }).first().click()
    await click(page, 'Insert saved reply')
    await page.getByRole('option', { name: /^Thanks/ }).waitFor()
    await page.keyboard.press('ArrowDown')
  }),
  at('home-edit-save-text', async (page) => {
    await previewBatch(page)
    await page.getByRole('button', { name: 'Edit' }).first().click()
    await click(page, 'Save this text as a saved reply')
    await dialog(page, 'Add saved reply')
    await page.getByRole('dialog', { name: 'Add saved reply' }).getByRole('button', { name: 'Save' }).click()
    await text(page, 'Name is required')
  }),
  at('home-edit-empty', async (page) => {
    await previewBatch(page)
    await page.getByRole('button', { name: 'Edit' }).first().click()
    await page.getByRole('textbox', { name: 'Reply Content' }).fill('')
    await click(page, 'Save')
    await text(page, 'Content is required')
  }),
  at('home-too-long', async (page) => {
    await previewBatch(page)
    await page.getByRole('button', { name: 'Edit' }).nth(1).click()
    await page.getByRole('textbox', { name: 'Reply Content' }).fill(`@somebody ${'Much too long. '.repeat(20)}`)
    await click(page, 'Save')
    await text(page, 'Reply content updated successfully!')
    await text(page, 'Edited')
  }),
  at('home-solo', async (page) => {
    await page.getByRole('tab', { name: 'Solo Send' }).click()
    await fetchPost(page)
    await choose(page, 'Media Agent')
    await click(page, 'Preview')
    await page.getByRole('group', { name: 'Reply 1' }).waitFor()
  }),
  at('home-sent', async (page) => {
    await previewBatch(page)
    await click(page, 'Batch Send')
    await text(page, 'Replies posted successfully!')
    await page.getByText('3 completed').waitFor()
  }),
]
