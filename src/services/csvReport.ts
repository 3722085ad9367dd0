import Papa from 'papaparse'
import { csvColumns } from '../schemas/accounts'
import type { RejectedRow } from '../schemas/csvRows'

/** Cells that a spreadsheet would run; `parseCsv` takes the apostrophe away again. Usernames keep their `@`. */
const formulaStart = /^'*[=+\-\t\r]/

/** The rows that failed, in the import file's own columns plus `error`: mended, it can be imported as it is. */
export const failedRowsCsv = (rejected: RejectedRow[]): string =>
  toCsv([
    [...csvColumns, 'error'],
    ...rejected.flatMap(({ values, reason }) => (values ? [[...csvColumns.map((name) => values[name]), reason]] : [])),
  ])

/** An import file with its header alone. */
export const templateCsv = (): string => toCsv([[...csvColumns]])

const byteOrderMark = '\uFEFF'

/** A file that spreadsheets open as it is, with no cell that they would run. */
export const toCsv = (lines: string[][]): string =>
  `${byteOrderMark}${Papa.unparse(lines, { escapeFormulae: formulaStart, newline: '\r\n' })}\r\n`
