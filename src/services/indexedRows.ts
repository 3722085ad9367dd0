import Papa from 'papaparse'
import {
  type CsvContent,
  type CsvRow,
  type CsvRows,
  csvColumns,
  type HeaderMatch,
  type RejectedRow,
} from '../schemas/csvRows'

/**
 * A file's text and where its rows stand in it: as objects, or as the values of each, 100,000 rows would hold up the
 * page, or the worker, for longer than it takes to find them.
 */
export interface CsvIndex {
  /** What stands below an eventual `sep=` line. */
  text: string
  delimiter: string
  /** How every line of `text` ends. */
  newline: '\n' | '\r\n'
  /** Which of a row's fields each of `csvColumns` is, from 0; -1 where the file has no such column. */
  positions: number[]
  /** Where each row starts and where it ends in `text`, its line end included: two numbers a row. */
  bounds: Uint32Array<ArrayBuffer>
  /** The line of the file on which each row starts, from 1. */
  lines: Uint32Array<ArrayBuffer>
  rejected: RejectedRow[]
  /** All headers, where the column of at least one was guessed. */
  headers: HeaderMatch[] | undefined
}

/** Rows that are read when they are asked for. Private, so that no copy of a snapshot holds their credentials. */
class IndexedRows implements CsvRows {
  readonly #index: CsvIndex

  constructor(index: CsvIndex) {
    this.#index = index
  }

  get length(): number {
    return this.#index.lines.length
  }

  at(at: number): CsvRow | undefined {
    const { text, delimiter, newline, positions, bounds, lines } = this.#index
    const line = lines[at]
    if (line === undefined) return undefined
    const record = text.slice(bounds[2 * at], bounds[2 * at + 1])
    const [fields = []] = Papa.parse<string[]>(record, { delimiter, newline }).data
    const value = (column: number) => plainValue(fields[positions[column] ?? -1] ?? '')
    return {
      line,
      values: Object.fromEntries(csvColumns.map((name, column) => [name, value(column)])) as CsvRow['values'],
    }
  }

  *[Symbol.iterator](): Iterator<CsvRow> {
    for (let at = 0; at < this.length; at += 1) {
      const row = this.at(at)
      if (row) yield row
    }
  }
}

const escapedFormula = /^'+(?:[=+\-\t\r\0]|@(?![\p{L}\p{N}_]+$))/u

/** Without the apostrophe that keeps a spreadsheet from running it; every line end a `\n`. */
const plainValue = (field: string) => {
  const plain = field.replaceAll('\r\n', '\n')
  return (escapedFormula.test(plain) ? plain.slice(1) : plain).trim()
}

export const contentOf = (index: CsvIndex): CsvContent => ({
  rows: new IndexedRows(index),
  rejected: index.rejected,
  headers: index.headers,
  rowsAs: (columns) => new IndexedRows({ ...index, positions: csvColumns.map((column) => columns.indexOf(column)) }),
})
