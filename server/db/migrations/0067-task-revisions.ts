import { type Kysely, type Migration, sql } from 'kysely'
import type { DialectName } from '../schema'

interface Source {
  table: string
  events: ('insert' | 'update' | 'delete')[]
  /** Only a change of these columns changes an answer about tasks. */
  shown: string[]
  /** The operator whose answers show the row, as SQL on the row: 0 means all operators, null nobody. */
  owner: (row: 'old' | 'new') => string
  /** A condition for the rows that count; all rows by default. */
  only?: string
}

const owned = (row: 'old' | 'new') => `${row}.owner_id`
const always: Source['events'] = ['insert', 'update', 'delete']

/** A hold of an app affects every operator who uses the app. The other holds name an account or an operator. */
const holder: Record<DialectName, (row: 'old' | 'new') => string> = {
  sqlite: (row) => `case substr(${row}.scope, 1, instr(${row}.scope, ':'))
    when 'budget:' then cast(substr(${row}.scope, 8) as integer)
    when 'account:' then (select owner_id from accounts where id = cast(substr(${row}.scope, 9) as integer))
    when 'rest:' then (select owner_id from accounts where id = cast(substr(${row}.scope, 6) as integer))
    when 'doubt:' then (select owner_id from accounts where id = cast(substr(${row}.scope, 7) as integer))
    else 0 end`,
  postgres: (row) => `case split_part(${row}.scope, ':', 1)
    when 'budget' then split_part(${row}.scope, ':', 2)::bigint
    when 'account' then (select owner_id from accounts where id = split_part(${row}.scope, ':', 2)::bigint)
    when 'rest' then (select owner_id from accounts where id = split_part(${row}.scope, ':', 2)::bigint)
    when 'doubt' then (select owner_id from accounts where id = split_part(${row}.scope, ':', 2)::bigint)
    else 0 end`,
}

const sourcesFor = (dialect: DialectName): Source[] => [
  {
    table: 'tasks',
    events: always,
    shown: ['error', 'tweet_id', 'characters', 'group_name', 'updated_at'],
    owner: owned,
  },
  {
    table: 'task_items',
    events: always,
    shown: [
      ...['state', 'error', 'next_step', 'attempts', 'resends', 'next_at', 'updated_at', 'can_retry', 'account_id'],
      ...['twitter_username', 'content', 'target_tweet_id', 'reply_tweet_id', 'handed_over_at', 'against_verdict'],
    ],
    owner: owned,
  },
  {
    table: 'attempts',
    events: always,
    shown: ['finished_at', 'http_status', 'outcome', 'detail', 'refusal'],
    owner: (row) => `(select owner_id from task_items where id = ${row}.item_id)`,
  },
  { table: 'posts', events: always, shown: ['text', 'author_username'], owner: owned },
  { table: 'accounts', events: ['update'], shown: ['is_active', 'inactive_reason', 'x_app'], owner: owned },
  { table: 'holds', events: always, shown: ['until', 'reason'], owner: holder[dialect] },
  /** Lines from before the audit chains. The end of a chain reports changes of all other lines. */
  { table: 'audit', events: ['delete'], shown: [], owner: owned, only: 'old.chain is null' },
]

const rowOf = (event: string) => (event === 'delete' ? 'old' : 'new')
const columns = (row: 'old' | 'new', names: string[]) => `(${names.map((name) => `${row}.${name}`).join(', ')})`
const nameOf = ({ table }: Source, event: string) => `${table}_${event}_revises_tasks`
const eventOf = ({ shown }: Source, event: string) => (event === 'update' ? `update of ${shown.join(', ')}` : event)

const conditionOf = ({ shown, only }: Source, event: string, differs: string) => {
  const conditions = [
    ...(only === undefined ? [] : [only]),
    ...(event === 'update' ? [`${columns('old', shown)} ${differs} ${columns('new', shown)}`] : []),
  ]
  return conditions.length > 0 ? `when (${conditions.join(' and ')})` : ''
}

const sqliteTriggers = (source: Source): string[] =>
  source.events.map(
    (event) =>
      `create trigger ${nameOf(source, event)} after ${eventOf(source, event)} on ${source.table}
         ${conditionOf(source, event, 'is not')} begin
         insert into task_revisions (owner_id, value)
           select owner, lower(hex(randomblob(16))) from (select ${source.owner(rowOf(event))} as owner)
             where owner is not null
           on conflict (owner_id) do update set value = excluded.value;
       end`,
  )

/**
 * Runs once per transaction and operator. It updates a row that no other transaction has locked, or adds a row: nobody
 * waits, however many replies of one operator are posted at the same time. The rows of a deleted operator are reported
 * after the operator's row is gone.
 */
const renew = `
  create or replace function renew_task_revision(owner bigint) returns void language plpgsql as $$
    declare
      renewed text := coalesce(current_setting('auto_comment_bot.task_revisions', true), '');
    begin
      if owner is null or strpos(renewed, ':' || owner || ':') > 0 then
        return;
      end if;
      perform set_config('auto_comment_bot.task_revisions', renewed || ':' || owner || ':', true);
      update task_revisions set value = gen_random_uuid()::text
        where id = (select id from task_revisions where owner_id = owner order by id limit 1 for update skip locked);
      if not found then
        insert into task_revisions (owner_id, value) select owner, gen_random_uuid()::text
          where owner = 0 or exists (select 1 from users where id = owner);
      end if;
    end
  $$`

const postgresTriggers = (source: Source): string[] => [
  `create or replace function ${source.table}_revise_tasks() returns trigger language plpgsql as $$
     begin
       if tg_op = 'DELETE' then
         perform renew_task_revision(${source.owner('old')});
       else
         perform renew_task_revision(${source.owner('new')});
       end if;
       return null;
     end
   $$`,
  ...source.events.map(
    (event) =>
      `create trigger ${nameOf(source, event)} after ${eventOf(source, event)} on ${source.table}
         for each row ${conditionOf(source, event, 'is distinct from')} execute function ${source.table}_revise_tasks()`,
  ),
]

const forget: Record<DialectName, string[]> = {
  sqlite: [
    `create trigger users_delete_task_revisions after delete on users begin
       delete from task_revisions where owner_id = old.id;
     end`,
  ],
  postgres: [
    `create or replace function forget_task_revisions() returns trigger language plpgsql as $$
       begin
         delete from task_revisions where owner_id = old.id;
         return null;
       end
     $$`,
    `create trigger users_delete_task_revisions after delete on users
       for each row execute function forget_task_revisions()`,
  ],
}

/**
 * The revision of an operator's answers about tasks consists of the operator's rows and the rows for everybody (0).
 * After every change at least one row has a new value.
 */
export default (dialect: DialectName): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db
    const integer = dialect === 'sqlite' ? 'integer' : 'bigint'
    await schema
      .createTable('task_revisions')
      .addColumn('id', integer, (column) =>
        dialect === 'sqlite' ? column.primaryKey() : column.primaryKey().generatedByDefaultAsIdentity(),
      )
      .addColumn('owner_id', integer, (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute()
    const byOwner = schema.createIndex('task_revisions_owner_id').on('task_revisions').column('owner_id')
    await (dialect === 'sqlite' ? byOwner.unique() : byOwner).execute()
    const sources = sourcesFor(dialect)
    const statements =
      dialect === 'sqlite' ? sources.flatMap(sqliteTriggers) : [renew, ...sources.flatMap(postgresTriggers)]
    for (const statement of [...statements, ...forget[dialect]]) await sql.raw(statement).execute(db)
  },
})
