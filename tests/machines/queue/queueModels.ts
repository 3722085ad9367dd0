import { createActor } from 'xstate'
import { replyFlowMachine } from '../../../src/machines/composer/replyFlow'
import { type ComposerView, queueMachine } from '../../../src/machines/queue/queue'
import { undraftedOf } from '../../../src/machines/queue/queueDrafts'
import { unreadOf } from '../../../src/machines/queue/queueList'
import { emptyQueue, nextOf, type QueueEntry, type StoredQueue } from '../../../src/schemas/queue/queue'
import { defineModel } from '../../support/machineModel'
import { failures, fetched, link, refusal, replies, silence } from '../samples'

export const queued = (id: string, change: Partial<QueueEntry> = {}): QueueEntry => ({
  id,
  tweet_url: `https://x.com/ada/status/${id}`,
  isRead: false,
  isSkipped: false,
  ...change,
})

const last = { mode: 'batch' as const, role_id: '5', group_name: 'Launch', count: '2', account_id: '' }
const nothing = { ...last, role_id: '', group_name: '', count: '1' }

export const idle: ComposerView = {
  phase: 'open',
  linked: undefined,
  post: undefined,
  isReady: false,
  fields: nothing,
  reply_ids: [],
  waiting_ids: [],
}

export const viewOf = (id: string, change: Partial<ComposerView> = {}): ComposerView => ({
  ...idle,
  linked: id,
  post: { tweet_id: id, tweet_url: `https://x.com/ada/status/${id}`, author_username: 'ada', text: `Words of ${id}` },
  fields: last,
  ...change,
})

const kept: StoredQueue = {
  ...emptyQueue,
  entries: ['11', '12'].map((id) => queued(id, { isRead: true })),
  sent: 3,
  sending: '11',
  sending_ids: ['r11'],
  last,
}

const preparing: StoredQueue = {
  ...kept,
  sending: undefined,
  sending_ids: undefined,
  settings: { ahead: 0, drafts: 1, refills: false },
}

const outside: StoredQueue = { ...emptyQueue, entries: [queued('13', { isSkipped: true, from: 'evil.example' })] }

const usedUp = { status: 402, detail: "Today's model budget of $1.00 is used up." }

export const queue = defineModel({
  name: 'queue',
  machine: queueMachine,
  inputs: [{ composer: createActor(replyFlowMachine), shared: '' }],
  events: {
    'queue.restored': [
      { type: 'queue.restored', queue: emptyQueue },
      { type: 'queue.restored', queue: kept },
      { type: 'queue.restored', queue: preparing },
      { type: 'queue.restored', queue: outside },
    ],
    'composer.seen': [
      { type: 'composer.seen', view: idle },
      { type: 'composer.seen', view: viewOf('11', { isReady: true }) },
      { type: 'composer.seen', view: viewOf('11', { phase: 'sending', reply_ids: ['r11'] }) },
      { type: 'composer.seen', view: { ...idle, phase: 'sent' } },
    ],
    'text.change': [{ type: 'text.change', text: 'https://x.com/ada/status/11\nno link' }],
    'links.submit': [{ type: 'links.submit' }],
    'links.add': [{ type: 'links.add', text: 'https://x.com/ada/status/12' }],
    'files.add': [{ type: 'files.add', files: [{ id: 'file 1', name: 'links.txt' }] }],
    'queue.next': [{ type: 'queue.next' }],
    'entry.open': [{ type: 'entry.open', id: '12' }],
    'entry.skip': [
      { type: 'entry.skip', id: '11' },
      { type: 'entry.skip', id: '12' },
    ],
    'entry.putBack': [{ type: 'entry.putBack', id: '11' }],
    'entry.remove': [{ type: 'entry.remove', id: '12' }],
    'queue.clear': [{ type: 'queue.clear' }],
    'queue.undo': [{ type: 'queue.undo' }],
    'outside.accept': [{ type: 'outside.accept' }],
    'outside.remove': [{ type: 'outside.remove' }],
    'intake.dismiss': [{ type: 'intake.dismiss' }],
    'settings.change': [
      { type: 'settings.change', settings: { ahead: 1, refills: true } },
      { type: 'settings.change', settings: { drafts: 0 } },
    ],
    'fields.repeat': [{ type: 'fields.repeat' }],
  },
  answers: {
    read: { done: [fetched], error: failures },
    write: {
      done: [
        { phase: 'ready', replies },
        { phase: 'none', replies: [], problem: 'No' },
      ],
      error: [refusal, usedUp],
    },
    readFiles: {
      done: [
        { text: link, isPartial: false },
        { text: link, isPartial: true },
      ],
      error: [silence],
    },
  },
  crashes: ['keeper', 'composer'],
  remembers: ({ asked, entries, last: fields, removed, sending, sent, settings, view, text }) => ({
    next: nextOf(entries, view?.linked) !== undefined,
    unread: unreadOf({ entries, settings, last: fields }, view?.linked) !== undefined,
    sending: sending !== undefined,
    undrafted: undraftedOf({ entries, settings, last: fields, view, asked }) !== undefined,
    drafted: entries.some(({ drafts }) => drafts?.phase === 'ready'),
    'drafts cost': settings.drafts > 0,
    current: entries.some(({ id }) => id === view?.linked),
    something: entries.length > 0 || sent > 0,
    removed: removed !== undefined,
    outside: entries.some(({ from }) => from !== undefined),
    last: fields !== undefined,
    text: text.trim() !== '',
  }),
  /** Actions on the list do not depend on the composer, so they are followed before the composer was seen. */
  follows: ({ intake, reading, removed, settings, view, text }, { type }) => {
    if (type === 'composer.seen' && reading !== undefined) return false
    if (text !== '' || intake?.wrong.length) return type === 'links.submit'
    if (removed !== undefined) return type === 'queue.undo'
    if (settings.drafts > 0) return ofDrafts.has(type)
    return view === undefined || !ofList.has(type)
  },
})

/** While replies are written ahead, only these events matter. */
const ofDrafts = new Set([
  'composer.seen',
  'entry.open',
  'entry.remove',
  'fields.repeat',
  'settings.change',
  'xstate.done.actor.write',
  'xstate.error.actor.write',
])

const ofList = new Set([
  'queue.clear',
  'entry.remove',
  'entry.putBack',
  'files.add',
  'intake.dismiss',
  'links.add',
  'links.submit',
  'queue.restored',
  'settings.change',
  'text.change',
  'xstate.done.actor.read',
  'xstate.error.actor.read',
  'xstate.error.actor.keeper',
])
