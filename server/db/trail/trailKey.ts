import { createHash, createHmac, randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DialectAdapter, Kysely } from 'kysely'
import type { Vault } from '../../security/vault'
import { isPostgres } from '../dialect'
import { readFact, storeFact } from '../facts'
import { retrying } from '../retrying'
import type { Database, Row } from '../schema'
import { digestOf } from './digest'

/** The fields that a line's hash covers, besides the previous hash. The chain is the owner's id. */
export type Placed = Pick<Row<'audit'>, 'at' | 'action' | 'subject' | 'detail' | 'address' | 'session_id'> & {
  chain: number
  position: number
}

/** The hash of a line in versions without the key. */
export const unkeyedHashOf = (before: string, { chain, position, at, action, subject, detail }: Placed): string =>
  digestOf([before, chain, position, at, action, subject, detail])

/**
 * The trail's facts in the database. They are sealed with the key for credentials, so that nobody can change or forge
 * them without it.
 */
interface TrailKeyRecord {
  /** 256 random bits, base64. */
  key: string
  /** The ids of all chains. */
  chains: number[]
  /** The digest of all lines outside the chains. */
  older: string
}

export interface TrailKey {
  /** The keyed counterpart of the SHA-256 of a line and the previous hash. */
  hashOf(before: string, line: Placed): string
  sealOf(head: Head, sealedHash: string): string
  read(db: Kysely<Database>): Promise<TrailKeyRecord>
  /** @returns false if there is nothing to change. */
  change(trx: Kysely<Database>, change: (record: TrailKeyRecord) => TrailKeyRecord | undefined): Promise<boolean>
  linesADay: number
}

export type Head = Row<'audit_chains'>

const row = 'audit_trail'

const keyed = 'k1.'

const unopened =
  'CREDENTIALS_KEY (or credentials.key in DATA_DIR) does not decrypt the key of the audit trail. Give this command the same key as the server'

export const isKeyed = (hash: string | null): boolean => hash?.startsWith(keyed) === true

const keys = new WeakMap<DialectAdapter, TrailKey>()

/** @throws Error if `openTrail` was not called for this database. */
export const trailOf = (db: Kysely<Database>): TrailKey => {
  const key = keys.get(db.getExecutor().adapter)
  if (!key) throw new Error('audit: openTrail was not called for this database')
  return key
}

/** The most lines that one operator's changes may add in a day. */
export const linesADay = 200_000

/**
 * A file that exists once a server had the key. Without it, somebody who removes the key from the database and rewrites
 * all lines would leave a database that looks like one of an earlier version.
 */
export const trailMark = (dataDir: string): string => join(dataDir, 'audit-trail.begun')

/**
 * Reads the key of the audit trail, or makes a key and seals every chain in its present state. Call this before any
 * line is written or checked.
 * @param remakes whether a new key replaces a key that cannot be read; allowed only if the vault's key is known to be
 * right.
 * @param mark the path of `trailMark`; left out where no server remembers.
 * @returns the number of chains of earlier versions that use the key from now on, and whether the key was lost.
 */
export const openTrail = async (
  db: Kysely<Database>,
  vault: Vault,
  { most = linesADay, remakes = false, mark }: { most?: number | undefined; remakes?: boolean; mark?: string } = {},
): Promise<{ started: number; isLost: boolean }> => {
  const opened = await retrying(db, async (trx) => {
    const stored = await lockRecord(trx)
    const record = stored === undefined ? undefined : openRecord(vault, stored)
    if (record) {
      if (!stored?.startsWith(vault.prefix)) await storeRecord(trx, vault, record)
      return { record, started: 0, isLost: false }
    }
    if (stored !== undefined && !remakes) throw new Error(unopened)
    const users = (await trx.selectFrom('users').select('id').execute()).map(({ id }) => id)
    const isMissed = mark !== undefined && users.length > 0 && existsSync(mark)
    const isLost = isMissed || stored !== undefined || (await hasKeyedLine(trx))
    const heads = await trx.selectFrom('audit_chains').selectAll().execute()
    const made: TrailKeyRecord = {
      key: randomBytes(32).toString('base64'),
      chains: [...new Set([...heads.map(({ chain }) => chain), ...(isLost ? users : [])])],
      older: await digestOfOlder(trx),
    }
    const key = trailKey(vault, made.key, most)
    for (const head of heads) await sealAsItIs(trx, key, head, isLost ? 0 : head.lines)
    await storeRecord(trx, vault, made)
    return { record: made, started: heads.length, isLost }
  })
  keys.set(db.getExecutor().adapter, trailKey(vault, opened.record.key, most))
  if (remakes && mark !== undefined) writeFileSync(mark, '', { flag: 'a', mode: 0o600 })
  return opened
}

/** A second pool of connections to the same database uses the same key. */
export const shareTrail = (db: Kysely<Database>, other: Kysely<Database>): void => {
  keys.set(other.getExecutor().adapter, trailOf(db))
}

const trailKey = (vault: Vault, key: string, most: number): TrailKey => {
  const bytes = Buffer.from(key, 'base64')
  const macOf = (values: unknown[]) => createHmac('sha256', bytes).update(JSON.stringify(values)).digest('hex')
  return {
    linesADay: most,
    hashOf: (before, { chain, position, at, action, subject, detail, address, session_id }) =>
      keyed + macOf(['line', before, chain, position, at, action, subject, detail, address, session_id]),
    sealOf: ({ chain, sealed_lines, pruned_lines, pruned_hash, unkeyed_lines }, sealedHash) =>
      macOf(['end', chain, sealed_lines, sealedHash, pruned_lines, pruned_hash, unkeyed_lines]),
    async read(db) {
      const stored = await readFact(db, row)
      const record = stored === undefined ? undefined : openRecord(vault, stored)
      if (!record) throw new Error(unopened)
      return record
    },
    async change(trx, change) {
      const stored = await lockRecord(trx)
      const record = stored === undefined ? undefined : openRecord(vault, stored)
      const changed = record && change(record)
      if (changed) await storeRecord(trx, vault, changed)
      return changed !== undefined
    },
  }
}

const lockRecord = async (trx: Kysely<Database>): Promise<string | undefined> => {
  const found = trx.selectFrom('instance').select('value').where('key', '=', row)
  const record = await found.$if(isPostgres(trx), (query) => query.forUpdate()).executeTakeFirst()
  return record?.value
}

const openRecord = (vault: Vault, sealed: string): TrailKeyRecord | undefined => {
  try {
    return JSON.parse(vault.open(sealed, row))
  } catch {
    return undefined
  }
}

const storeRecord = async (trx: Kysely<Database>, vault: Vault, record: TrailKeyRecord): Promise<void> => {
  await storeFact(trx, row, vault.seal(JSON.stringify(record), row))
}

const hasKeyedLine = async (trx: Kysely<Database>): Promise<boolean> => {
  const sealed = trx.selectFrom('audit_chains').select('chain').where('seal', 'is not', null).limit(1)
  return (await sealed.executeTakeFirst()) !== undefined
}

/** @param unkeyed_lines how many of the present lines are accepted without the key; all of them by default. */
export const sealAsItIs = async (
  trx: Kysely<Database>,
  key: TrailKey,
  head: Head,
  unkeyed_lines = head.lines,
): Promise<void> => {
  const sealed = { ...head, sealed_lines: head.lines, unkeyed_lines }
  await trx
    .updateTable('audit_chains')
    .set({ sealed_lines: head.lines, unkeyed_lines, seal: key.sealOf(sealed, head.hash) })
    .where('chain', '=', head.chain)
    .execute()
}

/** Whether the end and the beginning of a chain are unchanged since they were last sealed. */
export const isSealed = async (db: Kysely<Database>, key: TrailKey, head: Head): Promise<boolean> => {
  if (head.seal === null || head.sealed_lines > head.lines) return false
  const hash = await hashAt(db, head)
  return hash !== undefined && key.sealOf(head, hash) === head.seal
}

/** A server of an older version moves the end of a chain without its seal. */
const hashAt = async (db: Kysely<Database>, head: Head): Promise<string | undefined> => {
  if (head.sealed_lines === head.lines) return head.hash
  if (head.sealed_lines === head.pruned_lines) return head.pruned_hash
  const line = await db
    .selectFrom('audit')
    .select('hash')
    .where('chain', '=', head.chain)
    .where('position', '=', head.sealed_lines)
    .executeTakeFirst()
  return line?.hash ?? undefined
}

/** @returns false if this chain is known already: then somebody removed its end. */
export const registerChain = (trx: Kysely<Database>, key: TrailKey, chain: number): Promise<boolean> =>
  key.change(trx, (record) =>
    record.chains.includes(chain) ? undefined : { ...record, chains: [...record.chains, chain] },
  )

const olderAtOnce = 500

/** The digest of all lines outside the chains. */
export const digestOfOlder = async (db: Kysely<Database>): Promise<string> => {
  const digest = createHash('sha256')
  for (let after = 0; ; ) {
    const lines = await db
      .selectFrom('audit')
      .select(['id', 'at', 'action', 'subject', 'detail'])
      .where('chain', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(olderAtOnce)
      .execute()
    for (const { id, at, action, subject, detail } of lines) digest.update(digestOf([id, at, action, subject, detail]))
    after = lines.at(-1)?.id ?? after
    if (lines.length < olderAtOnce) return digest.digest('hex')
  }
}
