import {
  type ComposerForm,
  type Draft,
  type DraftReply,
  emptyComposerForm,
  type SendMode,
  type WrittenReply,
} from '../schemas/draft'
import type { BatchBody, GenerateBody, Reply, SoloBody } from '../schemas/replies'

export type ReplyId = Reply['reply_id']

export type SendTarget = { group_name: string } | { twitter_account_id: number }

/** One intended send; the same body again is the same intention, until the server has answered it. */
export type Sending = { mode: 'batch'; body: BatchBody } | { mode: 'solo'; body: SoloBody }

export const emptyDraft = (mode: SendMode): Draft => ({
  mode,
  form: emptyComposerForm,
  post: undefined,
  replies: [],
  sent: undefined,
  unsaved: undefined,
})

/** The draft alone, of something that holds more. */
export const draftOf = ({ mode, form, post, replies, sent, unsaved }: Draft): Draft => ({
  mode,
  form,
  post,
  replies,
  sent,
  unsaved,
})

export const isPostOf = ({ post, form }: Draft): boolean => post?.tweet_url === form.tweet_url.trim()

export const changesLink = ({ form }: Draft, change: Partial<ComposerForm>): boolean =>
  change.tweet_url !== undefined && change.tweet_url !== form.tweet_url

export const toDraftReplies = (replies: WrittenReply[]): DraftReply[] =>
  replies.map((reply) => ({ ...reply, generated: reply.content }))

export const isEdited = (reply: DraftReply): boolean => reply.content !== reply.generated

export const holdsUnsaved = ({ replies, unsaved }: Draft): boolean =>
  replies.some(({ reply_id }) => reply_id === unsaved?.reply_id)

/** The reply of that id, or an empty one. */
export const replyOf = ({ replies }: Draft, id: ReplyId | undefined): DraftReply =>
  replies.find((reply) => reply.reply_id === id) ?? { reply_id: '', content: '', generated: '' }

/** The replies with the one of that id replaced by the first of `others`; it stays where there is none. */
export const withReplaced = ({ replies }: Draft, id: ReplyId | undefined, others: WrittenReply[]): DraftReply[] => {
  const [other] = toDraftReplies(others)
  return replies.map((reply) => (other && reply.reply_id === id ? other : reply))
}

/** The replies with new words in one of them; what was generated stays known. */
export const withContent = ({ replies }: Draft, { reply_id, content }: Reply): DraftReply[] =>
  replies.map((reply) => (reply.reply_id === reply_id ? { ...reply, content } : reply))

export const generationOf = ({ post }: Draft, role_id: number, count: number): GenerateBody => ({
  tweet_id: post?.tweet_id ?? '',
  role_id,
  count,
})

export const sendingOf = ({ replies }: Draft, target: SendTarget): Sending => {
  const ids = replies.map((reply) => reply.reply_id)
  return 'group_name' in target
    ? { mode: 'batch', body: { reply_ids: ids, group_name: target.group_name } }
    : { mode: 'solo', body: { reply_id: ids[0] ?? '', twitter_account_id: target.twitter_account_id } }
}
