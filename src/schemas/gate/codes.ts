import { plainDigits, plainText } from './characters'

export const codeText = (typed: string): string =>
  plainDigits(plainText(typed))
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase())
