import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { AccessEntry, AuditEntry } from '../../src/schemas/system'
import { timestamp } from '../clock'
import { prepared, type Values } from './prepared'
import { retrying } from './retrying'
import type { Database, Row } from './schema'

/**
 * Leaves a line in the audit trail, with the hash of the line before it in the same chain. Whoever leaves another one
 * in that chain waits for the end of the transaction: leave it last.
 *
 * @param ownerId null where nobody was signed in; such lines are for administrators.
 * @param action `noun.participle`, for example `account.created`.
 * @param subject what it happened to, for example `@name` or a task's id.
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
  const chain = chainOf(line.owner_id)
  const [last] = await takePosition(trx, { chain })
  if (!last) throw new Error(`audit: chain ${chain} gave no position`)
  const place = { chain, position: last.lines }
  const hash = hashOf(last.hash, { ...line, ...place })
  await insertLine(trx, { ...line, ...place, hash, about_access: isAboutAccess(line.action) ? 1 : 0 })
  await storeHash(trx, { chain, hash })
}

/** The chain of what nobody did who was signed in. */
export const nobodysChain = 0

const chainOf = (ownerId: number | null): number => ownerId ?? nobodysChain

/** Whether an administrator reads it of everybody. */
export const isAboutAccess = (action: string): boolean =>
  /^(?:access|apiToken|operator|passkey|password|secondFactor|session|signIn|signOut)\./.test(action)

/** SHA-256, as hex, of values in their order. */
export const digestOf = (values: unknown[]): string => createHash('sha256').update(JSON.stringify(values)).digest('hex')

/** Of what a line says, where it stands, and the hash before it. */
export const hashOf = (
  before: string,
  { chain, position, at, action, subject, detail }: Omit<AuditLine, 'owner_id'> & { chain: number; position: number },
): string => digestOf([before, chain, position, at, action, subject, detail])

/** Locks the chain until the transaction ends. */
const takePosition = prepared((db, value: Values<{ chain: number }>) =>
  db
    .insertInto('audit_chains')
    .values({ chain: value('chain'), lines: 1, hash: '', pruned_lines: 0, pruned_hash: '' })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet({ lines: sql`audit_chains.lines + 1` }))
    .returning(['lines', 'hash']),
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
  }),
)

const storeHash = prepared((db, value: Values<{ chain: number; hash: string }>) =>
  db
    .updateTable('audit_chains')
    .set({ hash: value('hash') })
    .where('chain', '=', value('chain')),
)

/**
 * A write and its line in the audit trail, both or neither; run anew after a lost race.
 *
 * @param line what the line says of the written.
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
  /** The id of the last line that is known. */
  before?: number | undefined
  /** What the action, the subject or the detail hold, in any case of the letters A to Z. */
  search?: string | undefined
}

/** The newest lines of one operator. */
export const listAudit = (db: Kysely<Database>, ownerId: number, page: AuditPage): Promise<AuditEntry[]> =>
  paged(db, page).where('owner_id', '=', ownerId).execute()

/** The newest lines of everybody that tell who came in, who may, and who was refused; for administrators. */
export const listAccess = (db: Kysely<Database>, page: AuditPage): Promise<AccessEntry[]> =>
  paged(db, page)
    .leftJoin('users', 'users.id', 'audit.owner_id')
    .select('users.email as operator')
    .where('about_access', '=', 1)
    .execute()

const paged = (db: Kysely<Database>, { limit, before, search }: AuditPage) =>
  db
    .selectFrom('audit')
    .select(['audit.id', 'at', 'action', 'subject', 'detail'])
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
