import { readFile } from 'node:fs/promises'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { HttpProblem } from '../problems'
import { asListed } from './asListed'
import type { RankedWords } from './wordLists'
import * as words from './words'

/** The operator who sets the password. */
export interface PasswordOwner {
  email: string
  username: string
}

/** Passwords with fewer guesses are refused. Six random letters and digits need more than a million. */
const fewestGuesses = 1_000_000

/** For any word or name with up to four digits, because attackers try years and `123` with each. */
const guessesOfWord = 30_000

/** Characters. The time of an estimate grows with the square of the length. */
const piece = 24

const productName = 'Auto Comment Bot'

interface Guesser {
  estimate: ZxcvbnFactory
  isWord(lower: string): boolean
}

const builtWords = async () => {
  const [ranked, listed] = await Promise.all([
    readFile('dist/words/ranked.json', 'utf8'),
    readFile('dist/words/listed.txt'),
  ])
  return { ranked: JSON.parse(ranked) as RankedWords, listed }
}

const createGuesser = async (): Promise<Guesser> => {
  const { ranked, listed } = import.meta.env.PROD ? await builtWords() : (await import('./wordLists')).gatherWords()
  const estimate = new ZxcvbnFactory({
    ...ranked,
    l33tTable: {
      ...{ a: ['@', '4'], b: ['8'], e: ['3'], g: ['6', '9'], i: ['1', '!', '|'], l: ['1', '|'], o: ['0'] },
      ...{ s: ['$', '5'], t: ['7', '+'], z: ['2'] },
    },
    l33tMaxSubstitutions: 8,
    maxLength: piece,
  })
  const isOneMatch = (lower: string): boolean => {
    const [first, ...others] = estimate.check(lower).sequence
    return first?.pattern === 'dictionary' && others.length === 0
  }
  // A search takes 2 ms. An index would take a second of every server's first sign-up.
  const isListed = (lower: string) => listed.includes(`\n${lower}\n`)
  return { estimate, isWord: (lower) => lower.length > 2 && (isListed(lower) || isOneMatch(lower)) }
}

let guesser: Promise<Guesser> | undefined

/** A long text is judged by its first and last characters. */
const guessesOf = (by: Guesser, text: string): number =>
  Math.max(...[...new Set([text.slice(0, piece), text.slice(-piece)])].map((part) => guessesOfPiece(by, part)))

const guessesOfPiece = ({ estimate, isWord }: Guesser, text: string): number => {
  const word = reversed(withoutFirstDigits(reversed(withoutFirstDigits(text))))
  return text.length - word.length <= 4 && isWord(word) ? guessesOfWord : estimate.check(text).guesses
}

const withoutFirstDigits = (text: string): string => text.replace(/^\d{1,4}/, '')

/** A repetition is judged by the repeated part. */
const guessesOfAny = (by: Guesser, text: string): number => {
  const period = `${text}${text}`.indexOf(text, 1)
  return period > 0 && period < text.length
    ? (guessesOfAny(by, text.slice(0, period)) * text.length) / period
    : guessesOf(by, text)
}

const withinSigns = /^([^\p{L}\p{N}]{0,3})([\p{L}\p{N}].*)$/su

const withoutOuterSigns = (text: string): string => {
  const backwards = reversed(withinSigns.exec(text)?.[2] ?? text)
  return reversed(withinSigns.exec(backwards)?.[2] ?? backwards)
}

const reversed = (text: string): string => [...text].reverse().join('')

/** Each different sign around or between the letters and digits takes thirty times as many guesses. */
const withoutSigns = (text: string): { core: string; times: number }[] =>
  [...new Set([text, withoutOuterSigns(text), [...text].filter((each) => !isSign(each)).join('')])].map((core) => ({
    core,
    times: 30 ** new Set([...text].filter((sign) => isSign(sign) && !core.includes(sign))).size,
  }))

const isSign = (character: string): boolean => !/[\p{L}\p{M}\p{N}]/u.test(character)

const isGuessedFirst = async (password: string): Promise<boolean> => {
  guesser ??= createGuesser().catch((error: unknown) => {
    guesser = undefined
    throw error
  })
  const by = await guesser
  return [...new Set([password, asListed(password)])]
    .flatMap(withoutSigns)
    .some(({ core, times }) => guessesOfAny(by, core) * times < fewestGuesses)
}

/**
 * Refuses passwords that attackers try first, and the operator's own address and name, with digits or signs around them
 * too.
 *
 * @throws HttpProblem 422 with the field
 */
export const refuseGuessable = async (field: string, password: string, owner: PasswordOwner): Promise<void> => {
  const lower = password.toLowerCase()
  const own = [owner.email, owner.email.split('@', 1)[0] ?? '', owner.username, productName]
  const core = lettersWithin(lower)
  if (own.some((word) => lower === word.toLowerCase() || (core !== '' && core === lettersWithin(word.toLowerCase())))) {
    throw new HttpProblem(422, words.ownName(field))
  }
  if (await isGuessedFirst(lower)) throw new HttpProblem(422, words.tooCommon(field))
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
