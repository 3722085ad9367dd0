import Papa from 'papaparse'
import type { RejectedRow } from '../schemas/csvRows'
import { csvColumns } from '../schemas/csvRows'

/** Cells that a spreadsheet would run; `IndexedRows` takes the apostrophe away again. Usernames keep their `@`. */
const formulaStart = /^'*[=+\-\t\r]/

/** The rows that failed, in the import file's own columns plus `error`: mended, it can be imported as it is. */
export const failedRowsCsv = (rejected: RejectedRow[]): string =>
  toCsv([
    [...csvColumns, 'error'],
    ...rejected.flatMap(({ values, reason }) => (values ? [[...csvColumns.map((name) => values[name]), reason]] : [])),
  ])

/** An import file with its header alone. */
export const templateCsv = (): string => toCsv([[...csvColumns]])

type Value = string | number | null | undefined

/** A column's name and what stands in it; `index` is the row's, from 0. */
export type ReportColumn<TRow> = [name: string, read: (row: TRow, index: number) => Value]

/** One line per row below the columns' names. */
export const reportCsv = <TRow>(columns: readonly ReportColumn<TRow>[], rows: readonly TRow[]): string =>
  toCsv([
    columns.map(([name]) => name),
    ...rows.map((row, index) => columns.map(([, read]) => String(read(row, index) ?? ''))),
  ])

const byteOrderMark = '\uFEFF'

/** A file that spreadsheets open as it is, with no cell that they would run. */
const toCsv = (lines: string[][]): string =>
  `${byteOrderMark}${Papa.unparse(lines, { escapeFormulae: formulaStart, newline: '\r\n' })}\r\n`
