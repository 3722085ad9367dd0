import type { Page } from 'playwright-core'
import { sandboxAccounts } from '../../../sandbox/accounts-data'
import { isDone, type Outcome } from '../../../src/machines/crud/oneByOne'
import type { bulkChange as model } from '../../machines/crud/listModels'
import { choiceSteps } from '../../support/choiceSteps'
import type { ReplayOf } from '../../support/replay'
import { until } from '../../support/waiting'
import type { ApiOperator } from '../furnished'
import { createGate } from '../gate'

/**
 * The choice of several media agents in Chromium. The model's accounts 1 to 4 are the latest in the list, numbered in
 * the sandbox from `first`. A file is about to be refused, and then the list reloads.
 */
export const openBulkChange = async (
  page: Page,
  { call }: ApiOperator,
  first: number,
): Promise<ReplayOf<typeof model>> => {
  const accounts = sandboxAccounts(4, { from: first })
  const ids: number[] = []
  for (const account of accounts) ids.push((await call<{ id: number }>('POST', '/twitter/accounts', account)).id)
  const reading = await createGate(page, 'assets/csvWorker*')
  const deletion = await createGate(page, 'api/v1/twitter/accounts/*', 'DELETE')

  const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const line = page.getByRole('group', { name: 'Select media agents' })
  const dialog = page.getByRole('alertdialog')
  const clickInDialog = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  const tick = async (id: number, isChosen: boolean) => {
    const name = `Select ${accounts[id - 1]?.username.toLowerCase()}`
    await page.getByRole('checkbox', { name, exact: true }).setChecked(isChosen)
  }
  const seesChoice = async (count: RegExp) => {
    await dialog.waitFor({ state: 'detached' })
    await line.getByText(count).waitFor()
  }

  await page.goto('/admin/media-agent')
  await click('Select')
  await line.waitFor()
  const file = { name: 'agents.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nada\n') }
  await page.getByLabel('CSV file').setInputFiles(file)
  const list = await createGate(page, 'api/v1/twitter/accounts*')
  return {
    does: {
      ...choiceSteps({ tick, click, clickInDialog }),
      'list.changed': async (event) => {
        if (list.waiting() === 0) await reading.pass()
        const listed = await call<{ id: number }[]>('GET', '/twitter/accounts')
        const gone = ids.filter((id, index) => !event.ids.includes(index + 1) && listed.some((each) => each.id === id))
        for (const id of gone) await call('DELETE', `/twitter/accounts/${id}`)
        const left = gone.map((id) =>
          page.locator('tr', { hasText: accounts[ids.indexOf(id)]?.username.toLowerCase() }),
        )
        // The list polls while accounts are new, and a new request cancels a waiting one.
        await list.pass()
        await until(async () => {
          if (list.waiting() > 0) await list.pass()
          return (await Promise.all(left.map((row) => row.count()))).every((count) => count === 0)
        })
      },
    },
    answers: {
      work: {
        done: async (output) => {
          const { results } = output as { results: Outcome[] }
          for (const result of results) await (isDone(result) ? deletion.pass() : deletion.drop())
        },
        error: async () => undefined,
      },
    },
    sees: {
      choosing: () => seesChoice(/^\d selected$/),
      confirming: () => dialog.getByRole('heading', { name: /^Are you sure you want to delete / }).waitFor(),
      working: () => dialog.getByText(/^(Stopping after )?\d of \d$/).waitFor(),
      settled: () => seesChoice(/^0 selected$/),
      ended: async () => {
        await line.waitFor({ state: 'detached' })
        await page.locator('button[aria-pressed=false]:focus', { hasText: 'Select' }).waitFor()
      },
    },
  }
}
