import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { withoutInvisible } from '../../src/schemas/gate/characters'
import { HttpProblem } from '../problems'
import * as words from './words'

/** The operator who is to have the password. */
export interface PasswordOwner {
  email: string
  username: string
}

/** Every password that takes fewer guesses is refused. Six random letters and digits take a million and more. */
const fewestGuesses = 1_000_000

/** The time that an estimate takes grows with the square of the length. */
const piece = 24

/** Words that a list made of leaks elsewhere has too far down. */
const firstTried =
  'twitter tweet xpress auto comment bot reply root admin january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter'.split(
    ' ',
  )

let estimator: ZxcvbnFactory | undefined

/** Made when it is first needed: sorting the dictionary takes a tenth of a second. */
const guessesOf = (password: string): number => {
  estimator ??= new ZxcvbnFactory({
    dictionary: { passwords: dictionary['passwords-common'], firstTried },
    graphs: adjacencyGraphs,
    l33tTable: { a: ['@', '4'], e: ['3'], i: ['1', '!'], o: ['0'], s: ['$', '5'], t: ['7'] },
    l33tMaxSubstitutions: 8,
    maxLength: piece,
  })
  return estimator.check(password).guesses
}

/** A text that repeats itself is judged by what it repeats, a long one by its first and its last characters. */
const guessesOfAny = (text: string): number => {
  const period = `${text}${text}`.indexOf(text, 1)
  if (period > 0 && period < text.length) return (guessesOfAny(text.slice(0, period)) * text.length) / period
  return Math.max(guessesOf(text.slice(0, piece)), guessesOf(text.slice(-piece)))
}

const withinSigns = /^([^\p{L}\p{N}]{0,3})([\p{L}\p{N}].*)$/su

/** Each different sign before or behind what is weak takes thirty times as many guesses. */
const withoutSigns = (text: string): { core: string; factor: number } => {
  const backwards = [...(withinSigns.exec(text)?.[2] ?? text)].reverse().join('')
  const core = [...(withinSigns.exec(backwards)?.[2] ?? backwards)].reverse().join('')
  return { core, factor: 30 ** new Set(text.replace(core, '')).size }
}

/** Leaked passwords, words with a year, dates, runs, repeats and rows of keys, in any case and between signs. */
const isGuessedFirst = (lower: string): boolean => {
  const { core, factor } = withoutSigns(lower)
  return guessesOfAny(lower) < fewestGuesses || guessesOfAny(core) * factor < fewestGuesses
}

const cyrillicKeys = 'йцукенгшщзхъфывапролджэячсмитьбю'
const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,."

/** As lists of passwords have it: of half-width letters without accents, and by the keys of a Latin keyboard. */
const asListed = (lower: string): string =>
  withoutInvisible(
    lower.normalize('NFC').replace(/[а-я]/g, (letter) => latinKeys[cyrillicKeys.indexOf(letter)] ?? letter),
  )
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .toLowerCase()

const ofTheProduct = ['Auto Comment Bot', 'autocommentbot', 'auto-comment-bot']

/**
 * Refuses passwords that attackers try first, and the operator's own address and name, also with digits or signs before
 * and after them. @throws HttpProblem 422 that names the field
 */
export const refuseGuessable = (field: string, password: string, owner: PasswordOwner): void => {
  const lower = password.toLowerCase()
  const own = [owner.email, owner.email.split('@', 1)[0] ?? '', owner.username, ...ofTheProduct]
  const core = lettersWithin(lower)
  if (own.some((word) => lower === word.toLowerCase() || (core !== '' && core === lettersWithin(word.toLowerCase())))) {
    throw new HttpProblem(422, words.ownName(field))
  }
  if (isGuessedFirst(lower) || isGuessedFirst(asListed(lower))) {
    throw new HttpProblem(422, words.tooCommon(field))
  }
}

const isLetter = (character: string | undefined): boolean => character !== undefined && /^\p{L}$/u.test(character)

/** From the first letter to the last. */
const lettersWithin = (text: string): string => {
  const characters = [...text]
  const first = characters.findIndex(isLetter)
  return first === -1 ? '' : characters.slice(first, characters.findLastIndex(isLetter) + 1).join('')
}
