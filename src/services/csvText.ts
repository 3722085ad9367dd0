import Papa from 'papaparse'
import { type CsvColumn, csvColumns, type RejectedRow } from '../schemas/csvRows'
import { CsvError } from './csvError'
import type { CsvIndex } from './indexedRows'

const delimiters = [',', ';', '\t']
const required = csvColumns.filter((column) => column !== 'group')
/** Characters that are parsed at once: what was made of them is gone before the next, which halves the time. */
const chunkSize = 1024 * 1024

/**
 * Finds the rows of an import file as spreadsheets write them: UTF-8, UTF-16 or Windows-1252; comma, semicolon or tab;
 * any line end; an optional `sep=` line; headers in any case and spacing. Blank lines are left out.
 *
 * @throws CsvError where the header has no username column.
 */
export const indexCsv = (bytes: Uint8Array): CsvIndex => {
  const decoded = decode(bytes)
  const newline = hasOnlyCrlf(decoded) ? '\r\n' : '\n'
  const whole = newline === '\n' ? withPlainLineEnds(decoded) : decoded
  const separatorLine = /^sep=(.)\r?\n/i.exec(whole)
  const text = withoutMark(separatorLine ? whole.slice(separatorLine[0].length) : whole)
  const delimiter = separatorLine?.[1] ?? guessDelimiter(text)
  const table = createTable(text, separatorLine ? 2 : 1)
  Papa.parse<string[]>(text, {
    delimiter,
    newline,
    chunkSize,
    step: ({ data, errors, meta }) => {
      table.add(data, meta.cursor, errors.findLast(({ type }) => type === 'Quotes')?.code)
    },
  })
  return { text, delimiter, newline, ...table.close() }
}

/** Then it stays as it stands: to write a spreadsheet's text anew takes as long as to parse it. */
const hasOnlyCrlf = (text: string): boolean => {
  let carriageReturn = text.indexOf('\r')
  let lineFeed = text.indexOf('\n')
  while (carriageReturn !== -1 && lineFeed === carriageReturn + 1) {
    carriageReturn = text.indexOf('\r', lineFeed)
    lineFeed = text.indexOf('\n', lineFeed + 1)
  }
  return carriageReturn === -1 && lineFeed === -1
}

const withPlainLineEnds = (text: string) => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)

/** A mark that decoding leaves: PapaParse drops it as well, and counts from behind it. */
const withoutMark = (text: string) => text.replace(/^\uFEFF+/, '')

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

const guessDelimiter = (text: string): string => {
  const header = text.trimStart().split('\n', 1)[0] ?? ''
  const known = (delimiter: string) =>
    (Papa.parse<string[]>(header, { delimiter }).data[0] ?? []).filter((name) => columnOf(name)).length
  return delimiters.reduce((best, each) => (known(each) > known(best) ? each : best))
}

const isBlank = (fields: string[]) => fields.every((field) => field.trim() === '')

const newlines = (fields: string[]) => fields.join('').split('\n').length - 1

/** Takes the records of `text` in their order, and keeps where the rows among them stand. */
const createTable = (text: string, firstLine: number) => {
  const bounds: number[] = []
  const lines: number[] = []
  const rejected: RejectedRow[] = []
  let line = firstLine
  let start = 0
  let columns: (CsvColumn | undefined)[] | undefined

  const lineEndsBefore = (end: number): number => {
    let count = 0
    for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1
    return count
  }

  return {
    /** @param end where the record ends in `text`, its line end included. */
    add(fields: string[], end: number, quoteError: string | undefined): void {
      if (!isBlank(fields)) {
        if (!columns) columns = readHeader(fields, line, quoteError)
        else if (quoteError) rejected.push(rejectMisquoted(fields, quoteError, line, columns))
        else {
          bounds.push(start, end)
          lines.push(line)
        }
      }
      line += lineEndsBefore(end)
      start = end
    },
    close: (): Omit<CsvIndex, 'text' | 'delimiter' | 'newline'> => ({
      positions: csvColumns.map((column) => columns?.indexOf(column) ?? -1),
      bounds: new Uint32Array(bounds),
      lines: new Uint32Array(lines),
      rejected,
    }),
  }
}

const readHeader = (fields: string[], line: number, quoteError: string | undefined): (CsvColumn | undefined)[] => {
  if (quoteError) throw new CsvError(`Line ${line}: a quote in the header is never closed`)
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
