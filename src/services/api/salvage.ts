import * as z from 'zod/mini'
import type { Schema } from '../../schemas/call'

/**
 * Reads what the schema refuses as a whole. In records of a list, an empty value stands for each field that cannot be
 * read; elsewhere only for missing fields. The record names those fields.
 *
 * @returns undefined if even that is not enough
 */
export const salvage = (schema: Schema, value: unknown): unknown => {
  const salvaged = readAny(schema, value, false)
  return z.safeParse(schema, salvaged).success ? salvaged : undefined
}

type Def = z.core.$ZodTypes['_zod']['def']
const defOf = (schema: Schema): Def => (schema as z.core.$ZodTypes)._zod.def

const readAny = (schema: Schema, value: unknown, isInList: boolean, index = 0): unknown => {
  const whole = z.safeParse(schema, value)
  if (whole.success) return whole.data
  const def = defOf(schema)
  if (def.type === 'optional' || def.type === 'nullable') return readAny(def.innerType, value, isInList, index)
  if (def.type === 'array' && Array.isArray(value)) return value.map((each, at) => readAny(def.element, each, true, at))
  if (def.type === 'string' && typeof value === 'number') return String(value)
  if (def.type === 'object' && (isInList || isRecord(value))) return readRecord(def, value, isInList, index)
  return value
}

const readRecord = (def: z.core.$ZodObjectDef, value: unknown, isInList: boolean, index: number) => {
  const given = isRecord(value) ? value : {}
  const fields = Object.entries(def.shape).map(([name, schema]) => {
    const read = readAny(schema, given[name], false)
    const isRead = z.safeParse(schema, read).success
    const isMissing = given[name] === undefined || given[name] === null
    const isEmptied = !isRead && (isInList || (isMissing && defOf(schema).type !== 'union'))
    return {
      name,
      value: isEmptied ? (name === 'id' ? `unreadable ${index + 1}` : emptyOf(schema)) : read,
      isLost: isEmptied && (!isMissing || name === 'id' || hasNoEmpty.has(defOf(schema).type)),
    }
  })
  const lost = fields.filter(({ isLost }) => isLost).map(({ name }) => name)
  return {
    ...Object.fromEntries(fields.filter(({ value }) => value !== undefined).map(({ name, value }) => [name, value])),
    ...(lost.length > 0 ? { unreadable: lost } : {}),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** 0 and false would be statements about the record. */
const hasNoEmpty: ReadonlySet<Def['type']> = new Set(['union', 'number', 'boolean'])

const emptyOf = (schema: Schema): unknown => {
  const def = defOf(schema)
  if (def.type === 'optional') return undefined
  if (def.type === 'nullable') return null
  if (def.type === 'string') return ''
  if (def.type === 'union') return 'unreadable'
  if (def.type === 'number') return 0
  if (def.type === 'boolean') return false
  if (def.type === 'array') return []
  if (def.type === 'object')
    return Object.fromEntries(Object.entries(def.shape).map(([name, inner]) => [name, emptyOf(inner)]))
  return undefined
}
