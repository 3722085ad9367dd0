/** What the inbox tells an operator. */
export const inboxMessages = {
  sending: 'The last reply is still being sent. Try again in a moment.',
  shunned: 'Nobody here replies to them any more.',
  watchOn: 'Mentions are watched for.',
  watchOff: 'Mentions are no longer watched for.',
  /** Of the do-not-reply list. */
  created: 'Added to the do-not-reply list.',
  createFailed: 'They could not be added to the do-not-reply list. Please try again.',
  deleted: 'They may be replied to again.',
  deleteFailed: 'They could not be taken off the do-not-reply list. Please try again.',
} as const
