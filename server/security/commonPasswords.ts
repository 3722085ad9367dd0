import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { withoutInvisible } from '../../src/schemas/gate/characters'
import { HttpProblem } from '../problems'
import * as words from './words'

/** The operator who sets the password. */
export interface PasswordOwner {
  email: string
  username: string
}

/** Passwords with fewer guesses are refused. Six random letters and digits need more than a million. */
const fewestGuesses = 1_000_000

/** Characters. The time of an estimate grows with the square of the length. */
const piece = 24

/** Words that are more common here than in the list of leaked passwords. */
const firstTried =
  'twitter tweet xpress auto comment bot reply root admin january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter'.split(
    ' ',
  )

let estimator: ZxcvbnFactory | undefined

/** Created on first use, because sorting the dictionary takes 100 ms. */
const guessesOf = (password: string): number => {
  estimator ??= new ZxcvbnFactory({
    dictionary: { passwords: dictionary['passwords-common'], firstTried },
    graphs: adjacencyGraphs,
    l33tTable: {
      ...{ a: ['@', '4'], b: ['8'], e: ['3'], g: ['6', '9'], i: ['1', '!', '|'], l: ['1', '|'], o: ['0'] },
      ...{ s: ['$', '5'], t: ['7', '+'], z: ['2'] },
    },
    l33tMaxSubstitutions: 8,
    maxLength: piece,
  })
  return estimator.check(password).guesses
}

/** A repetition is judged by the repeated part, a long text by its first and last characters. */
const guessesOfAny = (text: string): number => {
  const period = `${text}${text}`.indexOf(text, 1)
  if (period > 0 && period < text.length) return (guessesOfAny(text.slice(0, period)) * text.length) / period
  return Math.max(guessesOf(text.slice(0, piece)), guessesOf(text.slice(-piece)))
}

const withinSigns = /^([^\p{L}\p{N}]{0,3})([\p{L}\p{N}].*)$/su

const withoutOuterSigns = (text: string): string => {
  const backwards = reversed(withinSigns.exec(text)?.[2] ?? text)
  return reversed(withinSigns.exec(backwards)?.[2] ?? backwards)
}

const reversed = (text: string): string => [...text].reverse().join('')

/** Each different sign around or between the letters and digits takes thirty times as many guesses. */
const guessesWithoutSigns = (text: string, core: string): number =>
  guessesOfAny(core) * 30 ** new Set([...text].filter((sign) => isSign(sign) && !core.includes(sign))).size

const isSign = (character: string): boolean => !/[\p{L}\p{M}\p{N}]/u.test(character)

/**
 * Finds leaked passwords, words with a year, dates, runs, repetitions and rows of keys, in any case, with a sign around
 * or between the parts.
 */
const isGuessedFirst = (lower: string): boolean =>
  [...new Set([lower, withoutOuterSigns(lower), [...lower].filter((each) => !isSign(each)).join('')])].some(
    (core) => guessesWithoutSigns(lower, core) < fewestGuesses,
  )

const cyrillicKeys = 'йцукенгшщзхъфывапролджэячсмитьбю'
const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,."

/** Converts to half-width letters without accents, and to the keys of a Latin keyboard, as in lists of passwords. */
const asListed = (lower: string): string =>
  withoutInvisible(
    lower.normalize('NFC').replace(/[а-я]/g, (letter) => latinKeys[cyrillicKeys.indexOf(letter)] ?? letter),
  )
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .toLowerCase()

const productName = 'Auto Comment Bot'

/**
 * Refuses passwords that attackers try first, and the operator's own address and name, with digits or signs around them
 * too.
 *
 * @throws HttpProblem 422 with the field
 */
export const refuseGuessable = (field: string, password: string, owner: PasswordOwner): void => {
  const lower = password.toLowerCase()
  const own = [owner.email, owner.email.split('@', 1)[0] ?? '', owner.username, productName]
  const core = lettersWithin(lower)
  if (own.some((word) => lower === word.toLowerCase() || (core !== '' && core === lettersWithin(word.toLowerCase())))) {
    throw new HttpProblem(422, words.ownName(field))
  }
  if (isGuessedFirst(lower) || isGuessedFirst(asListed(lower))) {
    throw new HttpProblem(422, words.tooCommon(field))
  }
}

const isLetter = (character: string | undefined): boolean => character !== undefined && /^\p{L}$/u.test(character)

/** From the first letter to the last, without signs and spaces between them. */
const lettersWithin = (text: string): string => {
  const characters = [...text]
  const first = characters.findIndex(isLetter)
  if (first === -1) return ''
  const within = characters.slice(first, characters.findLastIndex(isLetter) + 1)
  return within.filter((character) => !isSign(character)).join('')
}
