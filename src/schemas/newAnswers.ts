import * as z from 'zod/mini'
import { timestamp } from './base'
import { type Call, call } from './call'

/** What became of the reply that X refused in a sentence that the server does not know. */
export const treatment = z.enum(['handed_over', 'app_held', 'looked_for', 'failed', 'deferred', 'account_stopped'])
export type Treatment = z.infer<typeof treatment>

export const newAnswer = z.object({
  id: z.string(),
  /** X's words, without ids, handles and numbers. */
  words: z.string(),
  times: z.int(),
  first_at: timestamp,
  last_at: timestamp,
  /** Of the last one. */
  treatment,
})
export type NewAnswer = z.infer<typeof newAnswer>

export const newAnswerCalls = {
  /** For administrators. Other providers have no such call. */
  listNewAnswers: call({
    method: 'GET',
    path: '/x/new-answers',
    auth: true,
    status: 200,
    answer: z.array(newAnswer),
    reads: 'required',
  }),
} satisfies Record<string, Call>
