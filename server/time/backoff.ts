/** @returns ms, doubled with each try after the first, at most `maxMs`. */
export const doubling = (tries: number, firstMs: number, maxMs: number): number =>
  Math.min(maxMs, firstMs * 2 ** Math.min(20, Math.max(0, tries - 1)))

/** The wait plus up to a fifth by chance, so that callers that wait together do not return together. */
export const spread = (ms: number): number => ms * (1 + Math.random() / 5)

export const backoff = (tries: number, firstMs: number, maxMs: number): number =>
  spread(doubling(tries, firstMs, maxMs))
