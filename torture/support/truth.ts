import { setTimeout as delay } from 'node:timers/promises'
import type { StoredPost } from '../../sandbox/x/store'
import type { Task, TaskItem } from '../../src/schemas/history/tasks'
import type { Operator } from './operator'
import type { StandIn } from './processes'

export interface Verdict {
  items: number
  posts: number
  /** I1: posts beyond the first of an item, and posts that no item requested. */
  duplicates: number
  /** I2: completed items without their post, or with a wrong one. */
  lost: number
  /** I3: failed items whose post X has. */
  wronglyFailed: number
  /** I4: neither completed, failed, needs_review nor manual. */
  open: number
  failed: number
  needsReview: number
  /** I6: tasks whose counters do not add up. */
  wrongCounters: number
}

const isOpen = ({ status }: TaskItem) => !['completed', 'failed', 'needs_review', 'handed_over'].includes(status)

/**
 * Waits until no item is open, as long as one settles within `patienceMs`: an item with seven failed readings waits
 * almost four minutes for the next.
 */
export const atRest = async (operator: Operator, taskIds: string[], patienceMs = 300_000): Promise<void> => {
  for (const id of taskIds) {
    let last = Number.POSITIVE_INFINITY
    let until = 0
    for (;;) {
      const open = (await operator.task(id)).items.filter(isOpen).length
      if (open === 0) break
      if (open < last) until = Date.now() + patienceMs
      if (Date.now() > until) return
      last = Math.min(last, open)
      await delay(200)
    }
  }
}

/**
 * Acts like an operator: checks again, and sends again what X still does not show. An account has only one check at a
 * time, so each round takes the first reply of each account.
 */
export const review = async (operator: Operator, taskIds: string[]): Promise<number> => {
  let seen = 0
  const checked = new Set<unknown>()
  for (let rounds = 0; rounds < 40; rounds += 1) {
    const decided = new Set<string>()
    for (const id of taskIds) {
      const { items } = await operator.task(id)
      for (const { id: itemId, status, twitter_username } of items) {
        const account = String(twitter_username)
        if (status !== 'needs_review' || decided.has(account)) continue
        decided.add(account)
        seen += 1
        await operator.decide(id, itemId, { action: checked.has(itemId) ? 'send_again' : 'check_again' })
        if (!checked.delete(itemId)) checked.add(itemId)
      }
    }
    await atRest(operator, taskIds)
    if (decided.size === 0) return seen
  }
  return seen
}

export const judge = async (operator: Operator, standIn: StandIn, taskIds: string[]): Promise<Verdict> => {
  const posts = await standIn.posts()
  const tasks: Task[] = []
  for (const id of taskIds) tasks.push(await operator.task(id))
  const items = tasks.flatMap((task) => task.items)
  const summaries = await operator.tasks()
  const byKey = new Map<string, StoredPost[]>()
  for (const post of posts) {
    const key = keyOf(post.account, post.text)
    byKey.set(key, [...(byKey.get(key) ?? []), post])
  }
  const postsOf = (item: TaskItem): StoredPost[] =>
    byKey.get(keyOf(String(item.twitter_username).replace(/^@/, '').toLowerCase(), item.content ?? '')) ?? []
  const expected = items.filter((item) => postsOf(item).length > 0).length
  const completed = items.filter(({ status }) => status === 'completed')
  return {
    items: items.length,
    posts: posts.length,
    duplicates: posts.length - expected,
    lost: completed.filter((item) => !isRight(item, postsOf(item))).length,
    wronglyFailed: items.filter((item) => item.status === 'failed' && postsOf(item).length > 0).length,
    open: items.filter(isOpen).length,
    failed: items.filter(({ status }) => status === 'failed').length,
    needsReview: items.filter(({ status }) => status === 'needs_review').length,
    wrongCounters: tasks.filter((task) => {
      const summary = summaries.find(({ id }) => id === task.id)
      const count = (status: string) => task.items.filter((item) => item.status === status).length
      return (
        summary !== undefined &&
        (summary.total_items !== summary.completed + summary.failed + summary.pending ||
          summary.total_items !== task.items.length ||
          summary.completed !== count('completed') ||
          summary.failed !== count('failed'))
      )
    }).length,
  }
}

const keyOf = (account: string, text: string) => `${account}\n${text}`

const isRight = (item: TaskItem, posts: StoredPost[]) =>
  posts.some((post) => post.id === item.reply_tweet_id && post.in_reply_to === item.target_tweet_id)

export const report = (name: string, verdict: Verdict, more: Record<string, unknown> = {}): boolean => {
  const clean = isClean(verdict)
  console.table({ [name]: { ...more, ...verdict } })
  console.log(`${name}: ${clean ? 'clean' : 'FAILED'}`)
  if (!clean) process.exitCode = 1
  return clean
}

export const isClean = (verdict: Verdict): boolean =>
  verdict.duplicates === 0 &&
  verdict.lost === 0 &&
  verdict.wronglyFailed === 0 &&
  verdict.open === 0 &&
  verdict.wrongCounters === 0
