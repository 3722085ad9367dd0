import { createActor, fromCallback } from 'xstate'
import { authMachine } from '../../src/machines/auth'
import { bulkDeleteMachine } from '../../src/machines/bulkDelete'
import { composerListsMachine } from '../../src/machines/composerLists'
import { csvImportMachine } from '../../src/machines/csvImport'
import { disclosureMachine } from '../../src/machines/disclosure'
import { createEditor } from '../../src/machines/editor'
import { editReplyMachine } from '../../src/machines/editReply'
import { handOverMachine } from '../../src/machines/handOver'
import { historyWatchMachine } from '../../src/machines/historyWatch'
import { importViewMachine } from '../../src/machines/importView'
import { layoutMachine } from '../../src/machines/layout'
import { leavingMachine } from '../../src/machines/leaving'
import { createLoader } from '../../src/machines/loader'
import { type ReplyNews, replyMachine } from '../../src/machines/reply'
import { replyFlowMachine } from '../../src/machines/replyFlow'
import { createResource } from '../../src/machines/resource'
import { revisionMachine } from '../../src/machines/revision'
import { taskFollowMachine } from '../../src/machines/taskFollow'
import { taskWatchMachine } from '../../src/machines/taskWatch'
import type { Group, GroupBody } from '../../src/schemas/groups'
import { messages } from '../../src/schemas/messages'
import type { HandedItem, HandedItems } from '../../src/schemas/tasks'
import { defineModel } from '../support/machineModel'
import { sessionWith, unfinishedPage, unsavedPage } from './pages'
import {
  cutShort,
  draftReplies,
  emptyDraft,
  fetched,
  group,
  handedItem,
  item,
  link,
  otherPost,
  refusal,
  replies,
  reviewed,
  row,
  silence,
  summary,
  task,
  twentyReplies,
} from './samples'
import { connectionModels } from './xConnectionModels'

const groupBody = { name: group.name, description: group.description }
const file = new File([], 'agents.csv')
const failures = [silence, refusal]

export const auth = defineModel({
  name: 'auth',
  machine: authMachine,
  events: {
    'login.submit': [{ type: 'login.submit', body: { email: 'ada@example.org', password: 'secret' } }],
    'register.submit': [
      { type: 'register.submit', body: { email: 'ada@example.org', username: 'ada', password: 'secret' } },
    ],
    logout: [{ type: 'logout' }],
    'session.expired': [{ type: 'session.expired', at: '/admin/history' }],
    'session.restored': [{ type: 'session.restored' }],
    'session.open': [{ type: 'session.open' }],
    'composer.open': [{ type: 'composer.open', machine: replyFlowMachine }],
  },
  answers: {
    restore: { done: [{ isSignedIn: true }, { isSignedIn: false }], error: [silence] },
    endSession: { done: [undefined], error: [silence] },
    openSession: {
      done: [{ csvImport: () => csvImportMachine, taskFollow: () => taskFollowMachine }],
      error: [silence],
    },
    logIn: { done: [undefined], error: failures },
    register: { done: [undefined], error: failures },
  },
  crashes: ['session', 'csvImport', 'taskFollow', 'replyFlow'],
  remembers: ({ returnTo }) => ({ 'returns to': returnTo ?? false }),
})

export const replyFlow = defineModel({
  name: 'replyFlow',
  machine: replyFlowMachine,
  events: {
    'mode.select': [
      { type: 'mode.select', mode: 'batch' },
      { type: 'mode.select', mode: 'solo' },
    ],
    'draft.change': [
      { type: 'draft.change', form: { tweet_url: 'https://x.com/ada/status/9' } },
      { type: 'draft.change', form: { role_id: '5' } },
    ],
    'draft.restored': [
      { type: 'draft.restored', draft: emptyDraft },
      { type: 'draft.restored', draft: reviewed },
      { type: 'draft.restored', draft: cutShort },
      {
        type: 'draft.restored',
        draft: { ...reviewed, replies: [{ reply_id: 'r1', content: 'Mine', generated: 'One' }] },
      },
      { type: 'draft.restored', draft: { ...reviewed, mode: 'solo', replies: draftReplies.slice(0, 1) } },
      {
        type: 'draft.restored',
        draft: {
          ...reviewed,
          unsaved: { reply_id: 'r1', content: 'Half a thought' },
        },
      },
      { type: 'draft.restored', draft: { ...emptyDraft, sent: { mode: 'batch', task_id: 't1' } } },
    ],
    'content.fetch': [{ type: 'content.fetch', tweet_url: link }],
    'preview.request': [{ type: 'preview.request', role_id: 5, count: 2 }],
    'reply.edit': [{ type: 'reply.edit', reply_id: 'r1' }],
    'reply.copy': [{ type: 'reply.copy', reply_id: 'r1' }],
    'reply.rewrite': [{ type: 'reply.rewrite', reply_id: 'r1', role_id: 5 }],
    'reply.add': [{ type: 'reply.add', role_id: 5 }],
    'reply.revert': [{ type: 'reply.revert', reply_id: 'r1' }],
    'replies.send': [
      { type: 'replies.send', target: { group_name: 'Launch' } },
      { type: 'replies.send', target: { twitter_account_id: 3 } },
    ],
    'result.dismiss': [{ type: 'result.dismiss' }],
    'preview.continue': [{ type: 'preview.continue' }],
    'request.cancel': [{ type: 'request.cancel' }],
    'reply.changed': [{ type: 'reply.changed' }],
    'reply.settled': [{ type: 'reply.settled' }],
    'reply.told': [{ type: 'reply.told', happening: { type: 'toast', tone: 'success', message: 'Copied' } }],
  },
  answers: {
    fetchContent: { done: [fetched, otherPost], error: [refusal] },
    generateAll: { done: [{ replies }, { replies: [] }], error: failures },
    generateRest: {
      done: [{ replies: twentyReplies }, { replies: [{ reply_id: 'r3', content: 'Three' }] }],
      error: [refusal],
    },
    generateOne: { done: [{ replies }, { replies: [] }], error: failures },
    generateMore: { done: [{ replies: [{ reply_id: 'r3', content: 'Three' }] }, { replies: [] }], error: [refusal] },
    send: { done: [{ task_id: 't1' }, {}], error: failures },
  },
  machines: { reply: replyMachine },
  crashes: ['drafts', 'reply 1'],
  remembers: ({ asked, form, post, replies }) => ({
    short: asked !== undefined && asked.count > replies.length,
    post: post !== undefined,
    'of another link': post !== undefined && post.tweet_url !== form.tweet_url,
    'of another id': post !== undefined && post.tweet_id !== fetched.tweet_id,
    replies: replies.length > 0,
    edited: replies.some((reply) => reply.content !== reply.generated),
  }),
})

export const reply = defineModel({
  name: 'reply',
  machine: replyMachine,
  inputs: ['One', 'Mine'].map((content) => ({
    reply: { reply_id: 'r1', content, generated: 'One' },
    unsaved: undefined,
    tweet_id: content === 'One' ? fetched.tweet_id : undefined,
    composer: createActor(fromCallback<ReplyNews>(() => undefined)).start(),
  })),
  events: {
    'reply.edit': [{ type: 'reply.edit', reply_id: 'r1' }],
    'edit.change': [{ type: 'edit.change', content: 'Half a thought' }],
    'reply.copy': [{ type: 'reply.copy', reply_id: 'r1' }],
    'reply.rewrite': [{ type: 'reply.rewrite', reply_id: 'r1', role_id: 5 }],
    'reply.revert': [{ type: 'reply.revert', reply_id: 'r1' }],
  },
  answers: {
    edit: { done: [{ reply: { reply_id: 'r1', content: 'Edited' } }] },
    rewrite: { done: [{ replies: [{ reply_id: 'r9', content: 'Another' }] }, { replies: [] }], error: failures },
    revert: { done: [{ reply_id: 'r1', content: 'One' }], error: failures },
    copy: { done: [undefined], error: [silence] },
  },
  crashes: ['edit'],
  remembers: ({ reply: { content, generated }, unsaved }) => ({
    edited: content !== generated,
    unsaved: unsaved !== undefined,
  }),
})

export const editReply = defineModel({
  name: 'editReply',
  machine: editReplyMachine,
  inputs: [{ reply: { reply_id: 'r1', content: 'One' } }],
  events: {
    'reply.save': [{ type: 'reply.save', content: 'Edited' }],
    'reply.cancel': [{ type: 'reply.cancel' }],
  },
  answers: {
    load: { done: [{ reply_id: 'r1', content: 'One, as stored' }], error: [refusal] },
    save: { done: [{ reply_id: 'r1', content: 'Edited' }], error: failures },
  },
})

export const csvImport = defineModel({
  name: 'csvImport',
  machine: csvImportMachine,
  events: {
    'file.choose': [{ type: 'file.choose', file }],
    'import.pause': [{ type: 'import.pause' }],
    'import.resume': [{ type: 'import.resume' }],
    'import.stop': [{ type: 'import.stop' }],
    'report.dismiss': [{ type: 'report.dismiss' }],
  },
  answers: {
    read: {
      done: [
        { rows: [], rejected: [] },
        { rows: [], rejected: [{ line: 2, username: '@eve', reason: 'Line 2: a quote is not closed properly' }] },
        { rows: [row(2, '@ada'), row(3, '@bob'), row(4, '@cyd')], rejected: [] },
      ],
      error: failures,
    },
    createRow: { done: [undefined], error: [refusal] },
  },
  remembers: ({ rows, answered, rejected, problem }) => ({
    'rows left': rows.length - answered > 0 ? String(rows.length - answered) : false,
    rejected: rejected.length > 0,
    problem: problem !== undefined,
  }),
})

const loader = defineModel({
  name: 'loader',
  machine: createLoader<Group[]>((groups) => groups.length > 1),
  inputs: [{ params: undefined }],
  events: { reload: [{ type: 'reload' }] },
  answers: { load: { done: [{ data: [group] }, { data: [group, { ...group, id: 8 }] }], error: [refusal] } },
  remembers: ({ data }) => ({ 'goes on': (data?.length ?? 0) > 1 }),
})

export const resource = defineModel({
  name: 'resource',
  machine: createResource<Group, GroupBody>(messages.group),
  events: {
    'list.reload': [{ type: 'list.reload' }],
    'create.open': [{ type: 'create.open' }],
    'create.submit': [{ type: 'create.submit', body: groupBody }],
    'delete.request': [
      { type: 'delete.request', item: group, next: 8 },
      { type: 'delete.request', item: group },
    ],
    'delete.confirm': [{ type: 'delete.confirm' }],
    'dialog.cancel': [{ type: 'dialog.cancel' }],
  },
  answers: {
    create: { done: [undefined], error: failures },
    remove: { done: [undefined], error: failures },
  },
  crashes: ['list'],
  remembers: ({ subject }) => ({ next: subject?.next !== undefined }),
})

export const bulkDelete = defineModel({
  name: 'bulkDelete',
  machine: bulkDeleteMachine,
  events: {
    'choice.add': [
      { type: 'choice.add', ids: [1] },
      { type: 'choice.add', ids: [1, 2, 3] },
    ],
    'choice.remove': [{ type: 'choice.remove', ids: [1, 2] }],
    'list.changed': [
      { type: 'list.changed', ids: [3, 4] },
      { type: 'list.changed', ids: [4] },
    ],
    'choice.end': [{ type: 'choice.end' }],
    'delete.request': [{ type: 'delete.request' }],
    'delete.confirm': [{ type: 'delete.confirm' }],
    'delete.stop': [{ type: 'delete.stop' }],
    'dialog.cancel': [{ type: 'dialog.cancel' }],
  },
  answers: { remove: { done: [undefined], error: [refusal] } },
  remembers: ({ chosen, queue, answered, failed }) => ({
    chosen: String(chosen.length),
    left: String(queue.length - answered),
    failed: failed > 0,
  }),
})

export const editor = defineModel({
  name: 'editor',
  machine: createEditor<Group, GroupBody>({ texts: messages.group, home: '/admin/group' }),
  inputs: [{ id: undefined }, { id: '7' }],
  events: {
    'form.change': [
      { type: 'form.change', isChanged: true },
      { type: 'form.change', isChanged: false },
    ],
    'form.submit': [{ type: 'form.submit', body: groupBody }],
    'form.cancel': [{ type: 'form.cancel' }],
    'page.discard': [{ type: 'page.discard' }],
    reload: [{ type: 'reload' }],
  },
  answers: {
    load: { done: [{ data: group }], error: failures },
    save: { done: [undefined], error: failures },
  },
  remembers: ({ id, isChanged }) => ({ id: id !== '', changed: isChanged }),
})

export const taskWatch = defineModel({
  name: 'taskWatch',
  machine: taskWatchMachine,
  inputs: [{ task_id: 't1' }],
  events: {
    pause: [{ type: 'pause' }],
    resume: [{ type: 'resume' }],
    reload: [{ type: 'reload' }],
    'task.retry': [{ type: 'task.retry' }],
    'item.decide': [{ type: 'item.decide', item_id: 'i1', decision: { action: 'check_again' } }],
  },
  answers: {
    load: {
      done: [task('running', item('i1', 'queued')), task('completed', item('i1', 'completed'))],
      error: [refusal],
    },
    poll: {
      done: [task('running', item('i1', 'posting')), task('completed', item('i1', 'completed'))],
      error: [refusal],
    },
    retry: { done: [task('running', item('i1', 'queued'))], error: failures },
    decide: { done: [task('running', item('i1', 'unknown'))], error: failures },
  },
})

const handed = (...items: HandedItem[]): HandedItems => ({ items, total: items.length })
const [one, two] = [handedItem('i1'), handedItem('i2')]
const lookedFor = { ...one, next_at: '2026-05-01T09:00:00.000Z' }

export const handOver = defineModel({
  name: 'handOver',
  machine: handOverMachine,
  inputs: [{ item_id: undefined }, { item_id: 'i2' }],
  events: {
    'list.reload': [{ type: 'list.reload' }],
    'item.choose': [{ type: 'item.choose', item_id: 'i1' }],
    'item.next': [{ type: 'item.next' }],
    'item.previous': [{ type: 'item.previous' }],
    'item.open': [{ type: 'item.open' }],
    'item.check': [{ type: 'item.check' }],
    'item.posted': [{ type: 'item.posted', tweet_url: link }],
    'item.notPosted': [{ type: 'item.notPosted' }],
    'person.returned': [{ type: 'person.returned' }],
  },
  answers: {
    load: { done: [handed(), handed(one, two), handed(lookedFor)], error: [refusal] },
    poll: { done: [handed(), handed(one, two), handed(two)], error: [refusal] },
    decide: { done: [undefined], error: failures },
    confirm: { done: [undefined], error: failures },
  },
  crashes: ['return'],
  remembers: ({ items, index, opened, fault }) => ({
    items: items.map(({ id, next_at }) => `${id}${next_at ? ' looked for' : ''}`).join(),
    at: String(index),
    opened: opened.join(),
    fault: fault !== undefined,
  }),
})

const taskFollow = defineModel({
  name: 'taskFollow',
  machine: taskFollowMachine,
  events: {
    'tasks.changed': [
      { type: 'tasks.changed', task_id: 't1' },
      { type: 'tasks.changed', task_id: undefined },
    ],
    'followed.restored': [{ type: 'followed.restored', followed: { awaited: ['t1'], ended: [] } }],
    'outcome.dismiss': [{ type: 'outcome.dismiss', task_id: 't1' }],
    'outcomes.dismiss': [{ type: 'outcomes.dismiss' }],
  },
  answers: {
    ask: {
      done: [
        { tasks: [], needs_review: 0 },
        { tasks: [summary('processing', 1)], needs_review: 0 },
        { tasks: [{ ...summary('failed', 0), completed: 1, failed: 1 }], needs_review: 0 },
        { tasks: [summary('completed', 0)], needs_review: 0 },
      ],
      error: [refusal],
    },
  },
  crashes: ['keeper', 'changes'],
  remembers: ({ awaited, ended, tasks }) => ({
    awaited: awaited.length > 0,
    ended: ended.length > 0,
    known: tasks.length > 0,
  }),
})

const revision = defineModel({
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

const historyWatch = defineModel({
  name: 'historyWatch',
  machine: historyWatchMachine,
  events: { pause: [{ type: 'pause' }], resume: [{ type: 'resume' }], reload: [{ type: 'reload' }] },
  answers: {
    load: { done: [[summary('running', 1)], [summary('completed', 0)]], error: [refusal] },
    poll: { done: [[summary('running', 1)], [summary('completed', 0)]], error: [refusal] },
  },
})

const composerLists = defineModel({
  name: 'composerLists',
  machine: composerListsMachine,
  events: { 'sample.load': [{ type: 'sample.load' }] },
  answers: { loadSample: { done: [undefined], error: failures } },
  crashes: ['roles', 'groups', 'accounts'],
})

const importView = defineModel({
  name: 'importView',
  machine: importViewMachine,
  inputs: [{ csvImport: createActor(csvImportMachine) }],
  events: { 'import.moved': [{ type: 'import.moved' }], 'import.counted': [{ type: 'import.counted' }] },
  answers: {},
})

const layout = defineModel({
  name: 'layout',
  machine: layoutMachine,
  inputs: [{ isColumnOpen: undefined }],
  events: {
    'palette.open': [{ type: 'palette.open' }],
    'palette.close': [{ type: 'palette.close' }],
    'keys.open': [{ type: 'keys.open' }],
    'keys.close': [{ type: 'keys.close' }],
    'drawer.toggle': [{ type: 'drawer.toggle' }],
    'drawer.close': [{ type: 'drawer.close' }],
    'column.choose': [{ type: 'column.choose', isOpen: true }],
    'path.changed': [{ type: 'path.changed' }],
  },
  answers: {},
})

const leaving = defineModel({
  name: 'leaving',
  machine: leavingMachine,
  inputs: [{ session: sessionWith('idle') }, { session: sessionWith('importing') }],
  events: {
    'page.open': [
      { type: 'page.open', page: unsavedPage },
      { type: 'page.open', page: unfinishedPage },
    ],
    'page.close': [
      { type: 'page.close', page: unsavedPage },
      { type: 'page.close', page: unfinishedPage },
    ],
    'leave.request': [
      { type: 'leave.request', way: { type: 'link', to: '/admin/history', options: undefined } },
      { type: 'leave.request', way: { type: 'logout' } },
    ],
    'leave.back': [{ type: 'leave.back' }],
    'leave.confirm': [{ type: 'leave.confirm' }],
    'leave.cancel': [{ type: 'leave.cancel' }],
  },
  answers: { untilFinished: { done: [undefined], error: [silence] } },
  remembers: ({ pages, way, session }) => ({
    importing: session.getSnapshot().children.csvImport?.getSnapshot().hasTag('unfinished') === true,
    unsaved: pages.includes(unsavedPage),
    unfinished: pages.includes(unfinishedPage),
    way: way?.type ?? false,
  }),
})

const disclosure = defineModel({
  name: 'disclosure',
  machine: disclosureMachine,
  events: { open: [{ type: 'open' }], close: [{ type: 'close' }], toggle: [{ type: 'toggle' }] },
  answers: {},
})

/** Every machine of the console. */
export const models = [
  auth,
  replyFlow,
  reply,
  editReply,
  csvImport,
  loader,
  resource,
  bulkDelete,
  editor,
  taskWatch,
  handOver,
  taskFollow,
  revision,
  historyWatch,
  composerLists,
  leaving,
  layout,
  importView,
  disclosure,
  ...connectionModels,
]
