import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { changedFiles } from '../scripts/changed.mjs'

const isTable = (file: string) => /^tests\/(?:machines|server\/posting)\/__golden__\/\w+\.md$/.test(file)
const isSentence = (file: string) =>
  /^tests\/.*(?:\.test\.tsx?|[lL]aws?\.ts)$/.test(file) && file !== 'tests/goldens.test.ts'

const machineOf = (table: string): string => basename(table, '.md').replace(/Context$/, '')

/** Only tests of a machine import its file, its actor or its law. */
const isAbout = (machine: string) =>
  new RegExp(`machines/\\w+/${machine}(?:\\.actors)?'|\\b${machine}Machine\\b|\\bexport const ${machine}: Law\\b`)

const unsaid = (changed: string[], read: (file: string) => string): string[] => {
  const said = changed.filter(isSentence).map(read)
  return changed.filter(isTable).filter((table) => !said.some((text) => isAbout(machineOf(table)).test(text)))
}

it('a golden table proves nothing by itself: its changes need a changed sentence or law about its machine', () => {
  const changed = existsSync('.git') ? changedFiles().filter((file) => existsSync(file)) : []
  expect(unsaid(changed, (file) => readFileSync(file, 'utf8'))).toEqual([])
})

it('a changed table without a changed sentence is named, even beside a sentence about another machine', () => {
  const table = 'tests/machines/__golden__/csvImport.md'
  const texts: Record<string, string> = {
    'tests/machines/accounts/csvImport.test.ts': 'run(csvImportMachine)',
    'tests/machines/session/auth.test.ts': 'run(authMachine)',
    'tests/machines/crud/listLaws.ts': 'export const csvImport: Law',
  }
  const unsaidOf = (...changed: string[]) => unsaid(changed, (file) => texts[file] ?? '')
  expect(unsaidOf(table)).toEqual([table])
  expect(unsaidOf(table, 'tests/machines/session/auth.test.ts', 'src/machines/accounts/csvImport.ts')).toEqual([table])
  expect(unsaidOf(table, 'tests/machines/accounts/csvImport.test.ts')).toEqual([])
  expect(unsaidOf(table, 'tests/machines/crud/listLaws.ts')).toEqual([])
})

it('a sentence about a machine contains its name as a name, not as an ordinary word', () => {
  const tables = ['table', 'reply', 'queue', 'resource'].map((name) => `tests/machines/__golden__/${name}.md`)
  const words = `import { tableWords } from '../../src/schemas/reply'\nrun(replyFlowMachine, 'the queue: a resource')`
  const test = 'tests/views/table.test.tsx'
  expect(unsaid([...tables, test], () => words)).toEqual(tables)
  const imported = `import { createResource } from '../../../src/machines/crud/resource'\nimport '../../src/machines/queue/queue.actors'`
  expect(unsaid([...tables, test], () => imported)).toEqual(tables.slice(0, 2))
})

it('text about machines in this file does not count as a sentence', () => {
  const table = 'tests/machines/__golden__/auth.md'
  expect(unsaid([table, 'tests/goldens.test.ts'], () => 'run(authMachine)')).toEqual([table])
})
