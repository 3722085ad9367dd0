import type { Page } from 'playwright-core'
import { sandboxAccountsCsv } from '../../../sandbox/accounts-csv'
import { sandboxAccounts } from '../../../sandbox/accounts-data'
import { csvColumns, type ImportContent } from '../../../src/schemas/accounts/csvRows'
import type { csvImport as model } from '../../machines/crud/listModels'
import type { Path, ReplayOf } from '../../support/replay'
import type { ApiOperator } from '../furnished'
import { createGate } from '../gate'
import { goTo } from '../operator'

interface ImportFile {
  text: string
  first: number
}

/** A person cannot reach these states. */
const nobody = () => Promise.reject(new Error('No such path is taken'))

/** The files of a path in the order of their choice, on disk. The sandbox accounts start at this number. */
const filesOf = ({ steps }: Path, begin: number): ImportFile[] => {
  let first = begin
  return steps.flatMap(({ event }) => {
    if (event.type === 'xstate.error.actor.read') return [{ text: 'name\nada\n', first }]
    if (event.type !== 'xstate.done.actor.read' || !('output' in event)) return []
    const { rows, rejected } = event.output as ImportContent
    const file = { text: rows.length + rejected.length === 0 ? '' : textOf(first, rows.length, rejected.length), first }
    first += rows.length
    return [file]
  })
}

const textOf = (first: number, accounts: number, broken: number): string =>
  (accounts > 0 ? sandboxAccountsCsv(accounts, { from: first }) : `${csvColumns.join(',')}\r\n`) +
  'eve,"a"b,c\r\n'.repeat(broken)

/** The import in Chromium. Another screen is open while a row waits; a row fails if its account exists. */
export const openImport = async (
  page: Page,
  { call }: ApiOperator,
  path: Path,
  first: number,
): Promise<ReplayOf<typeof model>> => {
  const reading = await createGate(page, 'assets/csvWorker*')
  const creation = await createGate(page, 'api/v1/twitter/accounts', 'POST')
  const files = filesOf(path, first)
  let file: ImportFile = { text: textOf(first, 1, 0), first }
  let answered = 0
  const panel = page.getByRole('region', { name: 'CSV import' })
  const click = (name: string) => () => page.getByRole('button', { name, exact: true }).click()
  const panelSays = (words: RegExp | string) => panel.getByText(words).first().waitFor()
  const row = () => answered + 1
  const elsewhere = async (act: () => Promise<void>) => {
    await goTo(page, 'Post Group')
    await page.getByRole('heading', { level: 1, name: 'Post Group' }).waitFor()
    await act()
    answered += 1
    await goTo(page, 'Media Agent')
    await page.getByRole('heading', { level: 1, name: 'Media Agent' }).waitFor()
  }

  await page.goto('/admin/media-agent')
  await page.getByRole('heading', { level: 1, name: 'Media Agent' }).waitFor()
  return {
    does: {
      'file.choose': async () => {
        file = files.shift() ?? file
        answered = 0
        const buffer = Buffer.from(file.text)
        await page.getByLabel('CSV file').setInputFiles({ name: 'agents.csv', mimeType: 'text/csv', buffer })
      },
      'import.pause': click('Pause'),
      'import.resume': click('Resume'),
      'import.stop': click('Stop'),
      'report.dismiss': click('Dismiss'),
      'import.recall': nobody,
      'import.cut': nobody,
      'column.choose': nobody,
      'preview.accept': nobody,
      'groups.choose': nobody,
    },
    answers: {
      read: { done: () => reading.pass(), error: () => reading.pass() },
      createRow: {
        done: () => elsewhere(creation.pass),
        error: () =>
          elsewhere(async () => {
            await call('POST', '/twitter/accounts', sandboxAccounts(1, { from: file.first + answered })[0])
            await creation.pass()
          }),
      },
      reach: { done: nobody, error: nobody },
      createGroups: { done: nobody, error: nobody },
    },
    sees: {
      idle: async () => {
        await page.getByRole('button', { name: 'Import CSV', disabled: false }).waitFor()
        await panel.waitFor({ state: 'detached' })
      },
      reading: async () => {
        await panelSays(/^Reading agents\.csv/)
        await page.getByRole('button', { name: 'Importing...', disabled: true }).waitFor()
      },
      'importing.running': () => panelSays(`, row ${row()} of 3`),
      'importing.pausing': () => panelSays(`pausing after row ${row()} of 3`),
      'importing.stopping': async () => {
        await panelSays(`stopping after row ${row()} of 3`)
        await page.getByRole('button', { name: 'Stop', disabled: true }).waitFor()
      },
      paused: () => panelSays(`paused before row ${row()} of 3`),
      unreached: nobody,
      interrupted: nobody,
      previewing: nobody,
      grouping: nobody,
      cut: nobody,
      settling: nobody,
      settled: () => panel.getByRole('button', { name: 'Dismiss' }).waitFor(),
    },
  }
}
