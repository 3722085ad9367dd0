import Papa from 'papaparse'
import * as words from '../../schemas/accounts/accounts.words'
import {
  type CsvColumn,
  columnProblems,
  csvColumns,
  type HeaderMatch,
  type RejectedRow,
} from '../../schemas/accounts/csvRows'
import { plainText } from '../../schemas/gate/characters'
import { fieldNamed } from '../../schemas/gate/keys'
import { CsvError } from './csvError'
import type { CsvIndex } from './indexedRows'

const delimiters = [',', ';', '\t', '|']
const required = csvColumns.filter((column) => column !== 'group')
/** Characters parsed at once. Memory is freed between chunks, which halves the time. */
const chunkSize = 1024 * 1024

/**
 * Finds the rows of an import file as spreadsheets write them: UTF-8, UTF-16 or Windows-1252; comma, semicolon, tab or
 * bar; any line end; an optional `sep=` line; an optional title line; headers in any case and spacing, or in the words
 * of X and common libraries. Blank lines are skipped. Headers are returned if a column was guessed or two headers have
 * the same name. @throws CsvError if the header has no username column.
 */
export const indexCsv = (bytes: Uint8Array): CsvIndex => {
  const decoded = decode(bytes)
  const newline = hasOnlyCrlf(decoded) ? '\r\n' : '\n'
  const whole = newline === '\n' ? withPlainLineEnds(decoded) : decoded
  const separatorLine = /^sep=(.)\r?\n/i.exec(whole)
  const body = withoutMark(separatorLine ? whole.slice(separatorLine[0].length) : whole)
  const delimiter = separatorLine?.[1] ?? guessDelimiter(body)
  const text = withQuotesAtTheStart(body, delimiter)
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

/** Writing a spreadsheet's text again takes as long as parsing it. */
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

/** Removes blanks before a quote that opens a field, because the parser would treat the quote as part of the field. */
const withQuotesAtTheStart = (text: string, delimiter: string): string => {
  const end = `\\n\\u{${delimiter.charCodeAt(0).toString(16)}}`
  const gap = `(?:(?![${end}])[\\s\\p{Default_Ignorable_Code_Point}])`
  if (!new RegExp(`(?:^|[${end}])${gap}+"`, 'u').test(text)) return text
  const field = new RegExp(`(^|[${end}])${gap}*("[^"]*(?:""[^"]*)*"${gap}*(?=[${end}]|$))?`, 'gu')
  return text.replace(field, (written, before: string, quoted?: string) => (quoted ? before + quoted : written))
}

/** PapaParse removes this mark too and counts from behind it. */
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

const plain = (header: string) =>
  plainText(header)
    .toLowerCase()
    .replace(/[^a-z]/g, '')

const columnsByPlainName = new Map(csvColumns.map((column) => [plain(column), column]))

const columnOf = (header: string): CsvColumn | undefined => columnsByPlainName.get(plain(header))

const guessDelimiter = (text: string): string => {
  const titleAndHeader = text.trimStart().split('\n', 2).join('\n')
  const known = (delimiter: string) =>
    Papa.parse<string[]>(titleAndHeader, { delimiter, newline: '\n' })
      .data.flat()
      .filter((name) => fieldNamed(name)).length
  return delimiters.reduce((best, each) => (known(each) > known(best) ? each : best))
}

const isBlank = (fields: string[]) => fields.every((field) => field.trim() === '')

const newlines = (fields: string[]) => fields.join('').split('\n').length - 1

const createTable = (text: string, firstLine: number) => {
  const bounds: number[] = []
  const lines: number[] = []
  const rejected: RejectedRow[] = []
  let line = firstLine
  let start = 0
  let headers: Header[] | undefined
  let columns: (CsvColumn | undefined)[] = []
  let isTitled = false

  const lineEndsBefore = (end: number): number => {
    let count = 0
    for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1
    return count
  }

  return {
    /** @param end the record's end in `text`, with its line end. */
    add(fields: string[], end: number, quoteError: string | undefined): void {
      if (!isBlank(fields)) {
        if (!headers) {
          headers = readHeader(fields, line, quoteError)
          columns = headers?.map(({ column }) => column) ?? []
          if (!headers && (isTitled || !isTitle(fields))) throw new CsvError(usernameMissing)
          isTitled = true
        } else if (quoteError) rejected.push(rejectMisquoted(fields, quoteError, line, columns))
        else {
          bounds.push(start, end)
          lines.push(line)
        }
      }
      line += lineEndsBefore(end)
      start = end
    },
    close: (): Omit<CsvIndex, 'text' | 'delimiter' | 'newline'> => {
      if (!headers && isTitled) throw new CsvError(usernameMissing)
      return {
        positions: csvColumns.map((column) => columns.indexOf(column)),
        bounds: new Uint32Array(bounds),
        lines: new Uint32Array(lines),
        rejected,
        headers: headers && isDoubtful(headers) ? headers.map(({ header, column }) => ({ header, column })) : undefined,
      }
    },
  }
}

interface Header extends HeaderMatch {
  isGuessed: boolean
}

/** True if the operator must confirm the columns. */
const isDoubtful = (headers: readonly Header[]): boolean =>
  headers.some(({ isGuessed }) => isGuessed) || columnProblems(headers).duplicates.length > 0

const usernameMissing = words.usernameColumnMissing(required.join(', '))

/** Numbers writes the table's name into a line of its own. */
const isTitle = (fields: string[]) => fields.filter((field) => field.trim() !== '').length === 1

/** Undefined if no header names a username. A column's own name wins over other words for it. */
const readHeader = (fields: string[], line: number, quoteError: string | undefined): Header[] | undefined => {
  if (quoteError) throw new CsvError(words.quoteInHeader(line))
  const taken = new Set(fields.map(columnOf))
  const headers = fields.map((field): Header => {
    const header = field.trim()
    const column = columnOf(field)
    const guess = column ? undefined : fieldNamed(field)
    if (!guess || taken.has(guess)) return { header, column, isGuessed: false }
    taken.add(guess)
    return { header, column: guess, isGuessed: true }
  })
  return taken.has('username') ? headers : undefined
}

/**
 * Names the line where the quote opens. An unclosed quote reaches the end of the file, whose last line end begins no
 * other line.
 */
const rejectMisquoted = (
  fields: string[],
  code: string,
  start: number,
  columns: (CsvColumn | undefined)[],
): RejectedRow => {
  const isNeverClosed = code === 'MissingQuotes'
  const at = isNeverClosed ? start + newlines(fields.slice(0, -1)) : start
  const swallowed = newlines(fields) - (isNeverClosed && fields.at(-1)?.endsWith('\n') ? 1 : 0)
  const username = columns.indexOf('username')
  const isReadable = username !== fields.length - 1
  return {
    line: start,
    username: isReadable ? (fields[username] ?? '').trim() : '',
    reason: swallowed === 0 ? words.quoteNotClosed(at) : words.quoteNotClosedUntil(at, start + swallowed),
  }
}
