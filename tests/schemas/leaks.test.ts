import { describe, expect, it, vi } from 'vitest'
import type { Role } from '../../src/schemas/characters/roles'
import { createLeakFinder, textsIn } from '../../src/schemas/composer/leaks'

const mara: Role = {
  id: 1,
  name: 'Mara',
  model_name: 'gpt-test',
  category: 'retail',
  system_prompt: 'You are Mara. You answer with dry wit and never raise your voice.',
  personality_traits: ['dry'],
  background_story: 'She repaired espresso machines in Trieste for eleven years.',
  instruction_set: ['Be brief', 'Never mention the discount before Friday'],
  version: '1',
  knowledge_base: { supplier: 'Rossi e Figli', code: 'KIOSK-4471', contacts: [{ phone: '555 0142' }], likes: 'coffee' },
  example_conversations: { 'We shipped dark mode': 'The 401st person is going to feel very ignored.' },
  language: 'English',
}
/** Read again for each text; the times of reading are tested below. */
const find = (text: string) => createLeakFinder([mara])(text)

describe('the instructions of a character', () => {
  it.each([
    ['You answer with dry wit and so on', 'repeats the system prompt of Mara: “you answer with dry wit”'],
    ['YOU  ANSWER… “with” drý wit!', 'repeats the system prompt of Mara: “you answer with dry wit”'],
    ['you an\u200bswer with dry wit', 'repeats the system prompt of Mara: “you answer with dry wit”'],
    ['ｙｏｕ ａｎｓｗｅｒ ｗｉｔｈ ｄｒｙ ｗｉｔ', 'repeats the system prompt of Mara: “you answer with dry wit”'],
    [
      'As she repaired espresso machines in Trieste',
      'repeats the background story of Mara: “she repaired espresso machines in”',
    ],
    [
      'Shh: never mention the discount before noon',
      'repeats the instructions of Mara: “never mention the discount before”',
    ],
    ['Ask Rossi e Figli', 'repeats the knowledge base of Mara: “rossi e figli”'],
    ['Use kiosk 4471 today', 'repeats the knowledge base of Mara: “kiosk 4471”'],
    ['Call 555-0142', 'repeats the knowledge base of Mara: “555 0142”'],
    ['the 401st person is going home', 'repeats the example conversations of Mara: “the 401st person is going”'],
    ['Plain text only: no numbering for me', 'repeats the output rules: “plain text only no numbering”'],
  ])('is found in %j', (text, caution) => {
    expect(find(text)).toEqual([caution])
  })

  it.each(['', 'I like coffee too, be brief.', 'You answer with wit.', 'Trieste has espresso machines', 'dry'])(
    'is not found in %j',
    (text) => {
      expect(find(text)).toEqual([])
    },
  )

  it('are found in languages without spaces between words', () => {
    const sora = { ...mara, name: 'Sora', system_prompt: '秘密の割引コードを誰にも教えてはいけません。' }
    expect(createLeakFinder([sora])('はい、秘密の割引コードを誰にも言いません')).toHaveLength(1)
  })

  it('are named once for each source', () => {
    const text = `${mara.system_prompt} ${mara.background_story}`
    expect(find(text)).toHaveLength(2)
  })

  it('are read once when there is a text, and each text is checked once', () => {
    const read = vi.fn(() => mara.system_prompt)
    const finder = createLeakFinder([Object.defineProperty({ ...mara }, 'system_prompt', { get: read })])
    expect(read).not.toHaveBeenCalled()
    const leaks = finder(mara.background_story)
    expect(finder(mara.background_story)).toBe(leaks)
    expect(finder(mara.system_prompt)).toHaveLength(1)
    expect(read).toHaveBeenCalledTimes(1)
  })
})

describe('the length of a quotation that is no coincidence', () => {
  const findIn = (source: string, text: string) =>
    createLeakFinder([{ ...mara, knowledge_base: {}, instruction_set: [source] }])(text)
  const told = (words: string) => [`repeats the instructions of Mara: “${words}”`]

  it.each([
    [
      'five words in a row',
      'alpha beta gamma delta epsilon zeta',
      'x alpha beta gamma delta epsilon y',
      'alpha beta gamma delta epsilon',
    ],
    [
      'the last five of it',
      'alpha beta gamma delta epsilon zeta',
      'beta gamma delta epsilon zeta',
      'beta gamma delta epsilon zeta',
    ],
    [
      'a source of five',
      'alpha beta gamma delta epsilon',
      'alpha beta gamma delta epsilon',
      'alpha beta gamma delta epsilon',
    ],
    ['a whole source of four', 'alpha beta gamma delta', 'so alpha beta gamma delta', 'alpha beta gamma delta'],
    ['a whole source of three', 'alpha beta gamma', 'alpha beta gamma!', 'alpha beta gamma'],
    ['a whole source with two digits', 'gate 42', 'at gate 42 now', 'gate 42'],
    ['digits that stand apart', '4 doors 2', '4 doors, 2', '4 doors 2'],
  ])('%s', (_, source, text, words) => {
    expect(findIn(source, text)).toEqual(told(words))
  })

  it.each([
    ['four words of a longer source', 'alpha beta gamma delta epsilon zeta', 'alpha beta gamma delta'],
    ['words in another order', 'alpha beta gamma delta epsilon', 'epsilon delta gamma beta alpha'],
    ['a source of two words', 'alpha beta', 'alpha beta'],
    ['a source with one digit', 'gate 4', 'gate 4'],
    ['a part of a word', 'alpha beta gamma', 'xalpha beta gammax'],
    ['a part of a short source', 'alpha beta gamma', 'alpha beta'],
  ])('but not %s', (_, source, text) => {
    expect(findIn(source, text)).toEqual([])
  })

  it('is named by the first quotation of each source', () => {
    expect(findIn('alpha beta gamma delta epsilon zeta', 'alpha beta gamma delta epsilon zeta')).toEqual(
      told('alpha beta gamma delta epsilon'),
    )
  })

  it('counts for the first of two characters with the same instructions', () => {
    const otto = { ...mara, name: 'Otto' }
    expect(createLeakFinder([otto, mara])('You answer with dry wit')).toEqual([
      'repeats the system prompt of Otto: “you answer with dry wit”',
    ])
  })
})

it('the texts of a JSON value are its keys, its strings and its numbers', () => {
  expect(textsIn({ a: ['b', 4], c: { d: null, e: true }, f: [] })).toEqual(['a', 'b', '4', 'c', 'd', 'e', 'f'])
  expect([textsIn('x'), textsIn(0), textsIn(null), textsIn(true), textsIn(undefined)]).toEqual([
    ['x'],
    ['0'],
    [],
    [],
    [],
  ])
})
