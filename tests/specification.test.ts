import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deepOnly } from '../scripts/deepOnly.mjs'
import { type Row, readRows, unprovenRows } from '../scripts/proofs.mjs'
import { titlesIn } from './support/titles'

const rows = readRows()

const exists = ({ file, name }: Row['proofs'][number]): boolean => titlesIn(file).has(name)

describe('the specification', () => {
  it('has all its sections and the rulings', () => {
    const sections = readFileSync('docs/specification.md', 'utf8').match(/^## .+$/gm)
    expect(sections).toHaveLength(13)
    expect(rows.length).toBeGreaterThan(100)
    const rulings = rows.flatMap(({ sentence }) => /^(\d+)\. /.exec(sentence)?.[1] ?? [])
    expect(rulings.map(Number)).toEqual(Array.from({ length: 35 }, (_, index) => index + 1))
  })

  it.each(rows)('$sentence', ({ proofs }) => {
    expect(proofs.length, 'the tests that prove it').toBeGreaterThan(0)
    expect(proofs.filter((proof) => !exists(proof))).toEqual([])
    expect(
      proofs.every(({ file }) => deepOnly.includes(file)),
      'only tests that `npm test` leaves out',
    ).toBe(false)
  })
})

describe('a row, after a whole run', () => {
  const file = 'tests/a.test.ts'
  const row = (name: string): Row => ({ sentence: 'It works.', proofs: [{ file, name }] })
  const report = (...tests: [title: string, status: string][]) => ({
    testResults: [{ name: resolve(file), assertionResults: tests.map(([title, status]) => ({ title, status })) }],
  })

  it('is proven by the test of its name that passed, in any run', () => {
    expect(unprovenRows([row('works')], [report(), report(['works', 'passed'])])).toEqual([])
  })

  it.each([
    ['renamed', report(['works well', 'passed']), 'did not run'],
    ['skipped', report(['works', 'skipped']), 'is skipped'],
    ['red', report(['works', 'failed']), 'is failed'],
    ['of another file', { testResults: [] }, 'did not run'],
  ])('is not proven by a test that is %s', (_what, ran, problem) => {
    const told = `${file} > works ${problem}, which proves: It works.`
    expect(unprovenRows([row('works')], [ran])).toEqual([told])
  })

  it('is proven by all tests of a name with placeholders, or by none of them', () => {
    const name = 'adds %s to $list.name (fast)'
    const passed = report(['adds 1 to a (fast)', 'passed'], ['adds 2 to b (fast)', 'passed'])
    expect(unprovenRows([row(name)], [passed])).toEqual([])
    const halves = report(['adds 1 to a (fast)', 'passed'], ['adds 2 to b (fast)', 'skipped'])
    expect(unprovenRows([row(name)], [halves])).toHaveLength(1)
  })
})
