import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { applied } from './mutation/semantic/mutant'
import { mutants } from './mutation/semantic/mutants'

it('every mutant of `npm run mutate -- --semantic` changes the code as it is today', () => {
  const all = Object.values(mutants).flat()
  const unchanged = all.filter((mutant) => {
    const code = readFileSync(mutant.file, 'utf8')
    return applied(mutant, code) === code
  })
  expect(unchanged).toEqual([])
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
})
