import { plainDigits, plainText } from './characters'

/** A code as it was given out, however it was typed: its letters and digits, in capitals. */
export const codeText = (typed: string): string =>
  plainDigits(plainText(typed))
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase())
