/** Line feeds stay; other control characters, lone surrogates, bidi controls, BOM and non-characters go. */
const unwanted = /(?!\n)[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu

/** Somebody else's text as it may be stored, shown and posted. */
export const cleanText = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(unwanted, '')
    .normalize('NFC')
    .trim()
