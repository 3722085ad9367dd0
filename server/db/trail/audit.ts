import { type Kysely, sql, type Transaction } from 'kysely'
import type { AccessEntry, AuditEntry } from '../../../src/schemas/system'
import { HttpProblem } from '../../problems'
import { dayOf, timestamp } from '../../time/clock'
import { prepared, type Values } from '../prepared'
import { retrying } from '../retrying'
import type { Database, Row } from '../schema'
import * as words from '../words'
import { currentCall } from './auditedCall'
import { type Head, isSealed, registerChain, trailOf } from './trailKey'

/**
 * Adds a line to the audit trail, with the hash of the previous line of the same chain. The chain stays locked until
 * the transaction ends, so call this last.
 * @param ownerId null when nobody is signed in; only administrators read such lines.
 * @param action `noun.participle`, for example `account.created`.
 * @param subject the thing that changed, for example `@name` or a task's id.
 * @param detail never a secret.
 */
export const audit = (
  db: Kysely<Database>,
  ownerId: number | null,
  action: string,
  subject: string | null = null,
  detail: string | null = null,
): Promise<void> => {
  const line = { owner_id: ownerId, at: timestamp(), action, subject, detail }
  return db.isTransaction ? append(db, line) : retrying(db, (trx) => append(trx, line))
}

export type AuditLine = Pick<Row<'audit'>, 'owner_id' | 'at' | 'action' | 'subject' | 'detail'>

const append = async (trx: Kysely<Database>, line: AuditLine): Promise<void> => {
  const trail = trailOf(trx)
  const chain = chainOf(line.owner_id)
  const [head] = await takePosition(trx, { chain, day: dayOf(line.at) })
  if (!head) throw new Error(`audit: chain ${chain} gave no position`)
  const about_access = isAboutAccess(line.action) ? 1 : 0
  if (chain !== nobodysChain && about_access === 0 && head.day_lines > trail.linesADay) throw tooMany(trail.linesADay)
  const call = currentCall()
  const placed = {
    ...line,
    chain,
    position: head.lines,
    address: call?.address ?? null,
    session_id: call?.session ?? null,
  }
  const hash = trail.hashOf(head.hash, placed)
  await insertLine(trx, { ...placed, hash, about_access })
  if (await mayBeSealed(trx, head)) {
    const sealed_lines = head.lines
    await storeEnd(trx, { chain, hash, seal: trail.sealOf({ ...head, sealed_lines }, hash), sealed_lines })
  } else await storeHash(trx, { chain, hash })
}

/** Somebody who moved a chain's beginning or end must not get a new seal: it would hide the change. */
const mayBeSealed = (trx: Kysely<Database>, head: Head): Promise<boolean> => {
  const trail = trailOf(trx)
  return head.seal === null
    ? registerChain(trx, trail, head.chain)
    : isSealed(trx, trail, { ...head, lines: head.lines - 1 })
}

const tooMany = (most: number) => new HttpProblem(429, words.changesUsed(most.toLocaleString('en')))

/** The chain for calls without a signed-in operator. */
export const nobodysChain = 0

const chainOf = (ownerId: number | null): number => ownerId ?? nobodysChain

export const isAboutAccess = (action: string): boolean =>
  /^(?:access|apiToken|operator|passkey|password|secondFactor|session|signIn|signOut)\./.test(action)

/** Locks the chain until the transaction ends. */
const takePosition = prepared((db, value: Values<{ chain: number; day: string }>) =>
  db
    .insertInto('audit_chains')
    .values({
      chain: value('chain'),
      lines: 1,
      hash: '',
      pruned_lines: 0,
      pruned_hash: '',
      day: value('day'),
      day_lines: 1,
    })
    .onConflict((conflict) =>
      conflict.column('chain').doUpdateSet({
        lines: sql`audit_chains.lines + 1`,
        day: sql`excluded.day`,
        day_lines: sql`case when audit_chains.day = excluded.day then audit_chains.day_lines + 1 else 1 end`,
      }),
    )
    .returningAll(),
)

const insertLine = prepared((db, value: Values<Omit<Row<'audit'>, 'id'>>) =>
  db.insertInto('audit').values({
    owner_id: value('owner_id'),
    at: value('at'),
    action: value('action'),
    subject: value('subject'),
    detail: value('detail'),
    chain: value('chain'),
    position: value('position'),
    hash: value('hash'),
    about_access: value('about_access'),
    address: value('address'),
    session_id: value('session_id'),
  }),
)

const storeHash = prepared((db, value: Values<{ chain: number; hash: string }>) =>
  db
    .updateTable('audit_chains')
    .set({ hash: value('hash') })
    .where('chain', '=', value('chain')),
)

const storeEnd = prepared((db, value: Values<{ chain: number; hash: string; seal: string; sealed_lines: number }>) =>
  db
    .updateTable('audit_chains')
    .set({ hash: value('hash'), seal: value('seal'), sealed_lines: value('sealed_lines') })
    .where('chain', '=', value('chain')),
)

/**
 * Runs a write and adds its audit line in one transaction, and runs both again after a lost race.
 * @param line builds the line from the result of the write.
 */
export const audited = <T>(
  db: Kysely<Database>,
  ownerId: number,
  action: string,
  write: (trx: Transaction<Database>) => Promise<T>,
  line: (written: T) => { subject: string; detail?: string },
): Promise<T> =>
  retrying(db, async (trx) => {
    const written = await write(trx)
    const { subject, detail } = line(written)
    await audit(trx, ownerId, action, subject, detail ?? null)
    return written
  })

export interface AuditPage {
  limit: number
  /** Only lines with a smaller id. */
  before?: number | undefined
  /** Text in the action, the subject or the detail. Case is ignored only for A to Z. */
  search?: string | undefined
}

export const listAudit = (db: Kysely<Database>, ownerId: number, page: AuditPage): Promise<AuditEntry[]> =>
  paged(db, page)
    .where('owner_id', '=', ownerId)
    .$if(page.search !== undefined, (query) => query.where('audit.id', '>=', edgeOf(ofOwner(db, ownerId), page)))
    .execute()

/** The newest lines of all operators about sign-ins, permissions and refusals; for administrators. */
export const listAccess = (db: Kysely<Database>, page: AuditPage): Promise<AccessEntry[]> =>
  paged(db, page)
    .leftJoin('users', 'users.id', 'audit.owner_id')
    .select('users.email as operator')
    .where('about_access', '=', 1)
    .$if(page.search !== undefined, (query) => query.where('audit.id', '>=', edgeOf(aboutAccess(db), page)))
    .execute()

const ofOwner = (db: Kysely<Database>, ownerId: number) => db.selectFrom('audit').where('owner_id', '=', ownerId)

const aboutAccess = (db: Kysely<Database>) => db.selectFrom('audit').where('about_access', '=', 1)

/** The most lines that one search reads. */
export const searchedAtOnce = 2000

const edgeOf = (lines: ReturnType<typeof aboutAccess>, page: Pick<AuditPage, 'before'>) =>
  sql<number>`coalesce((${edgeLine(lines, page)}), 0)`

const edgeLine = (lines: ReturnType<typeof aboutAccess>, { before }: Pick<AuditPage, 'before'>) =>
  lines
    .select('id')
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .offset(searchedAtOnce - 1)
    .limit(1)

/**
 * The `before` of the next page of a search; undefined when no lines are left.
 * @param ownerId null for the lines about access
 */
export const nextOfSearch = async (
  db: Kysely<Database>,
  ownerId: number | null,
  page: AuditPage,
): Promise<number | undefined> => {
  const edge = edgeLine(ownerId === null ? aboutAccess(db) : ofOwner(db, ownerId), page)
  return page.search === undefined ? undefined : (await edge.executeTakeFirst())?.id
}

const paged = (db: Kysely<Database>, { limit, before, search }: AuditPage) =>
  db
    .selectFrom('audit')
    .select(['audit.id', 'at', 'action', 'subject', 'detail', 'audit.address', 'session_id as session'])
    .$if(before !== undefined, (query) => query.where('audit.id', '<', before ?? 0))
    .$if(search !== undefined, (query) =>
      query.where(({ or }) =>
        or(
          (['action', 'subject', 'detail'] as const).map(
            (column) => sql<boolean>`lower(${sql.ref(column)}) like lower(${patternOf(search ?? '')}) escape '!'`,
          ),
        ),
      ),
    )
    .orderBy('audit.id', 'desc')
    .limit(limit)

const patternOf = (search: string): string => `%${search.replace(/[%_!]/g, '!$&')}%`
