import type { Account } from '../../src/schemas/accounts/accounts'
import type { CsvRow } from '../../src/schemas/accounts/csvRows'
import type { Draft, DraftReply, FetchedPost } from '../../src/schemas/composer/draft'
import type { Group } from '../../src/schemas/groups/groups'
import type { ManualItem, Task, TaskItem, TaskSummary } from '../../src/schemas/history/tasks'
import type { Inbox, Mention, Watch } from '../../src/schemas/inbox/inbox'

export const refusal = { detail: 'The server says no' }
export const notThere = { status: 404, detail: 'Task was not found' }
export const silence = {}
export const outdated = { status: 412, detail: 'Reply 1 was changed elsewhere, so nothing was sent. Read it again.' }

/** The client's error without an answer. */
export const lostAnswer = Object.assign(new Error('The server cannot be reached'), { name: 'NetworkError' })

export const link = 'https://x.com/ada/status/1790000000000000001'

export const fetched: FetchedPost = { tweet_id: '1790000000000000001', tweet_url: link }

export const otherPost: FetchedPost = { tweet_id: '1790000000000000002', tweet_url: link }

export const replies = [
  { reply_id: 'r1', content: 'One' },
  { reply_id: 'r2', content: 'Two' },
]

/** The most replies of one call. */
export const twentyReplies = Array.from({ length: 20 }, (_, index) => ({
  reply_id: `t${index + 1}`,
  content: `One of twenty, number ${index + 1}`,
}))

export const draftReplies: DraftReply[] = replies.map((reply) => ({ ...reply, generated: reply.content }))

export const emptyDraft: Draft = {
  mode: 'batch',
  form: { tweet_url: '', role_id: '', group_name: '', count: '1', account_id: '' },
  post: undefined,
  replies: [],
  asked: undefined,
  sent: undefined,
  unsaved: undefined,
  writer: undefined,
}

export const reviewed: Draft = {
  ...emptyDraft,
  form: { ...emptyDraft.form, tweet_url: link },
  post: fetched,
  replies: draftReplies,
}

export const cutShort: Draft = {
  ...reviewed,
  asked: { role_id: 5, count: 45, incomplete: 'The model provider broke off' },
}

export const group: Group = { id: 7, name: 'Launch', description: 'Spring launch' }

export const account: Account = {
  id: 3,
  username: '@ada',
  group: 'Launch',
  is_active: true,
  created_at: '2026-05-01T08:00:00.000Z',
}

export const item = (id: string, status: string): TaskItem => ({
  id,
  reply_id: `reply of ${id}`,
  retry_count: 0,
  twitter_username: '@ada',
  status,
  created_at: '2026-05-01T08:00:00.000Z',
  updated_at: '2026-05-01T08:00:00.000Z',
})

export const manualItem = (id: string): ManualItem => ({ ...item(id, 'handed_over'), task_id: 't1', post: null })

export const task = (status: string, ...items: TaskItem[]): Task => ({
  id: 't1',
  owner_id: 'o1',
  status,
  created_at: '2026-05-01T08:00:00.000Z',
  updated_at: '2026-05-01T08:00:00.000Z',
  items,
})

export const summary = (status: string, pending: number): TaskSummary => ({
  id: 't1',
  owner_id: 'o1',
  status,
  created_at: '2026-05-01T08:00:00.000Z',
  updated_at: '2026-05-01T08:00:00.000Z',
  total_items: 2,
  completed: 2 - pending,
  failed: 0,
  pending,
})

export const mention = (id: number): Mention => ({
  id,
  tweet_id: `190000000000000000${id}`,
  link: `https://x.com/maker/status/190000000000000000${id}`,
  kind: 'mention',
  account_id: 3,
  account_username: '@ada',
  author_username: 'maker',
  author_name: 'Maker',
  text: `What do you think, @ada? (${id})`,
  created_at: `2026-05-01T08:00:0${id}.000Z`,
  received_at: `2026-05-01T08:01:0${id}.000Z`,
  state: 'unread',
  task_id: null,
  asks_to_stop: false,
})

export const watch = (account_id: number, on: boolean): Watch => ({
  account_id,
  account_username: account_id === 3 ? '@ada' : '@bob',
  on,
  by: 'polling',
  stream_refused: null,
  last_read_at: on ? '2026-05-01T08:02:00.000Z' : null,
  paused: null,
  reads_a_day: 24,
  price_a_day: 'about $0.12',
})

export const inboxWith = (mentions: Mention[], watches: Watch[]): Inbox => ({
  total: mentions.length,
  unread: mentions.filter(({ state }) => state === 'unread').length,
  mentions,
  next: null,
  watches,
})

export const row = (line: number, username: string): CsvRow => ({
  line,
  values: {
    username,
    client_id: 'client',
    client_secret: 'client-secret',
    api_key: 'key',
    api_secret: 'secret',
    access_token: 'token',
    access_token_secret: 'token-secret',
    group: 'Launch',
  },
})

/** A failure without text, and one with the server's. */
export const failures = [silence, refusal]
