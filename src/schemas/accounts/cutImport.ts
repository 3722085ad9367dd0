import * as z from 'zod/mini'

const count = z.int().check(z.minimum(0))

/** An import whose page was closed. It contains no row, because rows hold credentials. */
export const cutImport = z.object({
  fileName: z.string(),
  rows: count,
  answered: count,
  created: count,
  /** The next row was sent and its answer is unknown, so its account may exist. */
  isUnsure: z.boolean(),
  /** `line`: the line of the next row, from 1. `lastLine`: the line of the last row. */
  line: count,
  lastLine: count,
})
export type CutImport = z.infer<typeof cutImport>
