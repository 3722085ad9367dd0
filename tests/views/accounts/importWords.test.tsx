import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { type CsvImportContext, csvImportMachine } from '../../../src/machines/accounts/csvImport'
import { credentialNames } from '../../../src/schemas/accounts/accounts'
import { unsureRow } from '../../../src/schemas/accounts/accounts.words'
import type { CsvColumn, CsvContent, ImportRows, RejectedRow } from '../../../src/schemas/accounts/csvRows'
import type { CutImport } from '../../../src/schemas/accounts/cutImport'
import { createChosenFiles } from '../../../src/services/chosenFiles'
import { CutImportNote } from '../../../src/views/accounts/CutImportNote'
import { ImportPreview } from '../../../src/views/accounts/ImportPreview'
import { ImportReport } from '../../../src/views/accounts/ImportReport'
import { importSign, position } from '../../../src/views/accounts/importPosition'
import { row } from '../../machines/samples'
import { actorAt } from '../../support/actorAt'
import { renderPart } from '../../support/renderPart'

const fileName = 'agents.csv'
const held = Array.from({ length: 1302 }, (_, index) => row(2 + index, `@user${index}`))
const rowsOf = (length: number): ImportRows => ({ file: 'file 1', length })
const filesWith = (content: CsvContent) => {
  const files = createChosenFiles()
  files.keepContent('file 1', content)
  return files
}
const rejectedOf = (count: number, values?: RejectedRow['values'], first = 40): RejectedRow[] =>
  Array.from({ length: count }, (_, index) => ({
    line: first + index,
    username: `@lost${index}`,
    reason: `Reason ${index}`,
    ...(values ? { values } : {}),
  }))
const { values } = row(1, '@kept')

const part = () => screen.getByRole('region', { name: 'CSV import' })
const told = () => part().querySelector('p')?.textContent
const buttons = () =>
  within(part())
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it.each([
  ['grouping', 'creating groups before row 4 of 1200', 'Importing 3 of 1,200'],
  ['unreached', 'waiting for the server before row 4 of 1200', 'Waiting, 3 of 1,200'],
  ['paused', 'paused before row 4 of 1200', 'Paused, 3 of 1,200'],
  ['interrupted', 'row 4 of 1200', 'Interrupted, 3 of 1,200'],
  [{ importing: 'running' }, 'row 4 of 1200', 'Importing 3 of 1,200'],
  [{ importing: 'pausing' }, 'pausing after row 4 of 1200', 'Importing 3 of 1,200'],
  [{ importing: 'stopping' }, 'stopping after row 4 of 1200', 'Importing 3 of 1,200'],
] as const)('an import that is %j says where it is: %s', (value, place, sign) => {
  const { actor } = actorAt(csvImportMachine, value, { rows: rowsOf(1200), answered: 3 })
  const snapshot = actor.getSnapshot()
  expect([position(snapshot), importSign(snapshot)]).toEqual([place, sign])
})

it('an import with all rows answered shows its last row', () => {
  const { actor } = actorAt(csvImportMachine, 'paused', { rows: rowsOf(3), answered: 3 })
  expect(position(actor.getSnapshot())).toBe('paused before row 3 of 3')
})

it('a row whose answer was lost is named by its line', () => {
  expect(unsureRow(1234)).toBe('The row on line 1,234 was being sent and may have been added.')
})

const cut: CutImport = {
  fileName: 'left.csv',
  rows: 9,
  answered: 4,
  created: 3,
  isUnsure: false,
  line: 7,
  lastLine: 2012,
}
it.each([
  [
    {},
    'left.csv: the import of 9 rows stopped at row 5, because you left the page. 3 accounts added, 1 failed. Lines 7 to 2,012, the end of the file, were not sent. Choose the file again to continue. Accounts that were added are not added twice.',
  ],
  [
    { isUnsure: true },
    'left.csv: the import of 9 rows stopped at row 5, because you left the page. 3 accounts added, 1 failed. The row on line 7 was being sent and may have been added. Later rows, up to line 2,012, were not sent. Choose the file again to continue. Accounts that were added are not added twice.',
  ],
  [
    { isUnsure: true, rows: 5, answered: 4, created: 1 },
    'left.csv: the import of 5 rows stopped at row 5, because you left the page. 1 account added, 3 failed. The row on line 7 was being sent and may have been added. Choose the file again to continue. Accounts that were added are not added twice.',
  ],
  [
    { answered: 0, created: 0 },
    'left.csv: you left the page before the import started, so no account was added. Choose the file again.',
  ],
])('an import whose page was left shows its progress: %j', async (changes, words) => {
  const { actor, sent } = actorAt(csvImportMachine, 'cut', {})
  render(<CutImportNote csvImport={actor} cut={{ ...cut, ...changes }} />)
  expect(told()).toBe(words)
  await click('Dismiss')
  expect(sent).toEqual([{ type: 'report.dismiss' }])
})

type Changes = Partial<Omit<CsvImportContext, 'rejected'>> & { rejected?: readonly RejectedRow[] }

const report = (value: 'settled' | 'interrupted', { rejected = [], ...changes }: Changes, groups: object[] = []) => {
  const context = { fileName, ...changes, rejected: [...rejected] }
  const { actor, sent } = actorAt(csvImportMachine, value, context)
  const failedRows = vi.fn()
  const view = renderPart(<ImportReport csvImport={actor} snapshot={actor.getSnapshot()} />, {
    api: { listGroups: async () => groups },
    services: { downloads: { failedRows }, files: filesWith({ rows: held, rejected: [] }) },
  })
  return { sent, failedRows, view }
}

it.each([
  ['settled', 'nothing was added. The file is too large.', { problem: 'The file is too large.' }],
  ['settled', 'nothing was added. The file has no rows below its header.', {}],
  ['settled', '0 accounts added, 1 failed.', { rejected: rejectedOf(1) }],
  ['settled', '1 account added, 2 failed.', { rows: rowsOf(1), answered: 1, created: 1, rejected: rejectedOf(2) }],
  ['settled', '1 account added, 0 failed.', { rows: rowsOf(1), answered: 1, created: 1 }],
  [
    'settled',
    '1 account added, 1 failed. Stopped: 7 rows not sent.',
    { rows: rowsOf(9), answered: 2, created: 1, rejected: rejectedOf(1) },
  ],
  [
    'interrupted',
    '8 accounts added, 0 failed. The session ended: 1 row not sent.',
    { rows: rowsOf(9), answered: 8, created: 8 },
  ],
  [
    'settled',
    '2 accounts added, 0 failed. Stopped: 6 rows not sent. The row on line 4 was being sent and may have been added.',
    { rows: rowsOf(9), answered: 2, created: 2, tries: 1 },
  ],
  [
    'interrupted',
    '8 accounts added, 0 failed. The session ended. The row on line 10 was being sent and may have been added.',
    { rows: rowsOf(9), answered: 8, created: 8, tries: 2 },
  ],
] as const)('an import that is %s says what became of it: %s', (value, words, changes) => {
  report(value, changes)
  expect(told()).toBe(`agents.csv: ${words}`)
})

it.each([
  ['settled', ['Dismiss'], {}],
  ['settled', ['Dismiss'], { rejected: rejectedOf(2) }],
  ['settled', ['Download failed rows', 'Dismiss'], { rejected: [...rejectedOf(2), ...rejectedOf(1, values, 50)] }],
  ['settled', ['Download unsent rows', 'Dismiss'], { rows: rowsOf(2), answered: 1 }],
  [
    'interrupted',
    ['Continue with the remaining 1,301', 'Download failed and unsent rows', 'Stop'],
    { rows: rowsOf(1302), answered: 1, rejected: rejectedOf(1, values) },
  ],
] as const)('an import that is %s offers %j', (value, names, changes) => {
  report(value, changes)
  expect(buttons()).toEqual(names)
})

it('names the failed rows in order, and the rows that no file contains', () => {
  const { view } = report('settled', { rejected: [...rejectedOf(2).toReversed(), ...rejectedOf(1, values, 50)] })
  expect(view.container.textContent).toContain(
    '2 rows could not be read, including all text inside their unclosed quotes.',
  )
  const lines = screen.getAllByRole('row').map((row) => row.firstElementChild?.textContent)
  expect(lines.slice(1)).toEqual(['40', '41', '50'])
})

it('an interrupted import continues, stops, or offers its rows as a file', async () => {
  const rows = rowsOf(4)
  const rejected = rejectedOf(1, values)
  const { sent, failedRows } = report('interrupted', { rows, answered: 2, rejected })
  await click('Continue with the remaining 2')
  await click('Stop')
  await click('Download failed and unsent rows')
  expect(sent).toEqual([{ type: 'import.resume' }, { type: 'import.stop' }])
  expect(failedRows.mock.calls).toEqual([[rejected, held.slice(2, 4), false]])
})

it('a stopped import offers its rows as a file, with the row that may have been added', async () => {
  const rows = rowsOf(4)
  const { sent, failedRows } = report('settled', { rows, answered: 3, tries: 1 })
  await click('Download unsent rows')
  await click('Dismiss')
  expect(sent).toEqual([{ type: 'report.dismiss' }])
  expect(failedRows.mock.calls).toEqual([[[], held.slice(3, 4), true]])
})

it.each([
  [0, undefined, null],
  [1, 1, null],
  [20, 20, null],
  [21, 20, 'And 1 more in the file.'],
  [1220, 20, 'And 1,200 more in the file.'],
])('%i failed rows are shown as %s, with the number of others', (count, shown, more) => {
  report('settled', { rejected: rejectedOf(count) })
  const table = screen.queryByRole('table', { name: 'Failed rows' })
  expect(table?.querySelectorAll('tbody tr').length).toBe(shown)
  expect(screen.queryByText(/more in the file/)?.textContent ?? null).toBe(more)
})

it('rows of groups that do not exist can be sent again, and no others', async () => {
  const groupless = {
    line: 7,
    username: '@ada',
    reason: 'No such group',
    values: { ...values, group: 'North' },
    isGroupless: true,
  }
  const { sent } = report('settled', { rejected: [...rejectedOf(1, values), groupless] }, [{ id: 1, name: 'South' }])
  await userEvent.selectOptions(await screen.findByLabelText('Replacement for "North", which is not a group'), 'South')
  await click('Send 1 row again')
  expect(sent).toEqual([{ type: 'groups.choose', choices: [{ named: 'North', group: 'South', isNew: false }] }])
})

it('rows that failed for another reason are not offered to be sent again', async () => {
  report('settled', { rejected: rejectedOf(1, values) })
  expect(screen.queryByRole('button', { name: /again/ })).toBeNull()
})

it('the failed rows are listed with line, username and reason', () => {
  report('settled', { rejected: rejectedOf(2) })
  const rows = within(screen.getByRole('table', { name: 'Failed rows' })).getAllByRole('row')
  expect(rows.map((each) => Array.from(each.children, ({ lastChild }) => lastChild?.textContent))).toEqual([
    ['Line', 'Username', 'Reason'],
    ['40', '@lost0', 'Reason 0'],
    ['41', '@lost1', 'Reason 1'],
  ])
})

const preview = (headers: { header: string; column: CsvColumn | undefined }[], first: Partial<typeof values> = {}) => {
  const rowsAs: CsvContent['rowsAs'] = (columns) => {
    const [only, ...others] = columns.flatMap((column, place) => (column ? [place] : []))
    return others.length > 0 ? [] : [{ line: 2, values: { ...values, ...first, username: `@place${only}` } }]
  }
  const { actor, sent } = actorAt(csvImportMachine, 'previewing', {
    fileName,
    rows: rowsOf(3),
    headers,
  })
  renderPart(<ImportPreview csvImport={actor} />, {
    services: { files: filesWith({ rows: held, rejected: [], rowsAs }) },
  })
  const cells = within(screen.getByRole('table', { name: 'Columns in the file' }))
    .getAllByRole('row')
    .slice(1)
    .map((each) => {
      const [header, , value] = within(each).getAllByRole('cell')
      const select = within(each).getByRole<HTMLSelectElement>('combobox')
      return [
        header?.lastChild?.textContent,
        select.getAttribute('aria-label'),
        select.selectedOptions[0]?.text,
        value?.lastChild?.textContent ?? '',
      ]
    })
  return { sent, cells }
}
const problems = () => Array.from(screen.getByRole('status').children, ({ textContent }) => textContent)

it('shows the meaning of each column, and only the ends of a secret of its first row', async () => {
  const { sent, cells } = preview(
    [
      { header: 'Handle', column: 'username' },
      { header: '', column: 'client_id' },
      { header: 'Secret', column: 'client_secret' },
      { header: 'Key', column: 'api_key' },
      { header: 'Team', column: 'group' },
      { header: '', column: undefined },
    ],
    { client_id: 'elevensigns', client_secret: 'twelve signs', api_key: '', group: 'north' },
  )
  expect(cells).toEqual([
    ['Handle', 'Import Handle as', 'username', '@place0'],
    ['Column 2', 'Import Column 2 as', 'client_id', '••••'],
    ['Secret', 'Import Secret as', 'client_secret', 'tw••••ns'],
    ['Key', 'Import Key as', 'api_key', 'empty'],
    ['Team', 'Import Team as', 'group', 'north'],
    ['Column 6', 'Import Column 6 as', 'Not used', ''],
  ])
  expect(problems()).toEqual(['The file has no column for api_secret, access_token, access_token_secret.'])
  expect(told()).toBe('agents.csv: some column names are unclear. Check how each column will be imported.')
  await userEvent.selectOptions(screen.getByLabelText('Import Column 6 as'), 'access_token')
  await userEvent.selectOptions(screen.getByLabelText('Import Key as'), 'Not used')
  await click('Import 3 rows')
  await click('Cancel')
  expect(sent).toEqual([
    { type: 'column.choose', place: 5, column: 'access_token' },
    { type: 'column.choose', place: 3, column: undefined },
    { type: 'preview.accept' },
    { type: 'report.dismiss' },
  ])
})

it('offers every column once, with "not used" first', () => {
  preview([{ header: 'Handle', column: 'username' }])
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Not used',
    'username',
    'client_id',
    'client_secret',
    'api_key',
    'api_secret',
    'access_token',
    'access_token_secret',
    'group',
  ])
})

it('imports nothing if two columns have the same meaning', () => {
  preview([
    { header: 'A', column: 'username' },
    { header: 'B', column: 'username' },
    { header: 'C', column: 'group' },
    { header: 'D', column: 'group' },
  ])
  expect(problems()).toEqual([
    'Several columns are imported as username, group.',
    'The file has no column for client_id, client_secret, api_key, api_secret, access_token, access_token_secret.',
  ])
  const accept = screen.getByRole('button', { name: 'Import 3 rows' })
  expect(accept).toHaveProperty('disabled', true)
  expect(document.getElementById(accept.getAttribute('aria-describedby') ?? '')).toBe(screen.getByRole('status'))
})

it('shows no problem if there is none', () => {
  preview(['username' as const, ...credentialNames].map((column) => ({ header: column, column })))
  expect(problems()).toEqual([])
})
