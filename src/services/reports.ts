import Papa from 'papaparse'
import type { Account } from '../schemas/accounts/accounts'
import * as words from '../schemas/accounts/accounts.words'
import { activityOf } from '../schemas/accounts/activity'
import { type CsvRow, csvColumns, type RejectedRow } from '../schemas/accounts/csvRows'
import type { Task, TaskItem } from '../schemas/history/tasks'
import type { TrailEntry } from '../schemas/system'
import { saveFile } from './saveFile'

/**
 * Cells that a spreadsheet would run (ASVS 5.0, 1.2.10); `IndexedRows` removes the apostrophe again. A username keeps
 * its `@`, which runs nothing.
 */
const formulaStart = /^'*(?:[=+\-＝＋－＠\t\r\0]|@(?![\p{L}\p{N}_]+$))/u

/**
 * Failed and unsent rows in the import file's columns plus `error`, so that the corrected file can be imported again.
 * @param isUnsure the answer to the first unsent row was lost.
 */
export const failedRowsCsv = (rejected: RejectedRow[], unsent: CsvRow[] = [], isUnsure = false): string => {
  const line = (values: CsvRow['values'], error: string) => [...csvColumns.map((name) => values[name]), error]
  return toCsv([
    [...csvColumns, 'error'],
    ...rejected.flatMap(({ values, reason }) => (values ? [line(values, reason)] : [])),
    ...unsent.map(({ values }, index) => line(values, isUnsure && index === 0 ? words.rowMayBeAdded : 'Not sent')),
  ])
}

export const templateCsv = (): string => toCsv([[...csvColumns]])

type Value = string | number | null | undefined

/** `index` counts from 0. */
export type ReportColumn<TRow> = [name: string, read: (row: TRow, index: number) => Value]

export const reportCsv = <TRow>(columns: readonly ReportColumn<TRow>[], rows: readonly TRow[]): string =>
  toCsv([columns.map(([name]) => name), ...cellsOf(columns, rows)])

/** Further lines of a report, without the header. */
export const reportLines = <TRow>(columns: readonly ReportColumn<TRow>[], rows: readonly TRow[]): string =>
  toLines(cellsOf(columns, rows))

const cellsOf = <TRow>(columns: readonly ReportColumn<TRow>[], rows: readonly TRow[]): string[][] =>
  rows.map((row, index) => columns.map(([, read]) => String(read(row, index) ?? '')))

const byteOrderMark = '\uFEFF'

/** Spreadsheets run no cell of this file. */
const toCsv = (lines: string[][]): string => `${byteOrderMark}${toLines(lines)}`

const toLines = (lines: string[][]): string =>
  `${Papa.unparse(lines, { escapeFormulae: formulaStart, newline: '\r\n' })}\r\n`

/** Never contains a credential. */
export const accountsCsv = (accounts: readonly Account[]): string => reportCsv(accountColumns, accounts)

const accountColumns: readonly ReportColumn<Account>[] = [
  ['User Name', ({ username }) => username],
  ['Group', ({ group }) => group],
  ['Status', (account) => ({ active: 'ACTIVE', inactive: 'IN ACTIVE', unknown: '' })[activityOf(account)]],
  ['Reason', ({ inactive_reason }) => inactive_reason],
  ['Created At', ({ created_at }) => created_at],
]

export const taskItemsCsv = ({ items }: Task): string => reportCsv(itemColumns, items)

const itemColumns: readonly ReportColumn<TaskItem>[] = [
  ['#', (_, index) => index + 1],
  ['Reply ID', ({ reply_id }) => reply_id],
  ['Retry Count', ({ retry_count }) => retry_count],
  ['Twitter Username', ({ twitter_username }) => twitter_username],
  ['Status', ({ status }) => status],
  ['Error Message', ({ error }) => error],
  ['Created At', ({ created_at }) => created_at],
  ['Updated At', ({ updated_at }) => updated_at],
  ['Reply Tweet ID', ({ reply_tweet_id }) => reply_tweet_id],
  ['Content', ({ content }) => content],
]

export const activityCsv = (entries: readonly TrailEntry[]): string => {
  const isOfEverybody = entries.some(({ operator }) => operator !== undefined)
  return reportCsv(isOfEverybody ? [operatorColumn, ...activityColumns] : activityColumns, entries)
}

const operatorColumn: ReportColumn<TrailEntry> = ['Operator', ({ operator }) => operator]

const activityColumns: readonly ReportColumn<TrailEntry>[] = [
  ['When', ({ at }) => at],
  ['Action', ({ action }) => action],
  ['Whom', ({ subject }) => subject],
  ['Details', ({ detail }) => detail],
]

export const createDownloads = (page: Document) => {
  const download = createDownload(page)
  return {
    csvTemplate: () => download('media-agents.csv', templateCsv()),
    failedRows: (rejected: RejectedRow[], unsent: CsvRow[], isUnsure: boolean) =>
      download(rejected.length > 0 ? 'failed-rows.csv' : 'unsent-rows.csv', failedRowsCsv(rejected, unsent, isUnsure)),
    taskItems: (task: Task) => download(`task-${task.id}.csv`, taskItemsCsv(task)),
    activity: (entries: TrailEntry[]) => download('activity.csv', activityCsv(entries)),
    accounts: (accounts: Account[]) => download('media-agent-list.csv', accountsCsv(accounts)),
  }
}

const createDownload = (page: Document) => (fileName: string, csv: string) => saveFile(page, fileName, csv, 'text/csv')
