import type { ComposerForm, Draft, SendMode } from '../../schemas/draft'
import type { ReplyNews, ReplyRequest } from './reply'
import type { ReplyId, SendTarget, Written } from './replyDraft'

export type ReplyFlowEvent =
  | { type: 'mode.select'; mode: SendMode }
  | { type: 'draft.change'; form: Partial<ComposerForm> }
  | { type: 'draft.restored'; draft: Draft }
  /** What became of the draft outside: another tab has its place, it has it again, or the browser keeps no more. */
  | { type: 'draft.displaced' }
  | { type: 'draft.kept' }
  | { type: 'draft.refused' }
  /** Another tab has sent these replies, or may have. */
  | { type: 'draft.sent'; reply_ids: readonly ReplyId[] }
  | { type: 'content.fetch'; tweet_url: string }
  | { type: 'preview.request'; role_id: number; count: number }
  | { type: 'reply.add'; role_id: number }
  /** Writes what is missing of the last Preview. */
  | { type: 'preview.continue' }
  /** Answers a post found elsewhere through one account, by the character that wrote last. */
  | { type: 'mention.answer'; tweet_url: string; account_id: string }
  /** Another post takes its turn: it is read, with these fields beside it and nothing else. */
  | { type: 'post.open'; tweet_url: string; form: NextFields }
  /** Shows replies that were written before the post's turn, as its Preview asked for with these fields would. */
  | ({ type: 'preview.take' } & Prepared)
  /** Fills these fields, and leaves the post and its replies alone. */
  | { type: 'fields.fill'; form: NextFields }
  /** Gives up what is being fetched or generated. */
  | { type: 'request.cancel' }
  /** `senders`: as whom each reply was said to be sent, as far as it was said. */
  | { type: 'replies.send'; target: SendTarget; senders?: readonly number[] }
  | { type: 'result.dismiss' }
  /** Nothing of the last send had left, and nothing will. */
  | { type: 'send.takenBack' }
  /** Takes one reply out of the draft; the server keeps it, unsent. */
  | { type: 'reply.drop'; reply_id: ReplyId }
  /** Back to what stood here before the last step, and forth again. */
  | { type: 'draft.undo' }
  | { type: 'draft.redo' }
  | ReplyRequest
  | ReplyNews

/** What was written for a post before its turn, and what it was asked for with. */
export interface Prepared {
  tweet_id: string
  mode: SendMode
  role_id: number
  count: number
  written: Written
}

/** The composer's fields but for the link, from elsewhere. */
export type NextFields = Partial<Omit<ComposerForm, 'tweet_url'>>
