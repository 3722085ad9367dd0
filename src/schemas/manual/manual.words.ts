export const lead = 'Replies that X rejects from apps.'
export const wantedGone = (hasOther: boolean) =>
  hasOther
    ? 'The reply that you opened is no longer in this list. This is a different reply. See History for its outcome.'
    : 'The reply that you opened is no longer in this list. See History for its outcome.'
export const lookAgain = 'Look again'
export const empty = 'No reply is left to post manually.'

export const replyToPost = 'The reply to post'
export const position = (number: number, total: number) => `${number} of ${total}`
export const forAccount = (account: string) => `, for ${account}`
export const unnamedAccount = 'an account'
export const previous = 'Previous reply (K)'
export const next = 'Next reply (J)'
export const postAs = 'Post as'
export const accountDeleted =
  'This account was deleted, so we cannot look on X. Paste the link below, or press “Not posted”.'
export const lookOnX = 'Look on X'
export const closeFirst = 'Press “Not posted” only after you have closed the tab on X.'
export const iPostedIt = 'I posted it'
export const postedManually = 'X shows the reply, so it is completed.'
