import * as z from 'zod/mini'
import { id, opaqueId } from './base'
import { linkText } from './gate/links'
import { picked } from './picked'
import { post, reply } from './replies'

/** The composer's fields as they stand in their controls, not yet validated. */
export const composerForm = z.object({
  tweet_url: z.string(),
  role_id: z.string(),
  group_name: z.string(),
  count: z.string(),
  account_id: z.string(),
})
export type ComposerForm = z.infer<typeof composerForm>
export const composerFieldNames = z.keyof(composerForm).options

/** The link in the field, as it is fetched and compared: people paste words around it. */
export const linkOf = ({ tweet_url }: Pick<ComposerForm, 'tweet_url'>): string => linkText(tweet_url)

export const emptyComposerForm: ComposerForm = {
  tweet_url: '',
  role_id: '',
  group_name: '',
  count: '1',
  account_id: '',
}

/** A reply with the character that wrote it, which drafts of earlier versions lack, and what the server said of it. */
export const writtenReply = z.object({
  ...reply.shape,
  role_id: z.optional(id),
  notes: z.optional(z.array(z.string())),
  told: z.optional(z.boolean()),
})
export type WrittenReply = z.infer<typeof writtenReply>

/** A reply under review: its text now, and as the model wrote it. */
export const draftReply = z.object({ ...writtenReply.shape, generated: z.string() })
export type DraftReply = z.infer<typeof draftReply>

/** A post with the link text it was fetched by. */
export const fetchedPost = z.object({ ...post.shape, tweet_url: z.string() })
export type FetchedPost = z.infer<typeof fetchedPost>

export const sendMode = z.enum(['batch', 'solo'])
export type SendMode = z.infer<typeof sendMode>

/**
 * What the server answered to a send; without a `task_id` where a provider answers nothing. `reply_ids`: what was sent, which
 * earlier versions did not keep.
 */
export const sentResult = z.object({
  mode: sendMode,
  task_id: z.optional(opaqueId),
  reply_ids: z.optional(z.array(reply.shape.reply_id)),
})
export type SentResult = z.infer<typeof sentResult>

/** The last Preview through a group: while there are fewer replies than `count`, the missing ones can be written. */
export const askedReplies = z.object({
  role_id: id,
  count: z.int(),
  /** Why the last part of them is not there, in the server's words; absent where the operator stopped it. */
  incomplete: z.optional(z.string()),
})
export type AskedReplies = z.infer<typeof askedReplies>

/** What stands in the open edit dialog of a reply, not yet saved. */
export const unsavedEdit = z.object({ reply_id: opaqueId, content: z.string() })

/** What stands in the composer. */
const composed = {
  mode: sendMode,
  form: composerForm,
  post: z.optional(fetchedPost),
  replies: z.array(draftReply),
  asked: z.optional(askedReplies),
  unsaved: z.optional(unsavedEdit),
}

/** What took the place of something an operator may want back. `answer`: a post of the inbox was answered instead. */
export const draftStep = z.enum(['preview', 'rewrite', 'drop', 'clear', 'mode', 'post', 'answer'])
export type DraftStep = z.infer<typeof draftStep>

/** What stood in the composer before a step, or, of what was undone, after it. */
export const draftState = z.object({ ...composed, step: draftStep })
export type DraftState = z.infer<typeof draftState>

/** Everything of the composer that survives a reload, an expired session and a failed send. Never a secret. */
export const draft = z.object({
  ...composed,
  sent: z.optional(sentResult),
  /** What can be taken back, and what was: the last step stands last. Drafts of earlier versions lack both. */
  earlier: z.optional(z.array(draftState)),
  later: z.optional(z.array(draftState)),
  /** Replies of which nobody knows whether they were taken, from the moment they are sent until that is decided. */
  doubted_ids: z.optional(z.array(reply.shape.reply_id)),
  /** The character that wrote last; it outlives the reset after a send. */
  writer: z.optional(id),
})
export type Draft = z.infer<typeof draft>
const draftFieldNames = z.keyof(draft).options

/** The draft alone, of something that holds more. */
export const draftOf = (values: Draft): Draft => picked(values, draftFieldNames) as Draft

/** Of replies, in their order. */
export const idsOf = (replies: readonly DraftReply[]): DraftReply['reply_id'][] =>
  replies.map(({ reply_id }) => reply_id)

/** Whether the post is that of the link in the field. */
export const isPostOf = ({ post, form }: Pick<Draft, 'post' | 'form'>): boolean => post?.tweet_url === linkOf(form)

/** Whether one of the replies that stand here may have been taken. */
export const isInDoubt = ({ replies, doubted_ids = [] }: Pick<Draft, 'replies' | 'doubted_ids'>): boolean =>
  replies.some(({ reply_id }) => doubted_ids.includes(reply_id))
