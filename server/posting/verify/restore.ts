import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { later, timestamp } from '../../clock'
import { isPostgres } from '../../db/dialect'
import { readFact, storeFact } from '../../db/facts'
import { openOutcome } from '../../db/itemStates'
import { newestAttempt } from '../../db/newestAttempt'
import type { Row } from '../../db/schema'
import type { Store } from '../store'
import { applyToAll } from './recover'

interface Mark {
  /** The database that this instance last worked on. */
  instance: string
  /** The highest attempt that this instance wrote; it was sent afterwards. */
  attempt: number
}

/**
 * This instance's memory outside the database, to detect a restored backup: such a database has fewer attempts than
 * were made. The file is written after the attempt is durable and before it is sent. The file itself need not be
 * durable: a power cut can only make it older than the database.
 */
export interface InstanceMark {
  /** undefined without a file; `damaged` as after a power cut. */
  read(): Mark | 'damaged' | undefined
  note(attempt: number): void
  /** Writes the memory again. @throws Error if the file cannot be written */
  renew(): void
  write(mark: Mark): void
}

export const instanceFile = (dataDir: string): string => join(dataDir, 'instance.json')

export const instanceMark = (file: string): InstanceMark => {
  let known = parsed(file)
  const write = (mark: Mark) => {
    writeFileSync(`${file}.new`, JSON.stringify(mark), { mode: 0o600 })
    renameSync(`${file}.new`, file)
    known = mark
  }
  return {
    read: () => known,
    note: (attempt) => {
      if (isWhole(known) && attempt > known.attempt) write({ ...known, attempt })
    },
    renew: () => {
      if (isWhole(known)) write(known)
    },
    write,
  }
}

const isWhole = (mark: Mark | 'damaged' | undefined): mark is Mark => typeof mark === 'object'

const parsed = (file: string): Mark | 'damaged' | undefined => {
  if (!existsSync(file)) return undefined
  try {
    const { instance, attempt } = JSON.parse(readFileSync(file, 'utf8'))
    return typeof instance === 'string' && Number.isInteger(attempt) ? { instance, attempt } : 'damaged'
  } catch {
    return 'damaged'
  }
}

/** The explanations for a database that does not match the mark. */
const reasons = {
  elsewhere: 'this is not the database that this server used last',
  moved: 'the tables of this database are stored at another place than before',
  behind:
    'this database has fewer attempts than the server made: a backup was restored, or the write-ahead log was deleted or cut',
}

/**
 * Compares the database with this instance's memory. A mismatch means that a backup was restored, or that the database
 * was moved without its data folder: every open item becomes unknown, so that X is read before anything is sent. Manual
 * items stay manual (`lookByHand`).
 * @param takeInstance called before any change; throws if another process has this instance
 * @returns why the database counts as restored; undefined if it does not
 */
export const settleRestored = async (
  store: Store,
  mark: InstanceMark,
  settleMs: number,
  takeInstance: (instance: string) => void,
): Promise<string | undefined> => {
  const remembered = mark.read()
  const place = await placeOf(store)
  const stored = await readStored(store)
  const isElsewhere = isWhole(remembered)
    ? remembered.instance !== stored.instance
    : remembered === undefined && !isPostgres(store.db)
  const isBehind = isWhole(remembered) && remembered.attempt > stored.attempt
  const reason = isElsewhere ? reasons.elsewhere : stored.place !== place ? reasons.moved : isBehind && reasons.behind
  const restored = stored.instance === undefined || !reason ? undefined : reason
  const instance = stored.instance ?? (await storeOnce(store, 'instance_id', randomUUID()))
  takeInstance(instance)
  if (restored) {
    await doubtEverything(store, settleMs)
    await noteTurnedBack(store)
  }
  await storeFact(store.db, 'database_place', place)
  mark.write({ instance, attempt: stored.attempt })
  return restored
}

const doubtEverything = async (store: Store, settleMs: number): Promise<void> => {
  const open = await store.db
    .selectFrom('task_items')
    .select('id')
    .where((eb) => eb.or([eb('state', 'in', ['queued', ...openOutcome]), eb('can_retry', '=', 1)]))
    .orderBy('id')
    .execute()
  await applyToAll(
    store,
    open.map(({ id }) => id),
    (_row, now) => ({ type: 'database.restored', now: timestamp(now), at: timestamp(later(now, settleMs)) }),
  )
}

/**
 * The location of these tables in PostgreSQL: another cluster, timeline, database or `create table` has a different
 * one. Constant on SQLite, whose file moves with the data folder.
 */
const placeOf = async ({ db }: Store): Promise<string> => {
  if (!isPostgres(db)) return 'file'
  const { rows } = await sql<{ place: string }>`
    select concat_ws('/', s.system_identifier, c.timeline_id, d.oid, 'task_items'::regclass::oid) as place
    from pg_control_system() s, pg_control_checkpoint() c, pg_database d where d.datname = current_database()
  `.execute(db)
  return rows[0]?.place ?? ''
}

const turnedBackKey = 'turned_back_at'

/** From now on, replies older than this time may have been posted without a record in the database. */
export const noteTurnedBack = (store: Store): Promise<void> =>
  storeFact(store.db, turnedBackKey, timestamp(store.clock()))

/** @param doubtedAt when this process last suspected, without proof, that the database was turned back */
export const isOlderThanRestore = async (
  db: Store['db'],
  { created_at }: Pick<Row<'task_items'>, 'created_at'>,
  doubtedAt: Date | undefined,
): Promise<boolean> => {
  if (doubtedAt && created_at <= timestamp(doubtedAt)) return true
  const noted = await readFact(db, turnedBackKey)
  return noted !== undefined && created_at <= noted
}

const readStored = async ({ db }: Store) => {
  const facts = await db.selectFrom('instance').selectAll().execute()
  const value = (key: string) => facts.find((fact) => fact.key === key)?.value
  return { instance: value('instance_id'), place: value('database_place'), attempt: await newestAttempt(db) }
}

/** The stored value, because another process may have been first. */
const storeOnce = async ({ db }: Store, key: string, value: string): Promise<string> => {
  await db
    .insertInto('instance')
    .values({ key, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirstOrThrow()
  return row.value
}
