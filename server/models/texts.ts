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

/** The texts without those that differ from an earlier one in little more than case, punctuation, spaces or a word. */
export const distinctTexts = (texts: readonly string[]): string[] => {
  const kept: Fingerprint[] = []
  return texts.filter((text) => {
    const print = fingerprint(text)
    if (kept.some((other) => alike(print, other))) return false
    kept.push(print)
    return true
  })
}

interface Fingerprint {
  letters: string
  /** How often each pair of neighbouring letters occurs. */
  pairs: Map<string, number>
  size: number
}

const fingerprint = (text: string): Fingerprint => {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const letters = plain === '' ? text.trim() : plain
  const pairs = new Map<string, number>()
  for (let index = 0; index < letters.length - 1; index += 1) {
    const pair = letters.slice(index, index + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return { letters, pairs, size: Math.max(0, letters.length - 1) }
}

/** Equal, or a Sørensen-Dice coefficient of letter pairs of at least 0.9. */
const alike = (a: Fingerprint, b: Fingerprint): boolean => {
  if (a.letters === b.letters) return true
  if (2 * Math.min(a.size, b.size) < 0.9 * (a.size + b.size)) return false
  let shared = 0
  for (const [pair, count] of a.pairs) shared += Math.min(count, b.pairs.get(pair) ?? 0)
  return 2 * shared >= 0.9 * (a.size + b.size)
}
