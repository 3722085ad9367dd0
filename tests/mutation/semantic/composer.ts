import type { Mutant } from './mutant'

const draft = 'src/machines/replyFlowDraft.ts'
const replyFlow = 'src/machines/replyFlow.ts'
const setup = 'src/machines/replyFlowSetup.ts'
const reply = 'src/machines/reply.ts'
const queue = 'src/machines/queue.ts'
const queueSetup = 'src/machines/queueSetup.ts'

/** What `tests/reports/prove.ts` builds the product with. */
export const failedSendLosesReplies: Mutant = {
  name: 'a failed send leaves an empty composer, instead of the replies to be sent again',
  kind: 'other target',
  file: 'src/machines/replyFlowSending.ts',
  from: "      {\n        target: 'open.previewing',",
  to: "      {\n        target: 'open.idle',",
}

/** Composer and queue; chosen on 2026-11-24 by reading the charts, before any test was opened. */
export const composerMutants: Mutant[] = [
  failedSendLosesReplies,
  {
    name: 'whatever is asked of a reply is done with the last one',
    kind: 'other element',
    file: 'src/machines/replyFlowContext.ts',
    from: '  cards.find((card) => card.getSnapshot().context.reply.reply_id === reply_id)\n\n',
    to: '  (reply_id === undefined ? undefined : cards.at(-1))\n\n',
  },
  {
    name: 'an edit that comes back opens on the first reply',
    kind: 'other element',
    file: setup,
    from: 'const card = cards.find((each) => each.getSnapshot().context.reply.reply_id === reply_id)',
    to: 'const card = cards[0]',
  },
  {
    name: 'a dropped reply is missing among those that were asked for',
    kind: 'forgotten reset',
    file: setup,
    from: 'asked: asked && { ...asked, count: asked.count - 1 },',
    to: 'asked,',
  },
  {
    name: 'the second part of a Preview takes the place of the first',
    kind: 'other element',
    file: setup,
    from: 'replies: [...context.replies, ...toDraftReplies(params.replies)],\n      asked:',
    to: 'replies: toDraftReplies(params.replies),\n      asked:',
  },
  {
    name: 'later parts are written by the character in the field, not by the one that was asked for',
    kind: 'other element',
    file: replyFlow,
    from: "present(context.asked, 'asked replies').role_id,",
    to: 'Number(context.form.role_id),',
  },
  {
    name: 'replies that another post takes the place of cannot be brought back',
    kind: 'dropped save',
    file: setup,
    from: "...(replies.length === 0 ? { earlier, later } : historyAfter(interrupted(context), 'post')),",
    to: '...(replies.length === 0 ? { earlier, later } : { earlier, later }),',
  },
  {
    name: 'what is typed in the edit dialog is not part of the draft',
    kind: 'dropped save',
    file: draft,
    from: "    'reply.changed': { actions: 'readCards' },\n",
    to: '',
  },
  {
    name: 'a send can be cancelled while it is on its way',
    kind: 'added transition',
    file: 'src/machines/replyFlowSending.ts',
    from: "on: { 'draft.change': { actions: { type: 'keepForNext', params: ({ event }) => event } } },",
    to: "on: {\n    'request.cancel': 'open.previewing',\n    'draft.change': { actions: { type: 'keepForNext', params: ({ event }) => event } },\n  },",
  },
  {
    name: 'a dismissed result comes back with the draft',
    kind: 'forgotten reset',
    file: 'src/machines/replyFlowSending.ts',
    from: "'result.dismiss': { target: 'open', actions: 'forgetSent' },",
    to: "'result.dismiss': { target: 'open' },",
  },
  {
    name: 'what was typed before a send is taken back is lost',
    kind: 'dropped save',
    file: setup,
    from: "...historyAfter({ ...draftOf(context), earlier: sent.earlier }, 'post') }",
    to: '...{ earlier: sent.earlier } }',
  },
  {
    name: 'a revert is announced twice',
    kind: 'doubled effect',
    file: reply,
    from: "                { type: 'tell', params: succeeded(replyMessages.updated) },\n",
    to: "                { type: 'tell', params: succeeded(replyMessages.updated) },\n                { type: 'tell', params: succeeded(replyMessages.updated) },\n",
  },
  {
    name: 'the edit dialog can be closed while its text is being saved',
    kind: 'added transition',
    file: 'src/machines/editReply.ts',
    from: "    saving: {\n      tags: 'busy',\n",
    to: "    saving: {\n      tags: 'busy',\n      on: { 'reply.cancel': 'closed' },\n",
  },
  {
    name: 'Copy copies the generated text, not the edited one',
    kind: 'payload',
    file: reply,
    from: 'input: ({ context }) => ({ text: context.reply.content }),',
    to: 'input: ({ context }) => ({ text: context.reply.generated }),',
  },
  {
    name: 'skipping the post in the composer leaves it there',
    kind: 'dropped save',
    file: queue,
    from: "actions: [{ type: 'skip', params: ({ event }) => event }, 'openNext'],",
    to: "actions: [{ type: 'skip', params: ({ event }) => event }],",
  },
  {
    name: 'after a send the fields are filled twice',
    kind: 'doubled effect',
    file: queue,
    from: "actions: [{ type: 'see', params: ({ event }) => event }, 'countSent', 'refill'],",
    to: "actions: [{ type: 'see', params: ({ event }) => event }, 'countSent', 'refill', 'refill'],",
  },
  {
    name: 'what was read ahead is shown at the first post of the queue',
    kind: 'other element',
    file: queueSetup,
    from: "entries: changed(context.entries, present(context.reading, 'post being read'), readingOf(post)),",
    to: "entries: changed(context.entries, context.entries[0]?.id ?? '', readingOf(post)),",
  },
  {
    name: 'another tab overwrites what is typed in the field of the queue',
    kind: 'other element',
    file: queueSetup,
    from: 'const adopted = { ...queue, text, sending, sending_ids, sending_fields }',
    to: 'const adopted = { ...queue, sending, sending_ids, sending_fields }',
  },
]
