import { credentialNames } from './accounts'

/** In the order of the template. */
export const csvColumns = ['username', ...credentialNames, 'group'] as const
export type CsvColumn = (typeof csvColumns)[number]

/** `line`: the line of the file on which the row starts, from 1. */
export interface CsvRow {
  line: number
  values: Record<CsvColumn, string>
}

/** `values` is missing if the row could not be read. */
export interface RejectedRow {
  line: number
  username: string
  reason: string
  values?: Record<CsvColumn, string>
  /** The row's index in the file, from 0, if its group does not exist. */
  groupless?: number
}

/** `column`: the column that the header means, if any. */
export interface HeaderMatch {
  header: string
  column: CsvColumn | undefined
}

/** Rows with the group `named` get `group`. `isNew`: the group is created first. */
export interface GroupChoice {
  named: string
  group: string
  isNew: boolean
}

/** Rows are read on demand. */
export interface CsvRows extends Iterable<CsvRow> {
  readonly length: number
  at(index: number): CsvRow | undefined
}

export interface CsvContent {
  rows: CsvRows
  rejected: RejectedRow[]
  /** All headers, if a column was guessed or two headers name the same column. */
  headers?: readonly HeaderMatch[] | undefined
  /** The same rows with these columns, from left to right. */
  rowsAs?: ((columns: readonly (CsvColumn | undefined)[]) => CsvRows) | undefined
}

/** `duplicates` prevent an import. `missing` will be empty in every row. */
export const columnProblems = (headers: readonly HeaderMatch[]) => {
  const count = (name: CsvColumn) => headers.filter(({ column }) => column === name).length
  return {
    duplicates: csvColumns.filter((name) => count(name) > 1),
    missing: csvColumns.filter((name) => name !== 'group' && count(name) === 0),
  }
}

export const areUsable = (headers: readonly HeaderMatch[]): boolean => {
  const { duplicates, missing } = columnProblems(headers)
  return duplicates.length === 0 && !missing.includes('username')
}

/** Reads rows on demand, like `rows`. */
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
