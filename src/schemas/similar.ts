const nearIdentical = 0.9
const codePoints = 0x110000
const buckets = 64
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

/**
 * Takes texts one by one.
 *
 * @returns whether X would take the text for none of those before it.
 */
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
 * Reads the texts once, when there is a first one to compare with them.
 *
 * @param least the share of their letter pairs, 0 to 1, from which on two texts are alike (Sørensen-Dice).
 * @returns finds which of the texts are like another one, as their indices in order.
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
  /** How many of its letter pairs fall into each bucket. */
  counts: Uint16Array
  total: number
  /** Its letter pairs as sorted numbers. */
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

/** By their indices: an iterator makes a string of each letter, which took most of the time of a shape. */
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
 * Tells most texts apart by what their pairs' buckets lack on either side: 200 texts are compared 20,000 times. One more may
 * be lacking, since fractions are rounded.
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

/** Each pair that both have counts twice. */
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
