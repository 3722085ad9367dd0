import { describe, expect, it } from 'vitest'
import { createPlaceholders } from '../../src/recording/placeholders'
import { withoutSecrets } from '../../src/recording/redact'
import { contract } from '../../src/schemas/contract'

type Word = { name: string; word: string | undefined }

const inner = ['innerType', 'element', 'options', 'in', 'out', 'left', 'right', 'items', 'valueType', 'shape'] as const

const wordsIn = (schema: unknown, name: string, seen: Set<unknown>): Word[] => {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  const { def } = Object(Reflect.get(schema, '_zod'))
  if (def === undefined)
    return Object.entries(schema).flatMap(([key, each]) => wordsIn(each, Array.isArray(schema) ? name : key, seen))
  if (def.type === 'string') return [{ name, word: undefined }]
  if (def.type === 'enum') return Object.values<string>(def.entries).map((word) => ({ name, word }))
  if (def.type === 'literal')
    return def.values.flatMap((word: unknown) => (typeof word === 'string' ? [{ name, word }] : []))
  const known = new Set([...seen, schema])
  return inner.flatMap((part) => wordsIn(def[part], name, known))
}

const words = wordsIn(contract, '', new Set())
const hide = createPlaceholders({ texts: false, names: false }, new Set())
const isSecret = ({ name, word }: Word): boolean => Object(withoutSecrets({ [name]: word }))[name] !== word
const shown = (name: string, text: string): unknown => Object(hide({ [name]: text }))[name]

/** Texts of the server and the browser, which may have more values than ours; and the place where a list continues. */
const ofTheServer = ['action', 'model_name', 'next', 'outcome', 'state', 'status', 'transports', 'type']

describe('is a field of the contract', () => {
  it('stays unchanged in a report if it is a fixed word of the code, which machines depend on', () => {
    const chosen = words.filter((each) => each.word !== undefined && !isSecret(each))
    expect(chosen.length).toBeGreaterThan(50)
    const changed = chosen.filter(({ name, word = '' }) => shown(name, word) !== word)
    expect([...new Set(changed.map(({ name }) => name))]).toEqual([])
  })

  it('reveals nothing about anybody if it may be any text', () => {
    const free = new Set(words.flatMap(({ name, word }) => (word === undefined ? [name] : [])))
    expect(free.size).toBeGreaterThan(50)
    const text = 'Kent distillers meet ada@example.com'
    const telling = [...free].filter((name) => /Kent|distillers|ada/.test(String(shown(name, text))))
    expect(telling.sort()).toEqual(ofTheServer)
  })
})

it('keeps the filters of an address in a report, but no search, no token and no other parameter', () => {
  const address = '?status=failed&page=2&search=launch&state=k3J9dPq7Zx1mW8vR2tYb5&code=espresso'
  const text = String(shown('query', address))
  expect(text).toMatch(/^\?status=failed&page=2&search=\p{L}+&\p{L}+=\S+&\p{L}+=\p{L}+$/u)
  for (const word of ['launch', 'k3J9dPq7Zx1mW8vR2tYb5', 'espresso']) expect(text).not.toContain(word)
})
