/**
 * What takes long has two sizes: one that proves the point in every run, and the full one, at which
 * `npm run test:deep` runs the same tests once more.
 */
export const atDepth = <T>(usual: T, full: T): T => (process.env.TEST_DEPTH === 'full' ? full : usual)
