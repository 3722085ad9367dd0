import Papa from 'papaparse'
import { csvColumns } from '../schemas/accounts'
import type { CsvColumn, CsvContent, CsvRow, RejectedRow } from '../schemas/csvRows'
import { CsvError } from './csvError'

const delimiters = [',', ';', '\t']
const required = csvColumns.filter((column) => column !== 'group')
const escapedFormula = /^'+[=+\-\t\r]/

/**
 * Reads an import file as spreadsheets write them: UTF-8, UTF-16 or Windows-1252; comma, semicolon or tab; any line
 * end; an optional `sep=` line; headers in any case and spacing. Blank lines are left out.
 *
 * @throws CsvError where the header has no username column.
 */
export const parseCsv = (bytes: Uint8Array): CsvContent => {
  const text = decode(bytes).replace(/\r\n?/g, '\n')
  const separatorLine = /^sep=(.)\n/i.exec(text)
  const body = separatorLine ? text.slice(separatorLine[0].length) : text
  if (body.trim() === '') return { rows: [], rejected: [] }
  const delimiter = separatorLine?.[1] ?? guessDelimiter(body)
  const parsed = Papa.parse<string[]>(body, { delimiter, newline: '\n' })
  return arrange(parsed.data, misquotedRows(parsed.errors), separatorLine ? 2 : 1)
}

const decode = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes[0] !== 0 && bytes[1] === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0 && bytes[1] !== 0) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const plain = (header: string) => header.toLowerCase().replace(/[^a-z]/g, '')

const columnsByPlainName = new Map(csvColumns.map((column) => [plain(column), column]))

const columnOf = (header: string): CsvColumn | undefined => columnsByPlainName.get(plain(header))

const guessDelimiter = (body: string): string => {
  const header = body.trimStart().split('\n', 1)[0] ?? ''
  const known = (delimiter: string) =>
    (Papa.parse<string[]>(header, { delimiter }).data[0] ?? []).filter((name) => columnOf(name)).length
  return delimiters.reduce((best, each) => (known(each) > known(best) ? each : best))
}

const misquotedRows = (errors: Papa.ParseError[]): Map<number, string> =>
  new Map(errors.flatMap(({ type, code, row }) => (type === 'Quotes' && row !== undefined ? [[row, code]] : [])))

const isBlank = (fields: string[]) => fields.every((field) => field.trim() === '')

const newlines = (fields: string[]) => fields.join('').split('\n').length - 1

const arrange = (records: string[][], misquoted: Map<number, string>, firstLine: number): CsvContent => {
  let line = firstLine
  let columns: (CsvColumn | undefined)[] | undefined
  const rows: CsvRow[] = []
  const rejected: RejectedRow[] = []
  for (const [index, fields] of records.entries()) {
    const start = line
    line += 1 + newlines(fields)
    if (isBlank(fields)) continue
    const quoteError = misquoted.get(index)
    if (!columns) {
      if (quoteError) throw new CsvError(`Line ${start}: a quote in the header is never closed`)
      columns = readHeader(fields)
    } else if (quoteError) {
      rejected.push(rejectMisquoted(fields, quoteError, start, columns))
    } else {
      rows.push({ line: start, values: valuesOf(fields, columns) })
    }
  }
  return { rows, rejected }
}

const readHeader = (fields: string[]): (CsvColumn | undefined)[] => {
  const columns = fields.map(columnOf)
  if (columns.includes('username')) return columns
  throw new CsvError(`The file needs a username column. Its columns are ${required.join(', ')} and, if wanted, group.`)
}

const valuesOf = (fields: string[], columns: (CsvColumn | undefined)[]): CsvRow['values'] => {
  const value = (column: CsvColumn) => {
    const field = fields[columns.indexOf(column)] ?? ''
    return (escapedFormula.test(field) ? field.slice(1) : field).trim()
  }
  return {
    username: value('username'),
    client_id: value('client_id'),
    client_secret: value('client_secret'),
    api_key: value('api_key'),
    api_secret: value('api_secret'),
    access_token: value('access_token'),
    access_token_secret: value('access_token_secret'),
    group: value('group'),
  }
}

/** Names the line where the quote opens: the fields before the last one are read as they stand. */
const rejectMisquoted = (
  fields: string[],
  code: string,
  start: number,
  columns: (CsvColumn | undefined)[],
): RejectedRow => {
  const at = code === 'MissingQuotes' ? start + newlines(fields.slice(0, -1)) : start
  const swallowed = newlines(fields)
  const username = columns.indexOf('username')
  const isReadable = username !== fields.length - 1
  return {
    line: start,
    username: isReadable ? (fields[username] ?? '').trim() : '',
    reason:
      swallowed === 0
        ? `Line ${at}: a quote is not closed properly`
        : `Line ${at}: a quote is not closed properly, so the lines up to ${start + swallowed} were not read`,
  }
}
