import Papa from 'papaparse'
import { csvColumns } from '../schemas/accounts'
import type { CsvColumn, RejectedRow } from '../schemas/csvRows'
import { CsvError } from './csvError'
import { createPacker, type PackedCsv } from './packedRows'

const delimiters = [',', ';', '\t']
const required = csvColumns.filter((column) => column !== 'group')
/** Characters that are parsed at once: what was made of them is gone before the next, which halves the time. */
const chunkSize = 1024 * 1024
const escapedFormula = /^'+[=+\-\t\r]/

/**
 * Reads an import file as spreadsheets write them: UTF-8, UTF-16 or Windows-1252; comma, semicolon or tab; any line
 * end; an optional `sep=` line; headers in any case and spacing. Blank lines are left out.
 *
 * @throws CsvError where the header has no username column.
 */
export const packCsv = (bytes: Uint8Array): PackedCsv => {
  const text = withPlainLineEnds(decode(bytes))
  const separatorLine = /^sep=(.)\n/i.exec(text)
  const body = separatorLine ? text.slice(separatorLine[0].length) : text
  if (body.trim() === '') return createPacker().pack([])
  const delimiter = separatorLine?.[1] ?? guessDelimiter(body)
  const table = createTable(separatorLine ? 2 : 1, body.includes('"'))
  const inPieces = {
    delimiter,
    newline: '\n' as const,
    chunkSize,
    chunk: ({ data, errors }: Papa.ParseResult<string[]>) => {
      const misquoted = misquotedRows(errors)
      for (const [index, fields] of data.entries()) table.add(fields, misquoted.get(index))
    },
  }
  Papa.parse<string[]>(body, inPieces)
  return table.pack()
}

const withPlainLineEnds = (text: string) => text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')

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

/** Takes a file's records in their order. @param isQuoted whether a value may hold a line end. */
const createTable = (firstLine: number, isQuoted: boolean) => {
  const packer = createPacker()
  const rejected: RejectedRow[] = []
  let line = firstLine
  let columns: (CsvColumn | undefined)[] | undefined
  let positions: number[] = []
  const start = (fields: string[], quoteError: string | undefined) => {
    if (quoteError) throw new CsvError(`Line ${line}: a quote in the header is never closed`)
    columns = readHeader(fields)
    positions = csvColumns.map((column) => columns?.indexOf(column) ?? -1)
  }
  return {
    add(fields: string[], quoteError: string | undefined): void {
      if (!isBlank(fields)) {
        if (!columns) start(fields, quoteError)
        else if (quoteError) rejected.push(rejectMisquoted(fields, quoteError, line, columns))
        else
          packer.add(
            line,
            positions.map((position) => plainValue(fields[position] ?? '')),
          )
      }
      line += isQuoted ? 1 + newlines(fields) : 1
    },
    pack: () => packer.pack(rejected),
  }
}

/** Without the apostrophe that keeps a spreadsheet from running it. */
const plainValue = (field: string) =>
  (field.startsWith("'") && escapedFormula.test(field) ? field.slice(1) : field).trim()

const readHeader = (fields: string[]): (CsvColumn | undefined)[] => {
  const columns = fields.map(columnOf)
  if (columns.includes('username')) return columns
  throw new CsvError(`The file needs a username column. Its columns are ${required.join(', ')} and, if wanted, group.`)
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
