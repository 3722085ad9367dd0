import type { Locator, Page } from 'playwright-core'
import { type FurnishedOperator, link } from '../furnished'
import { seeMessage } from '../operator'

/** One state of one screen: its path, and the steps into it. */
export interface ScreenState {
  name: string
  path: string | ((operator: FurnishedOperator) => string)
  as: 'visitor' | 'furnished' | 'newcomer'
  /** Only for a layout. */
  only?: 'desktop' | 'phone'
  /** The console's complaint about the failure of this state. */
  expects?: RegExp
  /** It sends replies through accounts that another window uses too: such screens run one after the other. */
  sends?: boolean
  enter(page: Page): Promise<unknown>
}

export const statesAt =
  (path: ScreenState['path'], as: ScreenState['as'] = 'furnished') =>
  (
    name: string,
    enter: ScreenState['enter'],
    rest: Pick<ScreenState, 'only' | 'expects' | 'sends'> = {},
  ): ScreenState => ({
    name,
    path,
    as,
    enter,
    ...rest,
  })

export const text = seeMessage
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
export const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name }).waitFor({ state: 'attached' })

export const refuse = (page: Page, path: string, status = 503) =>
  page.route(`**/api/v1${path}`, (route) => route.fulfill({ status, json: {} }))

export const hold = (page: Page, path: string) => page.route(`**/api/v1${path}`, () => undefined)

export const fetchPost = async (page: Page) => {
  await page.getByLabel('X post link').fill(link)
  await click(page, 'Get Content')
  await text(page, 'Get content success!')
}

/**
 * A phone uses another character than a desktop: both preview the same post at the same time, and X accepts the same
 * words only once from one account.
 */
export const choose = async (page: Page, target: 'Group' | 'Media Agent') => {
  const isPhone = (page.viewportSize()?.width ?? 0) < 768
  await page.getByLabel('AI/Model').selectOption({ index: isPhone ? 2 : 1 })
  await page.getByLabel(target, { exact: true }).selectOption({ index: 1 })
}

export const previewBatch = async (page: Page) => {
  await fetchPost(page)
  await choose(page, 'Group')
  await page.getByLabel('Count').fill('3')
  await click(page, 'Preview')
  await page.getByRole('group', { name: 'Reply 3' }).waitFor()
}

export const failedLoad = /Failed to load resource|ApiError|status of 503|status of 404/

/** A window on narrow screens. */
export const openToAnswer = async (page: Page): Promise<Locator> => {
  const list = page.getByRole('region', { name: 'To answer' })
  const button = page.getByRole('button', { name: /^To answer/ })
  await list.or(button).waitFor()
  if (await button.isVisible()) await button.click()
  return list
}
