import * as z from 'zod/mini'
import { opaqueId, optionalText, postId, text } from '../base'
import { type Call, call, wireId } from '../call'
import { isInvisible } from '../gate/characters'
import { linkText } from '../gate/links'
import * as words from './composer.words'
import { eligibility } from './eligibility'
import { postContext } from './postContext'

export const maxReplies = 5_000

const mostGenerated = 1_000

/**
 * With more replies in one call, models repeat themselves, reach their length limit, or take too long for the first
 * reply.
 */
export const repliesPerCall = 20

export const partOf = (missing: number): number => Math.min(missing, repliesPerCall)

export const contentBody = z.strictObject({
  tweet_url: text(2048, words.linkRequired).check(z.overwrite(linkText)),
})

/** Other providers answer only `tweet_id`. */
export const post = z.object({
  tweet_id: postId,
  text: z.optional(z.string()),
  author_username: z.optional(z.string()),
  author_name: z.optional(z.string()),
  created_at: z.optional(z.string()),
  context: z.optional(postContext),
  eligibility: z.optional(eligibility),
})
export type Post = z.infer<typeof post>

const count = z
  .int(words.countWhole)
  .check(z.minimum(1, words.countMinimum), z.maximum(mostGenerated, words.countMaximum(mostGenerated)))

export const longestWish = 2_000

/** A wish for the new version of a reply. Only for our server. */
const rewrite = z.strictObject({ reply_id: opaqueId, wish: text(longestWish, words.wishRequired) })

export const generateBody = z.strictObject({
  tweet_id: postId,
  role_id: opaqueId,
  count,
  rewrite: z.optional(rewrite),
})
export type GenerateBody = z.infer<typeof generateBody>

export const reply = z.object({ reply_id: opaqueId, content: z.string() })
export type Reply = z.infer<typeof reply>

/** Other providers may answer only the content, or an `id`. */
export const replyDetail = z.object({ ...reply.shape, reply_id: z.optional(opaqueId) })

/**
 * Only from our server. `notes`: reasons to review the reply, as phrases that follow "This reply". `told`: the prompt
 * can be shown.
 */
const generatedReply = z.object({
  ...reply.shape,
  notes: z.optional(z.array(z.string())),
  told: z.optional(z.boolean()),
})

/** `incomplete`: why there are fewer replies than requested. Only from our server. */
export const generateAnswer = z.object({ replies: z.array(generatedReply), incomplete: z.optional(z.string()) })

export const replyBody = z.strictObject({
  content: text(10_000, words.contentRequired).check(
    z.refine((content) => !isInvisible(content), words.contentRequired),
  ),
})

/** Seconds during which nothing is sent, so that the operator can take the send back. Only for our server. */
const hold = { hold_seconds: z.optional(z.int().check(z.minimum(0), z.maximum(30))) }

const expectedReply = z.strictObject({ content: optionalText(10_000), account_id: z.optional(opaqueId) })
export type ExpectedReply = z.infer<typeof expectedReply>

/**
 * The texts and accounts that the operator read, in the order of the replies. If one of them has changed, nothing is
 * sent (412). Only for a server whose meta has `takes_expected`.
 */
const expected = { expected: z.optional(z.array(expectedReply).check(z.maxLength(maxReplies))) }

export const batchBody = z.strictObject({
  reply_ids: z.array(opaqueId).check(z.minLength(1), z.maxLength(maxReplies)),
  group_name: text(100, words.groupRequired),
  ...hold,
  ...expected,
})
export type BatchBody = z.infer<typeof batchBody>

export const soloBody = z.strictObject({ reply_id: opaqueId, twitter_account_id: opaqueId, ...hold, ...expected })
export type SoloBody = z.infer<typeof soloBody>

export const sendAnswer = z.object({ task_id: opaqueId })

export const replyCalls = {
  fetchContent: call({
    specified: ['tweet_url'],
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
    specified: ['tweet_id', 'role_id', 'count'],
    method: 'POST',
    path: '/twitter/tweet/generate-reply',
    auth: true,
    body: generateBody,
    status: 201,
    answer: generateAnswer,
    reads: 'required',
  }),
  batchPostReplies: call({
    specified: ['reply_ids', 'group_name'],
    method: 'POST',
    path: '/twitter/tweet/batch-post-replies',
    auth: true,
    body: batchBody,
    status: 201,
    answer: sendAnswer,
    reads: 'optional',
  }),
  postReply: call({
    specified: ['reply_id', 'twitter_account_id'],
    method: 'POST',
    path: '/twitter/tweet/post-reply',
    auth: true,
    body: soloBody,
    status: 201,
    answer: sendAnswer,
    reads: 'optional',
  }),
  getReply: call({
    specified: [],
    method: 'GET',
    path: '/twitter/replies/detail/{replyId}',
    auth: true,
    params: z.strictObject({ replyId: wireId }),
    status: 200,
    answer: replyDetail,
    reads: 'required',
  }),
  updateReply: call({
    specified: ['content'],
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
