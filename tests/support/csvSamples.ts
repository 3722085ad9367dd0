import { type CsvContent, type CsvRow, csvColumns } from '../../src/schemas/accounts/csvRows'
import { indexCsv } from '../../src/services/csv/csvText'
import { contentOf } from '../../src/services/csv/indexedRows'

export const header = csvColumns.join(',')
const fields = (username: string) => [username, 'id', 'is', 'key', 'ks', 'token', 'ts', 'Launch']
export const line = (username: string) => fields(username).join(',')
export const values = (username: string): CsvRow['values'] => ({
  username,
  client_id: 'id',
  client_secret: 'is',
  api_key: 'key',
  api_secret: 'ks',
  access_token: 'token',
  access_token_secret: 'ts',
  group: 'Launch',
})
export const parseCsv = (bytes: Uint8Array) => listed(contentOf(indexCsv(bytes)))
export const listed = ({ rows, rejected }: CsvContent) => ({ rows: [...rows], rejected })
export const utf8 = (text: string) => new TextEncoder().encode(text)
export const two = {
  rows: [
    { line: 2, values: values('@ada') },
    { line: 3, values: values('@zoë') },
  ],
  rejected: [],
}
export const file = `${header}\n${line('@ada')}\n${line('@zoë')}\n`
