import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema'
import { timestamp } from '../../time/clock'
import { deleteTasks, inSteps, type Page, type Place, readTask, type StoredTask, settledTasks } from './history'

const mostInFile = 1_000

/** A file that was written and verified, but whose tasks are not all removed from the database yet. */
const verifiedEnd = '.verified.jsonl.gz'
const finishedEnd = '.jsonl.gz'
const unfinishedEnd = '.part'

export interface Archived {
  file: string
  tasks: number
  /** Tasks that changed after they were written; they stay in the database. */
  remaining: number
  /** Whether an earlier run wrote the file and ended before it removed all tasks. */
  isResumed: boolean
}

/**
 * Moves settled tasks from before that time into compressed files of JSON lines, each line with one task and everything
 * that belongs to it. A file is on the disk and verified before any task is removed. An interrupted run leaves an
 * unfinished file, which the next run deletes, or a verified file, which the next run completes.
 * @param before ISO 8601
 */
export async function* archiveHistory(db: Kysely<Database>, folder: string, before: string): AsyncGenerator<Archived> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const names = readdirSync(folder)
  for (const name of names.filter((each) => each.endsWith(unfinishedEnd))) rmSync(join(folder, name))
  for (const name of names.filter((each) => each.endsWith(verifiedEnd))) {
    yield { ...(await removeArchived(db, join(folder, name), before)), isResumed: true }
  }
  let tasks: Page['tasks'] = []
  for (let from: Place | undefined, isFirst = true; isFirst || from; isFirst = false) {
    const page = await settledTasks(db, before, from)
    from = page.next
    tasks.push(...page.tasks)
    if (tasks.length === 0 || (tasks.length < mostInFile && from)) continue
    const file = await write(db, folder, tasks)
    yield { ...(await removeArchived(db, file, before)), isResumed: false }
    tasks = []
  }
}

/** @returns the path of the file, after reading it again @throws Error if the content differs */
const write = async (db: Kysely<Database>, folder: string, tasks: Page['tasks']): Promise<string> => {
  const stem = join(folder, timestamp().replaceAll(/[:.]/g, '-'))
  const part = `${stem}${unfinishedEnd}`
  const written = createHash('sha256')
  async function* lines() {
    for (const { id } of tasks) {
      const stored = await readTask(db, id)
      if (!stored) continue
      const line = `${lineOf(stored)}\n`
      written.update(line)
      yield line
    }
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(part, { mode: 0o600 }))
  await sync(part)
  const read = createHash('sha256')
  for await (const line of linesOf(part)) read.update(`${line}\n`)
  if (read.digest('hex') !== written.digest('hex')) throw new Error(`${part} does not contain what was written to it`)
  const verified = `${stem}${verifiedEnd}`
  renameSync(part, verified)
  await sync(folder)
  return verified
}

/** Removes the file's tasks from the database and renames the file as finished. */
const removeArchived = async (db: Kysely<Database>, file: string, before: string) => {
  const tasks: Page['tasks'] = []
  let changed = 0
  for await (const stored of tasksOf(file)) {
    const { task, items } = stored
    if (await isAsArchived(db, stored)) tasks.push({ id: task.id, items: items.length })
    else if (await isStored(db, task.id)) changed += 1
  }
  let removed = 0
  for (const ids of inSteps(tasks)) removed += (await deleteTasks(db, ids, before)).length
  const finished = `${file.slice(0, -verifiedEnd.length)}${finishedEnd}`
  renameSync(file, finished)
  await sync(join(file, '..'))
  return { file: finished, tasks: removed, remaining: changed + tasks.length - removed }
}

const isStored = async (db: Kysely<Database>, id: string): Promise<boolean> =>
  (await db.selectFrom('tasks').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** One line of JSON, even for readers that treat these two characters as line ends. */
const lineOf = (stored: StoredTask): string =>
  JSON.stringify(stored).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** A task that the operator retried in the meantime differs from the file. */
const isAsArchived = async (db: Kysely<Database>, { task, items }: StoredTask): Promise<boolean> => {
  const now = await db
    .selectFrom('task_items')
    .select(['id', 'state', 'updated_at'])
    .where('task_id', '=', task.id)
    .orderBy('position')
    .execute()
  return (
    now.length === items.length &&
    now.every(({ id, state, updated_at }, index) => {
      const then = items[index]
      return id === then?.id && state === then.state && updated_at === then.updated_at
    })
  )
}

/** The tasks of an archive, as they were written. */
export async function* tasksOf(file: string): AsyncGenerator<StoredTask> {
  for await (const line of linesOf(file)) yield JSON.parse(line)
}

const linesOf = (file: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Number.POSITIVE_INFINITY })

const sync = async (path: string): Promise<void> => {
  const opened = await open(path, 'r')
  await opened.sync()
  await opened.close()
}
