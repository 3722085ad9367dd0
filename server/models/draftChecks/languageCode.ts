import { followsPost } from '../prompt/prompt'

const codes =
  'ar be bg bn ca cs da de el en es et fa fi fr gl gu he hi hr hu id is it ja ka kk ko lt lv mk mr ms nl no pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi zh'.split(
    ' ',
  )

const nameIn = (locale: string, code: string) =>
  new Intl.DisplayNames(locale, { type: 'language' }).of(code)?.toLowerCase() ?? code

/** Names of languages in English and in the language, in lower case. */
const known = new Map(
  codes.flatMap((code): [string, string][] => [
    [nameIn('en', code), code],
    [nameIn(code, code), code],
  ]),
)

/** @param ofPost X's language of the post. @returns the language of the character's reply; undefined if unknown. */
export const wantedLanguage = (language: string, ofPost: string | undefined): string | undefined =>
  followsPost(language) ? codeOfX(ofPost) : languageCode(language)

/** X uses two old codes, and `und`, `zxx` or `qme` for an unknown language. */
const codeOfX = (code = '') => {
  const renamed = { in: 'id', iw: 'he' }[code] ?? code.split('-')[0]
  return codes.find((each) => each === renamed)
}

/**
 * Finds the language in a character's free text: "English", "de-AT", "Deutsch (formal)".
 *
 * @returns an ISO 639-1 code; undefined for no language or several.
 */
export const languageCode = (text: string): string | undefined => {
  const words = text.trim().toLowerCase()
  const [tag = ''] = words.split(/[-_]/)
  if (codes.includes(tag) && /^[a-z]{2}(?:[-_]\w{2,4})?$/.test(words)) return tag
  const found = new Set(
    words.split(/[^\p{L}\p{M}]+/u).flatMap((word) => {
      const code = known.get(word)
      return code === undefined ? [] : [code]
    }),
  )
  const [only] = found
  return found.size === 1 ? only : undefined
}
