import { copyMessages } from './commonMessages'

export const replyMessages = {
  linkRequired: 'X post link is required',
  linkInvalid: 'Paste a link to one post on x.com or twitter.com',
  roleRequired: 'AI Model selection is required',
  countMinimum: 'Reply count must be at least 1',
  countWhole: 'Reply count must be a whole number',
  countMaximum: (max: number) => `Maximum value is ${max}`,
  groupRequired: 'Group selection is required',
  agentRequired: 'Media Agent selection is required',
  agentNone: 'No Media Agent found. Please create a group first.',
  contentRequired: 'Content is required',
  fetchFirst: 'Fetch tweet content first!',
  fetched: 'Get content success!',
  fetchFailed: 'Get content fail.',
  noneWritten: 'The model wrote no reply. Try again, or choose another character.',
  fewerWritten: 'Fewer replies came than were asked for.',
  posted: 'Replies posted successfully!',
  soloFailed: 'Failed to post replies. Please try again.',
  updated: 'Reply content updated successfully!',
  updateFailed: 'Failed to update Reply content. Please try again.',
  ...copyMessages,
  processing: 'Processing...',
} as const

import * as z from 'zod/mini'
import { id, opaqueId, optionalText, postId, text } from './base'
import { type Call, call, wireId } from './call'
import { eligibility } from './eligibility'
import { isInvisible } from './gate/characters'
import { linkText } from './gate/links'
import { postContext } from './postContext'

/** How many replies one send, and so one task, may carry. */
export const maxReplies = 5_000

/** How many replies one call may generate. */
const mostGenerated = 1_000

/**
 * How many replies one call of the composer asks for, and one call of the model: more at once and models repeat
 * themselves, run into their length limit, or take longer than anybody waits for the first one.
 */
export const repliesPerCall = 20

export const contentBody = z.strictObject({
  tweet_url: text(2048, replyMessages.linkRequired).check(z.overwrite(linkText)),
})

/** Other providers answer `tweet_id` alone; our server adds the rest. */
export const post = z.object({
  tweet_id: postId,
  text: z.optional(z.string()),
  author_username: z.optional(z.string()),
  author_name: z.optional(z.string()),
  created_at: z.optional(z.string()),
  context: z.optional(postContext),
  /** Which of all the operator's media agents may answer it. */
  eligibility: z.optional(eligibility),
})
export type Post = z.infer<typeof post>

const count = z
  .int(replyMessages.countWhole)
  .check(z.minimum(1, replyMessages.countMinimum), z.maximum(mostGenerated, replyMessages.countMaximum(mostGenerated)))

export const generateBody = z.strictObject({ tweet_id: postId, role_id: id, count })
export type GenerateBody = z.infer<typeof generateBody>

export const reply = z.object({ reply_id: opaqueId, content: z.string() })
export type Reply = z.infer<typeof reply>

/** Other providers may answer its content alone, or with an `id`. */
export const replyDetail = z.object({ ...reply.shape, reply_id: z.optional(opaqueId) })

/**
 * A new draft. Our server says in `notes` why a person should look at it, in words that follow "This reply", and in `told`
 * that it can say what the model was told.
 */
const generatedReply = z.object({
  ...reply.shape,
  notes: z.optional(z.array(z.string())),
  told: z.optional(z.boolean()),
})

/** Our server says in `incomplete` why there are fewer replies than were asked for; those that came are answered. */
export const generateAnswer = z.object({ replies: z.array(generatedReply), incomplete: z.optional(z.string()) })

export const replyBody = z.strictObject({
  content: text(10_000, replyMessages.contentRequired).check(
    z.refine((content) => !isInvisible(content), replyMessages.contentRequired),
  ),
})

/** For how long a send waits where the operator wants to be able to take it back. */
export const holdSeconds = 5

/** Seconds for which nothing leaves, so that the send can be taken back. Only for our server. */
const hold = { hold_seconds: z.optional(z.int().check(z.minimum(0), z.maximum(30))) }

/** What the operator read of a reply, and through which media agent it was said to go where that was said. */
const expectedReply = z.strictObject({ content: optionalText(10_000), account_id: z.optional(id) })
export type ExpectedReply = z.infer<typeof expectedReply>

/** In the order of the replies, as far as it is said: where one is another by now, nothing is sent (412). Only for a server whose meta says `takes_expected`. */
const expected = { expected: z.optional(z.array(expectedReply).check(z.maxLength(maxReplies))) }

export const batchBody = z.strictObject({
  reply_ids: z.array(opaqueId).check(z.minLength(1), z.maxLength(maxReplies)),
  group_name: text(100, replyMessages.groupRequired),
  ...hold,
  ...expected,
})
export type BatchBody = z.infer<typeof batchBody>

export const soloBody = z.strictObject({ reply_id: opaqueId, twitter_account_id: id, ...hold, ...expected })
export type SoloBody = z.infer<typeof soloBody>

export const sendAnswer = z.object({ task_id: opaqueId })

export const replyCalls = {
  fetchContent: call({
    method: 'POST',
    path: '/twitter/tweet/content',
    auth: true,
    body: contentBody,
    status: 200,
    answer: post,
    reads: 'required',
  }),
  getEligibility: call({
    method: 'GET',
    path: '/twitter/tweet/{tweetId}/eligibility',
    auth: true,
    params: z.strictObject({ tweetId: postId }),
    query: z.strictObject({ group: z._default(optionalText(100), '') }),
    status: 200,
    answer: eligibility,
    reads: 'required',
  }),
  generateReplies: call({
    method: 'POST',
    path: '/twitter/tweet/generate-reply',
    auth: true,
    body: generateBody,
    status: 201,
    answer: generateAnswer,
    reads: 'required',
  }),
  batchPostReplies: call({
    method: 'POST',
    path: '/twitter/tweet/batch-post-replies',
    auth: true,
    body: batchBody,
    status: 201,
    answer: sendAnswer,
    reads: 'optional',
  }),
  postReply: call({
    method: 'POST',
    path: '/twitter/tweet/post-reply',
    auth: true,
    body: soloBody,
    status: 201,
    answer: sendAnswer,
    reads: 'optional',
  }),
  getReply: call({
    method: 'GET',
    path: '/twitter/replies/detail/{replyId}',
    auth: true,
    params: z.strictObject({ replyId: wireId }),
    status: 200,
    answer: replyDetail,
    reads: 'required',
  }),
  updateReply: call({
    method: 'PUT',
    path: '/twitter/replies/{replyId}',
    auth: true,
    params: z.strictObject({ replyId: wireId }),
    body: replyBody,
    status: 200,
    answer: reply,
    reads: 'ignored',
  }),
} satisfies Record<string, Call>
