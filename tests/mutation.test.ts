import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mutantsOf } from './mutation/drawn/mutants'
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

it('the mutants that `npm run mutate -- --all` draws from name the place where they stand, and leave classes alone', async () => {
  const file = 'src/views/ui/Meter.tsx'
  const lines = readFileSync(file, 'utf8').split('\n')
  const { mutants, code } = await mutantsOf(file)
  expect(mutants.length).toBeGreaterThan(2)
  for (const { line, was, is } of mutants) {
    expect(lines[line - 1]).toContain(was.replace(/ …$/, ''))
    expect([was, is]).not.toContain('')
  }
  expect(readFileSync(file, 'utf8')).toContain('className=')
  expect(mutants.filter(({ was }) => was.includes('rounded'))).toEqual([])
  expect(code).toContain('__STRYKER_ACTIVE_MUTANT__')
})
