import fc from 'fast-check'
import type { Operation, Parameter, Schema, Sent } from './api'
import {
  anyJson,
  classedText,
  encodeLoosely,
  hostileMember,
  hostileSegment,
  hostileText,
  hostileValue,
  plainText,
} from './hostile'

/** Existing ids and names, by the name of their field. */
export type Known = Record<string, () => unknown>

export const requestsTo = (operation: Operation, known: Known, token: string): fc.Arbitrary<Sent> =>
  fc.record({
    params: paramsOf(operation, known),
    query: queryOf(operation, known),
    headers: headersOf(token),
    body: bodyOf(operation, known),
    remoteAddress: fc.ipV4(),
  })

const paramsOf = ({ parameters }: Operation, known: Known): fc.Arbitrary<Record<string, string>> =>
  fc.record(
    Object.fromEntries(
      named(parameters, 'path').map(({ name, schema }) => [
        name,
        fc
          .oneof(
            { weight: 6, arbitrary: existing(name, known).map((value) => encodeURIComponent(String(value))) },
            { weight: 2, arbitrary: valuesOf(schema, known).map((value) => encodeURIComponent(String(value))) },
            { weight: 2, arbitrary: hostileSegment },
          )
          .filter((segment) => segment !== '' && segment !== '.' && segment !== '..'),
      ]),
    ),
  )

const queryOf = ({ parameters }: Operation, known: Known): fc.Arbitrary<string> => {
  const described = named(parameters, 'query').map(({ name, schema }) =>
    fc.oneof(
      fc.constant(''),
      valuesOf(schema, known).map((value) => `${name}=${encodeURIComponent(String(value))}`),
      existing(name, known).map((value) => `${name}=${encodeURIComponent(String(value))}`),
      hostileSegment.map((value) => `${name}=${value}`),
      fc.constantFrom('1', '').map((value) => `${name}=${value}&${name}=2`),
      fc.constantFrom(`${name}[]=1`, `${name}[a]=1`, `${name}.a=1`, name, `${name}=`),
    ),
  )
  const strange = fc.oneof(
    { weight: 8, arbitrary: fc.constant('') },
    fc.constantFrom('__proto__[a]=1', 'constructor=1', '%00=%00', '%=%', '&&&', `a=${'b'.repeat(9000)}`, 'toString=1'),
    fc.string({ unit: 'binary', maxLength: 40 }).map(encodeLoosely),
  )
  return fc.tuple(...described, strange).map((parts) => {
    const given = parts.filter((part) => part !== '')
    return given.length === 0 ? '' : `?${given.join('&')}`
  })
}

const named = (parameters: Parameter[], place: Parameter['in']) => parameters.filter((each) => each.in === place)

type Headers = Record<string, string>

const headersOf = (token: string): fc.Arbitrary<Headers> =>
  fc
    .tuple(
      fc.oneof(
        { weight: 20, arbitrary: fc.constant<Headers>({ authorization: `Bearer ${token}` }) },
        fc.constantFrom<Headers>({}, { authorization: 'Bearer ' }, { authorization: `Bearer ${token}x` }),
      ),
      fc.oneof(
        { weight: 12, arbitrary: fc.constant<Headers>({}) },
        fc.constantFrom('a', '', ' ', 'x'.repeat(201), 'ä', '\t', '../..', '0').map(idempotent),
        fc.constantFrom<Headers>(
          { 'content-type': 'text/plain' },
          { 'content-type': 'application/x-www-form-urlencoded' },
          { 'content-type': 'multipart/form-data; boundary=x' },
          { 'content-type': 'application/json; charset=utf-16' },
          { 'content-type': 'application/json;;;' },
          { 'content-type': '' },
          { 'content-encoding': 'gzip' },
          { 'x-http-method-override': 'DELETE' },
          { 'x-forwarded-for': "127.0.0.1', 'x" },
          { accept: 'text/html' },
          { origin: 'https://evil.example' },
        ),
      ),
    )
    .map(([authorization, other]): Headers => ({ ...authorization, ...other }))

const idempotent = (key: string): Headers => ({ 'idempotency-key': key })

const bodyOf = ({ body }: Operation, known: Known): fc.Arbitrary<unknown> => {
  if (!body) return fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, hostileText, fc.constant({}))
  const valid = valuesOf(body, known)
  return fc.oneof(
    { weight: 10, arbitrary: valid },
    { weight: 10, arbitrary: nearly(valid) },
    { weight: 3, arbitrary: fc.tuple(valid, hostileMember).map(([value, member]) => withMember(value, member)) },
    { weight: 2, arbitrary: valid.map(doubled) },
    { weight: 3, arbitrary: hostileValue },
    { weight: 3, arbitrary: hostileText },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}

/** Values that the schema accepts; fields that name records mostly name existing ones. */
export const valuesOf = (schema: Schema, known: Known): fc.Arbitrary<unknown> => {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, known)))
  switch (schema.type) {
    case 'object':
      return schema.properties ? objectOf(schema, known) : fc.dictionary(plainText(1, 20), anyJson, { maxKeys: 4 })
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      })
    case 'integer':
      return fc.oneof(
        fc.integer({ min: Math.max(schema.minimum ?? 0, -(2 ** 31)), max: Math.min(schema.maximum ?? 9, 12) }),
        fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 9),
      )
    case 'boolean':
      return fc.boolean()
    case 'string':
      return schema.pattern
        ? fc.stringMatching(new RegExp(schema.pattern)).filter((text) => text.length <= (schema.maxLength ?? 100))
        : textOf(schema)
    default:
      return anyJson
  }
}

const objectOf = ({ properties = {}, required = [] }: Schema, known: Known): fc.Arbitrary<unknown> => {
  const fields = Object.entries(properties).map(([name, schema]): [string, fc.Arbitrary<unknown>] => [
    name,
    known[name]
      ? fc.oneof({ weight: 4, arbitrary: existing(name, known) }, valuesOf(schema, known))
      : valuesOf(schema, known),
  ])
  return fc.record(Object.fromEntries(fields), { requiredKeys: required })
}

const textOf = ({ minLength = 0, maxLength = 40 }: Schema) =>
  fc.oneof(
    { weight: 6, arbitrary: plainText(minLength, Math.min(maxLength, 40)) },
    { weight: 3, arbitrary: classedText(minLength, Math.min(maxLength, 40)) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(minLength), 'x'.repeat(maxLength), 'é'.repeat(maxLength)) },
  )

const existing = (name: string, known: Known): fc.Arbitrary<unknown> => {
  const find = known[name]
  return find ? fc.constant(null).map(find) : fc.constantFrom('1', '2', '100')
}

const missing = Symbol('missing')

const nearly = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(valid, fc.nat(), fc.oneof(hostileValue, fc.constant(missing))).map(([value, pick, replacement]) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return replacement
    const entries = Object.entries(value)
    const [name = 'x'] = entries[pick % Math.max(1, entries.length)] ?? []
    const others = entries.filter(([key]) => key !== name)
    return Object.fromEntries(replacement === missing ? others : [...others, [name, replacement]])
  })

const withMember = (value: unknown, member: string): string => {
  const text = JSON.stringify(value) ?? '{}'
  return text === '{}' ? `{${member}}` : `{${member},${text.slice(1)}`
}

const doubled = (value: unknown): string => {
  const text = JSON.stringify(value) ?? '{}'
  return text === '{}' ? '{"a":1,"a":2}' : `${text.slice(0, -1)},${text.slice(1)}`
}
