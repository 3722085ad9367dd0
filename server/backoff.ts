/** Ms: doubles from `firstMs` with each try after the first, at most `maxMs`. */
export const doubling = (tries: number, firstMs: number, maxMs: number): number =>
  Math.min(maxMs, firstMs * 2 ** Math.min(20, Math.max(0, tries - 1)))

/** The same plus up to a fifth by chance, so that those who failed together do not come back together. */
export const backoff = (tries: number, firstMs: number, maxMs: number): number =>
  doubling(tries, firstMs, maxMs) * (1 + Math.random() / 5)
