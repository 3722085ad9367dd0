import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mutants } from './mutants'

it('each mutant replaces one place, and its tests exist', () => {
  const wrong = mutants.filter(
    ({ file, from, tests }) => readFileSync(file, 'utf8').split(from).length !== 2 || !tests.every(existsSync),
  )
  expect(wrong.map(({ title }) => title)).toEqual([])
})
