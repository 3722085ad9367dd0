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
  /** Where no group has the name that the row tells: which of the file's rows it is, from 0. */
  groupless?: number
}

/** A header of the file as it is written there, and the column that is meant by it, if any is. */
export interface HeaderMatch {
  header: string
  column: CsvColumn | undefined
}

/** Which group the rows get that name another; `isNew` where it is to be created first. */
export interface GroupChoice {
  named: string
  group: string
  isNew: boolean
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
  /** All headers of the file, where the column of at least one was guessed, or two name the same. */
  headers?: readonly HeaderMatch[] | undefined
  /** The same rows where the file's columns, from the left, are these. */
  rowsAs?: ((columns: readonly (CsvColumn | undefined)[]) => CsvRows) | undefined
}

/** What keeps a choice of columns from being imported, `duplicates`, and what every row will lack, `missing`. */
export const columnProblems = (headers: readonly HeaderMatch[]) => {
  const count = (name: CsvColumn) => headers.filter(({ column }) => column === name).length
  return {
    duplicates: csvColumns.filter((name) => count(name) > 1),
    missing: csvColumns.filter((name) => name !== 'group' && count(name) === 0),
  }
}

/** Each column is taken from one place of the file at most, and there are usernames. */
export const areUsable = (headers: readonly HeaderMatch[]): boolean => {
  const { duplicates, missing } = columnProblems(headers)
  return duplicates.length === 0 && !missing.includes('username')
}

/** The rows in another order, in the groups that were chosen. They are read when they are asked for, as before. */
export const regrouped = (rows: CsvRows, order: readonly number[], choices: readonly GroupChoice[]): CsvRows => {
  const groupOf = new Map(choices.map(({ named, group }) => [named, group]))
  const at = (index: number): CsvRow | undefined => {
    const row = rows.at(order[index] ?? rows.length)
    if (!row) return undefined
    const { group } = row.values
    return { ...row, values: { ...row.values, group: groupOf.get(group) ?? group } }
  }
  return {
    length: order.length,
    at,
    *[Symbol.iterator]() {
      for (const index of order.keys()) {
        const row = at(index)
        if (row) yield row
      }
    },
  }
}
