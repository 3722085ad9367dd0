import { nearIdenticalGroups } from '../../src/schemas/similar'

/** Line feeds stay; other control characters, lone surrogates, bidi controls, BOM and non-characters go. */
const unwanted = /(?!\n)[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu

/** A model's text as it may be shown and posted. */
export const cleanText = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(unwanted, '')
    .normalize('NFC')
    .trim()

/**
 * The texts without those that X would take for an earlier one, or for one of `present`; those would be refused when
 * they are sent.
 */
export const distinctTexts = (texts: readonly string[], present: readonly string[] = []): string[] => {
  const repeated = new Set(nearIdenticalGroups([...present, ...texts]).flatMap(([, ...others]) => others))
  return texts.filter((_, index) => !repeated.has(present.length + index))
}
