import { createHash } from 'node:crypto'
import { relative } from 'node:path'

/** Slow tests have two sizes: a small one for every run, and the full one for `npm run test:deep`. */
export const atDepth = <T>(usual: T, full: T): T => (process.env.TEST_DEPTH === 'full' ? full : usual)

/** A whole run has a seed; a file that Vitest runs has none. */
const { TEST_SEED, TEST_LEAVES_OUT } = process.env

/** True if `npm test` or Vitest got the file by name: then nothing in it waits for another run. */
const isNamed = TEST_SEED === undefined || TEST_LEAVES_OUT === 'nothing'

/** True if nothing is left out: at full size, or in a named file. */
export const isWhole = isNamed || atDepth(false, true)

/** Every `every`-th place, chosen by the run's seed (scripts/test.mjs); in a named file each. */
const isInRotation = (place: number, every: number): boolean => isNamed || place % every === Number(TEST_SEED) % every

/** Every `every`-th member of a list; in a named file all. */
export const rotated = <T>(all: readonly T[], every: number): T[] =>
  all.filter((_, index) => isInRotation(index, every))

/** The same, and all at full size. */
export const drawn = <T>(all: readonly T[], every: number): T[] => (isWhole ? [...all] : rotated(all, every))

export const isDrawn = (file: string, every: number): boolean =>
  isInRotation(createHash('sha256').update(relative(process.cwd(), file)).digest().readUInt8(), every)
