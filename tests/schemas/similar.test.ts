import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createLikeness, createNovelty, nearIdenticalGroups } from '../../src/schemas/composer/similar'

const letters = 'abcdeé漢😀'

const pairOfTexts = fc
  .tuple(
    fc.array(fc.constantFrom(...letters), { minLength: 2, maxLength: 60 }),
    fc.array(fc.tuple(fc.nat(59), fc.nat(2), fc.constantFrom(...letters)), { maxLength: 4 }),
  )
  .map(([text, changes]) => {
    const changed = [...text]
    for (const [at, removed, added] of changes) changed.splice(at, removed, added)
    return [text.join(''), changed.join('')]
  })

/** Sørensen-Dice by its definition: twice the common letter pairs over all of them. */
const dice = (one: string, other: string): number => {
  const [left, right] = [pairsOf(one), pairsOf(other)]
  const total = left.length + right.length
  const common = left.filter((pair) => {
    const at = right.indexOf(pair)
    if (at >= 0) right.splice(at, 1)
    return at >= 0
  })
  return (2 * common.length) / total
}

const pairsOf = (text: string): string[] => {
  const each = [...text]
  return each.slice(1).map((letter, index) => `${each[index]}${letter}`)
}

it('treats texts as near-identical if nine tenths of their letter pairs agree, and no others', () => {
  const outcomes = new Set<boolean>()
  fc.assert(
    fc.property(pairOfTexts, ([one = '', other = '']) => {
      const alike = one === other || dice(one, other) >= 0.9
      outcomes.add(alike && one !== other)
      expect(nearIdenticalGroups([one, other])).toEqual(alike ? [[0, 1]] : [])
    }),
    { numRuns: 2_000 },
  )
  expect([...outcomes]).toHaveLength(2)
})

it('compares a letter outside of the basic plane as one letter', () => {
  expect(nearIdenticalGroups(['😀😁😂', '😀😃😂'])).toEqual([])
})

it('distinguishes texts of a single letter by that letter', () => {
  expect(nearIdenticalGroups(['a', 'b', 'A'])).toEqual([[0, 2]])
})

it('ignores both kinds of links, and mentions', () => {
  expect(
    nearIdenticalGroups(['Look at this', 'Look http://a.example/1 at @ada this', 'Look at https://b.example']),
  ).toEqual([[0, 1]])
})

const areAlike = (one: string, other: string, least: number) => createLikeness([other], least)(one).length === 1

it('compares texts by the number of common letter pairs', () => {
  expect([0.66, 2 / 3, 0.67].map((least) => areAlike('abcd', 'abce', least))).toEqual([true, true, false])
  expect(areAlike('Same, words', 'same words', 1)).toBe(true)
  expect(areAlike('a', 'b', Number.MIN_VALUE)).toBe(false)
})

it('returns groups in order, without single texts', () => {
  const texts = [
    'One two three four',
    'Else',
    'ONE, two three four!',
    'Other words here',
    'other words: here',
    'one two three four',
  ]
  expect(nearIdenticalGroups(texts)).toEqual([
    [0, 2, 5],
    [3, 4],
  ])
  expect(nearIdenticalGroups([])).toEqual([])
})

it('counts a text as new only once, however it is spelled the next time', () => {
  const isNew = createNovelty()
  expect(
    ['Fresh tea today', 'fresh TEA, today!', 'Cold coffee', '@ada Fresh tea today', 'Cold coffee'].map(isNew),
  ).toEqual([true, false, true, false, false])
})

it('finds similar texts, by nine tenths or by the given share', () => {
  const texts = ['abcd', 'abce', 'wxyz', 'ABCD']
  expect(createLikeness(texts)('abcd')).toEqual([0, 3])
  expect(createLikeness(texts, 0.6)('abcd')).toEqual([0, 1, 3])
  expect(createLikeness(texts, 2 / 3)('abcd')).toEqual([0, 1, 3])
  expect(createLikeness(texts, 0.7)('abcd')).toEqual([0, 3])
  expect(createLikeness(texts)('nothing like it')).toEqual([])
})

it('distinguishes texts without a letter by their content', () => {
  expect(nearIdenticalGroups(['…', '!', ' … '])).toEqual([[0, 2]])
  expect([areAlike('', '', 1), areAlike('!', '?', Number.MIN_VALUE)]).toEqual([true, false])
  expect([0.39, 0.4, 0.41].map((least) => areAlike('ab', 'ab cd', least))).toEqual([true, true, false])
})

it('compares the first thousand characters only', () => {
  const long = 'ab '.repeat(400)
  expect(areAlike(`${long}one`, `${long}two`, 1)).toBe(true)
  expect(areAlike(`x${long}`, `y${long}`, 1)).toBe(false)
})
