import { credentialNames } from './accounts'

/** The columns of the import file, in the order of the template. */
export const csvColumns = ['username', ...credentialNames, 'group'] as const
export type CsvColumn = (typeof csvColumns)[number]

/** One account of an import file; `line` is the line of the file on which the row starts, from 1. */
export interface CsvRow {
  line: number
  values: Record<CsvColumn, string>
}

/** A row that made no account, and why; without `values` where the row itself cannot be read. */
export interface RejectedRow {
  line: number
  username: string
  reason: string
  values?: Record<CsvColumn, string>
}

/** As an array, of which nothing is kept but what is asked for. */
export interface CsvRows extends Iterable<CsvRow> {
  readonly length: number
  at(index: number): CsvRow | undefined
}

/** What an import file holds: the rows to create, and those that are lost already. */
export interface CsvContent {
  rows: CsvRows
  rejected: RejectedRow[]
}
