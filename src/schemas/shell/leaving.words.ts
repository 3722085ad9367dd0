import { counted } from '../counted'

export const leaveWithoutSaving = 'Leave without saving?'
export const changesLost = 'Your changes on this page will be lost.'
export const leaveShownOnce = 'Leave without storing this?'
export const shownOnce = 'This is shown only once. You cannot see it again.'
export const logoutWithUnsent = 'Log out and delete unsent work?'
export const unsentUnknown =
  'This browser may contain replies under review and links to answer. Logging out deletes them.'
export const unsentWork = (replies: number, posts: number): string =>
  `Logging out deletes ${[...(replies > 0 ? [`${counted(replies, 'reply', 'replies')} under review`] : []), ...(posts > 0 ? [`${counted(posts, 'link to answer', 'links to answer')}`] : [])].join(' and ')} from this browser.`
export const stopImporting = 'Stop importing?'
export const importStops = 'Logging out stops the import. Rows that are not added yet are left out.'
