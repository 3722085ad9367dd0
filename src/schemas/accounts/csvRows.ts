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
  isGroupless?: boolean
}

/** A row that the server refused. `row` is its index among the file's rows, from 0. */
export interface RefusedRow {
  row: number
  reason: string
  /** Its group does not exist. */
  isGroupless: boolean
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

/** A file that the page holds. Machines know only this about it. */
export interface ChosenFile {
  id: string
  name: string
}

/** The rows of an import in the order of sending, without their cells, which the page holds. */
export interface ImportRows {
  file: string
  length: number
  /** From left to right, if the operator has chosen columns; null skips a column. */
  columns?: readonly (CsvColumn | null)[]
  /** Indexes among the file's rows, from 0; without it the order of the file. */
  order?: readonly number[]
  /** A later list applies to the groups after the earlier ones. */
  choices?: readonly (readonly GroupChoice[])[]
}

export interface ImportContent {
  rows: ImportRows
  rejected: RejectedRow[]
  /** All headers, if a column was guessed or two headers name the same column. */
  headers?: readonly HeaderMatch[] | undefined
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

/** Where the row that is sent at `index` is among the file's rows. */
export const placeInFile = ({ order }: ImportRows, index: number): number => order?.[index] ?? index

/** Reads rows on demand. */
export const rowsOf = (
  { rows, rowsAs }: CsvContent,
  { columns, order, length, choices = [] }: Omit<ImportRows, 'file'>,
): CsvRows => {
  const read = (columns && rowsAs?.(columns.map((column) => column ?? undefined))) ?? rows
  const groupsOf = choices.map((list) => new Map(list.map(({ named, group }) => [named, group])))
  const at = (index: number): CsvRow | undefined => {
    const row = index < length ? read.at(order?.[index] ?? index) : undefined
    return row && { ...row, values: { ...row.values, group: groupIn(groupsOf, row.values.group) } }
  }
  return {
    length,
    at,
    *[Symbol.iterator]() {
      for (let index = 0; index < length; index += 1) {
        const row = at(index)
        if (row) yield row
      }
    },
  }
}

const groupIn = (lists: ReadonlyMap<string, string>[], group: string): string =>
  lists.reduce((current, groups) => groups.get(current) ?? current, group)
