import type { Kysely } from 'kysely'
import { digestOf, hashOf, isAboutAccess, nobodysChain } from './audit'
import { retrying } from './retrying'
import type { Database, Row } from './schema'

const atOnce = 500

export interface TrailCheck {
  chains: number
  lines: number
  /** Lines of versions before the chains: nothing shows whether they are as they were. */
  older: number
  /** A sentence for each chain that does not hold, about its first broken link, and for each task with other texts. */
  broken: string[]
}

/** Follows every chain of the audit trail from its first line to its last; also while the server runs. */
export const checkTrail = async (db: Kysely<Database>): Promise<TrailCheck> => {
  const chains = await db.selectFrom('audit_chains').select('chain').orderBy('chain').execute()
  const { older } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<number>().as('older'))
    .where('chain', 'is', null)
    .executeTakeFirstOrThrow()
  const check: TrailCheck = { chains: chains.length, lines: 0, older: Number(older), broken: [] }
  for (const { chain } of chains) {
    const { lines, broken } = await checkChain(db, chain)
    check.lines += lines
    if (broken !== undefined) check.broken.push(`${await nameOf(db, chain)}: ${broken}`)
  }
  for (const chain of await chainsWithoutEnd(db)) {
    check.broken.push(`${await nameOf(db, chain)}: where the chain ends is no longer written down`)
  }
  check.broken.push(...(await otherTexts(db)))
  return check
}

type ChainCheck = { lines: number; broken: string | undefined }

const checkChain = async (db: Kysely<Database>, chain: number): Promise<ChainCheck> => {
  for (;;) {
    const end = await endOf(db, chain)
    const checked = await follow(db, end)
    // Lines that went meanwhile because they were old are not missing.
    if (checked.broken === undefined || (await endOf(db, chain)).pruned_lines === end.pruned_lines) return checked
  }
}

const endOf = (db: Kysely<Database>, chain: number) =>
  db.selectFrom('audit_chains').selectAll().where('chain', '=', chain).executeTakeFirstOrThrow()

const follow = async (db: Kysely<Database>, end: Row<'audit_chains'>): Promise<ChainCheck> => {
  let last = end.pruned_lines
  let hash = end.pruned_hash
  const counted = () => last - end.pruned_lines
  const breaks = (broken: string): ChainCheck => ({ lines: counted(), broken })
  while (last < end.lines) {
    const lines = await linesAfter(db, end.chain, last, Math.min(atOnce, end.lines - last))
    if (lines.length === 0) return breaks(`lines ${last + 1} to ${end.lines} are missing`)
    for (const line of lines) {
      const { position, at, action, owner_id, about_access } = line
      if (position === null || position > last + 1) return breaks(`line ${last + 1} is missing`)
      const isOwners = owner_id === null || owner_id === end.chain
      const isWhole = isOwners && about_access === (isAboutAccess(action) ? 1 : 0)
      if (!isWhole || hashOf(hash, { ...line, chain: end.chain, position }) !== line.hash) {
        return breaks(`line ${position} (${action}, ${at}) is not as it was written`)
      }
      last = position
      hash = line.hash
    }
  }
  return hash === end.hash
    ? { lines: counted(), broken: undefined }
    : breaks('its last line is not the one written last')
}

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

/** What ends a line about a task: what its texts were, in their order. */
const textsOf = /; texts ([0-9a-f]{64})$/

/** Tasks whose texts are not those that the trail says were sent. */
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
        broken.push(`Task ${subject}: its texts are not those that were sent`)
      }
    }
    if (sent.length < atOnce) return broken
  }
}

/**
 * Removes the oldest lines of each chain, which go on to hold: from where they begin is written down.
 *
 * @param before lines of earlier times go.
 * @returns how many went, at most 500 of each chain; the rest goes with the next calls.
 */
export const pruneTrail = async (db: Kysely<Database>, before: string): Promise<number> => {
  let pruned = await pruneOlder(db, before)
  for (const { chain } of await db.selectFrom('audit_chains').select('chain').execute()) {
    pruned += await retrying(db, (trx) => pruneChain(trx, chain, before))
  }
  return pruned
}

const pruneChain = async (trx: Kysely<Database>, chain: number, before: string): Promise<number> => {
  const { pruned_lines } = await trx
    .updateTable('audit_chains')
    .set(({ ref }) => ({ lines: ref('lines') }))
    .where('chain', '=', chain)
    .returning('pruned_lines')
    .executeTakeFirstOrThrow()
  const lines = await linesAfter(trx, chain, pruned_lines, atOnce)
  // One that stands before an old one is as old, whatever the clock said then.
  const last = lines.findLast(({ at }) => at < before)
  if (!last?.position || !last.hash) return 0
  await trx.deleteFrom('audit').where('chain', '=', chain).where('position', '<=', last.position).execute()
  await trx
    .updateTable('audit_chains')
    .set({ pruned_lines: last.position, pruned_hash: last.hash })
    .where('chain', '=', chain)
    .execute()
  return last.position - pruned_lines
}

const pruneOlder = async (db: Kysely<Database>, before: string): Promise<number> => {
  const old = await db
    .selectFrom('audit')
    .select('id')
    .where('chain', 'is', null)
    .where('at', '<', before)
    .limit(atOnce)
    .execute()
  if (old.length > 0) {
    await db
      .deleteFrom('audit')
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .execute()
  }
  return old.length
}

export type TrailLine = Pick<
  Row<'audit'>,
  'id' | 'at' | 'action' | 'subject' | 'detail' | 'chain' | 'position' | 'hash'
> & {
  /** The e-mail; null where nobody was signed in, or the operator is deleted. */
  operator: string | null
}

/** Every line, oldest first. */
export async function* everyLine(db: Kysely<Database>, email: string | undefined): AsyncGenerator<TrailLine> {
  for (let after = 0; ; ) {
    const lines = await db
      .selectFrom('audit')
      .leftJoin('users', 'users.id', 'audit.owner_id')
      .select(['audit.id', 'at', 'users.email as operator', 'action', 'subject', 'detail', 'chain', 'position', 'hash'])
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
