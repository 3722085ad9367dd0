export const hasRefused = 'X already refused a reply of this account to this post.'
export const hasAccepted = 'X already accepted a reply of this account to this post.'
export const mentionsUnknown = 'The mentions of this post are unknown. Get its content again.'
export const ownPost = 'This account wrote the post.'
export const openRule = 'This app may reply to any post.'
export const quoted = 'The post quotes this account.'
export const mentioned = 'The post mentions this account.'
export const mentionedThreadUnknown = 'The post mentions this account, but X did not show whose thread the post is in.'
export const mentionedDeep = "The post mentions this account in somebody else's thread. X has refused such replies."
export const quoteUnknown = 'X does not show whose post is quoted.'
export const answersUnmentioned =
  'The post replies to this account without a mention in the text. X usually accepts such replies.'
export const handleAdded =
  'X put the handle of this account before the post, which is a reply. X usually accepts such replies.'
export const mentionsNotShown = 'X did not show whom this post mentions.'
export const authorNotShown = 'X did not show who wrote this post, or whom the post replies to or quotes.'
export const notSummoned = 'The post neither mentions nor quotes this account.'
export const audienceNotShown = 'X did not show who may reply to this post.'
export const mentionedOnlyUnknown = 'Only mentioned accounts may reply, and X did not show whom this post mentions.'
export const mentionedOnly = 'Only mentioned accounts may reply to this post.'
export const followedOnly = 'Only accounts that the author follows may reply to this post.'
export const subscribersOnly = 'Only subscribers of the author may reply to this post.'
export const verifiedOnly = 'Only verified accounts may reply to this post.'
export const audienceLimited = 'The author limits who may reply to this post.'
export const resumes = 'No action needed. Sending resumes automatically.'
export const editOrManual = 'Edit and send it again, or post it manually.'
export const duplicate = 'X refuses the same words from this account a second time. Edit and send it again.'
export const suspended =
  'Log in to X as this account and appeal. When X lifts the suspension, press Check in Media Agent, then retry.'
export const locked = 'Log in to X as this account and unlock it. Then press Check in Media Agent, and retry.'
export const looksAutomated = 'Sending resumes automatically. Log in to X as this account and check for a prompt.'
export const notEnrolled =
  'Create a developer account for this account on https://console.x.com and enroll it. Then press Check in Media Agent, and retry.'
export const appStopped =
  "Check the app's credits, plan and usage on X's developer site. Sending resumes automatically when X accepts the app again."
export const readOnly =
  "Set the app to Read and write on X's developer site and create new access tokens there (the old ones stay read-only). Enter them in Media Agent, then retry."
export const featureForbidden =
  'Log in to X as this account and check for a prompt. Then press Check in Media Agent, and retry.'
export const wrongTokens =
  'Retry. If it fails again, these tokens have the wrong type: enter new ones in Media Agent, or post it manually.'
export const quoteNotAllowed = 'Remove the link to the quoted post and send it again, or post it manually.'
export const mentionsNotAllowed = 'Remove the @mentions and send it again, or post it manually.'
export const authorLimits =
  'The author limits who may reply. Check the post on X as this account; if X allows a reply there, post it manually.'
export const notSummonedNext =
  'Through its API, X lets this account reply only to people who mentioned or quoted it. Post it manually with Open in X.'
export const cashtags = 'Keep at most one cashtag in the text and send it again, or post it manually.'
export const targetGone = 'Check the post on X as this account. Retry if it is there; otherwise nobody can reply to it.'
export const blockedByAuthor = 'Give up on this reply: the author blocks this account.'
export const video = 'Remove the video or shorten it, and send it again.'
export const tooLong =
  'Shorten the text to 280 characters as X counts them (a link 23, an emoji 2), then send it again.'
export const notPermitted =
  'X gives no reason. Usually the words repeat an earlier post, or the author blocks this account. Edit and send it again, or post it manually.'
export const enterKeys = "Enter this account's keys again in Media Agent, then retry."
export const connectAgain =
  'Connect this account again: Media Agent, Connect with X. Queued replies are kept and sent after that.'
export const letAppPost = "Connect this account again, and allow the app to post on X's consent page."
export const appRefused =
  'Set X_CLIENT_ID and X_CLIENT_SECRET to the app that this account was connected through, restart the server, and press Retry.'
export const ownAppRefused = 'Enter the Client ID and Client Secret of its app again in Media Agent, and press Retry.'
export const unknownRefusal = 'X does not accept this reply through its API. Post it manually with Open in X.'
export const postManually = 'Post it manually.'
export const bearerRefused = (detail: string): string => `X refuses X_BEARER_TOKEN, the app's own token: ${detail}`
export const noReader = 'Posts cannot be read: connect a media agent or set X_BEARER_TOKEN.'
export const ownerNotShown = 'X did not show whose account this is'
export const clockOff = (seconds: number, isAhead: boolean): string =>
  `This server's clock is ${seconds} s ${isAhead ? 'ahead of' : 'behind'} X's clock, so X rejects its signatures.`
export const whoWrote = 'who wrote it'
export const quotedPost = (why: string): string => `the quoted post${why}`
export const wholeText = 'its text'
export const restOfText = 'the rest of its text'
export const whetherReply = 'whether it is a reply'
export const answeredPost = (why: string): string => `the post that it replies to${why}`
export const threadStart = 'the first post of its thread'
export const notVisible = ' (X does not let this account see it)'
export const gone = ' (it is gone)'
export const restOfPost = 'the rest of a long post'
export const quotedByPost = 'the post that it quotes'
export const hiddenInText = (what: string): string => `${what} in the text`
export const attachment = 'an attachment that X does not show'
export const poll = 'a poll'
export const articleText = 'the text of the article'
export const moreAttachments = 'more attachments or links'
export const answersAgain = (time: string): string => ` X answers again at ${time} UTC.`
export const unreachable = (reason: string): string => `X could not be reached: ${reason}`
export const noAnswer = (reason: string): string => `X did not answer: ${reason}`
export const notAnApi = (status: number): string => `X answered ${status}, but not in the format of its API`
export const repostedPost = 'the post that it reposts'
export const newestVersion = 'its newest version'
export const wholeRepost = 'the whole post that it reposts'
export const budgetTooSmall = " (today's budget is too small for it)"
export const peopleAndAttachments = (why: string): string => `its people and attachments${why}`
export const withoutPost = 'X answered without the post'
export const tooManyPosts = 'X listed more posts than it keeps of an account'
export const listingSlow = 'X took too long to list the posts of this account'
export const samePage = 'X listed the same page of posts twice'
