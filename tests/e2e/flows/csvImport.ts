import { sandboxAccountsCsv } from '../../../server/sandbox/accounts-csv'
import { sandboxAccounts } from '../../../server/sandbox/accounts-data'
import type { CsvContent } from '../../../src/schemas/csvRows'
import type { csvImport as model } from '../../machines/models'
import type { Path, ReplayOf } from '../../support/replay'
import type { ApiOperator } from '../furnished'
import { createGate } from '../gate'
import { goTo, type Operator } from '../operator'

/** Files whose lines name accounts that no other file of this run names. */
const createFiles = (first: number) => {
  let from = first
  return {
    /** Content that the console reads as it is said in the model. */
    of: ({ rows, rejected }: CsvContent): string => {
      if (rows.length === 0 && rejected.length === 0) return ''
      const text = sandboxAccountsCsv(rows.length, { from })
      from += rows.length
      return text + rejected.map(() => 'eve,"a"b,c\r\n').join('')
    },
    withoutUsername: 'name\nada\n',
  }
}

/** What the path's files hold, in the order in which they are chosen: they lie on the disk before they are read. */
const contentsOf = ({ steps }: Path, files: ReturnType<typeof createFiles>): string[] =>
  steps.flatMap(({ event }) => {
    if (event.type === 'xstate.done.actor.read' && 'output' in event) return [files.of(event.output as CsvContent)]
    if (event.type === 'xstate.error.actor.read') return [files.withoutUsername]
    return []
  })

/**
 * The import in Chromium. Whoever waits for a row looks at another screen meanwhile; a row fails because an account
 * of that name is there already.
 */
export const openImport = async (
  { page }: Operator,
  { call }: ApiOperator,
  path: Path,
  first: number,
): Promise<ReplayOf<typeof model>> => {
  const reading = await createGate(page, 'assets/csvWorker*')
  const creation = await createGate(page, 'api/v1/twitter/accounts', 'POST')
  const contents = contentsOf(path, createFiles(first))
  const panel = page.getByRole('region', { name: 'CSV import' })
  const click = (name: string) => () => page.getByRole('button', { name, exact: true }).click()
  const panelSays = (words: RegExp) => panel.getByText(words).first().waitFor()
  let nextRow = first
  const elsewhere = async (act: () => Promise<void>) => {
    await goTo(page, 'Post Group')
    await page.getByRole('heading', { level: 1, name: 'Post Group' }).waitFor()
    await act()
    nextRow += 1
    await goTo(page, 'Media Agent')
    await page.getByRole('heading', { level: 1, name: 'Media Agent' }).waitFor()
  }

  await page.goto('/admin/media-agent')
  await page.getByRole('heading', { level: 1, name: 'Media Agent' }).waitFor()
  return {
    does: {
      'file.choose': () =>
        page.getByLabel('CSV file').setInputFiles({
          name: 'agents.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(contents.shift() ?? sandboxAccountsCsv(1)),
        }),
      'import.pause': click('Pause'),
      'import.resume': click('Resume'),
      'import.stop': click('Stop'),
      'report.dismiss': click('Dismiss'),
    },
    answers: {
      read: { done: () => reading.pass(), error: () => reading.pass() },
      createRow: {
        done: () => elsewhere(creation.pass),
        error: () =>
          elsewhere(async () => {
            await call('POST', '/twitter/accounts', sandboxAccounts(1, { from: nextRow })[0])
            await creation.pass()
          }),
      },
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
      'importing.running': () => panelSays(/, row \d of 3/),
      'importing.pausing': () => panelSays(/pausing after row \d of 3/),
      'importing.stopping': async () => {
        await panelSays(/stopping after row \d of 3/)
        await page.getByRole('button', { name: 'Stop', disabled: true }).waitFor()
      },
      paused: () => panelSays(/paused before row \d of 3/),
      settled: () => panel.getByRole('button', { name: 'Dismiss' }).waitFor(),
    },
  }
}
