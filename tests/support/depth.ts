import { createHash } from 'node:crypto'
import { relative } from 'node:path'

/**
 * What takes long has two sizes: one that proves the point in every run, and the full one, at which
 * `npm run test:deep` runs the same tests once more.
 */
export const atDepth = <T>(usual: T, full: T): T => (process.env.TEST_DEPTH === 'full' ? full : usual)

/** What chance starts from in a whole run; a file that is run by Vitest alone has none. */
const { TEST_SEED, TEST_LEAVES_OUT } = process.env

/** Whether a file is named, to `npm test` or to Vitest: nothing in it waits for another run. */
const isNamed = TEST_SEED === undefined || TEST_LEAVES_OUT === 'nothing'

/** Whether nothing is left out: at full size, and in a file that is named. */
export const isWhole = isNamed || atDepth(false, true)

/** Every so many-th place, another one as soon as the code is another (scripts/seed.mjs); in a file that is named each. */
const isTurnOf = (place: number, every: number): boolean => isNamed || place % every === Number(TEST_SEED) % every

/** Of a list every so many-th; in a file that is named all. */
export const byTurns = <T>(all: readonly T[], every: number): T[] => all.filter((_, index) => isTurnOf(index, every))

/** The same, and all at full size. */
export const drawn = <T>(all: readonly T[], every: number): T[] => (isWhole ? [...all] : byTurns(all, every))

/** Whether a file of tests, by its path, is one of every so many. */
export const isDrawn = (file: string, every: number): boolean =>
  isTurnOf(createHash('sha256').update(relative(process.cwd(), file)).digest().readUInt8(), every)
