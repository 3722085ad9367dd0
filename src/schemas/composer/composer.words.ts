import { activities } from '../accounts/accountSummary.words'
import type { Activity } from '../accounts/activity'
import { counted } from '../counted'

export const linkRequired = 'X post link is required'
export const linkInvalid = 'Paste a link to one post on x.com or twitter.com'
export const roleRequired = 'AI Model selection is required'
export const countMinimum = 'Reply count must be at least 1'
export const countWhole = 'Reply count must be a whole number'
export const countMaximum = (max: number) => `Maximum value is ${max}`
export const groupRequired = 'Group selection is required'
export const agentRequired = 'Media Agent selection is required'
export const agentInactive = (handle: string) => `${handle} is inactive. Choose another account.`
export const agentNone = 'No Media Agent found. Please create a group first.'
export const contentRequired = 'Content is required'
export const fetchFirst = 'Fetch tweet content first!'
export const fetched = 'Get content success!'
export const fetchFailed = 'Get content fail.'
export const posted = 'Replies posted successfully!'
export const soloFailed = 'Failed to post replies. Please try again.'
export const updated = 'Reply content updated successfully!'
export const updateFailed = 'Failed to update Reply content. Please try again.'
export const processing = 'Processing...'

export const modes = 'How to send'
export const stopped = 'The composer stopped because of an error.'
export const stoppedDetail = 'Your draft is saved on this device.'

export const beforeFirst = 'Before your first reply'
export const choices = 'Character, group and count'
export const createGroup = 'Create a group'
export const createGroupHelp = 'A set of accounts that post replies.'
export const connectAccounts = 'Connect accounts'
export const connectAccountsHelp = 'Sign in on X, enter keys, or import a CSV file.'
export const createCharacter = 'Create an AI character'
export const createCharacterHelp = 'The persona that writes the replies, and its model.'
export const loadSample = 'Load sample data'
export const loadSampleHelp = 'Adds a group, accounts that the sandbox accepts, and characters.'
export const sampleLoaded = ({
  group,
  accounts,
  characters,
}: {
  group: string
  accounts: number
  characters: number
}) => `Sample data loaded: group ${group}, ${counted(accounts, 'account')}, ${counted(characters, 'character')}.`

export const changeLink = 'Change the link'
export const readPriceUnknown = 'The price of loading a post is not known.'
export const readPrice = (price: string) => `Loading a post costs about ${price}. X charges for each post once a day.`

export const chooseCharacter = 'Choose a character'
export const characterDeleted = 'Deleted character'
export const chooseGroup = 'Choose a group'
export const groupGone = 'This group was deleted or renamed. Choose another.'
export const chooseAccount = 'Choose an account'
export const accountDeleted = 'Deleted account'
export const accountChoice = (handle: string, activity: Activity) =>
  activity === 'active' ? handle : `${handle} (${activity === 'inactive' ? 'inactive' : 'status unknown'})`
export const membersOf = (accounts: number, active: number, unknown: number) =>
  `${counted(accounts, 'account')} in this group, ${activities(active, unknown)}.`
export const countUpToGroup = 'From 1 to the number of accounts in the group.'
export const countUpTo = (accounts: number) => `1 to ${accounts.toLocaleString()}, the number of accounts in the group.`
export const countUpToSend = (most: number) => `1 to ${most.toLocaleString()}, the limit of one send.`
export const allAccounts = (accounts: number) => `Use all ${accounts.toLocaleString()} accounts`
export const mostAccounts = (most: number) => `Use ${most.toLocaleString()} accounts, the limit of one send`
export const chooseModel = 'Choose another model'

export const previewCost = (tokens: number, model: string, price: string | undefined) =>
  `Preview uses about ${counted(tokens, 'token')} of ${model} (${price ?? 'price not known'}).`
export const promptTooLong = (tokens: number, most: number) =>
  `One request needs about ${counted(tokens, 'token')}, and the model accepts ${most.toLocaleString()}. The server will refuse it.`
export const beyondModelBudget = (left: string) =>
  `Today’s model budget has only ${left} left. The server will refuse the request.`

export const draftSaved = 'Draft saved on this device'
export const draftNotSaved = {
  displaced: 'Draft not saved: another tab saved its own',
  refused: 'Draft not saved: the browser’s storage is full',
  unsaved: 'Draft not saved on this device',
}

export const noneWritten = 'The model wrote no reply. Try again, or choose another character.'
export const fewerWritten = 'The model wrote fewer replies than requested.'
export const written = (have: number, count: number) => `${have} of ${count} written`
export const writing = (have: number, count: number) => `${have} of ${count} written, writing ${count - have} more`
export const writingCancelled = 'You cancelled the rest.'
export const writeMissing = (missing: number) => `Write the missing ${missing.toLocaleString()}`

export const nothingToReview = 'Nothing to review yet'
export const nothingToReviewDetail = 'Get the content of a post, choose a character, then preview the replies here.'
export const trySummoning = 'Try a post that mentions your accounts'
export const tryStranger = 'Try a stranger’s post'
export const addOneMore = 'Add one more'
export const toReview = (replies: number) => `${counted(replies, 'reply', 'replies')} to review`

export const threadStartsWith = 'The thread starts with'
export const inReplyTo = 'In reply to'
export const aPost = 'a post'
export const withoutDescription = (medium: string) => `${medium} without description`
export const poll = (isOpen: boolean | undefined, votes: number) =>
  `${isOpen === false ? 'Closed poll' : 'Poll'}${votes > 0 ? `, ${counted(votes, 'vote')}` : ''}`
export const repostedBy = (handle: string) => `Reposted by ${handle}`
export const editedTimes = (edits: number) => (edits === 1 ? 'Edited once' : `Edited ${edits.toLocaleString()} times`)
export const sensitive = 'Marked as sensitive'
export const notShownByX = (parts: readonly string[]) => `Not shown by X: ${parts.join('; ')}.`
export const replyLimits = {
  mentionedUsers: 'Only accounts mentioned in the post can reply',
  following: 'Only accounts that the author follows can reply',
  subscribers: 'Only subscribers can reply',
  verified: 'Only verified accounts can reply',
  other: 'The author limits who can reply',
}

/** `replied` and `queued` overlap the other counts. */
export const audience = (counts: {
  allowed: number
  perhaps: number
  manual: number
  answered: number
  replied: number
  queued: number
}) => {
  const { allowed, perhaps, manual, answered, replied, queued } = counts
  return [
    `${counted(allowed, 'account')} can reply automatically`,
    ...(perhaps > 0 ? [`${perhaps} perhaps`] : []),
    ...(manual > 0 ? [`${manual} only manually`] : []),
    ...(answered > 0 ? [`${answered} already answered this mention`] : []),
    ...(replied > 0 ? [`${replied} already replied`] : []),
    ...(queued > 0 ? [`${queued} ${queued === 1 ? 'has' : 'have'} a queued reply`] : []),
  ].join(', ')
}
export const audienceLabels = {
  allowed: 'Automatic',
  uncertain: 'Perhaps',
  refused: 'Manual',
  answered: 'Answered',
}
export const andMore = (more: number) => `and ${more.toLocaleString()} more`
export const refusedByX = (refused: number, sent: number) =>
  sent === 1
    ? 'X will not accept this reply through its API. After sending, post it manually.'
    : refused === sent
      ? 'X will not accept these replies through its API. After sending, post them manually.'
      : refused === 1
        ? 'X will not accept 1 of these replies through its API. After sending, post it manually.'
        : `X will not accept ${refused} of these replies through its API. After sending, post those manually.`
export const perhapsRefusedByX = (perhaps: number, sent: number) =>
  sent === 1
    ? 'X may not accept this reply through its API.'
    : perhaps === sent
      ? 'X may not accept these replies through its API.'
      : `X may not accept ${perhaps} of these replies through its API.`

export const replyNumber = (number: number) => `Reply ${number}`
export const asSender = (handle: string) => `as ${handle}`
export const insteadOf = (was: string) => `instead of ${was}`
export const senderChanged = (number: number, handle: string, was: string) =>
  `Reply ${number} will be posted as ${handle} instead of ${was}`
export const anotherAccount = 'another account'
export const caution = (about: string) => `This reply ${about}.`
export const restoreGenerated = 'Restore the generated text'
export const repeatsPost = (handle: string, moment: string) =>
  `${handle} already posted this text (${moment}). X rejects repeats, so rewrite this reply.`

export const hasHashtags = (tags: readonly string[]) =>
  `contains ${tags.length === 1 ? 'a hashtag' : 'hashtags'}: ${tags.join(', ')}`
export const hasCashtags = (tags: readonly string[]) =>
  `contains ${tags.length === 1 ? 'a cashtag' : 'cashtags'}: ${tags.join(', ')}`
export const hasLinks = (links: readonly string[]) =>
  `contains ${links.length === 1 ? 'a link' : 'links'}: ${links.join(', ')}`
export const hasDisguisedLinks = (links: readonly string[]) => `contains what looks like a link: ${links.join(', ')}`
export const isTooLong = (used: number, most: number) => `has ${used} characters as X counts them, and ${most} fit`
export const hasMarkup = 'contains markup, which X shows as plain characters'
export const mentionsStrangers = (handles: readonly string[]) =>
  `mentions ${handles.join(', ')}, who did not write the post`
export const beginsLikeListItem = 'begins like a list item'
export const isQuoted = 'is in quotation marks'
export const repeatsSource = (source: string, phrase: string) => `repeats ${source}: “${phrase}”`
export const rules = 'the output rules'
export const promptOf = (character: string) => `the system prompt of ${character}`
export const storyOf = (character: string) => `the background story of ${character}`
export const instructionsOf = (character: string) => `the instructions of ${character}`
export const examplesOf = (character: string) => `the example conversations of ${character}`
export const knowledgeOf = (character: string) => `the knowledge base of ${character}`

export const showPrompt = 'Show the prompt'
export const moreForReply = 'More'
export const wishes = ['Shorter', 'No emoji']
export const wish = 'Wish for the new version'
export const wishRequired = 'Wish is required'
export const wishTooLong = (over: number): string =>
  over === 1 ? 'The wish is 1 character too long' : `The wish is ${over} characters too long`
export const applyWish = 'Apply'
export const sendOptions = 'Send options'
export const promptTook = (time: string) => `, in ${time}`
export const promptForDrafts = (drafts: number) => `, for ${counted(drafts, 'draft')} together`
export const promptVersion = (version: number) => `version ${version}`
export const promptDeleted = 'The text of this prompt was deleted to make room for newer prompts.'
export const promptParts = {
  character: 'The character',
  task: 'The task',
  example: 'Example of a post',
  exampleReply: 'Example of a reply',
}

export const closeUnsaved = 'Close without saving?'
export const closeUnsavedDetail = 'Your changes to this reply will be lost.'

export const undo = {
  preview: 'Undo Preview',
  rewrite: 'Undo Rewrite',
  drop: 'Undo Drop',
  clear: 'Undo Clear',
  mode: 'Undo the change of mode',
  post: 'Undo the change of post',
  answer: 'Undo opening the mention',
}
export const redo = {
  preview: 'Redo Preview',
  rewrite: 'Redo Rewrite',
  drop: 'Redo Drop',
  clear: 'Redo Clear',
  mode: 'Redo the change of mode',
  post: 'Redo the change of post',
  answer: 'Redo opening the mention',
}

export const nothingToSend = 'Nothing to send yet.'
export const willBePosted = (replies: number, holdSeconds: number) =>
  `${replies.toLocaleString()} will be posted ${holdSeconds > 0 ? `in ${holdSeconds} seconds` : 'now'}`
export const postedBy = (accounts: string) => `by ${accounts}`
export const someOf = (posting: number, accounts: number) =>
  `${posting.toLocaleString()} of ${counted(accounts, 'account')}`
export const showNames = 'Show names'
export const targetMissing = {
  batch: 'Choose a group to send through.',
  solo: 'Choose an account to send through.',
}
export const doubtful = (sendsOnce: boolean) =>
  `We could not confirm that this was sent. ${sendsOnce ? 'Send again: X gets each reply only once.' : 'Look at History before you send again.'}`
export const accountsChanged = 'The accounts of this group have changed and are being loaded again.'
export const writtenByStandIn = 'The sandbox model wrote this. Rewrite it before you send it to the real X.'
export const otherPost = 'The link belongs to another post. Get its content before you send.'
export const notSentBecause = (reason: string) => `Nothing will be sent. ${reason}`
export const cannotSendAgain = (reason: string) => `This account cannot send another reply. ${reason}`
export const tooFewAccounts = (free: number, accounts: number, answered: number) => {
  if (free === 0 && answered > 0) return 'No account can still reply to this mention.'
  if (free === 0 && accounts === 1) return 'This account is inactive. Check it in Media Agent first.'
  if (free === 0) return `None of the ${accounts} accounts is active. Check them in Media Agent first.`
  const each = 'and each reply needs its own account.'
  if (free === accounts) return `The group has only ${counted(accounts, 'account')}, ${each}`
  const can = answered > 0 ? 'can still reply' : free === 1 ? 'is active' : 'are active'
  return `Only ${free} of ${counted(accounts, 'account')} ${can}, ${each}`
}
export const nearlySame = (replies: string) => `${replies} are nearly the same, which X forbids. Rewrite all but one.`
export const moreNearlySame = (more: number) =>
  more === 1
    ? '1 more reply is nearly the same as another. Rewrite the ones above first.'
    : `${more} more replies are nearly the same as others. Rewrite the ones above first.`
export const tooLong = (replies: string, count: number, most: number) =>
  count === 1
    ? `${replies} has more than ${most} characters. X may reject it from standard accounts.`
    : `${replies} have more than ${most} characters. X may reject them from standard accounts.`
export const hasContacts = (replies: string, count: number) =>
  count === 1
    ? `${replies} contains a link or mentions somebody else.`
    : `${replies} contain a link or mention somebody else.`
export const leaks = (replies: string, count: number) =>
  `${replies} ${count === 1 ? 'repeats' : 'repeat'} text from a character’s prompt.`
export const notPlain = (replies: string, count: number) =>
  `${replies} ${count === 1 ? 'is' : 'are'} not plain text (hashtag, list, markup or quotation marks).`
export const repeatsPosts = (replies: string, count: number) =>
  count === 1
    ? `${replies} repeats a post of its account from the last 24 hours. X rejects repeats.`
    : `${replies} repeat posts of their accounts from the last 24 hours. X rejects repeats.`
export const repliesNamed = (numbers: string, count: number) => `${count === 1 ? 'Reply' : 'Replies'} ${numbers}`
export const sendPriceUnknown = (count: number) =>
  count === 1 ? 'the price of this reply is not known' : 'the price of these replies is not known'
export const sendPrice = (price: string, links: number, count: number) => {
  if (links === 0) return `about ${price}`
  if (count === 1) return `about ${price} (the reply has a link)`
  return `about ${price} (${links} of ${count} replies ${links === 1 ? 'has' : 'have'} a link)`
}
export const beyondBudget = (left: string) => `Today’s budget has ${left} left. Replies that exceed it wait.`

export const sentIn = 'Sent. See the outcome in '
export const outcomeIn = 'See the outcome in '
export const outcomeNotLoaded = 'The outcome cannot be loaded right now. Find it later in '
export const sent = 'Sent.'
export const heldBack = 'Not sent yet. You can still take it back.'
export const nothingSent = 'Nothing was sent.'
export const takeBack = 'Take back'
export const postManually = 'Post manually what X rejects from apps'
export const unnamedAccount = 'An account'
