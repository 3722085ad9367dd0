import type { AskedReplies, ComposerForm, Draft } from '../../schemas/draft'
import type { Problem } from '../crud/failure'
import { historyAfter } from './draftHistory'
import type { ReplyRef, ReplyRequest } from './reply'
import { emptyDraft } from './replyDraft'

export interface ReplyFlowContext extends Draft {
  /** One actor for each of `replies`, in their order. */
  cards: ReplyRef[]
  /** What the link field says below itself. */
  linkResult: { tone: 'success' | 'error'; message: string; problem?: Problem } | undefined
  /** What the Preview on its way asks for; the draft has it once its first part is there. */
  request: AskedReplies | undefined
  /** The post being fetched is that of a mention, to be answered as soon as it is there. */
  answering: boolean
  /** Why the last Preview brought nothing. */
  previewProblem: Problem | undefined
  /** What is being sent, or was, while what became of it is in sight. A reload forgets it. */
  lastSent: Draft | undefined
  /** Fields that changed while replies are being sent: they are the next reply's, and outlive the reset. */
  next: Partial<ComposerForm>
  /** Rises whenever the fields are replaced from here, so that the view makes its forms anew. */
  revision: number
  /** The draft as it was last given to its keeper. */
  kept: Draft
}

export const initialContext: ReplyFlowContext = {
  ...emptyDraft('batch'),
  cards: [],
  linkResult: undefined,
  request: undefined,
  answering: false,
  previewProblem: undefined,
  lastSent: undefined,
  next: {},
  revision: 0,
  kept: emptyDraft('batch'),
}

const cardName = 'reply '

/** A name for the actor of the reply at `place`, which none of `cards` has. */
export const newCardName = (cards: readonly ReplyRef[], place: number): string => {
  const highest = Math.max(0, ...cards.map(({ id }) => Number(id.slice(cardName.length))))
  return `${cardName}${highest + 1 + place}`
}

export const cardOf = ({ cards }: ReplyFlowContext, { reply_id }: ReplyRequest): ReplyRef | undefined =>
  cards.find((card) => card.getSnapshot().context.reply.reply_id === reply_id)

/** What is said about the draft that stood here, and its fields, are over once another one takes its place. */
export const fresh = ({ revision }: ReplyFlowContext) => ({
  linkResult: undefined,
  request: undefined,
  answering: false,
  previewProblem: undefined,
  next: {},
  revision: revision + 1,
})

/** A first Preview takes the place of nothing. */
export const beforePreview = (context: ReplyFlowContext) =>
  context.replies.length === 0 ? {} : historyAfter(context, 'preview')

/**
 * The draft, whose reply may be left while the server stores the generated text again: its edit dialog, which reads what
 * the server has, is where it comes back.
 */
export const interrupted = (context: ReplyFlowContext): Draft => {
  const reverting = context.cards.find((card) => card.getSnapshot().matches({ text: 'reverting' }))
  if (!reverting) return context
  const { reply_id, generated } = reverting.getSnapshot().context.reply
  return { ...context, unsaved: { reply_id, content: generated } }
}

/** What may have been sent of other replies, which stand a step back. */
export const doubtedBeside = ({ doubted_ids = [], replies }: Draft): Draft['doubted_ids'] => {
  const others = doubted_ids.filter((id) => !replies.some(({ reply_id }) => reply_id === id))
  return others.length > 0 ? others : undefined
}

/** By whom a reply is written: by whom the Preview asks for, or by the character in the field. */
export const writerOf = ({ form }: ReplyFlowContext, event: { type: string; role_id?: number }): number =>
  event.role_id ?? Number(form.role_id)
