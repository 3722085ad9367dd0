import { type Kysely, type Migration, sql } from 'kysely'
import type { DialectName } from '../schema'

const revised = [
  { name: 'accounts_changed', table: 'accounts', shown: ['username', 'group_id', 'is_active', 'inactive_reason'] },
  { name: 'groups_renamed', table: 'groups', shown: ['name'] },
]

const columns = (row: 'old' | 'new', names: string[]) => `(${names.map((name) => `${row}.${name}`).join(', ')})`

const triggers: Record<DialectName, (trigger: (typeof revised)[number]) => string[]> = {
  sqlite: ({ name, table, shown }) => [
    `drop trigger ${name}`,
    `create trigger ${name} after update of ${shown.join(', ')} on ${table}
       when ${columns('old', shown)} is not ${columns('new', shown)} begin
         update users set accounts_revision = lower(hex(randomblob(16))) where id = new.owner_id;
       end`,
  ],
  postgres: ({ name, table, shown }) => [
    `drop trigger ${name} on ${table}`,
    `create constraint trigger ${name} after update of ${shown.join(', ')} on ${table}
       deferrable initially deferred for each row
       when (${columns('old', shown)} is distinct from ${columns('new', shown)})
       execute function renew_accounts_revision()`,
  ],
}

/** A write that changes nothing visible, such as a passed check, must not change the revision. */
export default (dialect: DialectName): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const statement of revised.flatMap(triggers[dialect])) await sql.raw(statement).execute(db)
  },
})
