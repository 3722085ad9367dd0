import type { RecordId } from '../../schemas/base'
import type { ComposerForm, Draft, SendMode } from '../../schemas/composer/draft'
import type { ReplyReport, ReplyRequest } from './reply'
import type { ReplyId, SendTarget, Written } from './replyDraft'

export type ReplyFlowEvent =
  | { type: 'mode.select'; mode: SendMode }
  | { type: 'draft.change'; form: Partial<ComposerForm> }
  | { type: 'draft.restored'; draft: Draft }
  /** The keeper’s reports: another tab stored its draft, this draft is stored again, or the storage is full. */
  | { type: 'draft.displaced' }
  | { type: 'draft.stored' }
  | { type: 'draft.refused' }
  /** Another tab has sent these replies, or may have sent them. */
  | { type: 'draft.sent'; reply_ids: readonly ReplyId[] }
  | { type: 'content.fetch'; tweet_url: string }
  | { type: 'preview.request'; role_id: RecordId; count: number }
  | { type: 'reply.add'; role_id: RecordId }
  | { type: 'preview.continue' }
  | ({ type: 'mention.answer' } & MentionAnswer)
  | { type: 'post.open'; tweet_url: string; form: NextFields }
  | ({ type: 'preview.take' } & Prepared)
  | { type: 'fields.fill'; form: NextFields }
  | { type: 'request.cancel' }
  | { type: 'replies.send'; target: SendTarget }
  /** The group’s accounts that can send, in the server’s order. */
  | ({ type: 'order.read' } & SendOrder)
  | { type: 'result.dismiss' }
  /** The whole task was cancelled before any reply left. */
  | { type: 'send.takenBack' }
  /** Removes one reply from the draft. The server keeps it, unsent. */
  | { type: 'reply.drop'; reply_id: ReplyId }
  | { type: 'draft.undo' }
  | { type: 'draft.redo' }
  | ReplyRequest
  | ReplyReport

export interface MentionAnswer {
  tweet_url: string
  account_id: string
  /** The handle of an account that cannot answer, so that the operator chooses another. */
  inactive?: string | undefined
}

export interface SendOrder {
  group_name: string
  order: readonly number[]
}

export interface Prepared {
  tweet_id: string
  mode: SendMode
  role_id: RecordId
  count: number
  written: Written
}

export type NextFields = Partial<Omit<ComposerForm, 'tweet_url'>>
