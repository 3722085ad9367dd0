import { csvColumns } from '../schemas/accounts'
import type { CsvContent, CsvRow, CsvRows, RejectedRow } from '../schemas/csvRows'

const width = csvColumns.length
const rowsPerPiece = 1000

/** A file's rows as a worker hands them over: as objects, 100,000 of them would hold the page up for half a second. */
export interface PackedCsv {
  /** UTF-8 of all values of all rows, one after the other, in the order of `csvColumns`. */
  text: Uint8Array<ArrayBuffer>
  /** Where each value ends in `text`. */
  ends: Uint32Array<ArrayBuffer>
  /** Where each row starts in the file, from line 1. */
  lines: Uint32Array<ArrayBuffer>
  rejected: RejectedRow[]
}

export const createPacker = () => {
  const encoder = new TextEncoder()
  const pieces: Uint8Array[] = []
  const ends: number[] = []
  const lines: number[] = []
  let values: string[] = []
  let length = 0

  const flush = () => {
    const piece = encoder.encode(values.join(''))
    const units = values.reduce((sum, value) => sum + value.length, 0)
    const isAscii = piece.length === units
    for (const value of values) {
      length += isAscii ? value.length : encoder.encode(value).length
      ends.push(length)
    }
    pieces.push(piece)
    values = []
  }

  return {
    /** @param row its values in the order of `csvColumns`. */
    add(line: number, row: string[]): void {
      values.push(...row)
      lines.push(line)
      if (lines.length % rowsPerPiece === 0) flush()
    },
    pack(rejected: RejectedRow[]): PackedCsv {
      flush()
      return { text: concat(pieces, length), ends: new Uint32Array(ends), lines: new Uint32Array(lines), rejected }
    },
  }
}

const concat = (pieces: Uint8Array[], length: number): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Rows that are made when they are asked for. Private, so that no copy of a snapshot holds their credentials. */
class PackedRows implements CsvRows {
  readonly #packed: PackedCsv
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })

  constructor(packed: PackedCsv) {
    this.#packed = packed
  }

  get length(): number {
    return this.#packed.lines.length
  }

  at(index: number): CsvRow | undefined {
    const { text, ends, lines } = this.#packed
    const line = lines[index]
    if (line === undefined) return undefined
    const value = (column: number): string => {
      const position = index * width + column
      return this.#decoder.decode(text.subarray(position === 0 ? 0 : ends[position - 1], ends[position]))
    }
    const values = Object.fromEntries(csvColumns.map((name, column) => [name, value(column)])) as CsvRow['values']
    return { line, values }
  }

  *[Symbol.iterator](): Iterator<CsvRow> {
    for (let index = 0; index < this.length; index += 1) {
      const row = this.at(index)
      if (row) yield row
    }
  }
}

export const unpack = (packed: PackedCsv): CsvContent => ({ rows: new PackedRows(packed), rejected: packed.rejected })
