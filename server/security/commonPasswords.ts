import { dictionary } from '@zxcvbn-ts/language-common'
import { HttpProblem } from '../problems'

/** The operator who is to have the password. */
export interface PasswordOwner {
  email: string
  username: string
}

let common: ReadonlySet<string> | undefined

/** 49,000 passwords of leaked lists, the commonest first (zxcvbn-ts, language-common); sorted when first asked for. */
const commonPasswords = (): ReadonlySet<string> => {
  common ??= new Set(dictionary['passwords-common'].map(String))
  return common
}

const ofTheProduct = ['Auto Comment Bot', 'autocommentbot', 'auto-comment-bot']

/**
 * Refuses what attackers try first: common passwords, and the operator's own address and name, also with digits or
 * signs before and after them. @throws HttpProblem 422 that names the field
 */
export const refuseGuessable = (field: string, password: string, owner: PasswordOwner): void => {
  const lower = password.toLowerCase()
  if (commonPasswords().has(lower)) {
    throw new HttpProblem(422, `${field}: This password is among the first that attackers try. Choose another one`)
  }
  const own = [owner.email, owner.email.split('@', 1)[0] ?? '', owner.username, ...ofTheProduct]
  const core = lettersWithin(lower)
  if (own.some((word) => lower === word.toLowerCase() || (core !== '' && core === lettersWithin(word.toLowerCase())))) {
    throw new HttpProblem(422, `${field}: This password is your own address or name. Choose another one`)
  }
}

const isLetter = (character: string | undefined): boolean => character !== undefined && /^\p{L}$/u.test(character)

/** From the first letter to the last. */
const lettersWithin = (text: string): string => {
  const characters = [...text]
  const first = characters.findIndex(isLetter)
  return first === -1 ? '' : characters.slice(first, characters.findLastIndex(isLetter) + 1).join('')
}
