import * as z from 'zod/mini'

export const model = z.object({ id: z.string() })
export type Model = z.infer<typeof model>
