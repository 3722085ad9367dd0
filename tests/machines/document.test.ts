import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { documentedFiles, machinesDocument } from '../support/machinesDocument'
import { machineFiles } from './machineFiles'

it('docs/machines.md equals the output of `node scripts/run.mjs scripts/machines.ts`', () => {
  expect(machinesDocument()).toBe(readFileSync('docs/machines.md', 'utf8'))
})

it('docs/machines.md has a chapter for every machine', () => {
  const delivery = readdirSync('server/posting/protocol').filter((file) => file.endsWith('Machine.ts'))
  expect([...documentedFiles].sort()).toEqual(
    [
      ...machineFiles().map((file) => `src/machines/${file}`),
      ...delivery.map((file) => `server/posting/protocol/${file}`),
    ].sort(),
  )
})

it('every machine has a description', () => {
  expect(machinesDocument()).not.toContain('undefined')
})

it('no two states of one diagram have the same name', () => {
  const repeated = machinesDocument()
    .split('\n## ')
    .flatMap((chapter) => {
      const names = [...chapter.matchAll(/^ +(?:state )?(\w+)(?: \{)?$/gm)].map(([, name]) => name)
      return names.filter((name, index) => names.indexOf(name) !== index)
    })
  expect(repeated).toEqual([])
})
