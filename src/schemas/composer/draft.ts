import * as z from 'zod/mini'
import { id, opaqueId } from '../base'
import { linkText } from '../gate/links'
import { picked } from '../picked'
import { post, reply } from './replies'

export const composerForm = z.object({
  tweet_url: z.string(),
  role_id: z.string(),
  group_name: z.string(),
  count: z.string(),
  account_id: z.string(),
})
export type ComposerForm = z.infer<typeof composerForm>
export const composerFieldNames = z.keyof(composerForm).options

/** The link without the words that people paste around it. */
export const linkOf = ({ tweet_url }: Pick<ComposerForm, 'tweet_url'>): string => linkText(tweet_url)

export const emptyComposerForm: ComposerForm = {
  tweet_url: '',
  role_id: '',
  group_name: '',
  count: '1',
  account_id: '',
}

/** Drafts of earlier versions lack the optional fields. */
export const writtenReply = z.object({
  ...reply.shape,
  role_id: z.optional(opaqueId),
  notes: z.optional(z.array(z.string())),
  told: z.optional(z.boolean()),
})
export type WrittenReply = z.infer<typeof writtenReply>

/** `generated`: the text as the model wrote it. */
export const draftReply = z.object({ ...writtenReply.shape, generated: z.string() })
export type DraftReply = z.infer<typeof draftReply>

/** `tweet_url`: the link that loaded the post. */
export const fetchedPost = z.object({ ...post.shape, tweet_url: z.string() })
export type FetchedPost = z.infer<typeof fetchedPost>

export const sendMode = z.enum(['batch', 'solo'])
export type SendMode = z.infer<typeof sendMode>

/** `task_id` is missing if a provider answers nothing, `reply_ids` in drafts of earlier versions. */
export const sentResult = z.object({
  mode: sendMode,
  task_id: z.optional(opaqueId),
  reply_ids: z.optional(z.array(reply.shape.reply_id)),
})
export type SentResult = z.infer<typeof sentResult>

/** The last Preview in batch mode. If there are fewer replies than `count`, the missing ones can be requested. */
export const askedReplies = z.object({
  role_id: opaqueId,
  count: z.int(),
  /** The server's reason for the missing replies; absent if the operator cancelled. */
  incomplete: z.optional(z.string()),
})
export type AskedReplies = z.infer<typeof askedReplies>

export const unsavedEdit = z.object({ reply_id: opaqueId, content: z.string() })

/** The account of a reply, null while the group has too few. `was`: the account that the operator was shown before. */
export const sender = z.object({ account_id: z.nullable(id), was: z.optional(id) })
export type Sender = z.infer<typeof sender>

const composed = {
  mode: sendMode,
  form: composerForm,
  post: z.optional(fetchedPost),
  replies: z.array(draftReply),
  /** In the order of `replies`. Drafts of earlier versions and of solo mode lack it. */
  senders: z.optional(z.array(sender)),
  asked: z.optional(askedReplies),
  unsaved: z.optional(unsavedEdit),
}

/** The action that replaced the earlier state. `answer`: a mention of the inbox was opened. */
export const draftStep = z.enum(['preview', 'rewrite', 'drop', 'clear', 'mode', 'post', 'answer'])
export type DraftStep = z.infer<typeof draftStep>

export const draftState = z.object({ ...composed, step: draftStep })
export type DraftState = z.infer<typeof draftState>

/**
 * Everything of the composer that survives a reload, an expired session and a failed send. It never contains a secret.
 */
export const draft = z.object({
  ...composed,
  sent: z.optional(sentResult),
  /** The steps of Undo and Redo, the latest last. Drafts of earlier versions lack both. */
  earlier: z.optional(z.array(draftState)),
  later: z.optional(z.array(draftState)),
  /** Replies of a send whose outcome is not known. */
  doubted_ids: z.optional(z.array(reply.shape.reply_id)),
  /** The character of the last Preview. It survives the reset after a send. */
  writer: z.optional(opaqueId),
})
export type Draft = z.infer<typeof draft>
const draftFieldNames = z.keyof(draft).options

export const draftOf = (values: Draft): Draft => picked(values, draftFieldNames) as Draft

export const idsOf = (replies: readonly DraftReply[]): DraftReply['reply_id'][] =>
  replies.map(({ reply_id }) => reply_id)

export const isPostOf = ({ post, form }: Pick<Draft, 'post' | 'form'>): boolean => post?.tweet_url === linkOf(form)

export const isInDoubt = ({ replies, doubted_ids = [] }: Pick<Draft, 'replies' | 'doubted_ids'>): boolean =>
  replies.some(({ reply_id }) => doubted_ids.includes(reply_id))
