import { type RecordId, recordId } from '../../schemas/base'
import type { AskedReplies, ComposerForm, Draft } from '../../schemas/composer/draft'
import type { Problem } from '../crud/failure'
import { historyAfter } from './draftHistory'
import type { ReplyRef, ReplyRequest } from './reply'
import { assigned, emptyDraft } from './replyDraft'
import type { SendOrder } from './replyFlowEvents'

export interface ReplyFlowContext extends Draft {
  /** One actor for each of `replies`, in the same order. */
  cards: ReplyRef[]
  /** The last read order of a group’s accounts. */
  order: SendOrder | undefined
  linkResult: { tone: 'success' | 'error'; message: string; problem?: Problem } | undefined
  request: AskedReplies | undefined
  answering: boolean
  /** The handle of the mentioned account, if it cannot answer. */
  inactive: string | undefined
  previewProblem: Problem | undefined
  /** The draft of the last send, while its outcome is visible. A reload clears it. */
  lastSent: Draft | undefined
  /** Fields that changed during a send. They belong to the next reply and survive the reset. */
  next: Partial<ComposerForm>
  /** Increases whenever the machine replaces the fields, so that the view creates its forms again. */
  revision: number
  /** The draft as the keeper last received it. */
  stored: Draft
}

export const initialContext: ReplyFlowContext = {
  ...emptyDraft('batch'),
  cards: [],
  order: undefined,
  linkResult: undefined,
  request: undefined,
  answering: false,
  inactive: undefined,
  previewProblem: undefined,
  lastSent: undefined,
  next: {},
  revision: 0,
  stored: emptyDraft('batch'),
}

const cardName = 'reply '

export const newCardName = (cards: readonly ReplyRef[], place: number): string => {
  const highest = Math.max(0, ...cards.map(({ id }) => Number(id.slice(cardName.length))))
  return `${cardName}${highest + 1 + place}`
}

export const cardOf = ({ cards }: ReplyFlowContext, { reply_id }: ReplyRequest): ReplyRef | undefined =>
  cards.find((card) => card.getSnapshot().context.reply.reply_id === reply_id)

export const fresh = ({ revision }: ReplyFlowContext) => ({
  linkResult: undefined,
  request: undefined,
  answering: false,
  inactive: undefined,
  previewProblem: undefined,
  next: {},
  revision: revision + 1,
})

export const beforePreview = (context: ReplyFlowContext) =>
  context.replies.length === 0 ? {} : historyAfter(context, 'preview')

/** A revert in progress would be lost with its actor, so the reply is kept with an open edit dialog. */
export const interrupted = (context: ReplyFlowContext): Draft => {
  const reverting = context.cards.find((card) => card.getSnapshot().matches({ text: 'reverting' }))
  if (!reverting) return context
  const { reply_id, generated } = reverting.getSnapshot().context.reply
  return { ...context, unsaved: { reply_id, content: generated } }
}

export const doubtedBeside = ({ doubted_ids = [], replies }: Draft): Draft['doubted_ids'] => {
  const others = doubted_ids.filter((id) => !replies.some(({ reply_id }) => reply_id === id))
  return others.length > 0 ? others : undefined
}

export const writerOf = ({ form }: ReplyFlowContext, event: { type: string; role_id?: RecordId }): RecordId =>
  event.role_id ?? recordId(form.role_id)

/** The replies’ accounts as they have to be; the present ones while the order of the group is not known. */
export const sendersOf = (context: ReplyFlowContext): Draft['senders'] => {
  const { mode, form, order, replies, senders } = context
  if (replies.length === 0) return undefined
  return mode === 'batch' && order?.group_name === form.group_name ? assigned(context, order.order) : senders
}
