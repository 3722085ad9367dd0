import { type Kysely, type Migration, sql } from 'kysely'
import type { DialectName } from '../schema'

/** The columns that the list of accounts shows, besides the name of the group. */
const shown = 'username, group_id, is_active, inactive_reason'

const watched = [
  { name: 'accounts_added', event: 'insert', table: 'accounts', row: 'new' },
  { name: 'accounts_changed', event: `update of ${shown}`, table: 'accounts', row: 'new' },
  { name: 'accounts_removed', event: 'delete', table: 'accounts', row: 'old' },
  { name: 'groups_renamed', event: 'update of name', table: 'groups', row: 'new' },
  { name: 'groups_removed', event: 'delete', table: 'groups', row: 'old' },
]

const triggers: Record<DialectName, string[]> = {
  sqlite: watched.map(
    ({ name, event, table, row }) =>
      `create trigger ${name} after ${event} on ${table} begin
         update users set accounts_revision = lower(hex(randomblob(16))) where id = ${row}.owner_id;
       end`,
  ),
  /** Deferred to the end of the transaction, so that nobody waits for the locked row of the owner. */
  postgres: [
    `create or replace function renew_accounts_revision() returns trigger language plpgsql as $$
       begin
         update users set accounts_revision = gen_random_uuid()::text
           where id = case tg_op when 'DELETE' then old.owner_id else new.owner_id end;
         return null;
       end
     $$`,
    ...watched.map(
      ({ name, event, table }) =>
        `create constraint trigger ${name} after ${event} on ${table}
           deferrable initially deferred for each row execute function renew_accounts_revision()`,
    ),
  ],
}

export default (dialect: DialectName): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('users')
      .addColumn('accounts_revision', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    for (const statement of triggers[dialect]) await sql.raw(statement).execute(db)
  },
})
