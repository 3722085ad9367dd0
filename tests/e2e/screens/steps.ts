import type { Page } from 'playwright-core'
import { type FurnishedOperator, link } from '../furnished'
import { seeMessage } from '../operator'

/** One state of one screen: where it is found, and what makes it. */
export interface ScreenState {
  name: string
  path: string | ((operator: FurnishedOperator) => string)
  /** Nobody, an operator with the sample data, or one who has just signed up. */
  as: 'visitor' | 'furnished' | 'newcomer'
  /** Only where the layout has it. */
  only?: 'desktop' | 'phone'
  /** What the console may complain about in this state: the failure that makes it. */
  expects?: RegExp
  /** It sends replies, which takes the accounts that another window shows for its own: one screen after the other. */
  sends?: boolean
  /** Brings the page from its first paint into the state, and waits until it is there. */
  enter(page: Page): Promise<unknown>
}

/** States that are all found at the same path, by the same kind of operator. */
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

/** Answers the API's calls below a path with this status until the page is left. */
export const refuse = (page: Page, path: string, status = 503) =>
  page.route(`**/api/v1${path}`, (route) => route.fulfill({ status, json: {} }))

/** Leaves the API's calls below a path without an answer. */
export const hold = (page: Page, path: string) => page.route(`**/api/v1${path}`, () => undefined)

export const fetchPost = async (page: Page) => {
  await page.getByLabel('X post link').fill(link)
  await click(page, 'Get Content')
  await text(page, 'Get content success!')
}

/**
 * A character and the account or group that the sample data has. A phone takes another character than a desk: both
 * preview the same post at the same time, and the same words go to it through one account alone.
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
