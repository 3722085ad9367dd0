import type { Page } from 'playwright-core'
import { link } from '../furnished'
import { toastsGone } from '../operator'
import {
  choose,
  click,
  dialog,
  failedLoad,
  fetchPost,
  hold,
  openToAnswer,
  previewBatch,
  refuse,
  type ScreenState,
  statesAt,
  text,
} from './steps'

const at = statesAt('/admin/home')

/** Three posts wait, and two lines were no links. Nothing is read ahead. */
const fillQueue = async (page: Page) => {
  const habits = { version: 1, settings: { ahead: 0, drafts: 0, refills: false } }
  const names = ['ada', 'bob_with_a_long1', 'cy']
  const links = [
    'What is this?',
    ...names.map((name, index) => `https://x.com/${name}/status/${4711 + index}`),
    'And this?',
  ]
  await page.addInitScript((kept) => localStorage.setItem('auto-comment-bot.queueHabits', kept), JSON.stringify(habits))
  await page.goto(`/admin/home?text=${encodeURIComponent(links.join('\n'))}`)
  const list = await openToAnswer(page)
  await click(page, 'Accept all')
  await list.getByText('0 of 3 done').waitFor()
}

const fillDrafts = async (page: Page) => {
  const role_id = await page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('access_token')}` }
    const [role] = await (await fetch('/api/v1/ai-roles?skip=0&limit=100', { headers })).json()
    return String(role.id)
  })
  const last = { mode: 'batch', role_id, group_name: 'launch-crew', count: '2', account_id: '' }
  const ready = { fields: last, phase: 'ready', replies: [{ reply_id: 'r1', content: 'Well said' }] }
  const none = { fields: last, phase: 'none', replies: [], problem: 'The model provider did not answer within 60 s.' }
  const entries = [{ ...ready, fields: { ...last, count: '3' } }, ready, none].map((drafts, index) => ({
    id: String(4721 + index),
    tweet_url: `https://x.com/${['ada', 'bob_with_a_long1', 'cy'][index]}/status/${4721 + index}`,
    isRead: true,
    author: ['ada', 'bob_with_a_long1', 'cy'][index],
    excerpt: 'Half of this will do, and nobody who reads it on a phone would miss the other half.',
    isSkipped: false,
    drafts,
  }))
  const kept = {
    queueHabits: { version: 1, settings: { ahead: 0, drafts: 2, refills: false }, last },
    queue: { version: 1, entries, sent: 4, text: '' },
  }
  // Other states share the page and need their own queue.
  await page.addInitScript((values) => {
    if (location.search !== '?drafts') return
    for (const [key, value] of Object.entries(values))
      localStorage.setItem(`auto-comment-bot.${key}`, JSON.stringify(value))
  }, kept)
  await page.goto('/admin/home?drafts')
  await (await openToAnswer(page)).getByText('4 of 7 done').waitFor()
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
    await page.getByRole('button', { name: 'Skip @ada' }).click()
    await click(page, 'Remove @cy')
  }),
  at('home-queue-drafts', async (page) => {
    await fillDrafts(page)
    await page.getByRole('button', { name: /^@ada/ }).click()
    await text(
      page,
      'The replies written ahead for this post had another character, group, count or send mode. They are not used.',
    )
  }),
  at('home-drafts-ahead', async (page) => {
    await fillDrafts(page)
    await click(page, 'Many links')
    await dialog(page, 'Many links')
    await page.getByText('For each post: Preview uses about').waitFor()
    await page.getByLabel('Drafts ahead').scrollIntoViewIfNeeded()
  }),
  at('home-many-links', async (page) => {
    await fillQueue(page)
    await click(page, 'Many links')
    await dialog(page, 'Many links')
    await text(page, 'Loading a post costs about $0.015. X charges for each post once a day.')
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
    await text(page, 'Edited')
    // A toast would cover some of the buttons below it.
    await toastsGone(page)
  }),
  at('home-solo', async (page) => {
    await page.getByRole('tab', { name: 'Solo Send' }).click()
    await fetchPost(page)
    await choose(page, 'Media Agent')
    await click(page, 'Preview')
    await page.getByRole('group', { name: 'Reply 1' }).waitFor()
  }),
  at(
    'home-held',
    async (page) => {
      const at = '2026-01-02T03:04:05.000Z'
      const items = ['@brewlab_ama', '@cupping_carl', '@third_wave_tia_with_a_long_name'].map(
        (twitter_username, id) => ({
          id,
          reply_id: `a${id}`,
          retry_count: 0,
          twitter_username,
          status: 'queued',
          can_cancel: true,
          next_at: '2126-01-02T03:04:05.000Z',
          created_at: at,
          updated_at: at,
        }),
      )
      await page.route(/\/api\/v1\/tasks\/\w{12}$/, (route) =>
        route.fulfill({ json: { id: 'a1', owner_id: 1, status: 'pending', created_at: at, updated_at: at, items } }),
      )
      await previewBatch(page)
      await click(page, 'Batch Send')
      await page.getByRole('button', { name: 'Take back' }).waitFor()
    },
    { sends: true },
  ),
  at(
    'home-sent',
    async (page) => {
      await previewBatch(page)
      await click(page, 'Batch Send')
      await text(page, 'Replies posted successfully!')
      await page.getByText('3 completed').waitFor()
    },
    { sends: true },
  ),
]
