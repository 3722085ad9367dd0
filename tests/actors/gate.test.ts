import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readRow } from '../../src/machines/accounts/importParts.actors'
import { newAccountForm } from '../../src/schemas/accounts/accountForm'
import { accountBody } from '../../src/schemas/accounts/accounts'
import { csvColumns } from '../../src/schemas/accounts/csvRows'
import { checkForm } from '../../src/schemas/checkForm'
import { indexCsv } from '../../src/services/csv/csvText'
import { contentOf } from '../../src/services/csv/indexedRows'
import { anyText } from '../support/outsideText'
import { sampleAccount } from '../support/serverFakes'

type Column = keyof typeof sample

const sample = sampleAccount('ada', 'Launch')

const byForm = (column: Column, text: string) => {
  const form = checkForm(newAccountForm, { ...sample, [column]: text })
  return 'body' in form ? form.body[column] : form.errors[column]
}

const byApi = (column: Column, text: string) => {
  const { data, error } = accountBody.safeParse({ ...sample, [column]: text })
  return data ? data[column] : error?.issues[0]?.message
}

const byCsv = (column: Column, text: string) => {
  const fields = csvColumns.map((each) => `"${(each === column ? text : sample[each]).replaceAll('"', '""')}"`)
  const file = new TextEncoder().encode(`${csvColumns.join(', ')}\n${fields.join(', ')}\n`)
  const row = contentOf(indexCsv(file)).rows.at(0)
  if (!row) throw new Error('The file has no row')
  try {
    return readRow(row.values)[column]
  } catch (error) {
    return (error as { detail: string }).detail
  }
}

it.each(csvColumns.filter((column) => column !== 'group'))(
  '%s has the same outcome in the form, a CSV file and the API',
  (column) => {
    fc.assert(
      fc.property(anyText, (text) => {
        const typed = text.toWellFormed()
        const outcome = byForm(column, typed)
        expect(byApi(column, typed)).toBe(outcome)
        expect(byCsv(column, typed)).toBe(outcome?.endsWith(' is required') ? '' : outcome)
      }),
    )
  },
)
