import type { WaitReason } from './tasks'

/** On the wire, other values are shown as returned. */
export const statuses = new Map([
  ['needs_review', 'to review'],
  ['handed_over', 'to post manually'],
])

export const waits: Readonly<Record<WaitReason, (handle: string) => string>> = {
  undo: () => 'Waiting: you can still take it back',
  turn: () => 'Waiting: other replies are sent first, or X is read first',
  earlier_reply: (handle) => `Waiting: ${handle} is still confirming an earlier reply`,
  retry: () => 'Waiting: the last attempt failed',
  budget: () => 'Waiting: today’s budget is used up',
  app_paused: () => 'Waiting: X accepts no posts from this app for now',
  app_limit: () => 'Waiting: X limits how often this app may post',
  account_limit: (handle) => `Waiting: X limits how often ${handle} may post`,
  account_rest: (handle) => `Waiting: ${handle} rests after refusals of X`,
  account_doubt: (handle) => `Waiting: we check whether X still accepts ${handle}`,
  account_inactive: (handle) => `Waiting: ${handle} is inactive`,
}
export const waiting = 'Waiting'
export const sending = 'Being sent to X now'
export const checking = 'X may or may not have this reply'
export const inReview = 'We could not find out whether X has this reply'
export const manual = 'X accepts this reply only from a person'
export const lookedFor = 'We are looking on X, and the reply is completed when X shows it'
export const until = {
  check: 'next check',
  send: 'will be sent',
  resume: 'resumes',
}
