import * as z from 'zod/mini'
import { timestamp } from '../base'
import { type Call, call } from '../call'

/** The server's action for a reply that X refused with an unknown sentence. */
export const treatment = z.enum(['handed_over', 'app_held', 'looked_for', 'failed', 'deferred', 'account_stopped'])
export type Treatment = z.infer<typeof treatment>

export const newAnswer = z.object({
  id: z.string(),
  /** X's words, without ids, handles and numbers. */
  words: z.string(),
  times: z.int(),
  first_at: timestamp,
  last_at: timestamp,
  /** The latest refusal's. */
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
