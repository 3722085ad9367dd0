import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '../../src/schemas/contract'
import { readingOf } from '../support/members'
import { sampleAccount, sampleRole } from '../support/serverFakes'

const hour = (number: number) => `2026-06-01T${String(number).padStart(2, '0')}:00:00.000Z`

const account = {
  id: 1,
  username: '@ada',
  group: 'launch',
  is_active: false,
  created_at: hour(1),
  inactive_reason: 'Its keys were revoked',
}
const bareAccount = { id: 1, username: '@ada', group: null, is_active: true, created_at: hour(1) }
const storedAccount = {
  ...sampleAccount('ada'),
  ...account,
  x: { subscription: 'Premium', is_protected: true },
}
const group = { id: 2, name: 'launch', description: 'For launches' }
const { thinking, ...written } = sampleRole
const role = { id: 3, ...written, knowledge_base: {}, example_conversations: {} }
const savedReply = { id: 4, name: 'Thanks', kind: 'opening', text: 'Thank you, {name}!' }

const content = {
  lang: 'de',
  media: [{ kind: 'gif', alt_text: 'A cat', preview_url: 'https://pbs.example/1' }],
  poll: { options: [{ label: 'Tea', votes: 3 }], is_open: false },
  article: { title: 'On tea', text: 'Tea is hot.' },
  links: [{ url: 'https://tea.example', title: 'Tea' }],
  possibly_sensitive: true,
  not_shown: ['a video without description'],
}
const related = (tweet_id: string) => ({
  tweet_id,
  text: `text of ${tweet_id}`,
  author_username: `handle${tweet_id}`,
  author_name: `name of ${tweet_id}`,
  created_at: hour(Number(tweet_id) % 24),
  ...content,
})
const context = {
  ...content,
  quoted: related('31'),
  parent: related('32'),
  root: related('33'),
  edits: 2,
  reposted_by: 'bob',
  reply_settings: 'following',
}
const eligibility = {
  rule: 'summoned',
  allowed: 5,
  uncertain: 6,
  refused: 7,
  accounts: [
    { account_id: 8, username: '@cy', verdict: 'allowed', reason: 'named', answered_in: 't1', replied_in: 't2' },
  ],
  others: { verdict: 'refused', reason: 'not named' },
  order: [8, 9],
  repeats: [{ content: 'Tea.', account_id: 9, username: '@di', posted_at: hour(3) }],
}
const post = {
  tweet_id: '30',
  text: 'Tea?',
  author_username: 'maker',
  author_name: 'Maker',
  created_at: hour(2),
  context,
  eligibility,
}
const reply = { reply_id: 'r1', content: 'Coffee.' }

const answered = { tweet_id: '30', text: 'Tea?', author_username: 'maker' }
const head = {
  id: 't1',
  owner_id: 'o1',
  status: 'processing',
  error: 'X is away',
  paused: { by: 'budget', until: hour(3) },
  created_at: hour(4),
  updated_at: hour(5),
  post: answered,
  characters: ['Mara'],
  group: 'launch',
}
const summary = {
  ...head,
  total_items: 21,
  completed: 1,
  failed: 2,
  pending: 3,
  needs_review: 4,
  handed_over: 5,
  cancelled: 6,
}
const item = {
  id: 'i1',
  reply_id: 'r1',
  retry_count: 2,
  twitter_username: '@ada',
  status: 'queued',
  error: 'Not yet',
  created_at: hour(6),
  updated_at: hour(7),
  reply_tweet_id: '40',
  next_step: 'Wait',
  against_verdict: 'X took it',
  next_at: hour(8),
  intent_url: 'https://x.com/intent/post?text=Coffee.',
  is_of_account: true,
  can_hand_over: false,
  target_tweet_id: '30',
  can_retry: true,
  can_cancel: false,
  can_edit: true,
  account_id: 9,
  content: 'Coffee.',
  attempts: [
    { started_at: hour(9), finished_at: hour(10), http_status: 503, outcome: 'unknown', detail: 'Over capacity' },
  ],
}
const task = { ...head, items: [item] }

const mention = {
  id: 11,
  tweet_id: '50',
  link: 'https://x.com/bob/status/50',
  kind: 'quote',
  account_id: 12,
  account_username: '@ada',
  author_username: 'bob',
  author_name: 'Bob',
  text: 'Well said',
  created_at: hour(11),
  received_at: hour(12),
  state: 'answered',
  task_id: 't3',
  asks_to_stop: true,
}
const watch = {
  account_id: 13,
  account_username: '@cy',
  on: true,
  by: 'stream',
  last_read_at: hour(13),
  stream_refused: 'too many rules',
  paused: 'until noon',
  reads_a_day: 2.5,
  price_a_day: 'about $0.12',
}
const inbox = { total: 14, unread: 15, mentions: [mention], next: 'cursor', watches: [watch] }
const person = { id: 16, username: 'dan', x_user_id: '60', reason: 'asked to', since: hour(14) }

const movable = { id: 17, username: '@old' }
const connection = {
  unavailable: 'no client id',
  callback: 'https://console.example/x/callback',
  consumer_keys: 2,
  movable: [movable],
  next: 18,
}

describe("an answer about an operator's records", () => {
  it.each([
    ['listAccounts', [account]],
    ['createAccount', account],
    ['updateAccount', account],
    ['getAccount', storedAccount],
    ['verifyAccount', storedAccount],
    ['listGroups', [group]],
    ['getGroup', group],
    ['createGroup', group],
    ['updateGroup', group],
    ['listRoles', [role]],
    ['getRole', role],
    ['createRole', role],
    ['updateRole', role],
    ['listModels', [{ id: 'm', provider: 'p', price: { input: 1, output: 2 }, context_tokens: 3, took_ms: 4 }]],
    ['listModels', [{ id: 'm', shutdown_date: '2026-12-11' }]],
    ['listProviders', [{ name: 'p', problem: 'away' }]],
    ['listSavedReplies', [savedReply]],
    ['createSavedReply', savedReply],
    ['updateSavedReply', savedReply],
    ['fetchContent', post],
    ['getEligibility', eligibility],
    ['generateReplies', { replies: [{ ...reply, notes: ['is long'], told: true }], incomplete: 'no more' }],
    ['batchPostReplies', { task_id: 't1' }],
    ['postReply', { task_id: 2 }],
    ['getReply', reply],
    ['updateReply', reply],
    ['listTasks', [summary]],
    ['listOpenTasks', { tasks: [summary], needs_review: 22, handed_over: 23 }],
    ['listManualReplies', { items: [{ ...item, task_id: 't4', post: answered }], total: 24 }],
    ['getTask', task],
    ['retryTask', task],
    ['decideItem', task],
    [
      'getItemHistory',
      { created_at: hour(15), is_whole: false, steps: [{ at: hour(16), event: { type: 'sent' }, state: 'posting' }] },
    ],
    ['getInbox', inbox],
    ['updateMention', mention],
    ['updateWatch', watch],
    ['listDoNotReply', { total: 25, people: [person] }],
    ['addDoNotReply', person],
    ['getConnection', connection],
    ['startConsent', { authorize_url: 'https://x.com/i/oauth2/authorize' }],
    ['getConsent', { outcome: 'late', username: '@ada', detail: 'too slow' }],
    ['moveAccount', { moved: true, detail: 'exchanged' }],
  ] as const)('of %s keeps each member, and takes no nonsense for one', (name, sample) => {
    expect(readingOf(contract[name].answer, sample)).toEqual({ kept: sample, unread: [] })
  })

  it.each([
    ['listAccounts', [bareAccount]],
    [
      'getAccount',
      { ...bareAccount, inactive_reason: null, api_key: null, x: { subscription: null, is_protected: null } },
    ],
    ['listModels', [{ id: 'm' }]],
    ['listProviders', [{ name: 'p', problem: null }]],
    ['fetchContent', { tweet_id: '30' }],
    ['fetchContent', { tweet_id: '30', context: { media: [], links: [], not_shown: [] } }],
    ['getReply', { content: 'alone' }],
    ['generateReplies', { replies: [] }],
    ['listTasks', [{ ...summary, error: null, paused: null, post: null, group: null }]],
    ['listManualReplies', { items: [{ ...item, account_id: null, next_at: null, task_id: 5, post: null }], total: 1 }],
    ['getInbox', { total: 0, unread: 0, mentions: [{ ...mention, task_id: null }], next: null, watches: [] }],
    ['updateWatch', { ...watch, last_read_at: null, stream_refused: null, paused: null, price_a_day: null }],
    ['addDoNotReply', { ...person, x_user_id: null }],
    ['getConnection', { ...connection, unavailable: null, movable: [], next: null }],
    ['getConsent', { outcome: null, username: null, detail: null }],
    ['moveAccount', { moved: false, detail: null }],
  ] as const)('of %s may say that there is nothing to say', (name, sample) => {
    expect(z.parse(contract[name].answer, sample)).toEqual(sample)
  })

  it.each([
    [thinking, thinking],
    ['as a later version names it', undefined],
  ])('about a character that thinks %s is read', (said, read) => {
    expect(z.parse(contract.getRole.answer, { ...role, thinking: said })).toEqual({ ...role, thinking: read })
  })

  it("of an item's history keeps each event's fields beside its type", () => {
    const steps = [{ at: hour(17), event: { type: 'answered', status: 201 }, state: 'completed' }]
    const sample = { created_at: hour(18), is_whole: true, steps }
    expect(z.parse(contract.getItemHistory.answer, sample)).toEqual(sample)
  })
})

const words: [string, readonly string[], z.core.$ZodType, (word: string) => unknown][] = [
  [
    'how a consent ended',
    ['connected', 'renewed', 'denied', 'late', 'other_account', 'read_only', 'refused', 'failed'],
    contract.getConsent.answer,
    (outcome) => ({ outcome, username: null, detail: null }),
  ],
  ['what a mention is', ['mention', 'reply', 'quote'], contract.updateMention.answer, (kind) => ({ ...mention, kind })],
  [
    'what became of a mention',
    ['unread', 'answered', 'dismissed'],
    contract.updateMention.answer,
    (state) => ({ ...mention, state }),
  ],
  ['how X is asked', ['polling', 'stream'], contract.updateWatch.answer, (by) => ({ ...watch, by })],
  [
    'what keeps a task from going on',
    ['app', 'budget'],
    contract.getTask.answer,
    (by) => ({ ...task, paused: { by, until: hour(1) } }),
  ],
  [
    'whether an account may answer',
    ['allowed', 'uncertain', 'refused'],
    contract.getEligibility.answer,
    (verdict) => ({ ...eligibility, others: { verdict, reason: 'so' } }),
  ],
  ['by which rule', ['summoned', 'open'], contract.getEligibility.answer, (rule) => ({ ...eligibility, rule })],
  [
    'what is seen in a post',
    ['image', 'video', 'gif', 'other'],
    contract.fetchContent.answer,
    (kind) => ({ tweet_id: '1', context: { media: [{ kind }], links: [], not_shown: [] } }),
  ],
  [
    'who may answer a post',
    ['everyone', 'mentionedUsers', 'following', 'subscribers', 'verified', 'other'],
    contract.fetchContent.answer,
    (reply_settings) => ({ tweet_id: '1', context: { media: [], links: [], not_shown: [], reply_settings } }),
  ],
  [
    'what a saved reply is',
    ['opening', 'reply'],
    contract.updateSavedReply.answer,
    (kind) => ({ ...savedReply, kind }),
  ],
]

it.each(words)('%s is one of %j', (_, known, schema, answerOf) => {
  expect(known.map((word) => z.parse(schema, answerOf(word)))).toEqual(known.map(answerOf))
  expect(
    ['', 'else', ...known.map((word) => word.toUpperCase())].filter(
      (word) => z.safeParse(schema, answerOf(word)).success,
    ),
  ).toEqual([])
})
