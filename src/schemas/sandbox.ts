import * as z from 'zod/mini'
import { type Call, call } from './call'

/** What of the sample is there now: the group, how many of its media agents, how many characters. */
const sample = z.object({ group: z.string(), accounts: z.int(), characters: z.int() })
export type Sample = z.infer<typeof sample>

export const sampleText = ({ group, accounts, characters }: Sample): string =>
  `The group ${group} with ${accounts} media agents, and ${characters} characters are there.`

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
