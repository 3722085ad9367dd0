import { type Kysely, sql } from 'kysely'
import type { Database, DialectName } from '../../server/db/schema'

export const itemsPerTask = 10
const accounts = 1_000
const tasksAtOnce = 5_000
/** The items fill the past year, so that pruning removes the first half. */
const firstDay = '2025-01-01'
export const halfYear = '2025-07-01T00:00:00.000Z'
const yearSeconds = 360 * 86_400
const text =
  'About as long as a reply is that a person reads, with what it is about and why, and how it is meant to end; '.repeat(
    2,
  )

const words = {
  sqlite: {
    hex: (number: string) => `printf('%012x', ${number})`,
    at: (seconds: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', '${firstDay}', '+' || (${seconds}) || ' seconds')`,
  },
  postgres: {
    hex: (number: string) => `lpad(to_hex((${number})::bigint), 12, '0')`,
    at: (seconds: string) =>
      `to_char(timestamp '${firstDay}' + (${seconds}) * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  },
} satisfies Record<DialectName, object>

export const fillAccounts = async (db: Kysely<Database>): Promise<{ ownerId: number }> => {
  const at = `${firstDay}T00:00:00.000Z`
  const dated = { created_at: at, updated_at: at }
  const user = { email: 'growth@example.com', username: 'growth', password_hash: 'x', created_at: at }
  const { id: ownerId } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  const { id: groupId } = await db
    .insertInto('groups')
    .values({ owner_id: ownerId, name: 'crew', description: 'd', ...dated })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sealed = 'v1.00000000.'.padEnd(80, 'x')
  const keys = { client_id: sealed, client_secret: sealed, api_key: sealed, api_secret: sealed }
  const tokens = { access_token: sealed, access_token_secret: sealed }
  const account = { ...dated, ...keys, ...tokens, owner_id: ownerId, group_id: groupId, is_active: 1 as const }
  for (let first = 1; first <= accounts; first += 200) {
    const rows = Array.from({ length: 200 }, (_, index) => {
      const number = first + index
      return {
        ...account,
        username: `@mara${number}`,
        username_key: `mara${number}`,
        x_user_id: String(number),
        x_app: 'a',
      }
    })
    await db.insertInto('accounts').values(rows).execute()
  }
  return { ownerId }
}

/**
 * Writes items that were sent over a year, in tasks of ten, each with draft, attempt and ledger row, and an audit line
 * for each task; every 30th failed.
 */
export const fillItems = async (db: Kysely<Database>, dialect: DialectName, items: number): Promise<void> => {
  const { hex, at } = words[dialect]
  const tasks = items / itemsPerTask
  const step = yearSeconds / tasks
  const created = (task: string) => at(`${task} * ${step}`)
  const series = (from: number, to: number) =>
    `with recursive numbers(n) as (select ${from} union all select n + 1 from numbers where n + 1 < ${to})`
  for (let task = 0; task < tasks; task += tasksAtOnce) {
    const ofTasks = series(task, Math.min(tasks, task + tasksAtOnce))
    const ofItems = series(task * itemsPerTask, Math.min(items, (task + tasksAtOnce) * itemsPerTask))
    const itsTask = `(n / ${itemsPerTask})`
    const statements = [
      `insert into tasks (id, owner_id, kind, request_hash, tweet_id, characters, group_name, created_at, updated_at)
       ${ofTasks} select ${hex('n')}, 1, 'batch', ${hex('n')}, '19' || (10000000000000000 + n), '[]', 'crew',
       ${created('n')}, ${created('n')} from numbers`,
      `insert into audit (owner_id, at, action, subject, detail) ${ofTasks}
       select 1, ${created('n')}, 'batch.sent', ${hex('n')}, '${text}' from numbers`,
      `insert into replies (id, owner_id, tweet_id, generated_content, content, created_at, updated_at) ${ofItems}
       select 'a' || ${hex('n')}, 1, '19' || (10000000000000000 + ${itsTask}), '${text}' || n, '${text}' || n,
       ${created(itsTask)}, ${created(itsTask)} from numbers`,
      `insert into task_items (id, owner_id, task_id, position, reply_id, account_id, twitter_username, author_id,
         target_tweet_id, content, state, attempts, clean_reads, failed_reads, resends, next_at, reply_tweet_id,
         can_retry, created_at, updated_at) ${ofItems}
       select n + 1, 1, ${hex(itsTask)}, n % ${itemsPerTask}, 'a' || ${hex('n')}, n % ${accounts} + 1, '@mara' || (n % ${accounts} + 1),
       n % ${accounts} + 1, '19' || (10000000000000000 + ${itsTask}), '${text}' || n,
       case when n % 30 = 7 then 'failed' else 'completed' end, 1, 0, 0, 0, ${created(itsTask)},
       case when n % 30 = 7 then null else '20' || (10000000000000000 + n) end, 0, ${created(itsTask)}, ${created(itsTask)}
       from numbers`,
      `insert into attempts (id, item_id, epoch, started_at, finished_at, http_status, outcome) ${ofItems}
       select n + 1, n + 1, '00000000-0000-4000-8000-000000000000', ${created(itsTask)}, ${created(itsTask)}, 201, 'done' from numbers`,
      `insert into charges (owner_id, account, app, path, since, task_id, item_id, attempt_id, day, started_at, settled_at, resources, micros, card)
       ${ofItems} select 1, '@mara' || (n % ${accounts} + 1), 'a', 'tweets', '', ${hex(itsTask)}, n + 1, n + 1,
       substr(${created(itsTask)}, 1, 10), ${created(itsTask)}, ${created(itsTask)}, 1, 10000, '2026-01-01' from numbers`,
    ]
    await db.transaction().execute(async (trx) => {
      for (const statement of statements) await sql.raw(statement).execute(trx)
    })
  }
  if (dialect === 'postgres') {
    for (const table of ['task_items', 'attempts']) {
      await sql.raw(`select setval(pg_get_serial_sequence('${table}', 'id'), ${items + 1})`).execute(db)
    }
    await sql`vacuum analyze`.execute(db)
  }
}
