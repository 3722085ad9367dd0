export type Fields = Record<string, unknown>

/** @returns undefined for a list and for values that are not objects. */
export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined

/** Deeper values are ignored. No known answer is nested so deeply. */
const deepest = 64

/** Parsing a text that is nested too deeply could end the process or block it. */
const isTooDeep = (text: string): boolean => {
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    const letter = text.charCodeAt(index)
    if (letter === 0x5c) index += 1
    else if (letter === 0x22) index = endOfString(text, index + 1)
    else if (letter === 0x5b || letter === 0x7b) depth += 1
    else if (letter === 0x5d || letter === 0x7d) depth -= 1
    if (depth > deepest) return true
  }
  return false
}

/** @returns the position of the quote that ends the string, or the length of the text. */
const endOfString = (text: string, start: number): number => {
  for (let from = start; ; ) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return text.length
    let slashes = quote
    while (slashes > from && text.charCodeAt(slashes - 1) === 0x5c) slashes -= 1
    if ((quote - slashes) % 2 === 0) return quote
    from = quote + 1
  }
}

/** @returns undefined if the text is not JSON. */
export const strictJson = (text: string): unknown => {
  if (isTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export interface Loose {
  value: unknown
  /** Position in the text. */
  end: number
  /** `cut`: the text ends too early, and incomplete values are left out. `repaired`: its quotes are not escaped. */
  state: 'whole' | 'cut' | 'repaired'
}

class Broken extends Error {}

const blank = /[\s\p{Default_Ignorable_Code_Point}\ufeff]+|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/uy
const word = /[\p{L}_$][\p{L}\p{N}_$-]*/uy
const literal = /[-+]?(?:\d[\d.eE+-]*|true|false|null|None|True|False|undefined|NaN)/y
const literals: Fields = { true: true, True: true, false: false, False: false }
/** The text after a closing quote if quotes inside texts are not escaped. */
const afterText = /\s*(?:[\]}]|,\s*(?:["'“{[\]}]|\/\/|$)|$)/y
const afterName = /\s*:/y
const closing: Record<string, string> = { '"': '"', "'": "'", '`': '`', '“': '”' }
const special = /["'`”\\]/g
const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '\n': '' }

/**
 * Parses JSON as models write it, from `start`: with every kind of quotes, trailing commas, comments, names without
 * quotes, line breaks in texts, and any text after it.
 *
 * @param reading `repair`: a quote ends a text only before a character that may follow a text. `keep`: incomplete
 * values and their objects are included.
 * @returns undefined if parsing needs a guess.
 */
export const looseJson = (
  text: string,
  start = 0,
  reading: 'exact' | 'repair' | 'keep' = 'exact',
): Loose | undefined => {
  let at = start
  let isCut = false
  const isRepair = reading === 'repair'

  const skip = () => {
    blank.lastIndex = at
    while (blank.test(text)) at = blank.lastIndex
    if (at >= text.length) isCut = true
  }
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found === undefined) throw new Broken()
    at += found.length
    return found
  }
  const isBefore = (pattern: RegExp, index: number) => {
    pattern.lastIndex = index
    return pattern.test(text)
  }

  const escaped = (): string => {
    const letter = text.charAt(at + 1)
    const hex = /^[0-9a-f]{4}$/i.exec(text.slice(at + 2, at + 6))?.[0]
    at += letter === 'u' && hex ? 6 : 2
    if (letter === 'u') return hex ? String.fromCharCode(Number.parseInt(hex, 16)) : '\\u'
    return escapes[letter] ?? (/[\p{L}\p{N}]/u.test(letter) ? `\\${letter}` : letter)
  }

  const string = (end: string, isName: boolean): string | undefined => {
    const parts: string[] = []
    for (at += 1; ; ) {
      special.lastIndex = at
      const next = special.exec(text)?.index ?? text.length
      parts.push(text.slice(at, next))
      at = next
      if (at >= text.length) {
        isCut = true
        return reading === 'keep' ? parts.join('') : undefined
      }
      const mark = text.charAt(at)
      if (mark === '\\') parts.push(escaped())
      else if (mark !== end || (isRepair && !isBefore(isName ? afterName : afterText, at + 1))) {
        parts.push(mark)
        at += 1
      } else {
        at += 1
        return parts.join('')
      }
    }
  }

  const value = (depth: number): unknown => {
    skip()
    if (isCut) return undefined
    if (depth > deepest) throw new Broken()
    const letter = text.charAt(at)
    if (letter === '[') return list(depth)
    if (letter === '{') return object(depth)
    const end = letter === '“' && !isRepair ? undefined : closing[letter]
    return end === undefined ? (literals[take(literal)] ?? null) : string(end, false)
  }

  /** Skips the closing mark. */
  const goesOn = (close: string, isFirst: boolean): boolean => {
    skip()
    if (isCut) return false
    if (!isFirst && text.charAt(at) !== close) {
      take(/,/y)
      skip()
      if (isCut) return false
    }
    if (text.charAt(at) !== close) return true
    at += 1
    return false
  }

  const list = (depth: number): unknown[] => {
    const values: unknown[] = []
    at += 1
    while (goesOn(']', values.length === 0)) {
      const each = value(depth + 1)
      if (each !== undefined) values.push(each)
      if (isCut) break
    }
    return values
  }

  const object = (depth: number): Fields => {
    const entries: [string, unknown][] = []
    at += 1
    while (goesOn('}', entries.length === 0)) {
      const letter = text.charAt(at)
      const end = closing[letter]
      const name = end === undefined || (letter === '“' && !isRepair) ? take(word) : string(end, true)
      skip()
      if (isCut || name === undefined) break
      take(/:/y)
      entries.push([name, value(depth + 1)])
      if (isCut) break
    }
    // Without its other fields, an object does not show which of its texts counts.
    const isKept = ([, each]: [string, unknown]) => !isCut || reading === 'keep' || typeof each === 'object'
    return Object.fromEntries(entries.filter(isKept))
  }

  try {
    const found = value(0)
    return found === undefined
      ? undefined
      : { value: found, end: at, state: isCut ? 'cut' : isRepair ? 'repaired' : 'whole' }
  } catch (error) {
    if (error instanceof Broken) return undefined
    throw error
  }
}
