import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type DialectAdapter, type Kysely, sql, type Transaction } from 'kysely'
import { timestamp } from '../time/clock'
import { isPostgres } from './dialect'
import { readFact, storeFact } from './facts'
import { afterCommit, retrying } from './retrying'
import type { Database } from './schema'
import { serialise } from './serialise'
import { audit } from './trail/audit'

/** Signs of a database's identity and age. The counts only grow. One statement reads all of them. */
export interface Signs {
  /** When PostgreSQL started. */
  server: string | null
  /** Changes if a restore writes the tables, even with the same rows. */
  tables: string | null
  /** When a process last noticed that the database was reset to an earlier state. */
  turned_back: string | null
  /** How often sessions, links, tokens or passkeys were ended. */
  ended: number
  newest_attempt: number
}

/** A process's memory outside the database. */
interface Memory {
  instance: string
  attempt: number
  ended: number
  /** Undefined in a file of a version before 1.0.0. */
  turned_back?: string
}

/** A change after which the database may lack something that was done. */
export interface Change {
  /** `told`: another server noticed the change. `restarted`: PostgreSQL restarted, and may have lost something. */
  kind: 'turnedBack' | 'told' | 'restarted'
  reason: string
  signs: Signs
}

/** Answers whether the database may have forgotten something that was sent or ended. */
export interface Generation {
  /**
   * Compares the database with what is remembered. Ends all rights if the database was reset to an earlier state.
   * Repeated: does nothing.
   */
  open(db: Kysely<Database>): Promise<void>
  /** The name of the database, which its copies share. */
  instance(): string
  /** Call this before the signs are read. @returns a function that says whether the database is the one that it was. */
  judging(): (signs: Signs) => boolean
  /** Reads and judges the signs. */
  look(db: Kysely<Database>): Promise<void>
  /** The change that was noticed. Nothing may be sent until `settle`. */
  change(): Change | undefined
  /** Ends all sessions, links and tokens if the database was reset to an earlier state, unless another server already did so. */
  endRights(db: Kysely<Database>): Promise<void>
  /** Accepts the database as it is: the sender has dealt with the change. */
  settle(db: Kysely<Database>): Promise<void>
  /** For a database that lacks posts that X shows. */
  noteTurnedBack(db: Kysely<Database>): Promise<void>
  /** Call it after an attempt is stored and before it is sent. @throws Error if the file cannot be written. */
  noteAttempt(attempt: number): void
  /** @throws Error if the file cannot be written. */
  renew(): void
}

const names = {
  instance: 'instance_id',
  place: 'database_place',
  turnedBack: 'turned_back_at',
  ended: 'sessions_ended',
}
const newestAttempt = 'newest_attempt'

const reasons = {
  elsewhere: 'this is not the database that this server used last',
  moved: 'the tables of this database are stored at another place than before',
  replaced: 'the tables were replaced',
  attempts: 'the database has fewer attempts than were made: a backup was restored, or the write-ahead log was cut',
  ended: 'the database contains sessions that were ended: a backup was restored',
  earlier: 'the database is from before its last restore',
  told: 'another server noticed that the database was reset to an earlier state',
  restarted: 'the database restarted or failed over',
}

const stored = (key: string) => sql<string | null>`(select value from instance where key = ${key})`

/**
 * A restore gives PostgreSQL's tables other numbers and their rows another transaction, and raises the version of
 * SQLite's schema, which nothing else changes while a server runs.
 */
export const signColumns = (db: Kysely<Database>) =>
  [
    (isPostgres(db) ? sql<string | null>`pg_postmaster_start_time()::text` : sql<null>`null`).as('server'),
    (isPostgres(db)
      ? sql<string | null>`(select concat_ws('/', 'task_items'::regclass::oid, 'attempts'::regclass::oid, xmin)
          from instance where key = ${names.instance})`
      : sql<string | null>`(select cast(schema_version as text) from pragma_schema_version)`
    ).as('tables'),
    stored(names.turnedBack).as('turned_back'),
    sql<number>`coalesce(cast(${stored(names.ended)} as bigint), 0)`.as('ended'),
    sql<number>`${sql.raw(isPostgres(db) ? 'greatest' : 'max')}(
      coalesce((select id from attempts where id > 0 order by id desc limit 1), 0),
      coalesce(cast(${stored(newestAttempt)} as bigint), 0))`.as(newestAttempt),
  ] as const

const readSigns = (db: Kysely<Database>): Promise<Signs> => db.selectNoFrom(signColumns(db)).executeTakeFirstOrThrow()

/** Call this in the transaction that deletes attempts, before it deletes them. */
export const keepNewestAttempt = async (trx: Transaction<Database>): Promise<void> => {
  const { newest_attempt } = await readSigns(trx)
  await storeFact(trx, newestAttempt, String(newest_attempt))
}

/** A server's actions around a transaction that ends sessions, by the adapter of its database. */
export const endings = new WeakMap<DialectAdapter, { begin(): void; commit(count: number): void }>()

/**
 * Counts a transaction of `retrying` that ends sessions or passkeys. A server writes its file before the commit, so that
 * nothing is ended while the file cannot be written, and the count after the commit, which may fail.
 */
export const noteEnded = async (trx: Transaction<Database>): Promise<void> => {
  const { value } = await trx
    .insertInto('instance')
    .values({ key: names.ended, value: '1' })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value: sql<string>`cast(cast(instance.value as integer) + 1 as text)` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  const ending = endings.get(trx.getExecutor().adapter)
  if (!ending) return
  ending.begin()
  afterCommit(trx, () => ending.commit(Number(value)))
}

/** A server's memory beside its database. */
export const generationFile = (dataDir: string): string => join(dataDir, 'instance.json')

/** @param file need not survive a power cut: an older one misses nothing that a newer database contains. */
export const createGeneration = (file: string, clock: () => Date = () => new Date()): Generation => {
  let memory = parsed(file)
  /** The signs at the last `settle`, before that at `open`. */
  let base: Signs | undefined
  let pending: Change | undefined
  let areRightsEnded = false
  let instance = ''
  let isSettled = false

  /** Overwrites the file by one write of always the same length, which a kill cannot split. A rename takes longer. */
  const write = (next: Memory, flush = false) => {
    writeFileSync(file, JSON.stringify(next).padEnd(256), { mode: 0o600, flag: existsSync(file) ? 'r+' : 'w', flush })
    memory = next
  }
  /** Before `settle`, a write would hide from the next start what this one noticed. */
  const whole = () => (isSettled && isWhole(memory) ? memory : undefined)
  const notice = (change: Change | undefined) => {
    pending = change
    areRightsEnded = false
  }
  const stampAfter = (before: string) =>
    timestamp(Math.max(clock().getTime(), before === '' ? 0 : Date.parse(before) + 1))

  const open = async (db: Kysely<Database>) => {
    if (base) return
    const stored = await readFact(db, names.instance)
    await storeOnce(db, names.instance, randomUUID())
    instance = (await readFact(db, names.instance)) ?? ''
    const signs = await readSigns(db)
    const place = await readFact(db, names.place)
    const because = (reason: string) => notice({ kind: 'turnedBack', reason, signs })
    base = signs
    const isForeign = isWhole(memory) ? memory.instance !== stored : memory === undefined && !isPostgres(db)
    if (stored === undefined) notice(undefined)
    else if (isForeign) because(reasons.elsewhere)
    else if (place !== (await placeOf(db))) because(reasons.moved)
    else if (isWhole(memory)) notice(changeOf(memory, signs, signs))
    await endRights(db)
    endings.set(db.getExecutor().adapter, { begin: () => renew(true), commit })
  }

  const renew = (flush = false) => {
    const known = whole()
    if (known) write(known, flush)
  }

  const commit = (count: number) => {
    const known = whole()
    if (!known) return
    memory = { ...known, ended: Math.max(known.ended, count) }
    try {
      write(memory, true)
    } catch {
      // The next write contains it.
    }
  }

  const judging: Generation['judging'] = () => {
    const known = whole()
    const seen = base
    return (signs) => {
      if (pending || !known || !seen) return false
      notice(changeOf(known, seen, signs))
      if (pending) return false
      const now = whole() ?? known
      const ended = Math.max(now.ended, signs.ended)
      const attempt = Math.max(now.attempt, signs.newest_attempt)
      memory = { ...now, attempt, ended }
      return true
    }
  }

  const endRights = async (db: Kysely<Database>) => {
    const change = pending
    if (change?.kind !== 'turnedBack' || areRightsEnded) return
    const before = (isWhole(memory) ? memory.turned_back : undefined) ?? base?.turned_back ?? ''
    const signs = await retrying(db, async (trx) => {
      if (await announceReset(trx, before, stampAfter(before))) {
        await endAllRights(trx, timestamp(clock()))
        await storeOnce(trx, names.instance, instance)
        await audit(trx, null, 'access.restored', null, change.reason)
      }
      return readSigns(trx)
    })
    pending = { ...change, signs }
    areRightsEnded = true
  }

  return {
    open,
    instance: () => instance,
    judging,
    look: async (db) => {
      const judge = judging()
      judge(await readSigns(db))
    },
    change: () => pending,
    endRights,
    settle: async (db) => {
      const signs = pending?.signs ?? base ?? (await readSigns(db))
      await storeFact(db, names.place, await placeOf(db))
      const { newest_attempt: attempt, ended, turned_back } = signs
      write({ instance, attempt, ended, turned_back: turned_back ?? '' })
      base = signs
      isSettled = true
      notice(undefined)
    },
    noteTurnedBack: async (db) => {
      const before = whole()?.turned_back ?? ''
      const turned_back = stampAfter(before)
      const isFirst = await retrying(db, (trx) => announceReset(trx, before, turned_back))
      const known = whole()
      if (isFirst && known) write({ ...known, turned_back })
    },
    noteAttempt: (attempt) => {
      const known = whole()
      if (known && attempt > known.attempt) write({ ...known, attempt })
    },
    renew: () => renew(),
  }
}

const changeOf = (known: Memory, before: Signs, signs: Signs): Change | undefined => {
  const because = (reason: string, kind: Change['kind'] = 'turnedBack') => ({ kind, reason, signs })
  const turnedBack = signs.turned_back ?? ''
  const knownTurnedBack = known.turned_back ?? turnedBack
  if (signs.tables !== before.tables) return because(reasons.replaced)
  if (signs.newest_attempt < known.attempt) return because(reasons.attempts)
  if (signs.ended < known.ended) return because(reasons.ended)
  if (turnedBack < knownTurnedBack) return because(reasons.earlier)
  if (turnedBack > knownTurnedBack) return because(reasons.told, 'told')
  return signs.server === before.server ? undefined : because(reasons.restarted, 'restarted')
}

/** @returns false if another server stored a later time than `before`, which stays, because this time must never decrease. */
const announceReset = async (trx: Transaction<Database>, before: string, at: string): Promise<boolean> => {
  await serialise(trx, names.turnedBack)
  if (((await readFact(trx, names.turnedBack)) ?? '') > before) return false
  await storeFact(trx, names.turnedBack, at)
  return true
}

/** Passkeys are blocked, not deleted: their operators are still asked for a second factor. */
const endAllRights = async (trx: Transaction<Database>, now: string): Promise<void> => {
  for (const table of ['sessions', 'passes', 'api_tokens', 'sign_ins', 'passkey_challenges'] as const) {
    await trx.deleteFrom(table).execute()
  }
  await trx.updateTable('passkeys').set({ blocked_at: now }).where('blocked_at', 'is', null).execute()
}

/**
 * The location of these tables in PostgreSQL: another cluster, timeline, database or `create table` has a different
 * one. Constant on SQLite, whose file moves with the data folder.
 */
const placeOf = async (db: Kysely<Database>): Promise<string> => {
  if (!isPostgres(db)) return 'file'
  const { rows } = await sql<{ place: string }>`
    select concat_ws('/', s.system_identifier, c.timeline_id, d.oid, 'task_items'::regclass::oid) as place
    from pg_control_system() s, pg_control_checkpoint() c, pg_database d where d.datname = current_database()
  `.execute(db)
  return rows[0]?.place ?? ''
}

/** Whether something that was made then may have been sent before the database was reset to an earlier state. */
export const isOlderThanReset = async (db: Kysely<Database>, createdAt: string): Promise<boolean> => {
  const noted = await readFact(db, names.turnedBack)
  return noted !== undefined && createdAt <= noted
}

/** Keeps the value that another process stored first. */
const storeOnce = async (db: Kysely<Database>, key: string, value: string): Promise<void> => {
  await db
    .insertInto('instance')
    .values({ key, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const isWhole = (memory: Memory | 'damaged' | undefined): memory is Memory => typeof memory === 'object'

/** A power cut may leave a damaged file. Servers before 1.0.0 kept the count of ended sessions in a file of its own. */
const parsed = (file: string): Memory | 'damaged' | undefined => {
  if (!existsSync(file)) return undefined
  try {
    const stored: Partial<Memory> = JSON.parse(readFileSync(file, 'utf8'))
    const { instance, attempt, ended = earlierCount(file), turned_back } = stored
    if (typeof instance !== 'string' || ![attempt, ended].every(Number.isSafeInteger)) return 'damaged'
    return { instance, attempt: attempt ?? 0, ended, ...(turned_back === undefined ? {} : { turned_back }) }
  } catch {
    return 'damaged'
  }
}

const earlierCount = (file: string): number => {
  const earlier = join(dirname(file), 'sessions.mark')
  const count = existsSync(earlier) ? Number.parseInt(readFileSync(earlier, 'utf8'), 10) : 0
  return Number.isSafeInteger(count) ? count : 0
}
