import type { AnyMachineSnapshot } from 'xstate'
import { mostSteps } from '../../../src/machines/composer/draftHistory'
import type { ReplyRef } from '../../../src/machines/composer/reply'
import type { DraftReply } from '../../../src/schemas/composer/draft'
import { demand, type Law, type Moment, oneStartPerEvent, sameAs } from '../law'

const withoutHistory = ({ revision: _, stored: __, earlier: ___, later: ____, ...rest }: Record<string, unknown>) =>
  rest

const hasLeft = ({ context: { replies, earlier = [], later = [] } }: AnyMachineSnapshot): unknown[] =>
  [{ replies }, ...earlier, ...later].flatMap((state) => state.replies.map(({ reply_id }: DraftReply) => reply_id))

const bringsBack = (moment: Moment) => {
  const { before, after, event } = moment
  const { earlier = [] } = after.context
  demand(earlier.length <= mostSteps, moment, 'the history has a limit')
  const isSent = before.matches({ work: 'sending' }) && after.matches({ work: 'sent' })
  if (!isSent && event.type !== 'draft.restored' && earlier.length < mostSteps) {
    const reachable = new Set(hasLeft(after))
    const lost = [{ replies: before.context.replies }, ...(before.context.earlier ?? [])].flatMap((state) =>
      state.replies.filter(({ reply_id }: DraftReply) => !reachable.has(reply_id)),
    )
    demand(lost.length === 0, moment, 'a reply can be restored until it is sent')
  }
  if (isSent) {
    const sent = new Set(before.context.replies.map(({ reply_id }: DraftReply) => reply_id))
    demand(!hasLeft(after).some((id) => sent.has(id)), moment, 'a sent reply never returns')
  }
  if (event.type === 'send.takenBack' && before.can(event)) {
    const { lastSent } = before.context
    const { form, post, replies } = after.context
    demand(
      sameAs([form, post, replies], [lastSent.form, lastSent.post, lastSent.replies]),
      moment,
      'what was taken back comes back whole',
    )
    demand(after.context.sent === undefined, moment, 'a cancelled send does not count as sent')
  }
  const isUnderWay = after.matches({ work: 'sending' })
  demand(
    after.context.lastSent === undefined || isUnderWay || after.matches({ work: 'sent' }),
    moment,
    'what was sent is remembered until its result is out of sight',
  )
  if (before.matches({ work: 'sending' }) && (isUnderWay || isSent)) {
    demand(sameAs(before.context.lastSent, after.context.lastSent), moment, 'text typed during a send is not sent')
  } else if (isUnderWay) {
    const { form, replies } = before.context
    demand(
      sameAs([form, replies], [after.context.lastSent.form, after.context.lastSent.replies]),
      moment,
      'it is what stood here',
    )
  }
  if ((event.type === 'draft.undo' || event.type === 'draft.redo') && before.can(event)) {
    const [from, to] = event.type === 'draft.undo' ? (['earlier', 'later'] as const) : (['later', 'earlier'] as const)
    const { form, post, replies } = before.context[from].at(-1)
    const { context } = after
    demand(
      sameAs([context.form, context.post, context.replies], [form, post, replies]),
      moment,
      'a state comes back whole',
    )
    demand(sameAs(context[to].at(-1).replies, before.context.replies), moment, 'Undo restores the earlier state')
  }
}

export const replyFlow: Law = (initial) => {
  const crashed = new Set<string>()
  return (moment) => {
    const id = /^xstate\.error\.actor\.(reply .+)$/.exec(moment.event.type)?.[1]
    if (id !== undefined) crashed.add(id)
    const own = new Set(moment.after.context.cards.map((card: ReplyRef) => card.id))
    const dropped = moment.running.filter((each) => each.startsWith('reply ') && !own.has(each) && !crashed.has(each))
    demand(dropped.length === 0, moment, 'an actor ends with its reply')
    ofTheComposer(initial, moment)
  }
}

const ofTheComposer = (initial: AnyMachineSnapshot, moment: Moment) => {
  const { before, after, event, started, running } = moment
  const { cards, replies, stored, form } = after.context
  const services = running.filter((id) => id !== 'drafts' && !id.startsWith('reply '))
  oneStartPerEvent(moment)
  demand(services.length <= 1, moment, 'one thing at a time')
  const sends = started.filter(({ id }) => id === 'send').length
  demand(sends === 0 || event.type === 'replies.send', moment, 'only a click on Send sends')
  demand(sends === 0 || !before.matches({ work: 'sending' }), moment, 'never two sends for one click')
  demand(sends === 0 || before.context.replies.length > 0, moment, 'something is sent')
  demand(
    sends === 0 || before.context.post.tweet_url === before.context.form.tweet_url.trim(),
    moment,
    'what is sent answers the post of the link in the field',
  )
  if (event.type === 'mode.select' && !before.matches({ work: 'sending' })) {
    const { mode, writer, doubted_ids, order, ...rest } = withoutHistory(after.context)
    const { mode: _, writer: __, doubted_ids: ___, order: ____, ...clean } = withoutHistory(initial.context)
    demand(writer === before.context.writer, moment, 'the last character is remembered')
    demand(sameAs(doubted_ids, before.context.doubted_ids), moment, 'possibly sent replies are remembered')
    demand(sameAs(order, before.context.order), moment, "the read order of a group's accounts is remembered")
    demand(sameAs(rest, clean) && mode === ('mode' in event ? event.mode : ''), moment, 'a reset leaves nothing behind')
    demand(services.length === 0, moment, 'a reset stops running actors')
  }
  demand(after.matches({ mode: after.context.mode }), moment, 'the draft belongs to the chosen mode')
  const isByItself = event.type === 'xstate.done.actor.fetchContent' && started.length > 0
  demand(!isByItself || before.context.inactive === undefined, moment, 'an inactive account causes no generation')
  if (event.type === 'post.open' && 'tweet_url' in event && !before.matches({ work: 'sending' })) {
    demand(after.context.form.tweet_url === event.tweet_url, moment, 'the link belongs to the current post')
    demand(replies.length === 0 && after.context.post === undefined, moment, 'nothing of another post is shown')
  }
  if (event.type === 'preview.take' && 'tweet_id' in event && !sameAs(replies, before.context.replies)) {
    const { mode, post } = before.context
    demand(post.tweet_id === event.tweet_id, moment, 'a post gets only replies that were written for it')
    demand('mode' in event && mode === event.mode && before.context.replies.length === 0, moment, 'nothing is replaced')
  }
  if (event.type === 'draft.change' && 'form' in event) {
    demand(sameAs(after.context.form, Object.assign({}, before.context.form, event.form)), moment, 'typed text stays')
  }
  if (before.matches({ work: 'sending' }) && after.matches({ work: 'sent' })) {
    demand(after.context.replies.length === 0 && after.context.post === undefined, moment, 'sent replies are cleared')
  }
  if (before.matches({ work: 'sending' }) && !after.matches({ work: 'sent' })) {
    demand(sameAs(before.context.replies, after.context.replies), moment, 'a failed send loses no text')
  }
  bringsBack(moment)
  demand(!after.matches({ work: { open: 'previewing' } }) || replies.length > 0, moment, 'a preview shows replies')
  demand(
    sameAs(
      cards.map((card: ReplyRef) => card.getSnapshot().context.reply),
      replies,
    ),
    moment,
    'each reply has its own actor',
  )
  demand(new Set(cards.map(({ id }: ReplyRef) => id)).size === cards.length, moment, 'no two cards have one name')
  demand(
    after.matches({ draft: 'unsaved' }) || (sameAs(stored.replies, replies) && sameAs(stored.form, form)),
    moment,
    'the shown draft is stored',
  )
}

export const reply: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { before, after, running } = moment
  demand(running.filter((id) => id !== 'copy').length <= 1, moment, 'one thing is done with its text at a time')
  demand(after.context.reply.content !== '', moment, 'a reply has words')
  if (
    before.matches({ text: 'editing' }) &&
    before.context.unsaved !== undefined &&
    after.matches({ text: 'editing' })
  ) {
    demand(after.context.unsaved !== undefined, moment, 'typed text stays')
  }
}

export const editReply: Law = () => (moment) => {
  oneStartPerEvent(moment)
  demand(moment.after.context.reply.reply_id === 'r1', moment, 'the reply stays the same one')
}
