/** Removes characters that chats and web pages insert when text is copied (Unicode's default-ignorable characters). */
export const withoutInvisible = (text: string): string => text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')

/** True if the text has characters but shows none. */
export const isInvisible = (text: string): boolean => /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+$/u.test(text)

const halfWidth = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))

/** For texts of ASCII characters: removes invisible characters and replaces full-width ones. */
export const plainText = (text: string): string => halfWidth(withoutInvisible(text))

/** Includes signs that keyboards and programs use as quotation marks. */
const quote = /["'`\p{Pi}\p{Pf}\u00b4\u02b9-\u02bf\u201a\u201e\u2032-\u2037\u300c-\u300f\u301d-\u301f]/u
const blank = /[\s\u0085]/

const isWrapping = (character: string): boolean => blank.test(character) || quote.test(character)

/** Removes blanks, quotation marks and separators that files, programs and chats put around a value. */
export const withoutWrapping = (text: string): string => {
  let from = 0
  let to = text.length
  while (from < to && isWrapping(text.charAt(from))) from += 1
  while (to > from && (isWrapping(text.charAt(to - 1)) || /[,;]/.test(text.charAt(to - 1)))) to -= 1
  return text.slice(from, to)
}

const codePointOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** A description that a person can search for. */
export const characterName = (character: string): string => {
  if (/[\n\r\u0085\u2028\u2029]/.test(character)) return 'a line break'
  if (character === '\t') return 'a tab'
  if (blank.test(character)) return 'a blank'
  if (quote.test(character)) return 'a quotation mark'
  if (/[\p{C}\p{Z}\p{M}]/u.test(character)) return `the character ${codePointOf(character)}`
  return `the character “${character}” (${codePointOf(character)})`
}

/** The start of each run of ten digits is the script's zero (Unicode, chapter 4.6). */
const digitOf = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return String((code - first) % 10)
}

/** Replaces the digits of every script by 0 to 9. */
export const plainDigits = (text: string): string => text.replace(/\p{Nd}/gu, digitOf)
