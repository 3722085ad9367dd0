import type { AnyMachineSnapshot, EventObject } from 'xstate'
import { mostSteps } from '../../src/machines/draftHistory'
import { problemStatus } from '../../src/machines/failure'
import type { ReplyRef } from '../../src/machines/reply'
import type { CsvRow, RejectedRow } from '../../src/schemas/csvRows'
import type { DraftReply } from '../../src/schemas/draft'
import { lostAnswer } from './samples'

export interface Start {
  id: string
  input: unknown
}

export interface Moment {
  before: AnyMachineSnapshot
  event: EventObject
  after: AnyMachineSnapshot
  /** The actors that the event started. */
  started: Start[]
  /** Ids of the services that run now. */
  running: string[]
  told: string
}

/** Made anew for each walk from where it starts; throws where a law is broken. */
type Law = (initial: AnyMachineSnapshot) => (moment: Moment) => void

const demand = (holds: boolean, { told }: Moment, law: string) => {
  if (!holds) throw new Error(`${told}: ${law}`)
}

const oneStartPerEvent = (moment: Moment) =>
  demand(moment.started.length <= 1, moment, 'one event starts at most one service')

const simple: Law = () => oneStartPerEvent

const sameAs = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)

const auth: Law = () => (moment) => {
  const { before, after, event, started } = moment
  const isOpen = after.matches({ signedIn: 'open' })
  const { csvImport, replyFlow, taskFollow } = after.children
  demand((csvImport !== undefined) === isOpen, moment, 'the import runs exactly while the session is open')
  demand((taskFollow !== undefined) === isOpen, moment, 'tasks are followed exactly while the session is open')
  demand(replyFlow === undefined || isOpen, moment, 'the composer runs only while the session is open')
  demand(replyFlow !== undefined || event.type !== 'composer.open' || !isOpen, moment, 'the composer starts when asked')
  const { replyFlow: earlier } = before.children
  const crashes = event.type === 'xstate.error.actor.replyFlow'
  demand(
    earlier === undefined || !isOpen || replyFlow === earlier || crashes,
    moment,
    'the composer goes on, once it runs',
  )
  if (event.type === 'logout' && started.length > 0) {
    demand(after.context.returnTo === undefined, moment, 'a logout leaves no place behind')
  }
  demand(
    started.filter(({ id }) => !['replyFlow', 'csvImport', 'taskFollow'].includes(id)).length <= 1,
    moment,
    'one call per event',
  )
}

const withoutHistory = ({ revision: _, kept: __, earlier: ___, later: ____, ...rest }: Record<string, unknown>) => rest

const hasLeft = ({ context: { replies, earlier = [], later = [] } }: AnyMachineSnapshot): unknown[] =>
  [{ replies }, ...earlier, ...later].flatMap((state) => state.replies.map(({ reply_id }: DraftReply) => reply_id))

const bringsBack = (moment: Moment) => {
  const { before, after, event } = moment
  const { earlier = [] } = after.context
  demand(earlier.length <= mostSteps, moment, 'the history has a bound')
  const isSent = before.matches({ work: 'sending' }) && after.matches({ work: 'sent' })
  if (!isSent && event.type !== 'draft.restored' && earlier.length < mostSteps) {
    const reachable = new Set(hasLeft(after))
    const lost = [{ replies: before.context.replies }, ...(before.context.earlier ?? [])].flatMap((state) =>
      state.replies.filter(({ reply_id }: DraftReply) => !reachable.has(reply_id)),
    )
    demand(lost.length === 0, moment, 'a reply stays within reach until it is sent')
  }
  if (isSent) {
    const sent = new Set(before.context.replies.map(({ reply_id }: DraftReply) => reply_id))
    demand(!hasLeft(after).some((id) => sent.has(id)), moment, 'what was sent never comes back')
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
    demand(sameAs(context[to].at(-1).replies, before.context.replies), moment, 'what stood here is one step away')
  }
}

const replyFlow: Law = (initial) => (moment) => {
  const { before, after, event, started, running } = moment
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
    const { mode, writer, ...rest } = withoutHistory(after.context)
    const { mode: _, writer: __, ...clean } = withoutHistory(initial.context)
    demand(writer === before.context.writer, moment, 'who wrote last is remembered')
    demand(sameAs(rest, clean) && mode === ('mode' in event ? event.mode : ''), moment, 'a reset leaves nothing behind')
    demand(services.length === 0, moment, 'a reset stops what runs')
  }
  demand(after.matches({ mode: after.context.mode }), moment, 'the draft is of the mode that is chosen')
  if (event.type === 'draft.change' && 'form' in event) {
    demand(sameAs(after.context.form, Object.assign({}, before.context.form, event.form)), moment, 'typed text is kept')
  }
  if (before.matches({ work: 'sending' }) && after.matches({ work: 'sent' })) {
    demand(after.context.replies.length === 0 && after.context.post === undefined, moment, 'what was sent is cleared')
  }
  if (before.matches({ work: 'sending' }) && !after.matches({ work: 'sent' })) {
    demand(sameAs(before.context.replies, after.context.replies), moment, 'a failed send loses no text')
  }
  bringsBack(moment)
  const { cards, replies, kept, form } = after.context
  demand(!after.matches({ work: { open: 'previewing' } }) || replies.length > 0, moment, 'a preview shows replies')
  demand(
    sameAs(
      cards.map((card: ReplyRef) => card.getSnapshot().context.reply),
      replies,
    ),
    moment,
    'each reply has its own actor',
  )
  demand(
    after.matches({ draft: 'unkept' }) || (sameAs(kept.replies, replies) && sameAs(kept.form, form)),
    moment,
    'what is shown is kept',
  )
}

const reply: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { before, after, running } = moment
  demand(running.filter((id) => id !== 'copy').length <= 1, moment, 'one thing is done with its text at a time')
  demand(after.context.reply.content !== '', moment, 'a reply has words')
  if (
    before.matches({ text: 'editing' }) &&
    before.context.unsaved !== undefined &&
    after.matches({ text: 'editing' })
  ) {
    demand(after.context.unsaved !== undefined, moment, 'what is typed stays')
  }
}

const lineOf = ({ line }: CsvRow) => line

const isUnanswered = (event: EventObject) => 'error' in event && event.error === lostAnswer
const isSignedOut = (event: EventObject) => 'error' in event && problemStatus(event.error) === 401

const csvImport: Law = (initial) => {
  let sent: unknown[] = []
  return (moment) => {
    const { before, after, event, started } = moment
    oneStartPerEvent(moment)
    const { rows, answered, created, rejected } = after.context
    if (event.type === 'file.choose' && after.matches('reading') && !before.matches('reading')) sent = []
    if (event.type === 'import.recall' && before.matches('idle')) sent = rows.slice(0, answered).map(lineOf)
    /** Nobody knows what became of it: it is the one row that is sent again. */
    if (isUnanswered(event) || isSignedOut(event)) sent.pop()
    if (event.type === 'groups.choose' && after.matches('grouping')) {
      const groupless: unknown[] = before.context.rejected.flatMap((each: RejectedRow) =>
        each.groupless === undefined ? [] : each.line,
      )
      sent = sent.filter((line) => !groupless.includes(line))
    }
    for (const { id, input } of started) {
      if (id !== 'createRow') continue
      const { row } = input as { row: CsvRow }
      demand(!sent.includes(row.line), moment, 'no row is sent twice')
      sent.push(row.line)
      demand(row.line === rows.at(answered)?.line, moment, 'rows are sent in order')
    }
    demand(answered <= rows.length, moment, 'no more answers than rows')
    if (rows.length > 0) demand(created + rejected.length === answered, moment, 'every answered row is accounted for')
    if (after.matches('idle')) demand(sameAs(after.context, initial.context), moment, 'a reset leaves nothing behind')
    const rests = ['paused', 'unreached', 'interrupted', 'settled', 'previewing', 'grouping', 'cut'].some((state) =>
      after.matches(state),
    )
    const sends = started.some(({ id }) => id === 'createRow')
    demand(!rests || !sends, moment, 'nothing is sent while it waits')
    demand(
      event.type === 'preview.accept' || !before.matches('previewing') || !sends,
      moment,
      'a preview is accepted first',
    )
    demand(before.matches('unreached') || !isUnanswered(event) || !sends, moment, 'no row is sent into a lost network')
  }
}

const resource: Law = () => (moment) => {
  const { after, event, started } = moment
  oneStartPerEvent(moment)
  for (const { id } of started) {
    const cause = id === 'create' ? 'create.submit' : 'delete.confirm'
    demand(event.type === cause, moment, `${id} starts by ${cause} alone`)
  }
  if (after.matches('browsing')) demand(after.context.subject === undefined, moment, 'no subject is left behind')
}

const bulkDelete: Law = () => {
  let deleted: unknown[] = []
  return (moment) => {
    const { before, after, event, started } = moment
    oneStartPerEvent(moment)
    const { chosen, queue, answered, failed } = after.context
    if (event.type === 'delete.confirm' && after.matches('deleting') && !before.matches('deleting')) {
      deleted = []
      demand(sameAs(queue, before.context.chosen), moment, 'what is confirmed is deleted')
    }
    for (const { input } of started) {
      const { id } = input as { id: number }
      demand(id === queue[answered], moment, 'one is deleted after the other')
      demand(!deleted.includes(id), moment, 'none is deleted twice')
      deleted.push(id)
    }
    demand(started.length === 0 || after.matches('deleting'), moment, 'nothing is deleted but while deleting')
    demand(!before.matches({ deleting: 'stopping' }) || started.length === 0, moment, 'a stop is the end')
    demand(failed <= answered && answered <= queue.length, moment, 'every answer is counted once')
    demand(new Set(chosen).size === chosen.length, moment, 'each is chosen once')
    demand(!after.matches('confirming') || chosen.length > 0, moment, 'a question is about something')
    demand(!after.matches('settled') || chosen.length === 0, moment, 'nothing chosen is forgotten')
    if (event.type === 'list.changed' && 'ids' in event && Array.isArray(event.ids)) {
      const { ids } = event
      demand(
        chosen.every((id: number) => ids.includes(id)),
        moment,
        'what is gone is not chosen',
      )
    }
  }
}

const editReply: Law = () => (moment) => {
  oneStartPerEvent(moment)
  demand(moment.after.context.reply.reply_id === 'r1', moment, 'the reply stays the same one')
}

const editor: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { after, event, started } = moment
  demand(
    started.every(({ id }) => id !== 'save' || event.type === 'form.submit'),
    moment,
    'only a submit saves',
  )
  demand(after.matches('missing') || after.context.id !== '', moment, 'nothing is loaded without an id')
}

const taskWatch: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { after, running } = moment
  if (after.matches('settled')) demand(running.length === 0, moment, 'a settled task is not asked for')
  if (after.matches('settled') || after.matches('live')) {
    demand(after.context.task !== undefined, moment, 'there is a task to show')
  }
}

const handOver: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { after, before, event, started } = moment
  const { items, index } = after.context
  const isShown = after.matches('working') || after.matches('deciding') || after.matches('confirming')
  demand(!isShown || items[index] !== undefined, moment, 'there is a reply before the operator')
  const sent = started.filter(({ id }) => id === 'decide' || id === 'confirm')
  demand(
    sent.every(({ input }) => (input as { item_id: string }).item_id === before.context.items[before.context.index].id),
    moment,
    'what is said is said of the reply before the operator',
  )
  demand(sent.length === 0 || event.type !== 'person.returned' || before.context.opened.length > 0, moment, 'who left')
}

const inbox: Law = () => {
  const said: unknown[] = []
  return (moment) => {
    const { before, after, event, started } = moment
    const { shown, index, changes } = after.context
    demand(
      shown === undefined || index <= Math.max(0, shown.mentions.length - 1),
      moment,
      'keys act upon what is there',
    )
    const ids = (shown?.mentions ?? []).map(({ id }: { id: number }) => id)
    demand(new Set(ids).size === ids.length, moment, 'each mention is there once')
    if (changes.length > before.context.changes.length) said.push(changes.at(-1))
    for (const { input } of started.filter(({ id }) => id === 'store')) {
      demand(sameAs(input, said.shift()), moment, 'what was said is stored, once, in the order in which it was said')
    }
    const poll =
      event.type === 'xstate.done.actor.poll' &&
      before.context.shown !== undefined &&
      !after.matches({ list: 'absent' })
    const rows = (list: { id: number }[]) => list.map(({ id }) => id)
    const known = poll ? rows(before.context.shown.mentions) : []
    demand(!poll || sameAs(rows(shown.mentions).slice(0, known.length), known), moment, 'no row moves by itself')
  }
}

const inboxActs: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { before, after, event, started } = moment
  const begun = started.map(({ id }) => id)
  const isConfirmed = event.type === 'question.confirm'
  demand(!begun.includes('shun') || isConfirmed, moment, 'nobody is listed unasked')
  const isOn = before.context.watch?.on === false
  demand(!begun.includes('switch') || !isOn || isConfirmed, moment, 'its price was said before')
  if (after.matches('resting')) demand(after.context.mention === undefined, moment, 'no subject is left behind')
}

const historyWatch: Law = () => (moment) => {
  oneStartPerEvent(moment)
  if (moment.after.matches('settled')) demand(moment.running.length === 0, moment, 'a settled list is not asked for')
}

const taskFollow: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { after, running } = moment
  const { awaited, ended, tasks } = after.context
  if (after.matches('settled')) demand(!running.includes('ask'), moment, 'nothing is asked while nothing runs')
  demand(
    awaited.every((id: string) => !ended.includes(id)),
    moment,
    'a task is either awaited or ended',
  )
  demand(
    tasks.every(({ id }: { id: string }) => [...awaited, ...ended].includes(id)),
    moment,
    'only what is followed is shown',
  )
}

const revision: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { before, event, started } = moment
  const ids = started.map(({ id }) => id)
  demand(!ids.includes('save') || event.type === 'revision.submit', moment, 'only a click on Send saves')
  demand(!ids.includes('send') || before.matches('saving'), moment, 'only what was saved is sent')
}

const item: Law = () => (moment) => {
  const { before, after, event } = moment
  const disproved = event.type === 'post.disproved' && after.value === 'needs_review'
  demand(
    before.value !== 'completed' || after.value === 'completed' || disproved,
    moment,
    'what is posted stays posted until X shows that it is not',
  )
  demand(
    after.value !== 'posting' || before.value === 'posting' || event.type === 'item.claim',
    moment,
    'a claim sends',
  )
  if (before.value === 'unknown' && after.value === 'queued') {
    demand(before.context.cleanReads === 1 && before.context.resends === 0, moment, 'sent again after two clean reads')
  }
  const isBounded = after.context.cleanReads <= 1 || after.value === 'handed_over'
  demand(isBounded && after.context.failedReads <= 7, moment, 'reads are bounded')
  demand(
    before.value !== 'handed_over' || ['handed_over', 'completed', 'failed'].includes(String(after.value)),
    moment,
    'nothing is sent of what a person is to post',
  )
  demand(
    before.value !== 'failed' || after.value !== 'queued' || before.context.handedOverAt === null,
    moment,
    'what a person may have posted is looked for before it is sent',
  )
  demand(after.value !== 'completed' || after.context.postId !== null, moment, 'a completed item names its post')
}

const leaving: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { before, after, event } = moment
  const { way } = after.context
  demand((way === undefined) === after.matches('staying'), moment, 'who stays has no way, and who waits has one')
  demand(!before.hasTag('asking') || !after.matches('stopping') || event.type !== 'leave.cancel', moment, 'no means no')
}

const table: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { before, after, event } = moment
  const isTyped = event.type === 'search.type' && 'search' in event
  demand(!isTyped || after.context.state.search === event.search, moment, 'what is typed is searched for at once')
  demand(
    event.type !== 'address.changed' || !before.matches('typing') || sameSearch(before, after),
    moment,
    'what is being typed outlives another address',
  )
  demand(
    !before.matches('typing') || after.matches('typing') || event.type === 'table.change' || sameQuery(before, after),
    moment,
    'what is kept is what is shown',
  )
  demand(after.context.state.page === 1 || !isTyped, moment, 'another search begins on its first page')
}

const sameSearch = (before: AnyMachineSnapshot, after: AnyMachineSnapshot) =>
  after.matches('typing') && after.context.state.search === before.context.state.search

const sameQuery = (before: AnyMachineSnapshot, after: AnyMachineSnapshot) =>
  sameAs(before.context.state, after.context.state)

/** By machine. One without an entry fails its walk. */
export const laws: Record<string, Law> = {
  auth,
  replyFlow,
  reply,
  editReply,
  csvImport,
  resource,
  bulkDelete,
  editor,
  taskWatch,
  handOver,
  inbox,
  inboxActs,
  taskFollow,
  revision,
  historyWatch,
  item,
  leaving,
  table,
  loader: simple,
  composerLists: simple,
  accountCheck: simple,
  disclosure: simple,
  layout: simple,
  importView: simple,
  connecting: simple,
  consent: simple,
  moving: simple,
  spending: simple,
}
