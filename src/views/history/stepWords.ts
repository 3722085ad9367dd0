/** What happened, by the event that the item took. */
const words: Readonly<Record<string, string>> = {
  'item.claim': 'Taken to be sent',
  'item.retry': 'Retried by the operator',
  'item.cancel': 'Cancelled by the operator',
  'hand.over': 'Given to a person to post by hand',
  'hand.opened': "X's page with it was opened",
  'hand.look': 'To be looked for on X',
  'hand.notPosted': 'Said not to be posted',
  'post.accepted': 'X took it',
  'post.deferred': 'Not posted, to be sent later',
  'post.refused': 'X refused it',
  'post.contested': 'X refused it, and is asked whether it was posted before',
  'post.lost': 'No clear answer from X',
  'post.seen': 'X shows it after all',
  'post.corrected': 'X shows it under another id',
  'post.disproved': 'The id that X gave is not this reply',
  'lease.expired': 'Who was sending it is gone',
  'database.restored': 'A backup was restored',
  'account.removed': 'The media agent was deleted',
  'author.declined': 'The author asked to be left alone',
  'check.found': 'Found on X',
  'check.absent': 'X did not show it',
  'check.failed': 'X could not be read',
  'check.impossible': 'X cannot be read for it',
  'review.check': 'To be checked again, by the operator',
  'review.confirm': 'Confirmed by the operator',
  'review.resend': 'To be sent again, by the operator',
  'review.giveUp': 'Given up by the operator',
}

/** A newer server may know more events. */
export const stepWords = (event: string): string => words[event] ?? event
