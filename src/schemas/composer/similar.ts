const nearIdentical = 0.9
const codePoints = 0x110000
const buckets = 64
/** Several times the limit of X. Longer texts are cut, so that hostile texts cannot block the server. */
const comparedLength = 1_000

/**
 * Groups of texts that X would treat as repeats: equal except for case, mentions, links and punctuation, or with at
 * least nine tenths of their letter pairs in common (Sørensen-Dice).
 *
 * @returns the indices of each group, in order, without groups of one
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

/** @returns whether the text differs from all earlier ones */
export const createNovelty = (): ((text: string) => boolean) => {
  const shapes: Shape[] = []
  return (text) => {
    const shape = shapeOf(text)
    if (shapes.some((earlier) => areAlike(earlier, shape))) return false
    shapes.push(shape)
    return true
  }
}

/**
 * @param least the share of common letter pairs, 0 to 1, from which two texts count as similar (Sørensen-Dice)
 *
 * @returns a function that finds the indices of similar texts
 */
export const createLikeness = (texts: readonly string[], least = nearIdentical): ((text: string) => number[]) => {
  let shapes: Shape[] | undefined
  return (text) => {
    shapes ??= texts.map(shapeOf)
    const shape = shapeOf(text)
    return shapes.flatMap((each, index) => (areAlike(each, shape, least) ? [index] : []))
  }
}

interface Shape {
  words: string
  /** How many letter pairs fall into each bucket. */
  counts: Uint16Array
  total: number
  /** The letter pairs as sorted numbers. */
  pairs(): Float64Array
}

const shapeOf = (text: string): Shape => {
  const words = text
    .slice(0, comparedLength)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/@\w{1,20}/g, ' ')
    .replace(/[^\p{L}\p{N}\p{Extended_Pictographic}]+/gu, ' ')
    .trim()
  const counts = new Uint16Array(buckets)
  let total = 0
  forEachPair(words, (first, second) => {
    const bucket = (first * 31 + second) % buckets
    counts[bucket] = (counts[bucket] ?? 0) + 1
    total += 1
  })
  let sorted: Float64Array | undefined
  return { words: words || text.trim(), counts, total, pairs: () => (sorted ??= sortedPairs(words, total)) }
}

/** Uses indices, because an iterator creates a string for each letter and took most of the time. */
const forEachPair = (words: string, take: (first: number, second: number) => void): void => {
  let last: number | undefined
  for (let index = 0; index < words.length; ) {
    const next = words.codePointAt(index) ?? 0
    if (last !== undefined) take(last, next)
    last = next
    index += next > 0xffff ? 2 : 1
  }
}

const sortedPairs = (words: string, total: number): Float64Array => {
  const pairs = new Float64Array(total)
  let filled = 0
  forEachPair(words, (first, second) => {
    pairs[filled] = first * codePoints + second
    filled += 1
  })
  return pairs.sort()
}

const areAlike = (a: Shape, b: Shape, least = nearIdentical): boolean =>
  a.words === b.words || (mayShare(a, b, least) && sharedPairs(a.pairs(), b.pairs()) / (a.total + b.total) >= least)

/**
 * Rules most pairs of texts out quickly, because 200 texts need 20,000 comparisons. Allows one more missing pair than
 * computed, since fractions are rounded.
 */
const mayShare = ({ counts, total }: Shape, other: Shape, least: number): boolean => {
  const mayLack = Math.floor((total + other.total) * (1 - least)) + 1
  if (Math.abs(total - other.total) > mayLack) return false
  const otherCounts = other.counts
  let lacking = 0
  for (let bucket = 0; bucket < buckets && lacking <= mayLack; bucket += 1) {
    lacking += Math.abs((counts[bucket] ?? 0) - (otherCounts[bucket] ?? 0))
  }
  return lacking <= mayLack
}

/** A common pair counts twice. */
const sharedPairs = (a: Float64Array, b: Float64Array): number => {
  let shared = 0
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const order = (a[i] ?? 0) - (b[j] ?? 0)
    if (order === 0) shared += 2
    if (order <= 0) i += 1
    if (order >= 0) j += 1
  }
  return shared
}
