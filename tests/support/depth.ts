import { createHash } from 'node:crypto'
import { relative } from 'node:path'

/**
 * What takes long has two sizes: one that proves the point in every run, and the full one, at which
 * `npm run test:deep` runs the same tests once more.
 */
export const atDepth = <T>(usual: T, full: T): T => (process.env.TEST_DEPTH === 'full' ? full : usual)

/** What chance starts from in `npm test`; a file that is run by hand has none. */
const { TEST_SEED } = process.env

/** Of a list every so many-th, another one as soon as the code is another (scripts/seed.mjs); at full size all. */
export const drawn = <T>(all: readonly T[], every: number): T[] =>
  all.filter((_, index) => atDepth(TEST_SEED === undefined || index % every === Number(TEST_SEED) % every, true))

/** Whether a file of tests, by its path, is one of every so many, by the same turns. */
export const isDrawn = (file: string, every: number): boolean => {
  if (TEST_SEED === undefined) return true
  const [place = 0] = createHash('sha256').update(relative(process.cwd(), file)).digest()
  return place % every === Number(TEST_SEED) % every
}
