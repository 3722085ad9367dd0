export const steps = {
  checking: "No action needed. The server is checking this account's posts for the reply.",
  review: "Check the account on X. Then check again, paste the post's link, send it again, or give up.",
  orphaned: "Check the account on X. Then paste the post's link, or give up.",
  restored: 'A backup was restored. Check the account on X before you send this reply in a new task.',
  manual: 'Open it in X, post it there as this account, and come back.',
  saidElsewhere: 'This reply, or the same words through another account, is being sent or was sent.',
  answered: 'Another reply of this media agent answers this mention. X allows one reply per mention.',
  accountInDoubt: 'Another reply of this media agent is being checked. Try again when its outcome is known.',
  declined: 'If you posted it, check X or paste the post\'s link. If not, mark it "Not posted".',
  gone: 'X no longer shows this reply. It was deleted, or X removed it. It is not sent again.',
  manualUnseen: 'This reply cannot be looked up on X. Paste the post\'s link, or mark it "Not posted".',
}
/**
 * Servers of the version before 1.0.0 store these texts. Without them the two versions would overwrite a row again and
 * again.
 */
export const orphanStepsBefore = [
  'Look at the account on X. Then paste the link of the post, or give up.',
  'X cannot be asked for it: paste the link of the post, or say that it was not posted.',
]
export const restored = {
  detail: 'A backup was restored, so this reply may already be posted.',
  nextStep: steps.checking,
}
/** Stored rows contain `detail`, and `isCancelled` searches for it: change it only with a migration. */
export const cancelled = { detail: 'Cancelled by you. It was not sent.', nextStep: 'Retry sends it after all.' }
export const turnedBack = 'A backup was restored, so X is read first.'
export const notPostedManually = 'Not posted manually.'
export const unreadable = (detail: string) => ({
  detail: `X could not be checked for this reply: ${detail}`,
  nextStep: steps.review,
})
export const tooFewAgents = (replies: number, agents: number, group: string): string =>
  `${replies} ${replies === 1 ? 'reply needs' : 'replies need'} as many active media agents, and group ${group} has ${agents}.`
export const agentInactive = (username: string, reason: string | null): string =>
  reason ? `${username} is inactive: ${reason}` : `${username} is inactive.`
export const transactionForSupport = (id: string): string => `Give X's support the transaction ID ${id}.`
export const replyChanged = (number: number): string =>
  `Reply ${number} was changed elsewhere, so nothing was sent. Read it again.`
export const otherSender = (number: number, username: string): string =>
  `Reply ${number} would now be sent as ${username}, not as the media agent that was shown. Nothing was sent; check the list again.`
export const allButOne = (numbers: string): string => `all but one of replies ${numbers}`
export const nearIdentical = (replies: string): string => `X forbids near-identical replies. Rewrite ${replies}.`
export const saidByAnother = (number: number, taskId: string): string =>
  `Another account already sent the words of reply ${number} to this post, in task ${taskId}. X forbids repeats: rewrite it.`
export const alreadyManual = (number: number, username: string, taskId: string): string =>
  `Reply ${number} is waiting to be posted manually as ${username}, in task ${taskId}. Retry it there or rewrite it.`
export const keyUsed = 'This Idempotency-Key was already used for another send.'
export const alreadySent = (number: number, taskId: string): string =>
  `Reply ${number} is already being sent or was sent, in task ${taskId}.`
export const sendCancelled = (taskId: string): string =>
  `Task ${taskId} was cancelled and posted nothing. Send again with a new Idempotency-Key.`
export const replyRepeated = (id: string): string => `Reply ${id} is listed more than once.`
export const noReply = (id: string): string => `Reply ${id} does not exist.`
export const noGroup = (name: string): string => `Group ${name} does not exist.`
export const noAgent = (id: number): string => `Media agent ${id} does not exist.`
export const mentionAnswered = (username: string, taskId: string): string =>
  `${username} already replies to this mention in task ${taskId}. X allows one reply per mention.`
export const itemNotQueued = 'This reply is no longer queued, so it cannot be cancelled.'
export const sayNotPosted = 'mark it "Not posted"'
export const agentDeleted = (username: string, rest: string): string =>
  `The media agent ${username} was deleted: add it again, paste the post's link or ${rest}.`
export const otherItemsPost = 'That post belongs to another reply.'
export const notForManual = (since: string): string => `This reply cannot be posted manually${since}.`
export const notManual = (since: string): string => `This reply is not waiting to be posted manually${since}.`
export const noReviewNeeded = (since: string): string => `This reply needs no review${since}.`
export const cannotPostManually = 'This reply cannot be posted manually.'
export const nothingToRetry = 'Nothing in this task can be retried.'
export const linkNeeded = 'must be a link to one post on X'
export const proofMissing =
  'X did not show who wrote this post or which post it replies to. Confirm the link again in a minute.'
export const otherAuthor = (username: string): string => `that post is not by ${username}`
export const otherTarget = 'that post replies to a different post'
export const anothersPost = 'that post is another reply of this media agent to the same post'
export const postNotFound = (detail: string): string => `X shows no such post, or the post was deleted: ${detail}`
export const keysUnreadable = 'its stored keys cannot be decrypted'
export const cannotLook = (username: string, why: string): string =>
  `X rejects the keys of ${username}, so the post cannot be checked: ${why} Connect it again in Media Agent, then confirm the link here.`
export const wouldRefuse = (reason: string): string => `X does not accept this reply from an app: ${reason}`
export const retryAfterManual = 'Retry checks X for the reply, then sends it through the API.'
export const deletedBeforeSent = 'The media agent was deleted before this reply was sent.'
export const deletedBeforeResent = 'The media agent was deleted before this reply was sent again.'
export const serverStopped = 'The server stopped while sending. X may or may not have the reply.'
export const notOnX = 'X does not show the reply, so it is sent once more in the same words.'
export const notConfirmed = 'X did not confirm the reply and does not show it.'
export const notProven =
  'X did not confirm the reply and does not show it. X does not show newer replies either, so it may only be late.'
export const deletedInDoubt = 'The media agent was deleted, so X cannot be checked for the reply.'
export const givenUp = 'You gave up on this reply. X may or may not have it.'
export const wrongId = "X returned another post's ID, and X does not show this reply."
export const setClock = "Set this server's clock to the right time, then retry."
export const noPostId = 'X accepted the post but returned no ID'
export const acceptedUnexpectedly = 'X accepted this reply but was expected to refuse it'
export const acceptanceExpected = 'X was expected to accept this reply'
export const doubted =
  'X will be asked again before this account is marked as refused. No action needed: sending resumes automatically.'
export const postsLeftOut = 'X did not list all posts of this account.'
export const cannotDecrypt = 'its credentials cannot be decrypted'
export const postsUnknown = (reason: string): string => `X did not list this account's latest posts: ${reason}`
export const agentNotActive = (username: string, reason: string): string =>
  `${username} is inactive: ${reason} Sending resumes when X accepts it again.`
export const notAccepted = 'X does not accept it'
export const postingLimited = 'X limits how much may be posted.'
export const appHeld = (words: string): string =>
  `X refused replies of three media agents that its rule allows, in words that this version does not know: ${words} Sending resumes automatically. Check the app on X's developer site.`
export const answeredOften = (times: number, pattern: string): string =>
  `X answered ${times} times today in words that this version does not know: ${pattern}`
export const otherPostsId = "X returned another post's ID"
export const accountLimited =
  'X limits how often this account may post. No action needed: sending resumes automatically.'
export const refusedTwice = (detail: string): string => `X refused two replies to different posts in a row: ${detail}`
export const checkAccount = 'Sending resumes automatically. Log in to X as this account and check whether X limits it.'
export const checkApp = "Check on X's developer site that its app may post."
export const transactionsForSupport = (ids: string): string => `Give X's support these transaction IDs: ${ids}.`
export const appPaused = (reason: string): string => `X accepts no posts from this app for now: ${reason}`
export const databaseAway = 'The database was unavailable before this reply was sent.'
export const cannotDecryptAgent = "the media agent's credentials cannot be decrypted."
export const keysOfAnother = (username: string): string => `the keys of ${username} now belong to another user on X.`
export const partsLeftOut = 'X did not list all posts of this account, and one of them may be this reply.'
export const refusedLast = (detail: string, refusal: string): string => `${detail} X's last refusal: ${refusal}`
export const otherWords =
  'X shows another reply of this account to the same post in other words. A person may have edited it while posting it manually.'
export const keysChangedOwner = (username: string): string => `The keys of ${username} now belong to another user on X.`
export const keysUnknown = (username: string, reason: string): string =>
  `X did not confirm whose keys ${username} has now: ${reason}`
export const checkAgent = 'Check the media agent, then retry.'
export const mayBePosted =
  'X did not list all posts of this account, and one may be this reply. X is checked again before it is sent.'
export const folderUnwritable = "The server's data folder cannot be written."
export const agentUndecryptable = "The configured key cannot decrypt the media agent's credentials."
