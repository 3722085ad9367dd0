/** What the statechart remembers of one item; everything else about it is a snapshot that never changes. */
export interface ItemContext {
  /** How often a request was about to be sent. */
  attempts: number
  /** Clean reads while unknown that did not show the post; of what is posted by hand, all that did not. */
  cleanReads: number
  /** Reads in a row that X did not answer. */
  failedReads: number
  /** How often it was queued again after an unknown outcome. */
  resends: number
  /** Not before, ISO 8601: when it goes on (queued) or is checked (unknown). */
  nextAt: string
  /** X's own words, or what else went wrong. */
  error: string | null
  /** What the operator can do now, in plain words. */
  nextStep: string | null
  /** When a restored backup made it unknown, ISO 8601, until its outcome is known. */
  restoredAt: string | null
  /** The post's id on X once it is known. */
  postId: string | null
  /** When it was first given to a person to post by hand, ISO 8601: from then on X may have it without our sending. */
  handedOverAt: string | null
  /** When X's page with the reply was opened last, ISO 8601: from then on a person may have posted it. */
  openedAt: string | null
}

export interface Explanation {
  detail: string
  nextStep: string | null
}
export interface Scheduled {
  /** ISO 8601. */
  at: string
}

export type ItemEvent =
  | { type: 'item.claim' }
  /** What may have been posted by hand is looked for on X first, at `checkAt`. */
  | { type: 'item.retry'; at: string; checkAt: string }
  /** X takes it from a person alone: surely not posted until now, by our clock `now`; looked for on X from `at` on. */
  | ({ type: 'hand.over'; now: string } & Explanation & Scheduled)
  /** A person has X's page with the reply before him, by our clock `now`: X is asked for the post from `at` on. */
  | ({ type: 'hand.opened'; now: string } & Scheduled)
  /** X is asked for it once, at `at`: nobody may be there any more to say more. */
  | ({ type: 'hand.look' } & Scheduled)
  | { type: 'hand.notPosted' }
  | { type: 'post.accepted'; postId: string }
  /** Surely not posted: it goes on at `at`. */
  | ({ type: 'post.deferred' } & Explanation & Scheduled)
  /** Surely not posted, and sending it again as it is would be refused again. */
  | ({ type: 'post.refused' } & Explanation)
  /** X refused it now, and an earlier request may have posted it: X is asked once, at `at`, before the refusal counts. */
  | ({ type: 'post.contested' } & Explanation & Scheduled)
  /** It may have been posted: checked at `at`. */
  | ({ type: 'post.lost' } & Explanation & Scheduled)
  /** X shows a post of what was taken for not posted. */
  | { type: 'post.seen'; postId: string }
  /** The id that X gave was another post's: X shows this one. */
  | { type: 'post.corrected'; postId: string }
  /** The id that X gave is not this reply's, and X shows none that is. */
  | { type: 'post.disproved' }
  /** Who held it is gone: what it sent may have been posted. */
  | ({ type: 'lease.expired' } & Scheduled)
  /** An earlier state of the database was put back, at `now` by our clock: it may have been posted since. */
  | ({ type: 'database.restored'; now: string } & Scheduled)
  | { type: 'account.removed' }
  /** The author of the post that it answers asked to be left alone. */
  | { type: 'author.declined'; detail: string }
  /** The operator does not want it to be sent; it has not left. */
  | { type: 'item.cancel' }
  | { type: 'check.found'; postId: string }
  /** A clean read did not show it. `mayResend` is the configured AUTO_RESEND. */
  | ({ type: 'check.absent'; mayResend: boolean; resendAt: string } & Scheduled)
  | ({ type: 'check.failed'; detail: string } & Scheduled)
  | { type: 'check.impossible'; detail: string }
  | ({ type: 'review.check' } & Scheduled)
  | { type: 'review.confirm'; postId: string }
  | ({ type: 'review.resend' } & Scheduled)
  | { type: 'review.giveUp' }

/** Readings of what is posted by hand, after a person opened X's page or asked for one. */
export const looksAllowed = 10

/** Of what is not looked for on X until a person says more. */
export const never = '9999-12-31T23:59:59.999Z'
