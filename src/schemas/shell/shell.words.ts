import { counted } from '../counted'

export const skipToContent = 'Skip to content'
export const goToOrSearch = 'Go to or search'
export const notLoaded = (lists: string): string => `Not loaded: ${lists}`
export const noResults = (query: string): string => `No results for “${query}”.`
export const resultCount = (count: number, shown: number): string =>
  `${count === 1 ? '1 result.' : `${count.toLocaleString()} results.`}${count > shown ? ` The first ${shown} are shown.` : ''}`
export const pageHelpers = [
  'Mentions waiting for an answer',
  'Replies that X rejects from apps',
  'Costs of X and models, and daily budgets',
]
export const themeHelper = 'Appearance of the console'
export const nextPostHelper = 'Open the next post to answer'
export const connectHelper = 'Add an account through X’s page or with its keys'
export const importHelper = 'Add several accounts from a file'
export const templateHelper = 'Download a file with the columns of an import'
export const characterHelper = 'Add an AI character'
export const groupHelper = 'Add a post group'
export const manyLinksHelper = 'Add several posts to the list To answer'
export const reportAProblem = 'Report a problem'
export const reportHelper = 'Save a file about what this console did'
export const logoutHelper = 'Leave this console'
export const retryFailed = (subject: string): string => `Retry failed: ${subject}`
export const toggleSidebar = 'Show or hide the sidebar'
export const saveOrSend = 'Save the text being edited, or send the replies'
export const replyActions = 'Edit, rewrite or drop the focused reply'
export const undoRedo = 'Undo or redo a replaced draft; undo a held send'
export const moveBetweenReplies = 'Next or previous post to answer, or reply; reply by number'
export const goToLinkField = 'Go to the link field; C on a focused reply: copy it'
export const linkField = 'In the link field: load the post; again: use the last settings'
export const queueKeys = 'Next post to answer; character, group and count of the last send'
export const manualActions = 'Open the reply on X, check for it on X'
export const moveBetweenManual = 'Next reply, previous reply'
export const moveBetweenMentions = 'Next mention, previous mention, answer'
export const mentionActions = 'Dismiss, bring back, do not reply, open on X'
export const closeDialog = 'Close a dialog'
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
export const pageNotFound = 'Page not found'
export const noSuchAddress = 'No page exists at this address.'
export const backToHome = 'Back to Home'
export const backToStart = 'Back to the start'
export const sandboxNotice = 'Sandbox: posts go to a local stand-in for X.'
export const notOffered = 'This server does not offer this.'
export const offline = 'You are offline. Your text is kept: send it when the network is back.'
export const nothingStored =
  'This browser stores no data for the console. You stay signed in until you reload or close this page.'
export const newMessages = 'Recent messages, some are new'
export const noMessages = 'No messages yet.'
export const consoleNotLoaded = 'The console could not be loaded.'
export const checkConnection = 'Check the connection, then try again.'
export const noModel = 'No model is configured'
export const xIsReal = 'X is real, the model is not.'
export const standInWrites = 'A local stand-in writes these replies, and none of them can be sent. Set'
export const thenRestart = 'on the server and restart it, or write the replies yourself.'
export const screenNotLoaded = 'This screen could not be loaded.'
export const screenNotShown = 'This screen could not be shown.'
export const stillSignedIn = 'You are still signed in, and your text is kept.'
export const partNotLoaded = 'A part of the page could not be loaded'
export const consoleUpdated = 'The console was updated after you opened this page. Reload the page to continue.'
export const localTime = (time: string): string => `${time} your time`
export const consoleStopped = 'The console stopped because of an error.'
export const textIsSaved = 'Your text is kept on this device.'
export const serverAnswered = (status: number): string => `The server answered ${status}`
export const serverUnreachable = 'The server cannot be reached'
export const unexpectedResponse = 'The server sent an unexpected response'
