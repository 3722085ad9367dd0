import { counted } from '../counted'

export const noAccounts = 'No accounts are connected yet. Add an account, or import a CSV file.'
export const addMediaAgent = 'Add Media Agent'
export const createMediaAgent = 'Create Media Agent'
export const mediaAgentDetails = 'Media Agent Details'
export const connectedAccounts = 'Connected X accounts.'
export const deletion = (username: string): string =>
  `This disconnects ${username} and deletes its credentials. Its queued replies will not be sent. Its posts stay on X.`
export const deletionOfOne =
  'This disconnects the account and deletes its credentials. Its queued replies will not be sent. Its posts stay on X.'
export const deletionOfSeveral =
  'This disconnects the accounts and deletes their credentials. Their queued replies will not be sent. Their posts stay on X.'
export const selectMediaAgents = 'Select media agents'
export const selectAllFound = (count: number): string => `Select all ${count.toLocaleString()} found`
export const placeOf = (at: number, total: number): string => `${at} of ${total}`
export const stoppingAfter = (place: string): string => `Stopping after ${place}`
export const searchByUsername = 'Search by username'
export const filterByGroup = 'Filter by group'
export const filterByStatus = 'Filter by status'
export const nameAscending = 'User name A to Z'
export const nameDescending = 'User name Z to A'
export const groupAscending = 'Group A to Z'
export const groupDescending = 'Group Z to A'
export const showAllAccounts = 'Show all accounts'
export const noneFiltered = 'No account has this group and status.'
export const noneFound = (searched: string, isFiltered: boolean): string =>
  `No username contains “${searched}”${isFiltered ? ' in this group and status' : ''}.`
export const isProtected =
  'Posts of this account are protected: only its followers see its replies. Change this on X, in the privacy settings.'
export const withoutPremium = 'This account has no X Premium. X accepts replies of up to 280 characters.'
export const withPremium = (plan: string): string =>
  `This account has X ${plan} and may write more than 280 characters on X. X does not document whether its API accepts longer replies. The counter here stops at 280; a longer reply is sent unchanged.`
export const notAccepted = 'X does not accept this account.'
export const statusUnknown = 'The provider did not report whether this account is active.'
export const credentialsAccepted = 'X accepts these credentials.'
export const checkCredentials = 'Press Check to ask X whether the stored credentials still work.'
export const selectGroup = 'Select a group'
export const keepStoredValue = 'Leave unchanged to keep the stored value.'
export const replaceStoredKeys = 'Replace the stored keys?'
export const filledByBrowser = (names: string): string =>
  `Your browser or a password manager filled in ${names}. Press Cancel to keep the stored values.`
export const groupsNotLoaded = 'The groups could not be loaded.'
export const createApp = 'Create an app on'
export const developerConsole = 'X’s developer console'
export const oneAppIsEnough = '. One app is enough for all accounts.'
export const enterCallback = ', and enter this callback exactly:'
export const shownOnceByX = ', which X shows only once. Set them on this server as'
export const restartServer = ', and restart the server.'
export const pressAction = 'Return to this page and press'
export const tickBox = '. X asks the account that is logged in on X. Tick the box'
export const onThatPage = 'on X’s page.'
export const connectWithX = 'Connect with X'
export const connectAgain = (username: string): string =>
  `Log in to X as ${username} and let this app post for it again. Do this if its keys stopped working or the account was renamed. Its group and queued replies are kept.`
export const connectNew =
  'Log in to X as the account and let this app post for it. You do not need to copy any keys. The account joins the group selected below.'
export const openingX = 'Opening X...'
export const connectionUnknown = 'We could not check whether this option is available.'
export const severalApps = (apps: number): string =>
  `Your accounts use ${apps} different apps on X. X allows one app for each use. Connect all accounts through one app.`
export const movableUnknown = 'We could not check which of your accounts use OAuth 1.0a keys.'
export const checkingConnection = 'Checking the connection...'
export const connectionUnread = 'The result of the connection could not be read.'
export const foreignConsent =
  'This answer from X belongs to a connection that was started in another browser or session. Nothing was connected. Press Add Media Agent to start again.'
export const startAgain = 'Press Add Media Agent to start again.'
export const consentConnected = (username: string | null): string =>
  `${username ?? 'The account'} is connected with OAuth 2.0 and can post.`
export const consentRenewed = (username: string | null): string =>
  `${username ?? 'The account'} was already connected. Its connection is renewed, and its queued replies will be sent.`
export const consentCancelled =
  'You cancelled on X’s page. Nothing was connected. Press Add Media Agent to start again.'
export const consentExpired =
  'You returned from X after more than ten minutes. Nothing was connected. Press Add Media Agent to start again.'
export const consentOther = (username: string | null): string =>
  `You gave consent on X as ${username ?? 'another account'}, not as the account that you wanted to connect. Nothing changed. Log in to X as that account, then start again.`
export const consentReadOnly = (username: string | null): string =>
  `X gave this app only read access to ${username ?? 'the account'}. Nothing was connected. Set your app to Read and write on X’s developer site, then start again.`
export const consentFailed = (username: string | null, detail: string | null): string =>
  `${username ?? 'The account'} was not connected: ${detail ?? 'X gave no reason'}. ${startAgain}`
export const consentUnfinished =
  'You have not finished on X’s page yet, or the server is still processing X’s answer. Nothing is connected so far. Finish on X’s page and try again here, or press Add Media Agent to start again.'
export const whereKeysAre = 'Where to find these keys on X, and how to paste all of them'
export const useYourOwnApp =
  'Open your own app on X’s developer site. Do not ask other people for their keys: X forbids it and allows one app for each use.'
export const appPermissions = ': App permissions'
export const oldTokens = '. Tokens that were created before keep the old permission: create new tokens.'
export const apiKeys = ': API Key and API Key Secret. Here: API Key, API Secret.'
export const accessTokens =
  ': Access Token and Access Token Secret of the account that owns the app. Connect other accounts with X’s page above.'
export const pasteKeys = 'Paste KEY=value lines or JSON'
export const noKeysFound = 'The pasted text contains no keys.'
export const keysFilledIn = (count: number): string =>
  `${counted(count, 'field')} filled in. Check ${count === 1 ? 'the value' : 'the values'} before you save.`
export const offerMove = (count: number, isOne: boolean): string =>
  `${isOne ? 'This account uses' : count === 1 ? '1 of your accounts uses' : `${count.toLocaleString()} of your accounts use`} OAuth 1.0a keys, which X will stop accepting.`
export const movedOne = 'Moved. This account now uses OAuth 2.0.'
export const movedSome = (moved: number, total: number, failed: number): string =>
  `${moved} of ${total} moved, ${failed} failed.`
export const moveToOauth2 = 'Move to OAuth 2.0'
export const tryAllAgain = 'Try all again'
export const moveProgress = (done: number, total: number): string => `${done} of ${total} processed`
export const keepsItsKeys = 'keeps its keys:'
export const importInterrupted = 'an earlier attempt was interrupted and may have added this row'
export const groupFromImport = (fileName: string): string => `Created by the import of ${fileName}`
export const usernameColumnMissing = (required: string): string =>
  `The file needs a username column. Its columns are ${required} and optionally group.`
export const chooseCsv = 'Choose a .csv file.'
export const quoteInHeader = (line: number): string => `Line ${line}: a quote in the header is never closed`
export const quoteNotClosed = (line: number): string => `Line ${line}: a quote is not closed properly`
export const quoteNotClosedUntil = (line: number, last: number): string =>
  `Line ${line}: a quote is not closed properly, so the lines up to ${last} were not read`
export const rowMayBeAdded = 'This row was being sent and may have been added'
export const unsureRow = (line: number): string =>
  `The row on line ${line.toLocaleString()} was being sent and may have been added.`
export const importCut = (rows: number, at: number, created: number, failed: number, unsent: string): string =>
  `: the import of ${counted(rows, 'row')} stopped at row ${at.toLocaleString()}, because you left the page. ${counted(created, 'account')} added, ${failed.toLocaleString()} failed. ${unsent} Choose the file again to continue. Accounts that were added are not added twice.`
export const importNotStarted =
  ': you left the page before the import started, so no account was added. Choose the file again.'
export const unsentLines = (line: number, last: number): string =>
  `Lines ${line.toLocaleString()} to ${last.toLocaleString()}, the end of the file, were not sent.`
export const unsentAfter = (last: number): string => `Later rows, up to line ${last.toLocaleString()}, were not sent.`
export const replaceGroup = (name: string): string => `Replacement for "${name}", which is not a group`
export const createGroup = (name: string): string => `Create the group "${name}"`
export const sendRowsAgain = (rows: number, left: number): string =>
  `Send ${counted(rows, 'row')} again${left > 0 ? ` and the remaining ${left.toLocaleString()}` : ''}`
export const checkColumns = ': some column names are unclear. Check how each column will be imported.'
export const columnsInFile = 'Columns in the file'
export const inTheFile = 'In the file'
export const importColumnAs = (header: string): string => `Import ${header} as`
export const duplicateColumns = (columns: string): string => `Several columns are imported as ${columns}.`
export const missingColumns = (columns: string): string => `The file has no column for ${columns}.`
export const continueImport = (left: number): string => `Continue with the remaining ${left.toLocaleString()}`
export const unreadableRows = (count: number): string =>
  count === 1
    ? '1 row could not be read, including all text inside its unclosed quote. The downloaded files do not contain it. Correct your own file.'
    : `${count.toLocaleString()} rows could not be read, including all text inside their unclosed quotes. The downloaded files do not contain them. Correct your own file.`
export const failedRows = 'Failed rows'
export const moreFailedRows = (count: number): string => `And ${count.toLocaleString()} more in the file.`
export const importedNothing = (problem: string): string => `nothing was added. ${problem}`
export const noRows = 'nothing was added. The file has no rows below its header.'
export const importResult = (created: number, failed: number): string =>
  `${counted(created, 'account')} added, ${failed.toLocaleString()} failed.`
export const sessionEnded = 'The session ended'
export const rowsNotSent = (why: string, left: number): string => `${why}: ${counted(left, 'row')} not sent.`
export const importSign = (sign: string): string => `CSV import: ${sign}`
export const rowPlace = (at: number, total: number): string => `row ${at} of ${total}`
export const creatingGroupsBefore = (place: string): string => `creating groups before ${place}`
export const waitingForServer = (place: string): string => `waiting for the server before ${place}`
export const pausedBefore = (place: string): string => `paused before ${place}`
export const pausingAfter = (place: string): string => `pausing after ${place}`
export const importStoppingAfter = (place: string): string => `stopping after ${place}`
export const rowCount = (answered: number, rows: number): string =>
  `${answered.toLocaleString()} of ${rows.toLocaleString()}`
export const importProgress = (created: number, failed: number, total: number): string =>
  `${created.toLocaleString()} added, ${failed.toLocaleString()} failed, of ${counted(total, 'row')}`

export const accountMessages = {
  usernameRequired: 'Username is required',
  clientIdRequired: 'Client ID is required',
  clientSecretRequired: 'Client Secret is required',
  apiKeyRequired: 'API Key is required',
  apiSecretRequired: 'API Secret is required',
  accessTokenRequired: 'Access Token is required',
  accessTokenSecretRequired: 'Access Token Secret is required',
  groupRequired: 'Group is required',
  confirmDelete: 'Are you sure you want to delete this Media Agent?',
  created: 'Create User Successful!',
  createFailed: 'Failed to adding user. Please try again.',
  deleted: 'Media Agent deleted successfully!',
  deleteFailed: 'Failed to delete Media Agent. Please try again.',
  imported: 'All users added successfully!',
  importFailed: 'Failed to add users from CSV.',
} as const

export const bulkDeleteMessages = {
  confirm: (count: number): string =>
    count === 1 ? accountMessages.confirmDelete : `Are you sure you want to delete ${count} Media Agents?`,
  deleting: (count: number): string => (count === 1 ? 'Deleting 1 Media Agent' : `Deleting ${count} Media Agents`),
  deleted: (count: number): string =>
    count === 1 ? accountMessages.deleted : `${count} Media Agents deleted successfully!`,
  failed: (count: number, tried: number): string => `Failed to delete ${count} of ${tried} Media Agents.`,
} as const

export const accountEditMessages = {
  updated: 'Account updated successfully!',
  updateFailed: 'Failed to update Account. Please try again.',
  idMissing: 'Account ID is missing',
} as const

/** After a stop, `results` has fewer entries than there were queued accounts. */
export const moveEnded = (
  queue: readonly { username: string }[],
  results: readonly { username: string; detail: string | null }[],
): string => {
  const refused = results.filter(({ detail }) => detail !== null)
  const [first] = refused
  const reason = first ? ` ${first.username} keeps its keys: ${first.detail}` : ''
  const [only] = queue
  if (only && queue.length === 1) return first ? reason.trim() : `${only.username} now uses OAuth 2.0.`
  return `${results.length - refused.length} of ${queue.length} accounts were moved to OAuth 2.0.${reason}`
}
