import { counted } from '../counted'

export const lead = 'Posts that mention, quote or answer your accounts.'
export const absent = 'This server has no inbox.'
export const states = { unread: 'Waiting', answered: 'Answered', dismissed: 'Dismissed', all: 'All' }
export const allAccounts = 'All accounts'
export const anotherAccount = 'Another account'
export const countedAs = { unread: 'of this account', answered: 'answered', dismissed: 'dismissed', all: 'listed' }
export const waiting = 'waiting'
export const waitingInTotal = 'waiting in total'
export const outdated = 'Not up to date. Try again'
export const showNew = (count: number) => `Show ${counted(count, 'new mention')}`
export const dismissed = (handle: string) => `Dismissed ${handle}.`
export const empty = {
  unread: 'No mention waits for an answer.',
  answered: 'No mention has been answered yet.',
  dismissed: 'No mention was dismissed.',
  all: 'Nobody has mentioned your accounts yet.',
}

const kinds = { mention: 'mentions', reply: 'replies to', quote: 'quotes' }
export const mentions = (kind: keyof typeof kinds, handle: string) => `${kinds[kind]} ${handle}`
export const noLongerWaiting = 'No longer waiting'
export const asksToStop = 'Asked to be left alone'
export const doNotReply = 'Do not reply'

export const discardWriting = 'Discard the replies that are being written?'
export const discardWritingDetail =
  'The model charges for them anyway. To keep them, wait until they are written and send them first.'
export const replaceReplies = 'Replace the replies in the composer?'
export const replaceRepliesDetail = 'They were not sent. To keep them, send them first.'
export const neverReply = (handle: string) => `Never reply to ${handle} again?`
export const neverReplyDetail = 'Your accounts will not reply to them until you remove them from the do-not-reply list.'
export const sending = 'The last reply is still being sent. Try again in a moment.'
export const shunned = 'Your accounts no longer reply to them.'

export const watchMentions = 'Watch for mentions'
export const watchPrice = 'X charges for each mention that is read.'
export const noAccounts = 'No account is connected yet.'
export const moreAccounts = (count: number) => counted(count, 'more account')
export const onlySome = (most: number) => `Only ${counted(most, 'account')} are shown, watched accounts first.`
export const watch = (handle: string) => `Watch for mentions of ${handle}`
export const watchQuestion = (handle: string) => `Watch for mentions of ${handle}?`
export const watchCost = (price: string | null, reads: number) =>
  price === null
    ? `The price is not known here, so check X’s prices first. About ${counted(reads, 'post')} a day will be read. You can switch this off at any time.`
    : `X charges ${price} a day for about ${counted(reads, 'post')}. You can switch this off at any time.`
export const switchOn = 'Switch on'
export const priceUnknown = 'Price not known'
export const perDay = (price: string) => `${price} a day`
export const reportedByX = ', reported by X at once'
export const readFromTimeToTime = (reason: string) =>
  `, read from time to time because X does not report them (${reason})`
export const lastRead = ', last read'
export const watchOn = 'Now watching for mentions.'
export const watchOff = 'No longer watching for mentions.'

export const nobodyListed = 'Nobody is on this list.'
export const onlyLatest = (most: number) =>
  `Only the latest ${most.toLocaleString()} are shown, but the whole list applies.`
export const removeFromList = (handle: string) => `Remove ${handle} from the list`
export const doNotReplyTo = 'Do not reply to'
export const usernameHint = 'As on X, with or without @.'
export const reasonHint = 'A note for yourself.'
export const removeQuestion = 'Remove them from the do-not-reply list?'
export const removeDetail = (handle: string) => `Your accounts can reply to ${handle} again.`
export const created = 'Added to the do-not-reply list.'
export const createFailed = 'They could not be added to the do-not-reply list. Please try again.'
export const deleted = 'Your accounts can reply to them again.'
export const deleteFailed = 'They could not be removed from the do-not-reply list. Please try again.'
