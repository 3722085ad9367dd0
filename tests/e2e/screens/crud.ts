import type { Locator, Page } from 'playwright-core'
import { click, dialog, heading, type ScreenState, statesAt, text } from './steps'

interface Kind {
  /** What the states are called: `roles`, and `role` for the page of one. */
  list: string
  one: string
  path: string
  /** What the list shows once it is there. */
  listed: (page: Page) => Promise<unknown>
  add: string
  dialog: string
  /** What the window asks the server for, and what moves Save once it is there. */
  asked?: (form: Locator) => Promise<void>
  /** Makes the empty form still wronger, before Save. */
  spoil?: (form: Locator) => Promise<void>
  /** What Save says of an empty form. */
  error: string
  question: string
  details: string
  /** A field of the page of one. */
  field: string
}

/** What every list of things that are created, changed and deleted can be in. */
export const crudStates = (kind: Kind): ScreenState[] => {
  const at = statesAt(kind.path)
  return [
    at(kind.list, kind.listed),
    at(`${kind.list}-create-errors`, async (page) => {
      await click(page, kind.add)
      await dialog(page, kind.dialog)
      const form = page.getByRole('dialog', { name: kind.dialog })
      await kind.asked?.(form)
      await kind.spoil?.(form)
      await click(page, 'Save')
      await text(page, kind.error)
    }),
    at(`${kind.list}-delete`, async (page) => {
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click()
      await page.getByText(kind.question).waitFor()
    }),
    at(kind.one, async (page) => {
      await openFirst(page)
      await heading(page, kind.details)
      await page.getByLabel(kind.field).waitFor()
    }),
  ]
}

/** Follows the first row to its page. */
export const openFirst = (page: Page) => page.getByRole('link', { name: /^Edit/ }).first().click()
