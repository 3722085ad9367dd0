import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { cutImport } from '../../src/schemas/accounts/cutImport'
import { composerFieldNames, draft, draftStep, emptyComposerForm, sentResult } from '../../src/schemas/composer/draft'
import { followed } from '../../src/schemas/history/tasks'
import { storedQueue } from '../../src/schemas/queue/queue'
import { readingOf } from '../support/members'

const form = { tweet_url: 'https://x.com/a/status/20', role_id: '3', group_name: 'crew', count: '4', account_id: '5' }
const post = { tweet_id: '20', tweet_url: 'https://x.com/a/status/20' }
const written = { reply_id: 'r1', content: 'Tea.', role_id: 3, notes: ['is long'], told: true }
const reply = { ...written, generated: 'Tea!' }
const composed = {
  mode: 'solo',
  form,
  post,
  replies: [reply],
  asked: { role_id: 6, count: 7, incomplete: 'no more' },
  unsaved: { reply_id: 'r2', content: 'Coff' },
}

describe('data in a browser', () => {
  it.each([
    [
      'a draft',
      draft,
      {
        ...composed,
        sent: { mode: 'batch', task_id: 't1' },
        earlier: [{ ...composed, step: 'rewrite' }],
        later: [{ ...composed, step: 'drop' }],
        writer: 8,
      },
    ],
    [
      'the queue',
      storedQueue,
      {
        entries: [
          {
            id: '20',
            tweet_url: 'x.com/a/status/20',
            isRead: true,
            author: 'ada',
            excerpt: 'Tea?',
            problem: 'gone',
            isSkipped: false,
            drafts: {
              fields: { mode: 'batch', role_id: '1', group_name: 'g', count: '2', account_id: '3' },
              phase: 'ready',
              replies: [written],
              incomplete: 'no more',
              problem: 'slow',
            },
          },
        ],
        sent: 9,
        sending: '21',
        text: 'no link',
        settings: { ahead: 3, drafts: 4, refills: true },
        last: { mode: 'solo', role_id: '4', group_name: 'h', count: '5', account_id: '6' },
      },
    ],
    [
      'an import that was cut off',
      cutImport,
      { fileName: 'a.csv', rows: 9, answered: 8, created: 7, isUnsure: true, line: 6, lastLine: 5 },
    ],
    ['the tasks that are followed', followed, { awaited: ['t1', 2], ended: ['t3'] }],
  ])('%s is restored completely, and ignored if any part is malformed', (_, schema, sample) => {
    expect(readingOf(schema, sample)).toEqual({ kept: sample, unread: [] })
  })

  it('of earlier versions is a draft without Undo', () => {
    const least = { mode: 'batch', form, replies: [{ reply_id: 1, content: 'Tea.', generated: 'Tea!' }] }
    expect(z.parse(draft, least)).toEqual(least)
  })

  it('of an import never counts below zero', () => {
    const none = { fileName: '', rows: 0, answered: 0, created: 0, isUnsure: false, line: 0, lastLine: 0 }
    expect(z.parse(cutImport, none)).toEqual(none)
    const members = ['rows', 'answered', 'created', 'line', 'lastLine']
    expect(members.filter((member) => z.safeParse(cutImport, { ...none, [member]: -1 }).success)).toEqual([])
  })
})

it.each(['preview', 'rewrite', 'drop', 'clear', 'mode', 'post', 'answer'])(
  '%s is a step that can be taken back',
  (step) => {
    expect(z.parse(draftStep, step)).toBe(step)
  },
)

it('a step has a name, and a send a mode', () => {
  expect([z.safeParse(draftStep, '').success, z.safeParse(sentResult, { mode: '' }).success]).toEqual([false, false])
  expect(['batch', 'solo'].map((mode) => z.parse(sentResult, { mode }).mode)).toEqual(['batch', 'solo'])
})

it.each(['none', 'ready', 'handed'])('prepared replies may be %s', (phase) => {
  const fields = { mode: 'batch', role_id: '1', group_name: 'g', count: '2', account_id: '3' }
  const entry = { id: '1', tweet_url: '1', isRead: false, isSkipped: true, drafts: { fields, phase, replies: [] } }
  const kept = { entries: [entry], sent: 0, text: '', settings: { ahead: 0, drafts: 0, refills: false } }
  expect(z.parse(storedQueue, kept)).toEqual(kept)
})

it('the composer starts with one reply, and nothing chosen', () => {
  expect(emptyComposerForm).toEqual({ tweet_url: '', role_id: '', group_name: '', count: '1', account_id: '' })
  expect(composerFieldNames).toEqual(['tweet_url', 'role_id', 'group_name', 'count', 'account_id'])
})
