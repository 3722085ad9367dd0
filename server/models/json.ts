import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'

export type Fields = Record<string, unknown>

/** An object's own fields; undefined for a list and for anything that is no object. */
export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined

/** Far more than any answer needs; what is nested deeper is not looked at. */
const deepest = 64

/** Whether a text is nested so deeply that reading it could end the process or hold it up. */
export const isTooDeep = (text: string): boolean => {
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

/** Where the quote stands that ends the string whose text begins at `start`; the text's length where it does not end. */
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

/** The text's JSON; undefined where it is none. */
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
  /** Where it ends in the text. */
  end: number
}

/**
 * JSON as models write it, from `start` on: with trailing commas, comments, line breaks inside of texts, cut off in the
 * middle or followed by words. A text that does not end is left out; of a list that does not end, its whole elements
 * stay.
 */
export const looseJson = (text: string, start = 0): Loose | undefined => {
  const source = text.slice(start)
  const { root, endless } = parsed(source)
  // A line break ends a text that it should not stand in; as a blank it may.
  const again = endless === undefined ? undefined : parsed(source.replaceAll(/[\n\r\t]/g, ' '))
  const tree = again?.root ?? root
  if (tree === undefined) return undefined
  return { value: wholeValue(tree, again ? again.endless : endless), end: start + tree.offset + tree.length }
}

/** The text of a JSON document that ends too early at this path, as far as it goes; undefined where there is none. */
export const textUpToCut = (document: string, path: (string | number)[]): string | undefined => {
  const root = treeOf(document, [])
  const node = root && findNodeAtLocation(root, path)
  return typeof node?.value === 'string' ? node.value : undefined
}

const parsed = (text: string) => {
  const errors: ParseError[] = []
  const root = treeOf(text, errors)
  return { root, endless: errors.find(({ error }) => printParseErrorCode(error) === 'UnexpectedEndOfString')?.offset }
}

const treeOf = (text: string, errors: ParseError[]): Node | undefined => {
  if (isTooDeep(text)) return undefined
  try {
    return parseTree(text, errors, { allowTrailingComma: true })
  } catch {
    // Comments may hide brackets from the count above; then the parser's own recursion ends.
    return undefined
  }
}

const wholeValue = (node: Node, endless: number | undefined): unknown => {
  if (endless === undefined) return getNodeValue(node)
  const children = (node.children ?? []).filter((child) => child.type !== 'string' || child.offset !== endless)
  if (node.type === 'array') return children.map((child) => wholeValue(child, endless))
  if (node.type !== 'object') return node.offset === endless ? undefined : getNodeValue(node)
  return Object.fromEntries(
    children.flatMap(({ children: [key, value] = [] }) =>
      key === undefined || value === undefined || value.offset === endless
        ? []
        : [[String(key.value), wholeValue(value, endless)]],
    ),
  )
}
