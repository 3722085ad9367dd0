import { readFileSync, writeFileSync } from 'node:fs'
import type { DeliveryConfig } from '../../server/posting/protocol/types'
import type { DatabaseKind } from './databases'
import { createBench } from './delivery'
import { until } from './waiting'

/** A bench that reads an account's posts before it posts, on an X without a duplicate filter. */
export const createReadFirstBench = async (
  kind: DatabaseKind,
  accounts: number,
  config: Partial<DeliveryConfig> = {},
) => {
  const bench = await createBench(kind, accounts, { readFirst: true, ...config })
  const { db, x, delivery, instanceFile } = bench
  x.duplicateFilter = false
  const readings: string[] = []
  const { getUserPosts } = x
  x.getUserPosts = (...call) => {
    readings.push(call[1])
    return getUserPosts(...call)
  }
  const states = async () => {
    const items = await db.selectFrom('task_items').select('state').orderBy('id').execute()
    return items.map(({ state }) => state)
  }
  return {
    ...bench,
    readings,
    sendAgain: async (reply_ids: string[]) => {
      await delivery.enqueueBatch(bench.ownerId, { reply_ids, group_name: 'Launch' })
    },
    states,
    /** A later start reads the first account before it posts another reply, which X accepts. */
    readAgain: async () => {
      x.fate = () => ({ posts: true })
      const [reply_id = ''] = await bench.addReplies(['And one more, about something else'])
      const again = bench.restarted()
      await again.start()
      await again.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id: bench.accounts[0]?.id ?? 0 })
      await until(async () => (await states()).at(-1) === 'completed')
    },
    texts: () => x.posts.map(({ sent }) => sent).toSorted(),
    held: async () => (await db.selectFrom('holds').selectAll().executeTakeFirst()) !== undefined,
    /** Starts and stops, so that there is a file to restore. */
    startOnce: async () => {
      await delivery.start()
      await delivery.stop()
    },
    /** Stores all that sending writes, with the instance's own file; the returned function restores it, or another file. */
    snapshot: async () => {
      const file = readFileSync(instanceFile, 'utf8')
      const tasks = await db.selectFrom('tasks').selectAll().execute()
      const items = await db.selectFrom('task_items').selectAll().execute()
      const attempts = await db.selectFrom('attempts').selectAll().execute()
      return async (left = file) => {
        await db.deleteFrom('tasks').execute()
        await db.deleteFrom('unclaimed_posts').execute()
        await db.updateTable('accounts').set({ last_used_at: null }).execute()
        if (tasks.length > 0) await db.insertInto('tasks').values(tasks).execute()
        if (items.length > 0) await db.insertInto('task_items').values(items).execute()
        if (attempts.length > 0) await db.insertInto('attempts').values(attempts).execute()
        writeFileSync(instanceFile, left)
      }
    },
  }
}

export type ReadFirstBench = Awaited<ReturnType<typeof createReadFirstBench>>
