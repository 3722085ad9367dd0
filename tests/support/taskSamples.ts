import { cancelled } from '../../server/posting/words'

import type { Task, TaskItem } from '../../src/schemas/history/tasks'
import type { DeliveringServer } from './deliveringServer'
import { problem } from './fakeX'
import { type Json, json } from './server'
import { eventually } from './waiting'

export const tweetId = '1900000000000000001'

export const sendBatch = async (server: DeliveringServer, usernames: string[]): Promise<string> => {
  await server.furnish(usernames)
  const { call } = server.me
  await call('POST', '/twitter/tweet/content', { tweet_url: `https://x.com/maker/status/${tweetId}` })
  const [role] = (await call('GET', '/ai-roles')).body as { id: number }[]
  const { replies } = (
    await call('POST', '/twitter/tweet/generate-reply', {
      tweet_id: tweetId,
      role_id: role?.id,
      count: usernames.length,
    })
  ).body as { replies: { reply_id: string }[] }
  const { body } = await call('POST', '/twitter/tweet/batch-post-replies', {
    reply_ids: replies.map(({ reply_id }) => reply_id),
    group_name: 'launch-crew',
  })
  return (body as { task_id: string }).task_id
}

export const refuse = (server: DeliveringServer) => {
  const detail = 'Reply to this conversation is not allowed because you have not been mentioned.'
  server.postedTo.fate = () => ({ posts: false, outcome: problem(422, detail) })
  return detail
}

/** Sends replies that X refuses; those of `others` are stored as cancelled afterwards. Returns the task's id. */
export const sendOneFailed = async (server: DeliveringServer, refused: string, others: string[]): Promise<string> => {
  refuse(server)
  const id = await sendBatch(server, [refused, ...others])
  const { db } = server.database
  await eventually(async () => {
    const open = await db.selectFrom('task_items').select('id').where('state', '<>', 'failed').execute()
    if (open.length > 0) throw new Error('They did not all fail')
  })
  const isCancelled = db.updateTable('task_items').set({ error: cancelled.detail, can_retry: 1 })
  await isCancelled.where('twitter_username', '<>', `@${refused}`).execute()
  return id
}

export const at = '2026-01-02T03:04:05.000Z'
export const later = '2026-03-04T05:06:07.000Z'

export const item = (change: Partial<TaskItem>): TaskItem => ({
  id: 1,
  reply_id: 'r-881',
  retry_count: 0,
  twitter_username: '@brewlab_ama',
  status: 'completed',
  created_at: at,
  updated_at: later,
  ...change,
})

export const task = (items: TaskItem[], change: Partial<Task> = {}): Json =>
  json({ id: 'a1', owner_id: 14, status: 'failed', created_at: at, updated_at: later, items, ...change })
