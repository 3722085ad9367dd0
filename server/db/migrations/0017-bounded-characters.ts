import { type Kysely, type Migration, sql } from 'kysely'
import type { DialectName } from '../schema'

const measured = [
  'system_prompt',
  'background_story',
  'personality_traits',
  'instruction_set',
  'knowledge_base',
  'example_conversations',
]

const events = ['insert', 'update', 'delete']
const rowOf = (event: string) => (event === 'delete' ? 'old' : 'new')

const triggers: Record<DialectName, string[]> = {
  sqlite: events.map(
    (event) =>
      `create trigger roles_after_${event} after ${event} on roles begin
         update users set roles_revision = lower(hex(randomblob(16))) where id = ${rowOf(event)}.owner_id;
       end`,
  ),
  postgres: [
    `create or replace function renew_roles_revision() returns trigger language plpgsql as $$
       begin
         update users set roles_revision = gen_random_uuid()::text
           where id = case tg_op when 'DELETE' then old.owner_id else new.owner_id end;
         return null;
       end
     $$`,
    ...events.map(
      (event) =>
        `create constraint trigger roles_after_${event} after ${event} on roles
           deferrable initially deferred for each row execute function renew_roles_revision()`,
    ),
  ],
}

export default (dialect: DialectName): Migration => ({
  async up(db: Kysely<unknown>) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    await db.schema
      .alterTable('roles')
      .addColumn('bytes', int, (column) => column.notNull().defaultTo(0))
      .execute()
    const lengths = measured.map((name) => `length(${name})`).join(' + ')
    await sql.raw(`update roles set bytes = ${lengths}`).execute(db)
    await db.schema.createIndex('roles_owner_id_bytes').on('roles').columns(['owner_id', 'bytes']).execute()
    await db.schema
      .alterTable('users')
      .addColumn('roles_revision', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    for (const statement of triggers[dialect]) await sql.raw(statement).execute(db)
  },
})
