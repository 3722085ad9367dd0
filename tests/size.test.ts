import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Import, importsOf, rooms, sources } from './support/imports'

const product = ['src', 'server', 'sandbox']
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1
const record = /^- Ceilings.*$/m.exec(readFileSync('docs/decisions/017-house-by-ideas.md', 'utf8'))?.[0] ?? ''

/** @throws Error if the decision record has no ceiling of this name. */
const ceiling = (row: string): number => {
  const found = new RegExp(` ${row} (\\d[\\d,]*)`).exec(record)?.[1]
  if (found === undefined) throw new Error(`decision 017 has no ceiling for "${row}"`)
  return Number(found.replaceAll(',', ''))
}

const foldersOf = (folder: string): string[] => [
  folder,
  ...readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => foldersOf(join(folder, name))),
]

const wordsOf = (file: string) => readFileSync(file, 'utf8').split(/\s+/).filter(Boolean).length

/** Files of less than 20 lines that one other file imports, and not with `import()`. */
const smallWithOneImporter = (imports: Import[]): string[] =>
  rooms
    .flatMap(sources)
    .filter((file) => linesOf(file) < 20)
    .filter((file) => {
      const [first, ...others] = imports.filter(({ target }) => target === file.replace(/\.tsx?$/, ''))
      return first !== undefined && others.length === 0 && !first.late
    })

describe('the size of the project stays below its ceilings in decision 017:', () => {
  it('lines of the product', () => {
    const lines = product.flatMap(sources).reduce((sum, file) => sum + linesOf(file), 0)
    expect(lines).toBeLessThanOrEqual(ceiling('lines of the product'))
  })

  it('words of documents', () => {
    const generated = ['specification.md', 'machines.md', 'asvs.md', 'prompt.md']
    const documents = readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !generated.includes(name))
      .map((name) => join('docs', name))
    const words = documents.reduce((sum, file) => sum + wordsOf(file), 0)
    expect(words).toBeLessThanOrEqual(ceiling('words of documents'))
  })

  it.each(['README.md', 'CONTRIBUTING.md'])('words of %s', (file) => {
    expect(wordsOf(file)).toBeLessThanOrEqual(ceiling(`words of ${file}`))
  })

  it('entries of a folder', () => {
    const most = ceiling('entries of a folder')
    expect(product.flatMap(foldersOf).filter((folder) => readdirSync(folder).length > most)).toEqual([])
  })

  it('files of less than 20 lines with one importer', () => {
    const small = smallWithOneImporter([...rooms, 'tests', 'scripts'].flatMap(sources).flatMap(importsOf))
    expect(small.length).toBeLessThanOrEqual(ceiling('small files with one importer'))
  })
})
