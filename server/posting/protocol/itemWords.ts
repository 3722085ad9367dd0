import type { Explanation } from './itemEvents'

/** What the operator can do now. */
export const steps = {
  checking: 'Nothing to do: the posts of this account on X are being checked for it.',
  review: 'Look at the account on X. Then check again, paste the link of the post, send it again, or give up.',
  orphaned: 'Look at the account on X. Then paste the link of the post, or give up.',
  restored: 'A backup was restored since. Look at the account on X before you send it in a new task.',
  byHand: 'Open it in X, post it there as this account, and come back.',
  said: 'Its reply, or its words through another account, are being sent or were sent.',
  answered: 'Another reply of this media agent answers this mention. X allows one to each.',
  accountInDoubt: 'Another reply of this media agent is open. Try again once its outcome is known.',
  declined: 'If it was posted, look on X for it, or paste the link of the post. If not, say that it was not posted.',
  byHandUnseen: 'X cannot be asked for it: paste the link of the post, or say that it was not posted.',
}

export const restored: Explanation = {
  detail: 'A backup was restored: it may have been posted since.',
  nextStep: steps.checking,
}

/** Reword `detail` with a migration alone: stored rows carry it, and `isCancelled` looks for it (decision 073). */
export const cancelled: Explanation = {
  detail: 'Cancelled by you. It was not sent.',
  nextStep: 'Retry sends it after all.',
}

export const notPostedByHand = 'Not posted by hand.'

export const unreadable = (detail: string): Explanation => ({
  detail: `Whether it was posted cannot be read from X: ${detail}`,
  nextStep: steps.review,
})
