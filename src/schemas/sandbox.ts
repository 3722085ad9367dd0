import * as z from 'zod/mini'
import { type Call, call } from './call'

const sample = z.object({ group: z.string(), accounts: z.int(), characters: z.int() })
export type Sample = z.infer<typeof sample>

export const sandboxCalls = {
  loadSample: call({
    method: 'POST',
    path: '/sandbox/sample',
    auth: true,
    status: 201,
    answer: sample,
    reads: 'optional',
  }),
} satisfies Record<string, Call>
