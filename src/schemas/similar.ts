const nearIdentical = 0.9
const codePoints = 0x110000
/** Several times what X takes; what follows is not looked at, so that hostile texts cannot hold the server up. */
const comparedLength = 1_000

/**
 * Groups of texts that X would take for one another: the same words but for case, mentions, links and punctuation, or
 * nine tenths of their letter pairs in common (Sørensen-Dice).
 *
 * @returns indices of near-identical texts, each group in order, groups of one left out.
 */
export const nearIdenticalGroups = (texts: readonly string[]): number[][] => {
  const shapes = texts.map(shapeOf)
  const groups: number[][] = []
  const grouped = new Set<number>()
  shapes.forEach((shape, index) => {
    if (grouped.has(index)) return
    const same = [index]
    for (let other = index + 1; other < shapes.length; other += 1) {
      const candidate = shapes[other]
      if (candidate && !grouped.has(other) && areAlike(shape, candidate)) same.push(other)
    }
    if (same.length < 2) return
    for (const each of same) grouped.add(each)
    groups.push(same)
  })
  return groups
}

interface Shape {
  words: string
  /** Sorted letter pairs, as numbers: 200 texts are compared 20,000 times. */
  pairs: Float64Array
}

const shapeOf = (text: string): Shape => {
  const words = text
    .slice(0, comparedLength)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/@\w{1,15}/g, ' ')
    .replace(/[^\p{L}\p{N}\p{Extended_Pictographic}]+/gu, ' ')
    .trim()
  const letters = Array.from(words, (letter) => letter.codePointAt(0) ?? 0)
  const pairs = letters.slice(1).map((letter, index) => (letters[index] ?? 0) * codePoints + letter)
  return { words: words || text.trim(), pairs: Float64Array.from(pairs).sort() }
}

const areAlike = (a: Shape, b: Shape): boolean => a.words === b.words || shareMost(a.pairs, b.pairs)

/** Ends as soon as too many are missing on either side: most texts differ. */
const shareMost = (a: Float64Array, b: Float64Array): boolean => {
  const total = a.length + b.length
  let shared = total
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]]
    if (left !== right) shared -= 1
    if (shared / total < nearIdentical) return false
    if (right === undefined || (left !== undefined && left <= right)) i += 1
    if (left === undefined || (right !== undefined && right <= left)) j += 1
  }
  return total > 0
}
