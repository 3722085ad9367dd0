import * as z from 'zod/mini'

const count = z.int().check(z.minimum(0))

/** What is known of an import whose page was left, without anything of its rows but their numbers. */
export const cutImport = z.object({
  fileName: z.string(),
  rows: count,
  /** How many rows were answered. */
  answered: count,
  created: count,
  /** Whether the row after those was on its way, so that it may have been added. */
  isUnsure: z.boolean(),
  /** Lines of the file, from 1: where the row after the answered ones starts, and where the last one does. */
  line: count,
  lastLine: count,
})
export type CutImport = z.infer<typeof cutImport>
