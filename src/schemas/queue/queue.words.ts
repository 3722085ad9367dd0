import { counted } from '../counted'
import type { Intake, Line } from './queue'

export const manyLinks = 'Many links'
export const description = (most: number) =>
  `At most ${counted(most, 'post')} wait here for their turn. They are saved on this device.`
export const linksHint = 'One link per line, or add a .txt or .csv file.'
export const addFile = 'Add a file'
export const add = 'Add to the list'
export const loadAhead = 'Load posts ahead'
export const loadedForDrafts = 'Posts whose replies are written ahead are loaded too.'
export const loadedInTurn = 'Each post is loaded when its turn comes.'
export const draftsAhead = 'Drafts ahead'
export const draftsInTurn = 'Replies are written when you press Preview. Each generation costs money.'
export const draftsWrittenAhead = (isKnown: boolean) =>
  isKnown
    ? 'Replies to this many of the next posts are written ahead, with the character, group and count of your last send.'
    : 'Replies to this many of the next posts are written ahead. This starts after your first send, with its character, group and count.'
export const perPost = (price: string) => `For each post: ${price}`
export const refill = 'Keep choices for the next post'
export const keepChoicesDetail = 'Fills in the last character, group, count and account after each send.'
export const undoSend = (seconds: number) => `Undo send: wait ${counted(seconds, 'second')} before posting`
export const undoSendTitle = 'Undo send'
export const undoSendDetail = (seconds: number) =>
  `Waits ${counted(seconds, 'second')} before posting, so that you can take the replies back.`
export const keepChoices = 'Keep choices'
export const savedAtOnce = 'Changes are saved at once on this device and apply to your sends only.'
export const draftsAheadDetail =
  'Writes the replies to this many of the next posts while you review. Skipped drafts also cost money.'
export const bookmarklet = [
  'Drag',
  'Reply later',
  'to your bookmarks bar. It adds the post that you see on X to this list.',
] as const

export const postOf = (number: number, all: number) => `Post ${number} of ${all}`
export const sentOf = (sent: number, all: number) => `${sent} of ${all} done`
export const next = 'Next:'
export const nextReady = 'Next, replies ready:'
export const skipped = (count: number) => `${counted(count, 'post')} skipped`
export const sameAgain = 'S: the character, group, count and account of the last send'
export const restoreRemoved = 'Restore the removed posts'
export const clear = 'Clear the links'
export const toAnswer = 'To answer'
export const kinds = { links: 'Links', mentions: 'Mentions', shared: 'Shared' }

export const fromOutside = (count: number) =>
  `${counted(count, 'post')} from another page. Nothing is loaded before you accept.`
export const postsToAccept = 'Posts that wait for you to accept'
export const posts = 'Links to answer'
export const postName = (id: string) => `Post ${id}`
export const from = (page: string) => `from ${page}`
export const anotherPage = 'another page'
export const accept = (name: string) => `Accept ${name}`
export const putBack = (name: string) => `Put back ${name}`
export const skip = (name: string) => `Skip ${name}`
export const remove = (name: string) => `Remove ${name}`
export const writing = 'Writing replies'
export const ready = 'Replies ready'

const mostNamed = 5
const linesOf = (found: Line[]) => {
  const numbers = [...new Set(found.map(({ line }) => line))]
  const more = numbers.length - mostNamed
  return `${numbers.length === 1 ? 'Line' : 'Lines'} ${numbers.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
export const intake = ({ added, doubles, wrong, left, isWaiting }: Intake) =>
  [
    isWaiting ? `${counted(added, 'post')} for you to accept.` : `${counted(added, 'post')} added.`,
    ...(doubles.length > 0 ? [`${linesOf(doubles)}: already in the list.`] : []),
    ...(wrong.length > 0 ? [`${linesOf(wrong)}: no link to a post.`] : []),
    ...(left.length > 0 ? [`${linesOf(left)}: the list is full.`] : []),
  ].join(' ')
export const dismissNote = 'Dismiss this note'

export const beingWritten = 'The replies to this post are being written.'
export const preparedOtherwise =
  'The replies written ahead for this post had another character, group, count or send mode. They are not used.'
export const unread = 'This post could not be loaded. Press Get Content to see why.'
export const fileUnreadable = 'The file could not be read. Use a text or CSV file of at most 1 MB.'
export const filesUnreadable = 'Some files could not be read. Use text or CSV files of at most 1 MB each.'
export const unsaved = 'The list is no longer saved on this device. Send your replies before you close the page.'
export const notWritten = 'No replies were written.'
export const nobodyMayAnswer = 'No replies were written ahead, because no account can reply to this post automatically.'
export const declined = (reason: string) => `No replies were written ahead. ${reason}`
export const askedBefore =
  'Replies to this post were already written in another tab or visit. Each generation costs money.'
export const blind = 'The list can no longer follow the composer. Reload the page.'
