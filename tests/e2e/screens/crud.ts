import type { Locator, Page } from 'playwright-core'
import { click, dialog, heading, type ScreenState, statesAt, text } from './steps'

interface Kind {
  list: string
  one: string
  path: string
  listed: (page: Page) => Promise<unknown>
  add: string
  dialog: string
  /** The calls of the dialog, and the call behind Save. */
  asked?: (form: Locator) => Promise<void>
  /** Adds another fault to the empty form before Save. */
  spoil?: (form: Locator) => Promise<void>
  error: string
  question: string
  details: string
  field: string
}

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

export const openFirst = (page: Page) => page.getByRole('link', { name: /^Edit/ }).first().click()
