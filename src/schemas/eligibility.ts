import * as z from 'zod/mini'
import { id, opaqueId } from './base'

/**
 * `refused`: X would answer 403, and the reply is posted by hand; where the author is `declined`, nobody replies at all.
 * `uncertain`: reports of X's behaviour differ.
 */
export const eligibilityVerdict = z.enum(['allowed', 'uncertain', 'refused'])
export type EligibilityVerdict = z.infer<typeof eligibilityVerdict>

const judged = { verdict: eligibilityVerdict, reason: z.string() }

/** Which of the asked media agents may answer a post through the API. */
export const eligibility = z.object({
  /** `summoned`: X's rule for self-serve apps since 2026-02-23; `open`: an app that is exempt from it. */
  rule: z.enum(['summoned', 'open']),
  /** Counts of active media agents by verdict, without those that answer this mention already. */
  allowed: z.int(),
  uncertain: z.int(),
  refused: z.int(),
  /** Those that the post concerns in some way, the allowed first: each may differ from the others. */
  accounts: z.array(
    z.object({
      account_id: id,
      username: z.string(),
      ...judged,
      /** The task in which it answers this mention: nothing more is sent to it through this media agent. */
      answered_in: z.optional(opaqueId),
      /** The task of its reply to this post, which is no mention: X may take another one. */
      replied_in: z.optional(opaqueId),
      /** The task of a reply of it to this post that is not on X, or not surely: to be sent, posted by hand, or decided on. */
      waiting_in: z.optional(opaqueId),
    }),
  ),
  /** What holds for every media agent that is not listed. */
  others: z.object(judged),
  /** Why nothing is sent to the post's author, by API or by hand: the operator's do-not-reply list; left out otherwise. */
  declined: z.optional(z.string()),
  /** Where a group was asked about, its media agents in the order in which a batch goes to them, as far as one can reach. */
  order: z.optional(z.array(id)),
  /** Texts of drafts for this post whose words a media agent posted within the last day, to any post: X refuses repeats. */
  repeats: z.optional(
    z.array(z.object({ content: z.string(), account_id: id, username: z.string(), posted_at: z.string() })),
  ),
})
export type Eligibility = z.infer<typeof eligibility>
