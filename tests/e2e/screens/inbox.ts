import type { Page } from 'playwright-core'
import { inboxWith, mention, watch } from '../../machines/samples'
import { failedLoad, openToAnswer, refuse, type ScreenState, statesAt, text } from './steps'

const listed = inboxWith(
  [
    { ...mention(8), kind: 'quote', text: 'A long one, with a name that nobody breaks: '.repeat(6) },
    { ...mention(7), kind: 'reply', asks_to_stop: true, author_username: '', author_name: '' },
    { ...mention(6), state: 'answered', task_id: 't1' },
    { ...mention(5), state: 'dismissed' },
  ],
  [
    watch(3, true),
    { ...watch(4, true), paused: 'X has no credits left; it is tried again at 10:15.' },
    watch(5, false),
  ],
)

const fill = (page: Page) =>
  page.route('**/api/v1/inbox?*', (route) => route.fulfill({ json: { ...listed, next: 'later' } }))

const at = statesAt('/admin/home/inbox?state=all')

export const inboxStates: ScreenState[] = [
  at('inbox', async (page) => {
    await fill(page)
    await page.reload()
    await page.getByRole('article').nth(3).waitFor()
  }),
  at('inbox-shun', async (page) => {
    await fill(page)
    await page.reload()
    await page.getByRole('article').first().waitFor()
    await page
      .getByRole('button', { name: /^Do not reply/ })
      .first()
      .click()
    await text(page, 'Your accounts will not reply to them until you remove them from the do-not-reply list.')
  }),
  at('inbox-price', async (page) => {
    await fill(page)
    await page.reload()
    await page.getByRole('switch', { checked: false }).click()
    await page.getByText('X charges about $0.12 a day for about').waitFor()
  }),
  at(
    'inbox-failed',
    async (page) => {
      await refuse(page, '/inbox?*')
      await page.reload()
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
    { expects: failedLoad },
  ),
  statesAt('/admin/home')('home-waiting', async (page) => {
    await fill(page)
    await page.reload()
    await (await openToAnswer(page)).getByRole('listitem').first().waitFor()
  }),
]
