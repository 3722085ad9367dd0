import type { Kysely } from 'kysely'
import { retrying } from '../retrying'
import type { Database, Row } from '../schema'
import { audit, isAboutAccess, nobodysChain } from './audit'
import { digestOf } from './digest'
import {
  digestOfOlder,
  type Head,
  isKeyed,
  isSealed,
  registerChain,
  sealAsItIs,
  trailOf,
  unkeyedHashOf,
} from './trailKey'

const atOnce = 500

export interface TrailCheck {
  chains: number
  lines: number
  /** Lines of versions without chains: nothing shows whether they were changed. */
  older: number
  /** One sentence for each broken chain, about its first broken link, and one for each task whose texts changed. */
  broken: string[]
}

/**
 * Follows every chain of the audit trail from its first line to its last, even while the server runs.
 * @param accepts whether lines without the key count as correct.
 */
export const checkTrail = async (db: Kysely<Database>, accepts = false): Promise<TrailCheck> => {
  const record = await trailOf(db).read(db)
  const heads = await db.selectFrom('audit_chains').select('chain').orderBy('chain').execute()
  const chains = heads.map(({ chain }) => chain)
  const { older } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<number>().as('older'))
    .where('chain', 'is', null)
    .executeTakeFirstOrThrow()
  const check: TrailCheck = { chains: chains.length, lines: 0, older: Number(older), broken: [] }
  for (const chain of chains) {
    const { lines, broken } = await checkChain(db, chain, accepts)
    check.lines += lines
    if (broken !== undefined) check.broken.push(`${await nameOf(db, chain)}: ${broken}`)
  }
  const endless = await chainsWithoutEnd(db)
  for (const chain of endless) {
    check.broken.push(`${await nameOf(db, chain)}: the recorded end of the chain is missing`)
  }
  for (const chain of record.chains.filter((each) => !chains.includes(each) && !endless.includes(each))) {
    check.broken.push(`${await nameOf(db, chain)}: the whole chain is missing`)
  }
  if (!accepts && !(await holdOlder(db))) {
    check.broken.push('Lines outside the chains were added, changed or removed')
  }
  check.broken.push(...(await otherTexts(db)))
  return check
}

type ChainCheck = { lines: number; broken: string | undefined }

const checkChain = async (db: Kysely<Database>, chain: number, accepts: boolean): Promise<ChainCheck> => {
  for (;;) {
    const end = await endOf(db, chain)
    const checked = await follow(db, end, accepts)
    // Lines that retention removed during the check are not missing.
    if (checked.broken === undefined || (await endOf(db, chain)).pruned_lines === end.pruned_lines) return checked
  }
}

const endOf = (db: Kysely<Database>, chain: number) =>
  db.selectFrom('audit_chains').selectAll().where('chain', '=', chain).executeTakeFirstOrThrow()

const follow = async (db: Kysely<Database>, end: Head, accepts: boolean): Promise<ChainCheck> => {
  const key = trailOf(db)
  const owner = await ownerOf(db, end.chain)
  let last = end.pruned_lines
  let lastId = 0
  let hash = end.pruned_hash
  const counted = () => last - end.pruned_lines
  const breaks = (broken: string): ChainCheck => ({ lines: counted(), broken })
  while (last < end.lines) {
    const lines = await linesAfter(db, end.chain, last, Math.min(atOnce, end.lines - last))
    if (lines.length === 0) return breaks(`lines ${last + 1} to ${end.lines} are missing`)
    for (const line of lines) {
      const { id, position, at, action, owner_id, about_access } = line
      if (position === null || line.hash === null || position > last + 1) return breaks(`line ${last + 1} is missing`)
      const named = `line ${position} (${action}, ${at})`
      const isInPlace = owner_id === owner && id > lastId && about_access === (isAboutAccess(action) ? 1 : 0)
      const hashOf = isKeyed(line.hash) ? key.hashOf : unkeyedHashOf
      if (!isInPlace || hashOf(hash, { ...line, chain: end.chain, position }) !== line.hash) {
        return breaks(`${named} was changed after it was written`)
      }
      if (!accepts && !isKeyed(line.hash) && position > end.unkeyed_lines) {
        return breaks(`${named} was written without the key: by a server of an older version, or by somebody else`)
      }
      last = position
      lastId = id
      hash = line.hash
    }
  }
  if (hash !== end.hash) return breaks('its last line differs from the recorded one')
  if (await hasStrays(db, end)) return breaks('it has lines before its beginning or after its end')
  if (!accepts && !(await isSealed(db, key, end)))
    return breaks('its recorded beginning or end was changed without the key')
  return { lines: counted(), broken: undefined }
}

/** Reads twice, because retention can remove lines between the two reads. */
const holdOlder = async (db: Kysely<Database>): Promise<boolean> => {
  const isAsKept = async () => (await digestOfOlder(db)) === (await trailOf(db).read(db)).older
  return (await isAsKept()) || isAsKept()
}

/** @returns the owner of a chain; null when the operator was deleted. */
const ownerOf = async (db: Kysely<Database>, chain: number): Promise<number | null> => {
  const user = await db.selectFrom('users').select('id').where('id', '=', chain).executeTakeFirst()
  return user?.id ?? null
}

const hasStrays = async (db: Kysely<Database>, { chain, pruned_lines }: Head): Promise<boolean> => {
  const of = db.selectFrom('audit').where('chain', '=', chain)
  const before = await of
    .select('id')
    .where(({ or, eb }) => or([eb('position', 'is', null), eb('position', '<=', pruned_lines)]))
    .limit(1)
    .executeTakeFirst()
  const newest = await of.select('position').orderBy('position', 'desc').limit(1).executeTakeFirst()
  return before !== undefined || (newest?.position ?? 0) > (await endOf(db, chain)).lines
}

/**
 * Adds the key's seal to lines, beginnings and ends that have none. A server of an older version that runs at the same
 * time writes such lines. Chains with wrong hashes stay broken.
 * @returns the faults found before.
 */
export const acceptTrail = async (db: Kysely<Database>): Promise<string[]> => {
  const { broken } = await checkTrail(db)
  if (broken.length === 0) return broken
  const key = trailOf(db)
  for (const { chain } of await db.selectFrom('audit_chains').select('chain').execute()) {
    await retrying(db, async (trx) => {
      const head = await lockEnd(trx, chain)
      if ((await follow(trx, head, true)).broken !== undefined) return
      await registerChain(trx, key, chain)
      await sealAsItIs(trx, key, head)
    })
  }
  await retrying(db, async (trx) => {
    const older = await digestOfOlder(trx)
    await key.change(trx, (record) => ({ ...record, older }))
    await audit(trx, null, 'trail.accepted', `${broken.length} broken`, broken.join('; ').slice(0, longestDetail))
  })
  return broken
}

const longestDetail = 2000

const lockEnd = (trx: Kysely<Database>, chain: number): Promise<Head> =>
  trx
    .updateTable('audit_chains')
    .set(({ ref }) => ({ lines: ref('lines') }))
    .where('chain', '=', chain)
    .returningAll()
    .executeTakeFirstOrThrow()

const linesAfter = (db: Kysely<Database>, chain: number, position: number, limit: number) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('chain', '=', chain)
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute()

const chainsWithoutEnd = async (db: Kysely<Database>): Promise<number[]> => {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('audit_chains', 'audit_chains.chain', 'audit.chain')
    .select('audit.chain')
    .distinct()
    .where('audit.chain', 'is not', null)
    .where('audit_chains.chain', 'is', null)
    .execute()
  return rows.flatMap(({ chain }) => chain ?? [])
}

const nameOf = async (db: Kysely<Database>, chain: number): Promise<string> => {
  if (chain === nobodysChain) return 'Nobody signed in'
  const user = await db.selectFrom('users').select('email').where('id', '=', chain).executeTakeFirst()
  return user?.email ?? `Deleted operator ${chain}`
}

/** The digest of a task's texts, in their order, at the end of its line. */
const textsOf = /; texts ([0-9a-f]{64})$/

/** Tasks whose texts differ from those that the audit trail recorded. */
const otherTexts = async (db: Kysely<Database>): Promise<string[]> => {
  const broken: string[] = []
  for (let after = 0; ; ) {
    const sent = await db
      .selectFrom('audit')
      .select(['id', 'subject', 'detail'])
      .where('id', '>', after)
      .where('action', 'in', ['batch.sent', 'reply.sent'])
      .orderBy('id')
      .limit(atOnce)
      .execute()
    for (const { id, subject, detail } of sent) {
      after = id
      const said = textsOf.exec(detail ?? '')?.[1]
      if (said === undefined || subject === null) continue
      const items = await db
        .selectFrom('task_items')
        .select('content')
        .where('task_id', '=', subject)
        .orderBy('position')
        .execute()
      if (items.length > 0 && digestOf(items.map(({ content }) => content)) !== said) {
        broken.push(`Task ${subject}: its texts differ from the sent ones`)
      }
    }
    if (sent.length < atOnce) return broken
  }
}

/**
 * Removes the oldest lines of each chain and stores where the rest begins, so that the chain stays verifiable.
 * @param before an ISO time; older lines are removed.
 * @returns the number of removed lines, at most 500 for each chain in one call.
 */
export const pruneTrail = async (db: Kysely<Database>, before: string): Promise<number> => {
  let pruned = await pruneOlder(db, before)
  for (const { chain } of await db.selectFrom('audit_chains').select('chain').execute()) {
    pruned += await retrying(db, (trx) => pruneChain(trx, chain, before))
  }
  return pruned
}

const pruneChain = async (trx: Kysely<Database>, chain: number, before: string): Promise<number> => {
  const head = await lockEnd(trx, chain)
  const lines = await linesAfter(trx, chain, head.pruned_lines, atOnce)
  // A line before an old line is old too, even if the clock was wrong when it was written.
  const last = lines.findLast(({ at }) => at < before)
  if (!last?.position || !last.hash) return 0
  const key = trailOf(trx)
  const pruned = { ...head, pruned_lines: last.position, pruned_hash: last.hash }
  // The seal may belong to a line that is removed now, so the end of the chain gets a new one.
  const sealed = { ...pruned, sealed_lines: head.lines }
  const seal = (await isSealed(trx, key, head)) ? { seal: key.sealOf(sealed, head.hash), sealed_lines: head.lines } : {}
  await trx.deleteFrom('audit').where('chain', '=', chain).where('position', '<=', last.position).execute()
  await trx
    .updateTable('audit_chains')
    .set({ pruned_lines: pruned.pruned_lines, pruned_hash: pruned.pruned_hash, ...seal })
    .where('chain', '=', chain)
    .execute()
  return last.position - head.pruned_lines
}

const pruneOlder = (db: Kysely<Database>, before: string): Promise<number> =>
  retrying(db, async (trx) => {
    const old = await trx
      .selectFrom('audit')
      .select('id')
      .where('chain', 'is', null)
      .where('at', '<', before)
      .limit(atOnce)
      .execute()
    if (old.length === 0) return 0
    const ids = old.map(({ id }) => id)
    const known = await digestOfOlder(trx)
    await trx.deleteFrom('audit').where('id', 'in', ids).execute()
    const left = await digestOfOlder(trx)
    await trailOf(trx).change(trx, (record) => (record.older === known ? { ...record, older: left } : undefined))
    return old.length
  })

export type TrailLine = Pick<
  Row<'audit'>,
  'id' | 'at' | 'action' | 'subject' | 'detail' | 'address' | 'session_id' | 'chain' | 'position' | 'hash'
> & {
  /** The e-mail; null when nobody was signed in or the operator was deleted. */
  operator: string | null
}

export async function* everyLine(db: Kysely<Database>, email: string | undefined): AsyncGenerator<TrailLine> {
  for (let after = 0; ; ) {
    const lines = await db
      .selectFrom('audit')
      .leftJoin('users', 'users.id', 'audit.owner_id')
      .select(['audit.id', 'at', 'users.email as operator', 'action', 'subject', 'detail'])
      .select(['audit.address', 'session_id', 'chain', 'position', 'hash'])
      .where('audit.id', '>', after)
      .$if(email !== undefined, (query) => query.where('users.email', '=', email ?? ''))
      .orderBy('audit.id')
      .limit(atOnce)
      .execute()
    yield* lines
    after = lines.at(-1)?.id ?? after
    if (lines.length < atOnce) return
  }
}
