import { createActor, fromCallback } from 'xstate'
import { composerListsMachine } from '../../../src/machines/composer/composerLists'
import { editReplyMachine } from '../../../src/machines/composer/editReply'
import { type ReplyReport, replyMachine } from '../../../src/machines/composer/reply'
import { replyFlowMachine } from '../../../src/machines/composer/replyFlow'
import type { Prepared } from '../../../src/machines/composer/replyFlowEvents'
import type { Draft, DraftState } from '../../../src/schemas/composer/draft'
import { defineModel } from '../../support/machineModel'
import {
  cutShort,
  draftReplies,
  emptyDraft,
  failures,
  fetched,
  link,
  lostAnswer,
  otherPost,
  outdated,
  refusal,
  replies,
  reviewed,
  silence,
  twentyReplies,
} from '../samples'

const prepared: Prepared = { tweet_id: fetched.tweet_id, mode: 'batch', role_id: 5, count: 2, written: { replies } }

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
    'order.read': [
      { type: 'order.read', group_name: '', order: [3, 4] },
      { type: 'order.read', group_name: 'Launch', order: [4] },
    ],
    'draft.displaced': [{ type: 'draft.displaced' }],
    'draft.stored': [{ type: 'draft.stored' }],
    'draft.refused': [{ type: 'draft.refused' }],
    'draft.sent': [{ type: 'draft.sent', reply_ids: ['r2', 'r9'] }],
    'mention.answer': [
      { type: 'mention.answer', tweet_url: link, account_id: '3' },
      { type: 'mention.answer', tweet_url: link, account_id: '3', inactive: '@ada' },
    ],
    'post.open': [{ type: 'post.open', tweet_url: link, form: { role_id: '5' } }],
    'preview.take': [
      { type: 'preview.take', ...prepared },
      { type: 'preview.take', ...prepared, mode: 'solo', count: 1 },
    ],
    'fields.fill': [{ type: 'fields.fill', form: { role_id: '5', group_name: 'Launch' } }],
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
    'send.takenBack': [{ type: 'send.takenBack' }],
    'reply.drop': [{ type: 'reply.drop', reply_id: 'r1' }],
    'draft.undo': [{ type: 'draft.undo' }],
    'draft.redo': [{ type: 'draft.redo' }],
    'preview.continue': [{ type: 'preview.continue' }],
    'request.cancel': [{ type: 'request.cancel' }],
    'reply.changed': [{ type: 'reply.changed' }],
    'reply.settled': [{ type: 'reply.settled' }],
    'reply.toast': [{ type: 'reply.toast', happening: { type: 'toast', tone: 'success', message: 'Copied' } }],
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
    send: { done: [{ task_id: 't1' }, {}], error: [refusal, outdated, lostAnswer] },
  },
  machines: { reply: replyMachine },
  crashes: ['drafts', 'reply 1'],
  remembers: ({ answering, asked, earlier, form, later, mode, post, replies }) => ({
    answers: answering && form.role_id !== '',
    short: asked !== undefined && asked.count > replies.length,
    post: post !== undefined,
    'of another link': post !== undefined && post.tweet_url !== form.tweet_url,
    'of another id': post !== undefined && post.tweet_id !== fetched.tweet_id,
    replies: replies.length > 0,
    edited: replies.some((reply) => reply.content !== reply.generated),
    ...(isEmpty({ form, post, replies }) ? { 'leads back to': turnTo(mode, earlier) } : {}),
    ...(later?.length ? { 'leads forth to': turnTo(mode, later) } : {}),
  }),
  /**
   * The state of saving affects nothing else, so it is followed only before a post is loaded. The queue has the same
   * effect as a typed link. Undo multiplies every state by all paths to it, so only steps from an empty composer are
   * followed.
   */
  follows: ({ earlier, form, later, post, replies }, { type }) => {
    if (['draft.displaced', 'draft.stored', 'draft.refused', 'draft.sent'].includes(type) && post !== undefined)
      return false
    if (type === 'post.open' || type === 'fields.fill') return isEmpty({ form, post, replies }) && form.role_id === ''
    if (later?.length) return type === 'draft.redo'
    if (earlier?.at(-1)?.step === 'drop') return type === 'draft.undo'
    return type !== 'draft.undo' || isEmpty({ form, post, replies })
  },
})

const isEmpty = ({ form, post, replies }: Pick<Draft, 'form' | 'post' | 'replies'>): boolean =>
  post === undefined && replies.length === 0 && form.tweet_url === ''

const turnTo = (mode: string, states: DraftState[] = []): string => {
  const last = states.at(-1)
  if (!last) return 'nothing'
  return `${last.mode === mode ? 'this mode' : 'the other mode'}${last.unsaved ? ', an edit' : ''}`
}

export const reply = defineModel({
  name: 'reply',
  machine: replyMachine,
  inputs: ['One', 'Mine'].map((content) => ({
    reply: { reply_id: 'r1', content, generated: 'One' },
    unsaved: undefined,
    tweet_id: content === 'One' ? fetched.tweet_id : undefined,
    composer: createActor(fromCallback<ReplyReport>(() => undefined)).start(),
  })),
  events: {
    'reply.edit': [{ type: 'reply.edit', reply_id: 'r1' }],
    'edit.change': [{ type: 'edit.change', content: 'Half a thought' }],
    'reply.copy': [{ type: 'reply.copy', reply_id: 'r1' }],
    'reply.rewrite': [{ type: 'reply.rewrite', reply_id: 'r1', role_id: 5 }],
    'reply.revert': [{ type: 'reply.revert', reply_id: 'r1' }],
    'text.read': [{ type: 'text.read' }],
  },
  answers: {
    edit: { done: [{ reply: { reply_id: 'r1', content: 'Edited' } }] },
    rewrite: { done: [{ replies: [{ reply_id: 'r9', content: 'Another' }] }, { replies: [] }], error: failures },
    revert: { done: [{ reply_id: 'r1', content: 'One' }], error: failures },
    read: { done: [{ reply_id: 'r1', content: 'Told elsewhere' }], error: [silence] },
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
    'dialog.leave': [
      { type: 'dialog.leave', content: 'One' },
      { type: 'dialog.leave', content: 'One, as stored' },
      { type: 'dialog.leave', content: 'Edited' },
    ],
    'leave.confirm': [{ type: 'leave.confirm' }],
    'leave.cancel': [{ type: 'leave.cancel' }],
  },
  answers: {
    load: { done: [{ reply_id: 'r1', content: 'One, as stored' }], error: [refusal] },
    save: { done: [{ reply_id: 'r1', content: 'Edited' }], error: failures },
  },
})

export const composerLists = defineModel({
  name: 'composerLists',
  machine: composerListsMachine,
  events: { 'sample.load': [{ type: 'sample.load' }] },
  answers: {
    loadSample: { done: [undefined, { group: 'crew', accounts: 12, characters: 3 }], error: failures },
  },
  crashes: ['roles', 'groups', 'accounts'],
})
