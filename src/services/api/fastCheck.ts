import type * as z from 'zod/mini'
import type { Schema } from '../../schemas/call'

type Check = (value: unknown) => boolean

/**
 * Returns true only if `schema` would return the value unchanged. False is no verdict: the schema then reads the value.
 * For 10,000 rows it takes a tenth of the schema's time.
 */
export const fastCheck = (schema: Schema, value: unknown): boolean => {
  let check = checks.get(schema)
  if (!check) {
    check = compile(schema)
    checks.set(schema, check)
  }
  return check(value)
}

const checks = new WeakMap<Schema, Check>()

const cannotTell: Check = () => false

const compile = (schema: Schema): Check => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'unknown') return () => true
  if (def.type === 'optional') return orElse(undefined, compile(def.innerType))
  if (def.type === 'nullable') return orElse(null, compile(def.innerType))
  if (def.type === 'literal') return (value) => def.values.some((each) => each === value)
  if (def.type === 'enum') {
    const values = new Set<unknown>(Object.values(def.entries))
    return (value) => values.has(value)
  }
  if (def.type === 'array' && !def.checks?.length) {
    const element = compile(def.element)
    return (value) => Array.isArray(value) && value.every((each) => element(each))
  }
  if (def.type === 'object' && !def.checks?.length) return objectOf(def.shape)
  if (def.type === 'boolean') return (value) => typeof value === 'boolean'
  if (def.type === 'string' && !('format' in def)) return textOf(def)
  if (def.type === 'number') return numberOf(def)
  if (def.type === 'union' && isUnmistakable(def.options)) {
    const options = def.options.map(compile)
    return (value) => options.some((option) => option(value))
  }
  return cannotTell
}

/** False if two options may accept the same value, because the first of them may change it. */
const isUnmistakable = (options: readonly Schema[]): boolean => {
  const defs = options.map((option) => (option as z.core.$ZodTypes)._zod.def)
  const isPlain = defs.every((def) => (def.type === 'string' || def.type === 'number') && !def.coerce)
  return isPlain && new Set(defs.map(({ type }) => type)).size === defs.length
}

const orElse =
  (other: null | undefined, inner: Check): Check =>
  (value) =>
    value === other || inner(value)

const objectOf = (shape: Readonly<Record<string, Schema>>): Check => {
  const known = new Set(Object.keys(shape))
  const members = Object.entries(shape).map(([name, schema]) => {
    const isOptional = (schema as z.core.$ZodTypes)._zod.def.type === 'optional'
    return { name, isOptional, check: compile(schema) }
  })
  return (value) => {
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false
    const own: Record<string, unknown> = value as Record<string, unknown>
    for (const name in own) if (!known.has(name)) return false
    return members.every(({ name, isOptional, check }) => (name in own ? check(own[name]) : isOptional))
  }
}

const textOf = (def: z.core.$ZodStringDef): Check => {
  const rules = (def.checks ?? []).map((each): Check => {
    const { def: rule } = (each as z.core.$ZodChecks)._zod
    if (rule.check === 'min_length') return (value) => String(value).length >= rule.minimum
    if (rule.check === 'max_length') return (value) => String(value).length <= rule.maximum
    return cannotTell
  })
  return (value) => typeof value === 'string' && rules.every((rule) => rule(value))
}

const numberOf = (def: z.core.$ZodNumberDef): Check => {
  const own = 'format' in def ? [def.format === 'safeint' ? Number.isSafeInteger : cannotTell] : []
  const added = (def.checks ?? []).map((each): Check => {
    const { def: rule } = (each as z.core.$ZodChecks)._zod
    if (rule.check !== 'greater_than' || typeof rule.value !== 'number') return cannotTell
    const { value: limit, inclusive } = rule
    return (value) => typeof value === 'number' && (inclusive ? value >= limit : value > limit)
  })
  const rules: Check[] = [Number.isFinite, ...own, ...added]
  return (value) => rules.every((rule) => rule(value))
}
