import type { Page } from 'playwright-core'
import { crudStates, openFirst } from './crud'
import { click, dialog, type ScreenState, statesAt, text } from './steps'

const atRoles = statesAt('/admin/ai-character')

export const roleStates: ScreenState[] = [
  ...crudStates({
    list: 'roles',
    one: 'role',
    path: '/admin/ai-character',
    listed: (page) => page.getByRole('table').waitFor(),
    add: 'Add AI Character',
    dialog: 'Create AI Character',
    spoil: async (form) => {
      await form.getByLabel('Knowledge Base', { exact: true }).fill('{"open": tomorrow}')
      await form.getByLabel('Example Conversations', { exact: true }).fill('[')
    },
    error: 'System Prompt is required',
    question: 'Are you sure you want to delete this AI role?',
    details: 'AI Details',
    field: 'System Prompt',
  }),
  atRoles('roles-create', async (page) => {
    await click(page, 'Add AI Character')
    await dialog(page, 'Create AI Character')
  }),
  atRoles('role-saved-replies', async (page) => {
    await openFirst(page)
    await page.getByText('Thank you, {name}!').scrollIntoViewIfNeeded()
  }),
  atRoles('role-saved-reply-errors', async (page) => {
    await openFirst(page)
    await click(page, 'Add saved reply')
    await page.getByRole('dialog', { name: 'Add saved reply' }).getByLabel('Text').fill('Hello {Name}')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await text(page, '{Name} is not a placeholder. Write {name} or {handle}, or no braces')
  }),
  atRoles('role-saved-reply-delete', async (page) => {
    await openFirst(page)
    await click(page, 'Delete Thanks')
    await text(page, 'Delete this saved reply?')
  }),
  atRoles('role-errors', async (page) => {
    await openFirst(page)
    await page.getByLabel('System Prompt').fill('')
    await page.getByLabel('Knowledge Base', { exact: true }).fill('{"a": }')
    await click(page, 'Update')
    await text(page, 'System Prompt is required')
  }),
]

export const groupStates: ScreenState[] = [
  ...crudStates({
    list: 'groups',
    one: 'group',
    path: '/admin/group',
    listed: (page) => page.getByRole('table').waitFor(),
    add: 'Add Group',
    dialog: 'Create Group',
    error: 'Description is required',
    question: 'Are you sure you want to delete this Group?',
    details: 'Group Details',
    field: 'Description',
  }),
  statesAt('/admin/group')('group-leave', async (page) => {
    await openFirst(page)
    await page.getByLabel('Description').fill('Changed')
    await page.goBack()
    await page.getByText('Leave without saving?').waitFor()
  }),
]

const at = '2026-01-02T03:04:05.000Z'

const fillTask = (page: Page) => {
  const item = { retry_count: 0, created_at: at, updated_at: at }
  const refused = {
    ...item,
    id: 1,
    reply_id: '51092e0b0b6d',
    twitter_username: '@brewlab_ama',
    account_id: 1,
    status: 'failed',
    error: 'You are not allowed to create a Tweet with duplicate content.',
    content: 'Nine minutes for an espresso is a queue with a coffee at its end, and we would stand in it again.',
    can_edit: true,
  }
  const queued = { ...item, id: 2, reply_id: '51092e0b0b6e', twitter_username: '@cupping_carl', status: 'queued' }
  const items = [refused, { ...queued, can_cancel: true, next_at: '2126-01-02T03:04:05.000Z' }]
  return page.route('**/api/v1/tasks/a1', (route) =>
    route.fulfill({ json: { id: 'a1', owner_id: 1, status: 'processing', created_at: at, updated_at: at, items } }),
  )
}

const fillStrip = (page: Page) => {
  const task = { owner_id: 1, created_at: at, updated_at: at, total_items: 12, completed: 0, failed: 0, pending: 0 }
  const to = (author_username: string) => ({
    post: { tweet_id: '1', author_username, text: 'Half of this will do.' },
  })
  const tasks = [
    { ...task, id: 'a1', status: 'processing', completed: 3, pending: 9, ...to('kioskandco') },
    { ...task, id: 'a2', status: 'failed', completed: 10, failed: 2, ...to('a_maker_with_a_l') },
    { ...task, id: 'a3', status: 'handed_over', completed: 8, pending: 4, handed_over: 4, ...to('ada') },
  ]
  return page.route('**/api/v1/tasks/open*', (route) =>
    route.fulfill({ json: { needs_review: 0, handed_over: 4, tasks } }),
  )
}

const atHistory = statesAt('/admin/history')

export const historyStates: ScreenState[] = [
  statesAt('/admin/history?status=failed&first=failed&search=kiosk')('history-filtered', (page) =>
    page.getByRole('table', { name: 'Tasks' }).waitFor(),
  ),
  statesAt('/admin/history?search=nobody+at+all')('history-filtered-none', (page) =>
    page.getByRole('button', { name: 'Show all' }).waitFor(),
  ),
  atHistory('history-activity', async (page) => {
    await click(page, 'Show activity')
    await page.getByRole('button', { name: 'Hide activity' }).scrollIntoViewIfNeeded()
    await page.getByText('Sign-in').first().waitFor()
  }),
  atHistory('task-strip', async (page) => {
    await fillStrip(page)
    await page.addInitScript(
      (followed) => {
        if (location.search === '?strip') localStorage.setItem('auto-comment-bot.followed', followed)
      },
      JSON.stringify({ awaited: [], ended: ['a2', 'a3'] }),
    )
    await page.goto('/admin/history?strip')
    await page.getByRole('table', { name: 'Tasks' }).waitFor()
    await page.getByRole('button', { name: /2 failed/ }).click()
    await page.getByRole('button', { name: 'Cancel queued: Replies to @kioskandco' }).waitFor()
  }),
  atHistory(
    'task-revision',
    async (page) => {
      await fillTask(page)
      await page.goto('/admin/history/a1')
      await click(page, 'Edit and send again')
      await page.getByRole('textbox', { name: 'Reply Content' }).fill('')
      await click(page, 'Send')
      await text(page, 'Content is required')
    },
    { expects: /status of 404/ },
  ),
  statesAt(({ mixed }) => `/admin/history/${mixed}?first=failed`)('task-give-up', async (page) => {
    await click(page, 'Give up')
    await text(page, 'Give up this reply?')
  }),
  statesAt('/admin/history')('history', (page) => page.getByRole('table').waitFor()),
  statesAt(({ mixed }) => `/admin/history/${mixed}`)('task', (page) =>
    page.getByRole('button', { name: 'Send again' }).waitFor(),
  ),
  statesAt(({ completed }) => `/admin/history/${completed}`)('task-completed', (page) =>
    page.getByRole('link', { name: 'View reply' }).first().waitFor(),
  ),
  statesAt('/admin/history/spending')('spending', (page) =>
    page.getByRole('table', { name: 'Spending by day' }).waitFor(),
  ),
  statesAt('/admin/history/by-hand')('by-hand', (page) => page.getByRole('link', { name: /^Open in X/ }).waitFor()),
]
