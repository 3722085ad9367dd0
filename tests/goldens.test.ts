import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { changedFiles } from '../scripts/changed.mjs'

const isTable = (file: string) => /^tests\/(?:machines|server)\/__golden__\/\w+\.md$/.test(file)
const isSentence = (file: string) => /^tests\/.*(?:\.test\.tsx?|[lL]aws?\.ts)$/.test(file)

const machineOf = (table: string): string => basename(table, '.md').replace(/Context$/, '')

/** The changed tables of machines that no changed sentence and no changed law speaks of. */
const unsaid = (changed: string[], read: (file: string) => string): string[] => {
  const said = changed.filter(isSentence).map(read)
  return changed.filter(isTable).filter((table) => !said.some((text) => new RegExp(machineOf(table), 'i').test(text)))
}

it('a golden table is no proof: it changes together with a sentence or a law about its machine', () => {
  const changed = existsSync('.git') ? changedFiles() : []
  expect(unsaid(changed, (file) => (existsSync(file) ? readFileSync(file, 'utf8') : ''))).toEqual([])
})

it('a table that changed alone is named, and so is one beside a sentence about another machine', () => {
  const table = 'tests/machines/__golden__/csvImport.md'
  const texts: Record<string, string> = {
    'tests/machines/csvImport.test.ts': 'run(csvImportMachine)',
    'tests/machines/auth.test.ts': 'run(authMachine)',
    'tests/machines/listLaws.ts': 'export const csvImport: Law',
  }
  const unsaidOf = (...changed: string[]) => unsaid(changed, (file) => texts[file] ?? '')
  expect(unsaidOf(table)).toEqual([table])
  expect(unsaidOf(table, 'tests/machines/auth.test.ts', 'src/machines/csvImport.ts')).toEqual([table])
  expect(unsaidOf(table, 'tests/machines/csvImport.test.ts')).toEqual([])
  expect(unsaidOf(table, 'tests/machines/listLaws.ts')).toEqual([])
})
