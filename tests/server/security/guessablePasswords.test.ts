import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refuseGuessable } from '../../../server/security/commonPasswords'

const refusalOf = (password: string, username = 'Grace Hopper'): Promise<string | undefined> =>
  refuseGuessable('password', password, { email: 'grace@example.com', username }).then(() => undefined, String)
const commonest = expect.stringContaining('too common')
const runs = { numRuns: 100 }

const letters = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890']
const words =
  'summer monday welcome password dragon sunshine instagram netflix linkedin januar sommer herbst janvier été enero otoño gennaio inverno dezembro styczeń январь ocak'.split(
    ' ',
  )

const oneOf = (choices: readonly string[]) => fc.constantFrom(...choices)
const backwards = (text: string) => [...text].reverse().join('')
const capitals = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1),
)
const part = (text: string) =>
  fc
    .tuple(fc.nat(text.length - 6), fc.integer({ min: 6, max: text.length }))
    .map(([from, length]) => text.slice(from, from + Math.max(6, length - from)))

const families: Record<string, fc.Arbitrary<string>> = {
  'one character again and again': fc
    .tuple(oneOf([...letters, ...digits, ...'!?.#*']), fc.integer({ min: 6, max: 300 }))
    .map(([character, times]) => character.repeat(times)),
  'a few characters again and again': fc
    .tuple(oneOf(['12', 'ab', '123', 'abc', '007', 'xyz', 'qwe', '1234', 'aabb']), fc.integer({ min: 3, max: 12 }))
    .map(([block, times]) => block.repeat(times)),
  'a run of letters or digits': oneOf([letters, digits, backwards(letters), backwards(digits)]).chain(part),
  'a row of keys': oneOf([...rows, ...rows.map(backwards)]).chain(part),
  'a date': fc.date({ min: new Date('1940-01-01'), max: new Date('2029-12-31'), noInvalidDate: true }).chain((date) => {
    const [year = '', month = '', day = ''] = date.toISOString().slice(0, 10).split('-')
    return oneOf([
      `${day}${month}${year}`,
      `${year}${month}${day}`,
      `${day}.${month}.${year}`,
      `${year}-${month}-${day}`,
    ])
  }),
  'a common word and a year': fc
    .tuple(oneOf(words), fc.integer({ min: 1960, max: 2029 }))
    .map(([word, year]) => `${word}${year}`),
  'a common word and a few digits': fc
    .tuple(oneOf(words), oneOf(['1', '12', '123', '01', '99']))
    .map((parts) => parts.join('')),
  'a common word, a sign and digits': fc
    .tuple(oneOf(words), oneOf([...'@#._-+ ']), oneOf(['1', '123', '1234', '2024']))
    .map((parts) => parts.join('')),
  'a common word with a sign between its letters': fc
    .tuple(oneOf(words), oneOf([...'.-_ ']))
    .map(([word, sign]) => [...word].join(sign)),
}

describe('a password that attackers try first', () => {
  it.each(Object.entries(families))('is refused: %s, in any case', async (_, family) => {
    await fc.assert(
      fc.asyncProperty(family, capitals, async (text, capitalise) => {
        const password = capitalise(text)
        expect([password, await refusalOf(password)]).toEqual([password, commonest])
      }),
      runs,
    )
  })

  it.each([
    '654321',
    '222222',
    'aaaaaa',
    '88888888',
    '987654321',
    '123123123',
    'summer2024',
    'P@ssw0rd',
    'Summer2024!',
    '!!Welcome1',
    '1q2w3e4r',
    'October2023!',
    'India@123',
    'f1ower12',
    'twitter2024',
    'root123',
    'ｐａｓｓｗｏｒｄ1',
    'pass\u200bword',
    'contraseña1',
    'йцукенг',
    'Пароль123',
  ])('is refused: %s', async (password) => expect(await refusalOf(password)).toEqual(commonest))

  it.each(['zyxquorblarv', 'Zyxquor-Blarv!', '7 zyxquor blarv 77'])(
    'is refused because it is the own name: %s',
    async (password) => {
      expect(await refusalOf(password, 'Zyxquor Blarv')).toContain('your own address or name')
      expect(await refusalOf(password)).toBeUndefined()
    },
  )

  it('is not one of these', async () => {
    for (const password of [
      'correct horse battery',
      'x7Kp2q9w',
      'kq9zmwtc',
      'Distill3rs-of-Kent',
      '#!)&x4%Z',
      'щука-в-реке-9',
      'नमस्ते दुनिया',
      'שלום-עולם-7',
      'aaaaaaaaaaaa kq9zmwtc',
    ]) {
      expect([password, await refusalOf(password)]).toEqual([password, undefined])
    }
  })

  it('is hardly ever one of six random characters', async () => {
    const sample = fc.sample(
      fc.noBias(
        fc.string({
          unit: fc.constantFrom(...letters, ...letters.toUpperCase(), ...digits, ...'!#$%&()'),
          minLength: 6,
          maxLength: 6,
        }),
      ),
      { numRuns: 300, seed: 1 },
    )
    const refusals = await Promise.all(sample.map((password) => refusalOf(password)))
    expect(refusals.filter((refusal) => refusal !== undefined).length).toBeLessThan(15)
  })
})
