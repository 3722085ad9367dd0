import { historyWatchMachine } from '../../../src/machines/history/historyWatch'
import { revisionMachine } from '../../../src/machines/history/revision'
import { taskFollowMachine } from '../../../src/machines/history/taskFollow'
import { taskStreamMachine } from '../../../src/machines/history/taskStream'
import { taskWatchMachine } from '../../../src/machines/history/taskWatch'
import { manualPostingMachine } from '../../../src/machines/manual/manualPosting'
import { auditLogMachine } from '../../../src/machines/security/auditLog'
import type { ManualItem, ManualItems } from '../../../src/schemas/history/tasks'
import type { AuditEntry } from '../../../src/schemas/system'
import { defineModel } from '../../support/machineModel'
import { failures, item, link, manualItem, notThere, refusal, summary, task } from '../samples'

export const taskWatch = defineModel({
  name: 'taskWatch',
  machine: taskWatchMachine,
  waits: { pollInterval: 1500 },
  inputs: [{ task_id: 't1' }],
  events: {
    pause: [{ type: 'pause' }],
    resume: [{ type: 'resume' }],
    'page.reload': [{ type: 'page.reload' }],
    'tasks.updated': [{ type: 'tasks.updated' }],
    'task.retry': [{ type: 'task.retry', only: 'failed' }],
    'item.decide': [
      { type: 'item.decide', item_id: 'i1', decision: { action: 'check_again' } },
      { type: 'item.decide', item_id: 'i9', decision: { action: 'hand_over' } },
    ],
    'item.posted': [{ type: 'item.posted', item_id: 'i2', tweet_url: link }],
  },
  answers: {
    load: {
      done: [task('running', item('i1', 'queued')), task('completed', item('i1', 'completed'))],
      error: [refusal, notThere],
    },
    poll: {
      done: [task('running', item('i1', 'posting')), task('completed', item('i1', 'completed'))],
      error: [refusal],
    },
    retry: { done: [task('running', item('i1', 'queued'))], error: failures },
    decide: { done: [task('running', item('i1', 'unknown'))], error: failures },
    confirm: { done: [task('completed', item('i2', 'completed'))], error: failures },
  },
  crashes: ['updates'],
  remembers: ({ isOvertaken, decisions }) => ({
    overtaken: isOvertaken,
    said: decisions.map(({ item_id }) => item_id).join(),
  }),
})

const manual = (...items: ManualItem[]): ManualItems => ({ items, total: items.length })
const [one, two] = [manualItem('i1'), manualItem('i2')]
const lookedFor = { ...one, next_at: '2026-05-01T09:00:00.000Z' }

export const manualPosting = defineModel({
  name: 'manualPosting',
  machine: manualPostingMachine,
  waits: { pollInterval: 1500 },
  inputs: [{ item_id: undefined }, { item_id: 'i2' }],
  events: {
    'list.reload': [{ type: 'list.reload' }],
    'item.next': [{ type: 'item.next' }],
    'item.previous': [{ type: 'item.previous' }],
    'item.open': [{ type: 'item.open' }],
    'item.check': [{ type: 'item.check' }],
    'item.posted': [{ type: 'item.posted', tweet_url: link }],
    'item.notPosted': [{ type: 'item.notPosted' }],
    'person.returned': [{ type: 'person.returned' }],
    'tasks.updated': [{ type: 'tasks.updated' }],
  },
  answers: {
    load: { done: [manual(), manual(one, two), manual(lookedFor)], error: [refusal] },
    poll: { done: [manual(), manual(one, two), manual(two)], error: [refusal] },
    decide: { done: [undefined], error: failures },
    confirm: { done: [undefined], error: failures },
    back: { done: [undefined] },
  },
  crashes: ['return', 'updates'],
  remembers: ({ items, index, opened, away, fault, isOvertaken }) => ({
    overtaken: isOvertaken,
    items: items.map(({ id, next_at }) => `${id}${next_at ? ' looked for' : ''}`).join(),
    at: String(index),
    opened: opened.join(),
    away: String(away),
    fault: fault !== undefined,
  }),
  follows: ({ opened, fault }, { type }) => type !== 'tasks.updated' || (opened.length === 0 && fault === undefined),
})

export const taskFollow = defineModel({
  name: 'taskFollow',
  machine: taskFollowMachine,
  waits: { startDelay: 1000, pollInterval: 1500, retryInterval: 30_000, glance: 8000, manualInterval: 30_000 },
  events: {
    'tasks.changed': [
      { type: 'tasks.changed', task_id: 't1' },
      { type: 'tasks.changed', task_id: undefined },
    ],
    'task.sent': [{ type: 'task.sent', task_id: 't1', hold: 5000 }],
    'send.accepted': [{ type: 'send.accepted' }],
    'send.due': [{ type: 'send.due', task_id: 't1' }],
    'followed.restored': [{ type: 'followed.restored', followed: { awaited: ['t1'], ended: [] } }],
    'outcome.dismiss': [{ type: 'outcome.dismiss', task_id: 't1' }],
    'outcomes.dismiss': [{ type: 'outcomes.dismiss' }],
    'queued.cancel': [{ type: 'queued.cancel', task_id: 't1' }],
    'queued.cancelled': [{ type: 'queued.cancelled', count: 2 }],
    'queued.notCancelled': [{ type: 'queued.notCancelled', error: refusal }],
    'person.returned': [{ type: 'person.returned' }],
    'tasks.updated': [{ type: 'tasks.updated' }],
  },
  answers: {
    ask: {
      done: [
        { tasks: [], needs_review: 0 },
        { tasks: [summary('processing', 1)], needs_review: 0 },
        { tasks: [{ ...summary('failed', 0), completed: 1, failed: 1 }], needs_review: 0 },
        { tasks: [summary('completed', 0)], needs_review: 0 },
        { tasks: [{ ...summary('handed_over', 1), handed_over: 1 }], needs_review: 0, handed_over: 1 },
      ],
      error: [refusal],
    },
  },
  crashes: ['keeper', 'changes', 'sends', 'return', 'canceller', 'stream', 'updates'],
  remembers: ({ awaited, ended, tasks, unannounced, manualCount = 0, isOvertaken }) => ({
    awaited: awaited.length > 0,
    ended: ended.length > 0,
    known: tasks.length > 0,
    manual: manualCount > 0,
    unannounced: unannounced.length > 0,
    overtaken: isOvertaken,
  }),
})

const entry = (id: number): AuditEntry => ({
  id,
  at: `2026-05-01T09:00:0${id}.000Z`,
  action: `group.${id}`,
  subject: `crew ${id}`,
  detail: null,
})

export const auditLog = defineModel({
  name: 'auditLog',
  machine: auditLogMachine,
  waits: { typingPause: 350 },
  events: {
    'search.type': [
      { type: 'search.type', search: 'crew' },
      { type: 'search.type', search: '' },
    ],
    'list.more': [{ type: 'list.more' }],
    'list.reload': [{ type: 'list.reload' }],
  },
  answers: {
    load: {
      done: [
        { entries: [entry(9), entry(8)], hasMore: true },
        { entries: [], hasMore: false },
      ],
      error: [refusal],
    },
    more: {
      done: [
        { entries: [entry(7), entry(6)], hasMore: true },
        { entries: [entry(5)], hasMore: false },
      ],
      error: [refusal],
    },
    back: { done: [undefined] },
  },
  remembers: ({ search, entries, hasMore }) => ({ searched: search !== '', known: entries !== undefined, hasMore }),
})

export const revision = defineModel({
  name: 'revision',
  machine: revisionMachine,
  inputs: [{ reply_id: 'r1', content: 'One', account_id: 3 }],
  events: {
    'revision.open': [{ type: 'revision.open' }],
    'revision.change': [{ type: 'revision.change', content: 'Half a thought' }],
    'revision.submit': [{ type: 'revision.submit', content: 'Another' }],
    'revision.cancel': [{ type: 'revision.cancel' }],
  },
  answers: {
    save: { done: [{ reply_id: 'r1', content: 'Another' }], error: failures },
    send: { done: [{ task_id: 't2' }, { task_id: undefined }], error: failures },
  },
})

export const historyWatch = defineModel({
  name: 'historyWatch',
  machine: historyWatchMachine,
  waits: { pollInterval: 1500 },
  events: {
    pause: [{ type: 'pause' }],
    resume: [{ type: 'resume' }],
    'page.reload': [{ type: 'page.reload' }],
    'tasks.updated': [{ type: 'tasks.updated' }],
  },
  answers: {
    load: { done: [[summary('running', 1)], [summary('completed', 0)]], error: [refusal] },
    poll: { done: [[summary('running', 1)], [summary('completed', 0)]], error: [refusal] },
  },
  crashes: ['updates'],
  remembers: ({ isOvertaken }) => ({ overtaken: isOvertaken }),
})

export const taskStream = defineModel({
  name: 'taskStream',
  machine: taskStreamMachine,
  waits: { pause: 1000 },
  events: {
    'page.shown': [{ type: 'page.shown' }],
    'page.hidden': [{ type: 'page.hidden' }],
    'stream.opened': [{ type: 'stream.opened' }],
    'stream.lost': [{ type: 'stream.lost' }],
    'stream.refused': [{ type: 'stream.refused' }],
  },
  answers: {},
  crashes: ['visibility', 'stream'],
  remembers: ({ losses }) => ({ losses: String(Math.min(losses, 2)) }),
  follows: ({ losses }) => losses <= 2,
})
