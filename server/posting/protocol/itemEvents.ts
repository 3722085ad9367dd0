/** The facts about an item that change. All other facts about an item are snapshots. */
export interface ItemContext {
  /** How often the worker was about to send a request. */
  attempts: number
  /** Reads that prove the post's absence while the outcome is unknown. For a manual item, all reads without the post. */
  cleanReads: number
  /** Consecutive reads that X did not answer. */
  failedReads: number
  /** How often the item was queued again after an unknown outcome. */
  resends: number
  /** ISO 8601: the earliest time of sending (queued) or of the check (unknown). */
  nextAt: string
  /** X's own words, or another fault. */
  error: string | null
  nextStep: string | null
  /** ISO 8601: when a restored backup made the item unknown; null after its outcome is known. */
  restoredAt: string | null
  postId: string | null
  /**
   * ISO 8601: when the item first became manual. From then on X may have the reply although the server did not send it.
   */
  manualSince: string | null
  /** ISO 8601: when X's page with the reply was last opened. From then on a person may have posted it. */
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
  /** A reply that a person may have posted is first looked for on X at `checkAt`. */
  | { type: 'item.retry'; at: string; checkAt: string }
  /** X accepts the reply only from a person. It is surely not posted at `now` (our clock); X is read from `at` on. */
  | ({ type: 'hand.over'; now: string } & Explanation & Scheduled)
  /** A person opened X's page with the reply at `now` (our clock); X is read for the post from `at` on. */
  | ({ type: 'hand.opened'; now: string } & Scheduled)
  /** X is read once for the post, at `at`: the person may not come back to answer. */
  | ({ type: 'hand.look' } & Scheduled)
  | { type: 'hand.notPosted' }
  | { type: 'post.accepted'; postId: string }
  /** Surely not posted; the next attempt is at `at`. */
  | ({ type: 'post.deferred' } & Explanation & Scheduled)
  /** Surely not posted; X would refuse the same reply again. */
  | ({ type: 'post.refused' } & Explanation)
  /**
   * X refused the reply, but an earlier request may have posted it: X is read once, at `at`, before the refusal counts.
   */
  | ({ type: 'post.contested' } & Explanation & Scheduled)
  /** It may have been posted; it is checked at `at`. */
  | ({ type: 'post.lost' } & Explanation & Scheduled)
  /** X shows the post of an item that counted as not posted. */
  | { type: 'post.seen'; postId: string }
  /** X's answer contained another post's id; X shows this post. */
  | { type: 'post.corrected'; postId: string }
  /** X's answer contained the id of another post, and X shows no post of this reply. */
  | { type: 'post.disproved' }
  /** X no longer shows a post that it accepted: it was deleted, or X dropped it. */
  | { type: 'post.gone' }
  | { type: 'post.shown' }
  /** The process with the lease is gone: the reply that it sent may have been posted. */
  | ({ type: 'lease.expired' } & Scheduled)
  /** A backup was restored at `now` (our clock): the reply may have been posted after the backup. */
  | ({ type: 'database.restored'; now: string } & Scheduled)
  | { type: 'account.removed' }
  /** The author of the target post asked for no replies. */
  | { type: 'author.declined'; detail: string }
  /** The operator cancels the item before it is sent. */
  | { type: 'item.cancel' }
  | { type: 'check.found'; postId: string }
  /** A successful read did not show the post, but newer replies. `mayResend` is the setting AUTO_RESEND. */
  | ({ type: 'check.absent'; mayResend: boolean; resendAt: string } & Scheduled)
  /**
   * A successful read did not show the post, but nothing proves that X shows posts as new as this one. `isLate`: the
   * proof did not come in time.
   */
  | ({ type: 'check.unproven'; isLate: boolean; detail: string } & Scheduled)
  | ({ type: 'check.failed'; detail: string } & Scheduled)
  | { type: 'check.impossible'; detail: string }
  | ({ type: 'review.check' } & Scheduled)
  | { type: 'review.confirm'; postId: string }
  | ({ type: 'review.resend' } & Scheduled)
  | { type: 'review.giveUp' }

/** The most reads for a manual item after a person opened X's page or asked for a check. */
export const looksAllowed = 10

/** The time of the next read for items that X is not read for until a person acts. */
export const never = '9999-12-31T23:59:59.999Z'
