/** Doubles from `firstMs` with each try, at most `maxMs`, plus up to a fifth by chance. */
export const backoff = (tries: number, firstMs: number, maxMs: number): number =>
  Math.min(maxMs, firstMs * 2 ** Math.min(20, Math.max(0, tries - 1))) * (1 + Math.random() / 5)
