import {
  type Draft,
  type DraftReply,
  type DraftState,
  type DraftStep,
  emptyComposerForm,
  idsOf,
} from '../../schemas/composer/draft'
import { isEqual } from '../crud/keepEqual'

export type DraftHistory = Pick<Draft, 'earlier' | 'later'>

/** At most 20 steps. Older steps are dropped earlier if all steps together hold more than 400 replies. */
export const mostSteps = 20
export const mostReplies = 400

export const historyAfter = (draft: Draft, step: DraftStep): DraftHistory => {
  const { earlier, later } = draft
  return isEmpty(draft)
    ? { earlier, later }
    : { earlier: bounded([...(earlier ?? []), stateOf(draft, step)]), later: undefined }
}

export const undone = (draft: Draft): Omit<Draft, 'sent' | 'writer'> | undefined => {
  const last = draft.earlier?.at(-1)
  if (!last) return undefined
  const { step, ...state } = stateOf(last, last.step)
  return { ...state, earlier: withoutLast(draft.earlier), later: [...(draft.later ?? []), stateOf(draft, step)] }
}

export const redone = (draft: Draft): Omit<Draft, 'sent' | 'writer'> | undefined => {
  const last = draft.later?.at(-1)
  if (!last) return undefined
  const { step, ...state } = stateOf(last, last.step)
  return { ...state, earlier: [...(draft.earlier ?? []), stateOf(draft, step)], later: withoutLast(draft.later) }
}

/**
 * A reply has one text, the one that the server will post, so every step that contains the reply is updated. Returns
 * the same arrays if nothing changes.
 */
export const withTexts = ({ earlier, later }: DraftHistory, replies: readonly DraftReply[]): DraftHistory => {
  const known = new Map(replies.map((reply) => [reply.reply_id, reply]))
  const renewed = (states: DraftState[] | undefined) =>
    states?.some((state) => state.replies.some((reply) => !isEqual(known.get(reply.reply_id) ?? reply, reply)))
      ? states.map((state) => ({ ...state, replies: state.replies.map((each) => known.get(each.reply_id) ?? each) }))
      : states
  return { earlier: renewed(earlier), later: renewed(later) }
}

/** Steps without any sent reply can still be restored. */
export const historyAfterSend = ({ earlier = [] }: DraftHistory, replies: readonly DraftReply[]): DraftHistory => {
  const sent = new Set(idsOf(replies))
  const unsent = earlier.filter(
    (state) => state.replies.length > 0 && !state.replies.some((each) => sent.has(each.reply_id)),
  )
  return { earlier: unsent.length > 0 ? unsent : undefined, later: undefined }
}

const withoutLast = (states: DraftState[] = []): DraftState[] | undefined =>
  states.length > 1 ? states.slice(0, -1) : undefined

/** Names every field, because storage drops undefined ones. */
const stateOf = (
  { mode, form, post, replies, senders, asked, unsaved }: Omit<DraftState, 'step'>,
  step: DraftStep,
): DraftState => ({
  step,
  mode,
  form,
  post,
  replies,
  senders,
  asked,
  unsaved,
})

const isEmpty = ({ form, post, replies }: Draft): boolean =>
  post === undefined && replies.length === 0 && JSON.stringify(form) === JSON.stringify(emptyComposerForm)

const bounded = (states: DraftState[]): DraftState[] => {
  let replies = 0
  const count = states.toReversed().findIndex((state, index) => {
    replies += state.replies.length
    return index > 0 && (index >= mostSteps || replies > mostReplies)
  })
  return count < 0 ? states : states.slice(-count)
}
