import { plainText, withoutWrapping } from './characters'
import { handleText } from './handles'
import { type FieldName, fieldNamed, keyText, labelled } from './keys'

/**
 * Finds fields in pasted text: lines of `KEY=value` or `Key: value`, a name with its value in the next line, or JSON.
 * Ignores other lines and never guesses a value.
 */
export const keysIn = (block: string): Partial<Record<FieldName, string>> => {
  const found: Partial<Record<FieldName, string>> = {}
  for (const [field, value] of inJson(block) ?? inLines(plainText(block))) {
    const read = readers[field]?.(value) ?? keyText(field, value)
    if (read !== '') found[field] = read
  }
  return found
}

const readers: Partial<Record<FieldName, (value: string) => string>> = { username: handleText, group: withoutWrapping }

type Found = [field: FieldName, value: string][]

/** A pair ends before a brace, or before a separator that a name follows. */
const between = /\r\n?|[\n\u0085\u2028\u2029{}]|[,;](?=[^,;=:\r\n]{1,60}[=:])/

const inLines = (block: string): Found => {
  const found: Found = []
  let named: FieldName | undefined
  for (const line of block.split(between).filter((each) => each.trim() !== '')) {
    const pair = labelled(line, fieldNamed)
    const name = fieldNamed(line)
    if (pair) found.push([pair.field, pair.value])
    else if (named !== undefined && name === undefined) found.push([named, line])
    named = name
  }
  return found
}

const inJson = (block: string): Found | undefined => {
  try {
    return pairsOf(JSON.parse(block))
  } catch {
    return undefined
  }
}

const pairsOf = (value: unknown): Found => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]): Found => {
    const field = fieldNamed(name)
    return field !== undefined && typeof each === 'string' ? [[field, each]] : pairsOf(each)
  })
}
