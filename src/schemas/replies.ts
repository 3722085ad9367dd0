import * as z from 'zod/mini'
import { id, text } from './base'
import { opaqueId, postId } from './ids'
import { postContext } from './postContext'
import { replyMessages } from './replyMessages'

/** How many replies one call may generate, and how many one task may carry. */
export const maxReplies = 200

export const contentBody = z.strictObject({ tweet_url: text(2048, replyMessages.linkRequired) })

/** Other providers answer `tweet_id` alone; our server adds the rest. */
export const post = z.object({
  tweet_id: postId,
  text: z.optional(z.string()),
  author_username: z.optional(z.string()),
  author_name: z.optional(z.string()),
  created_at: z.optional(z.string()),
  context: z.optional(postContext),
})
export type Post = z.infer<typeof post>

const count = z
  .int()
  .check(z.minimum(1, replyMessages.countMinimum), z.maximum(maxReplies, replyMessages.countMaximum(maxReplies)))

export const generateBody = z.strictObject({ tweet_id: postId, role_id: id, count })
export type GenerateBody = z.infer<typeof generateBody>

export const reply = z.object({ reply_id: opaqueId, content: z.string() })
export type Reply = z.infer<typeof reply>

/** Other providers may answer its content alone, or with an `id`. */
export const replyDetail = z.object({ ...reply.shape, reply_id: z.optional(opaqueId) })

export const generateAnswer = z.object({ replies: z.array(reply) })

export const replyBody = z.strictObject({ content: text(10_000, replyMessages.contentRequired) })

export const batchBody = z.strictObject({
  reply_ids: z.array(opaqueId).check(z.minLength(1), z.maxLength(maxReplies)),
  group_name: text(100, replyMessages.groupRequired),
})
export type BatchBody = z.infer<typeof batchBody>

export const soloBody = z.strictObject({ reply_id: opaqueId, twitter_account_id: id })
export type SoloBody = z.infer<typeof soloBody>

export const sendAnswer = z.object({ task_id: opaqueId })
