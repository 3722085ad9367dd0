import Papa from 'papaparse'
import {
  type CsvContent,
  type CsvRow,
  type CsvRows,
  csvColumns,
  type HeaderMatch,
  type RejectedRow,
} from '../../schemas/accounts/csvRows'

/** Keeps the text and positions of rows: 100,000 objects would block the page or worker longer than finding them. */
export interface CsvIndex {
  text: string
  delimiter: string
  newline: '\n' | '\r\n'
  /** For each of `csvColumns` the field's index, from 0; -1 if the file has no such column. */
  positions: number[]
  /** Start and end of each row in `text`, with the line end: two numbers per row. */
  bounds: Uint32Array<ArrayBuffer>
  /** The line on which each row starts, from 1. */
  lines: Uint32Array<ArrayBuffer>
  rejected: RejectedRow[]
  /** All headers if at least one column was guessed. */
  headers: HeaderMatch[] | undefined
}

/** Rows are read on demand. The field is private, so that no copy of a snapshot contains credentials. */
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

const escapedFormula = /^'+(?:[=+\-＝＋－＠\t\r\0]|@(?![\p{L}\p{N}_]+$))/u

/** Removes the apostrophe that stops spreadsheets from running a cell; every line end becomes `\n`. */
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
