import * as z from 'zod/mini'

type Path = (string | number)[]

const placesIn = (value: unknown, path: Path = []): Path[] => {
  const parts = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (parts.length === 0) return [path]
  return parts.flatMap(([key, part]) => placesIn(part, [...path, Array.isArray(value) ? Number(key) : key]))
}

/** A symbol at one place of the sample: no schema of the product accepts one. */
const spoiled = (value: unknown, [key, ...rest]: Path): unknown => {
  if (key === undefined) return Symbol('nonsense')
  if (Array.isArray(value)) return value.map((part, at) => (at === key ? spoiled(part, rest) : part))
  const parts = value as Record<string, unknown>
  return { ...parts, [key]: spoiled(parts[key], rest) }
}

/** @returns `kept`: the schema's output for a sample; `unread`: the places where the schema would accept anything. */
export const readingOf = (schema: z.core.$ZodType, sample: unknown): { kept: unknown; unread: string[] } => ({
  kept: z.parse(schema, sample),
  unread: placesIn(sample)
    .filter((path) => z.safeParse(schema, spoiled(sample, path)).success)
    .map((path) => path.join('.')),
})
