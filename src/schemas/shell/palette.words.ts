export const notLoaded = (lists: string): string => `Not loaded: ${lists}`
export const noResults = (query: string): string => `No results for “${query}”.`
export const resultCount = (count: number, shown: number): string =>
  `${count === 1 ? '1 result.' : `${count.toLocaleString()} results.`}${count > shown ? ` The first ${shown} are shown.` : ''}`
export const themeHelper = 'Appearance of the console'
export const nextPostHelper = 'Open the next post to answer'
export const connectHelper = 'Add an account through X’s page or with its keys'
export const importHelper = 'Add several accounts from a file'
export const templateHelper = 'Download a file with the columns of an import'
export const characterHelper = 'Add an AI character'
export const groupHelper = 'Add a post group'
export const manyLinksHelper = 'Add several posts to the list To answer'
export const reportHelper = 'Save a file about what this console did'
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
