import type { Locator } from 'playwright-core'
import { click, dialog, heading, type ScreenState, text } from './steps'

const fillRole = async (form: Locator, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value)
}

export const roleStates: ScreenState[] = [
  { name: 'roles', path: '/admin/ai-character', as: 'furnished', enter: (page) => page.getByRole('table').waitFor() },
  {
    name: 'roles-create',
    path: '/admin/ai-character',
    as: 'furnished',
    enter: async (page) => {
      await click(page, 'Add AI Character')
      await dialog(page, 'Create AI Character')
    },
  },
  {
    name: 'roles-create-errors',
    path: '/admin/ai-character',
    as: 'furnished',
    enter: async (page) => {
      await click(page, 'Add AI Character')
      const form = page.getByRole('dialog', { name: 'Create AI Character' })
      await fillRole(form, { 'Knowledge Base': '{"open": tomorrow}', 'Example Conversations': '[' })
      await click(page, 'Save')
      await text(page, 'System Prompt is required')
    },
  },
  {
    name: 'roles-delete',
    path: '/admin/ai-character',
    as: 'furnished',
    enter: async (page) => {
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click()
      await page.getByText('Are you sure you want to delete this AI role?').waitFor()
    },
  },
  {
    name: 'role',
    path: '/admin/ai-character',
    as: 'furnished',
    enter: async (page) => {
      await page.getByRole('link', { name: /^Edit/ }).first().click()
      await heading(page, 'AI Details')
      await page.getByLabel('System Prompt').waitFor()
    },
  },
  {
    name: 'role-errors',
    path: '/admin/ai-character',
    as: 'furnished',
    enter: async (page) => {
      await page.getByRole('link', { name: /^Edit/ }).first().click()
      await page.getByLabel('System Prompt').fill('')
      await page.getByLabel('Knowledge Base', { exact: true }).fill('{"a": }')
      await click(page, 'Update')
      await text(page, 'System Prompt is required')
    },
  },
]

export const groupStates: ScreenState[] = [
  { name: 'groups', path: '/admin/group', as: 'furnished', enter: (page) => page.getByRole('table').waitFor() },
  {
    name: 'groups-create-errors',
    path: '/admin/group',
    as: 'furnished',
    enter: async (page) => {
      await click(page, 'Add Group')
      await dialog(page, 'Create Group')
      await click(page, 'Save')
      await text(page, 'Description is required')
    },
  },
  {
    name: 'groups-delete',
    path: '/admin/group',
    as: 'furnished',
    enter: async (page) => {
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click()
      await page.getByText('Are you sure you want to delete this Group?').waitFor()
    },
  },
  {
    name: 'group',
    path: '/admin/group',
    as: 'furnished',
    enter: async (page) => {
      await page.getByRole('link', { name: /^Edit/ }).first().click()
      await heading(page, 'Group Details')
      await page.getByLabel('Description').waitFor()
    },
  },
  {
    name: 'group-leave',
    path: '/admin/group',
    as: 'furnished',
    enter: async (page) => {
      await page.getByRole('link', { name: /^Edit/ }).first().click()
      await page.getByLabel('Description').fill('Changed')
      await page.goBack()
      await page.getByText('Leave without saving?').waitFor()
    },
  },
]

export const historyStates: ScreenState[] = [
  { name: 'history', path: '/admin/history', as: 'furnished', enter: (page) => page.getByRole('table').waitFor() },
  {
    name: 'task',
    path: ({ mixed }) => `/admin/history/${mixed}`,
    as: 'furnished',
    enter: (page) => page.getByRole('button', { name: 'Send again' }).waitFor(),
  },
  {
    name: 'task-completed',
    path: ({ completed }) => `/admin/history/${completed}`,
    as: 'furnished',
    enter: (page) => page.getByRole('link', { name: 'View reply' }).first().waitFor(),
  },
]
