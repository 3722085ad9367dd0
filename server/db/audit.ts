import type { Kysely, Transaction } from 'kysely'
import type { AuditEntry } from '../../src/schemas/system'
import { timestamp } from '../clock'
import { prepared, type Values } from './prepared'
import { retrying } from './retrying'
import type { Database, Row } from './schema'

/**
 * Leaves a line in the audit trail.
 *
 * @param ownerId null where nobody was signed in; such lines are read in the database only.
 * @param action `noun.participle`, for example `account.created`.
 * @param subject what it happened to, for example `@name` or a task's id.
 * @param detail never a secret.
 */
export const audit = async (
  db: Kysely<Database>,
  ownerId: number | null,
  action: string,
  subject: string | null = null,
  detail: string | null = null,
): Promise<void> => {
  await insertLine(db, { owner_id: ownerId, at: timestamp(), action, subject, detail })
}

const insertLine = prepared((db, value: Values<Omit<Row<'audit'>, 'id'>>) =>
  db.insertInto('audit').values({
    owner_id: value('owner_id'),
    at: value('at'),
    action: value('action'),
    subject: value('subject'),
    detail: value('detail'),
  }),
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

/** The newest `limit` lines of one operator. */
export const listAudit = (db: Kysely<Database>, ownerId: number, limit: number): Promise<AuditEntry[]> =>
  db
    .selectFrom('audit')
    .select(['id', 'at', 'action', 'subject', 'detail'])
    .where('owner_id', '=', ownerId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
