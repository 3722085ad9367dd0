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
    await text(page, '{Name} is no placeholder: write {name} or {handle}, or no braces')
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

export const historyStates: ScreenState[] = [
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
