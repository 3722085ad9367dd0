import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Row {
  sentence: string
  proofs: { file: string; name: string }[]
}

const rows: Row[] = readFileSync('docs/specification.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Sentence|---) /.test(line))
  .map((line) => {
    const [, sentence = '', proven = ''] = line.split(/(?<!\\)\|/)
    return {
      sentence: sentence.trim(),
      proofs: [...proven.matchAll(/`([^`>]+) > ([^`]+)`/g)].map(([, file = '', name = '']) => ({ file, name })),
    }
  })

/** The titles of the tests in a file, as they are written there: `it('…')`, `it.each(…)('…')`, `test(…)`. */
const titlesIn = (file: string): Set<string> => {
  const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const calls = /(?:\b(?:it|test)|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])+)\1\s*,/g
  return new Set([...source.matchAll(calls)].map(([, , title = '']) => title.replace(/\\(['"`])/g, '$1')))
}

const titles = new Map<string, Set<string>>()
const exists = ({ file, name }: Row['proofs'][number]): boolean => {
  const known = titles.get(file) ?? titlesIn(file)
  titles.set(file, known)
  return known.has(name)
}

describe('the specification', () => {
  it('has all its sections and the rulings', () => {
    const sections = readFileSync('docs/specification.md', 'utf8').match(/^## .+$/gm)
    expect(sections).toHaveLength(10)
    expect(rows.length).toBeGreaterThan(100)
    const rulings = rows.flatMap(({ sentence }) => /^(\d+)\. /.exec(sentence)?.[1] ?? [])
    expect(rulings.map(Number)).toEqual(Array.from({ length: 24 }, (_, index) => index + 1))
  })

  it.each(rows)('$sentence', ({ proofs }) => {
    expect(proofs.length, 'the tests that prove it').toBeGreaterThan(0)
    expect(proofs.filter((proof) => !exists(proof))).toEqual([])
  })
})
