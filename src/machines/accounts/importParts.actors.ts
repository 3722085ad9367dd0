import { editAccountForm, emptyAccountForm } from '../../schemas/accounts/accountForm'
import * as words from '../../schemas/accounts/accounts.words'
import {
  type CsvContent,
  type CsvRow,
  type CsvRows,
  type ImportRows,
  type RefusedRow,
  type RejectedRow,
  rowsOf,
} from '../../schemas/accounts/csvRows'
import { checkForm } from '../../schemas/checkForm'
import { groupCalls } from '../../schemas/groups/groups'
import { groupMessages } from '../../schemas/groups/groups.words'
import type { ConsoleServices } from '../../services/services'
import { failureText } from '../crud/failure'
import type { CsvImportContext } from './csvImport'

/** `detail`: the reason, for the operator. */
class ImportProblem extends Error {
  override readonly name = 'ImportProblem'
  constructor(readonly detail: string) {
    super(detail)
  }
}

const rowForm = editAccountForm(emptyAccountForm)

/**
 * Removes what surrounds keys and handles. A field may be empty, because the server's refusal names the missing field.
 */
export const readRow = (values: CsvRow['values']): CsvRow['values'] => {
  const row = checkForm(rowForm, values)
  if ('body' in row) return row.body
  throw new ImportProblem(Object.values(row.errors).join('. '))
}

export const createGroups = async (
  client: ConsoleServices['client'],
  { names, fileName }: { names: string[]; fileName: string },
): Promise<void> => {
  const { createGroup } = client(groupCalls)
  const description = words.groupFromImport(fileName).slice(0, 1000)
  try {
    for (const name of names) await createGroup({ body: { name, description } })
  } catch (error) {
    throw new ImportProblem(failureText(error, groupMessages.createFailed))
  }
}

/** The rows that an import knows without their cells. */
export const createImportReader = ({ files }: Pick<ConsoleServices, 'files'>) => ({
  rows: (rows: ImportRows): CsvRows => rowsOf(files.contentOf(rows.file), rows),
  rejected: ({ rows, rejected }: Pick<CsvImportContext, 'rows' | 'rejected'>): RejectedRow[] =>
    readRefused(files.contentOf(rows.file), rows, rejected),
})

/** Refused rows with their lines and values. */
const readRefused = (
  content: CsvContent,
  { order: _, ...rows }: ImportRows,
  rejected: readonly (RejectedRow | RefusedRow)[],
): RejectedRow[] => {
  const inFile = rowsOf(content, rows)
  return rejected.map((each) => {
    if (!('row' in each)) return each
    const { row, reason, isGroupless } = each
    const { line = 0, values } = inFile.at(row) ?? {}
    return { line, username: values?.username ?? '', reason, isGroupless, ...(values ? { values } : {}) }
  })
}
