import * as z from 'zod/mini'
import { id, opaqueId } from '../base'

/** `refused`: X would answer 403, so a person posts the reply. `uncertain`: reports about X differ. */
export const eligibilityVerdict = z.enum(['allowed', 'uncertain', 'refused'])
export type EligibilityVerdict = z.infer<typeof eligibilityVerdict>

const judged = { verdict: eligibilityVerdict, reason: z.string() }

export const eligibility = z.object({
  /** `summoned`: X's rule for self-serve apps since 2026-02-23. `open`: an app that is exempt from this rule. */
  rule: z.enum(['summoned', 'open']),
  /** Counts of active accounts by verdict, without those that answered this mention already. */
  allowed: z.int(),
  uncertain: z.int(),
  refused: z.int(),
  /** Accounts that differ from `others`, the allowed first. */
  accounts: z.array(
    z.object({
      account_id: id,
      username: z.string(),
      ...judged,
      /** The task in which the account answered this mention. It cannot send another reply. */
      answered_in: z.optional(opaqueId),
      /** The task of the account's reply to this post, which is no mention. X may accept another reply. */
      replied_in: z.optional(opaqueId),
      /** The task of a reply that is queued, to be posted manually, or waits for a decision. */
      waiting_in: z.optional(opaqueId),
    }),
  ),
  /** For every account that `accounts` does not list. */
  others: z.object(judged),
  /** Why nothing is sent to the author: the operator's do-not-reply list. */
  declined: z.optional(z.string()),
  /** The order in which a batch goes to the accounts of the requested group. */
  order: z.optional(z.array(id)),
  /** Draft texts that an account posted within the last 24 hours, to any post. X rejects repeats. */
  repeats: z.optional(
    z.array(z.object({ content: z.string(), account_id: id, username: z.string(), posted_at: z.string() })),
  ),
})
export type Eligibility = z.infer<typeof eligibility>
