import { inboxMachine } from '../../../src/machines/inbox/inbox'
import { inboxActsMachine } from '../../../src/machines/inbox/inboxActs'
import type { Inbox } from '../../../src/schemas/inbox/inbox'
import { defineModel } from '../../support/machineModel'
import { failures, inboxWith, mention, refusal, watch } from '../samples'

const [newer, newest] = [mention(8), mention(9)]
const older = mention(7)
const all: Inbox = inboxWith([newer, older], [watch(3, false), watch(4, true)])

export const inbox = defineModel({
  name: 'inbox',
  machine: inboxMachine,
  waits: { pollInterval: 5000 },
  inputs: [{ filter: { state: 'unread', account_id: '' }, opened: [] }],
  events: {
    'list.reload': [{ type: 'list.reload' }],
    'filter.change': [
      { type: 'filter.change', filter: { state: 'dismissed', account_id: '' } },
      { type: 'filter.change', filter: { state: 'answered', account_id: '' } },
    ],
    'page.open': [{ type: 'page.open', cursor: '2026-05-01T08:00:00.000Z_7' }],
    'arrivals.show': [{ type: 'arrivals.show' }],
    'mention.choose': [{ type: 'mention.choose', id: 7 }],
    'mention.next': [{ type: 'mention.next' }],
    'mention.previous': [{ type: 'mention.previous' }],
    'mention.opened': [{ type: 'mention.opened', id: 8 }],
    'mention.dismiss': [{ type: 'mention.dismiss', id: 8 }],
    'mention.restore': [{ type: 'mention.restore', id: 8 }],
  },
  answers: {
    load: { done: [null, all, inboxWith([], [])], error: [refusal] },
    poll: {
      done: [null, inboxWith([newest, newer, older], all.watches), inboxWith([older], all.watches)],
      error: [refusal],
    },
    store: { done: [{ ...newer, state: 'dismissed' }], error: failures },
    back: { done: [undefined] },
  },
  crashes: ['sent'],
  remembers: ({ shown, latest, arrived, left, index, changes, dismissed }) => ({
    8: shown?.mentions.find(({ id }) => id === 8)?.state ?? false,
    watched: latest?.watches.some(({ on }) => on) ?? false,
    outdated: arrived > 0 || left.length > 0,
    last: index + 1 === shown?.mentions.length,
    changes: changes.length > 0,
    undo: dismissed !== undefined,
  }),
})

const person = { id: 2, username: 'maker', x_user_id: null, reason: '', since: '2026-05-01T08:00:00.000Z' }

export const inboxActs = defineModel({
  name: 'inboxActs',
  machine: inboxActsMachine,
  events: {
    'mention.answer': [
      { type: 'mention.answer', mention: newer, composer: 'free' },
      { type: 'mention.answer', mention: newer, composer: 'holds' },
      { type: 'mention.answer', mention: newer, composer: 'writes' },
      { type: 'mention.answer', mention: newer, composer: 'sending' },
    ],
    'author.shun': [{ type: 'author.shun', mention: newer }],
    'watch.switch': [
      { type: 'watch.switch', watch: watch(3, false) },
      { type: 'watch.switch', watch: watch(4, true) },
    ],
    'question.confirm': [{ type: 'question.confirm' }],
    'question.cancel': [{ type: 'question.cancel' }],
  },
  answers: {
    shun: { done: [person], error: failures },
    switch: { done: [watch(3, true), watch(4, false)], error: failures },
  },
})
