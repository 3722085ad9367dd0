export const renewedElsewhere = "Another server process is renewing this account's connection"
export const keysChanged = 'The keys of this account were changed in the meantime'
export const deactivated = 'You deactivated this media agent. Press Check to activate it again.'
export const noKeys = 'This account has no OAuth 1.0a keys.'
export const movedElsewhere = 'Another server process is already moving this account.'
export const reconnected = 'This account was connected again or got other keys in the meantime.'
export const noRefreshTokenGiven = 'X gave no refresh token.'
export const otherApp =
  'This account was connected through another app than the one in X_CLIENT_ID, or X_CLIENT_ID is not set'
export const xRefusesAll = (username: string): string =>
  `X now also refuses ${username}, which worked before. Either the fault is X's and passes, or the app's keys are no longer valid.`
/** @param error X's word for the failure; may be empty */
export const consentFailed = (error: string): string => (error === '' ? 'X gave no reason' : `X said: ${error}`)
export const startAgain = 'Something went wrong on the server. Start again'
export const noRefreshToken = 'X gave no refresh token'
export const nameReused = (username: string): string =>
  `@${username} belonged to another user of X when it was connected here. Delete that media agent first`
export const sameName = (username: string): string => `Two media agents are @${username} on X. Delete one of them`
export const keysBelongTo = (username: string): string => `These credentials belong to @${username}`
export const keysReadOnly = 'These keys may only read.'
export const connectionReadOnly = 'This connection may only read.'
export const calledAs = (username: string): string =>
  `This account is now @${username} on X, which is already a media agent. Delete one of the two.`
export const tooMany = (most: number | string): string =>
  `You have ${most} media agents already. Delete some to add more`
export const connectedByOAuth2 = 'this account is connected by OAuth 2.0: enter all six keys, or connect it again'
export const replyUnderWay = (username: string, taskId: string): string =>
  `A reply of ${username} is being sent in task ${taskId}. Delete the media agent when its outcome is known.`
export const alreadyConnected = (username: string): string => `@${username} is already connected`
export const serverStopped = 'The server stopped before X answered'
export const answeredIn = (taskId: string, reason: string): string =>
  `This account already replied to this post, in task ${taskId}. ${reason}`
export const waitingIn = (taskId: string, reason: string): string =>
  `A reply of this account to this post is queued in task ${taskId}. ${reason}`
export const mentionAnswered = (taskId: string): string =>
  `This account already replies to this mention in task ${taskId}. X allows one reply per mention.`
export const tooManyGroups = (most: number): string => `You have ${most} groups already. Delete one to add another`
export const groupExists = (name: string): string => `A group named "${name}" exists already`
/** Stored reasons begin with this text, and a query searches for it: change it only with a migration. */
export const connectionUnknown = 'X no longer knows this connection'
export const newAgent = 'a new media agent'
export const callbackTooOften = "You returned from X's page too often"
export const appNeeded =
  "To connect accounts on X's consent page, set X_CLIENT_ID and X_CLIENT_SECRET of your own app on X and restart the server."
export const noLocalhost = (port: string): string =>
  `X does not accept callbacks to localhost. Open this console at http://127.0.0.1${port}.`
export const httpsNeeded =
  'X accepts callbacks only by https. Put a proxy with TLS in front of this server and set PUBLIC_ORIGIN.'
export const agentNeeded = 'Connect a media agent first: it is needed to read posts'
export const thisReplyWas = 'This reply was'
export const theseRepliesWere = (found: number, all: number): string => `${found} of these ${all} replies were`
export const madeUp = (which: string): string =>
  `${which} written by the stand-in for the model, but X is the real one, so nothing was sent. Set OPENAI_API_KEY or OPENAI_BASE_URL and write new replies, or edit these.`
export const keyFormat = 'Idempotency-Key must be 1 to 200 visible ASCII characters'
