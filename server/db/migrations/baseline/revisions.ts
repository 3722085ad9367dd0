import type { DialectName } from '../../schema'

type Event = 'insert' | 'update' | 'delete'
type RowName = 'old' | 'new'

interface Source {
  /** Names the triggers and PostgreSQL's function. */
  name: string
  table: string
  events: Event[]
  /** Only a change of these columns changes an answer about tasks. */
  shown: string[]
  /** The operator whose answers depend on the row, as SQL: 0 means all operators, null nobody. */
  owner: (event: Event) => string
  /** A condition for the rows that count; all rows by default. */
  only?: string
}

const rowOf = (event: Event): RowName => (event === 'delete' ? 'old' : 'new')
const owned = (event: Event) => `${rowOf(event)}.owner_id`
const always: Event[] = ['insert', 'update', 'delete']
const columns = (row: RowName, names: string[]) => `(${names.map((name) => `${row}.${name}`).join(', ')})`
const eventOf = (event: Event, shown: string[]) =>
  event === 'update' && shown.length > 0 ? `update of ${shown.join(', ')}` : event

/** A write that changes nothing visible, such as a passed check, must not change the revision. */
const conditionOf = (dialect: DialectName, event: Event, shown: string[], only?: string): string => {
  const differs = dialect === 'sqlite' ? 'is not' : 'is distinct from'
  const conditions = [
    ...(only === undefined ? [] : [only]),
    ...(event === 'update' && shown.length > 0 ? [`${columns('old', shown)} ${differs} ${columns('new', shown)}`] : []),
  ]
  return conditions.length > 0 ? `when (${conditions.join(' and ')})` : ''
}

/** A hold of an app affects every operator who uses the app. The other holds name an account or an operator. */
const holder: Record<DialectName, (row: RowName) => string> = {
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

const listed = (row: RowName) =>
  `(select owner_id from do_not_reply where owner_id = ${row}.owner_id
     and (x_user_id = ${row}.author_id or username_key = ${row}.author_key) limit 1)`

const taskSources = (dialect: DialectName): Source[] => [
  {
    name: 'tasks',
    table: 'tasks',
    events: always,
    shown: ['error', 'tweet_id', 'characters', 'group_name', 'updated_at'],
    owner: owned,
  },
  {
    name: 'task_items',
    table: 'task_items',
    events: always,
    shown: [
      ...['state', 'error', 'next_step', 'attempts', 'resends', 'next_at', 'updated_at', 'can_retry', 'account_id'],
      ...['twitter_username', 'content', 'target_tweet_id', 'reply_tweet_id', 'handed_over_at', 'against_verdict'],
    ],
    owner: owned,
  },
  {
    name: 'attempts',
    table: 'attempts',
    events: always,
    shown: ['finished_at', 'http_status', 'outcome', 'detail', 'refusal'],
    owner: (event) => `(select owner_id from task_items where id = ${rowOf(event)}.item_id)`,
  },
  { name: 'posts', table: 'posts', events: always, shown: ['text', 'author_username'], owner: owned },
  { name: 'post_authors', table: 'posts', events: ['update'], shown: ['author_id'], owner: owned },
  {
    name: 'accounts',
    table: 'accounts',
    events: ['update'],
    shown: ['is_active', 'inactive_reason', 'x_app'],
    owner: owned,
  },
  {
    name: 'holds',
    table: 'holds',
    events: always,
    shown: ['until', 'reason'],
    owner: (event) => holder[dialect](rowOf(event)),
  },
  {
    name: 'do_not_reply',
    table: 'do_not_reply',
    events: always,
    shown: ['username', 'username_key', 'x_user_id', 'reason'],
    owner: owned,
  },
  {
    /** Mentions arrive all day; only mentions by people on the list affect answers about tasks. */
    name: 'listed_mentions',
    table: 'mentions',
    events: always,
    shown: ['author_id', 'author_key'],
    owner: (event) => (event === 'update' ? `coalesce(${listed('new')}, ${listed('old')})` : listed(rowOf(event))),
  },
  /** Lines from before the audit chains. The end of a chain reports changes of all other lines. */
  { name: 'audit', table: 'audit', events: ['delete'], shown: [], owner: owned, only: 'old.chain is null' },
]

const taskTrigger =
  (dialect: DialectName, { name, table, shown, only, owner }: Source) =>
  (event: Event): string => {
    const head = `create trigger ${name}_${event}_revises_tasks after ${eventOf(event, shown)} on ${table}`
    const condition = conditionOf(dialect, event, shown, only)
    return dialect === 'sqlite'
      ? `${head} ${condition} begin
         insert into task_revisions (owner_id, value)
           select owner, lower(hex(randomblob(16))) from (select ${owner(event)} as owner)
             where owner is not null
           on conflict (owner_id) do update set value = excluded.value;
       end`
      : `${head} for each row ${condition} execute function ${name}_revise_tasks()`
  }

const taskFunction = ({ name, events, owner }: Source): string =>
  `create or replace function ${name}_revise_tasks() returns trigger language plpgsql as $$
     begin
       ${events.map((event) => `if tg_op = '${event.toUpperCase()}' then perform renew_task_revision(${owner(event)}); end if;`).join('\n       ')}
       return null;
     end
   $$`

/**
 * Runs once per transaction and operator. It updates a row that no other transaction has locked, or adds a row: nobody
 * waits, however many replies of one operator are posted at the same time. The rows of a deleted operator are reported
 * after the operator's row is gone.
 */
const renewTaskRevision = `
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

const forgetTaskRevisions: Record<DialectName, string[]> = {
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

interface ListTrigger {
  list: 'accounts' | 'roles'
  name: string
  event: Event
  table: string
  shown?: string[]
}

const listTriggers: ListTrigger[] = [
  { list: 'accounts', name: 'accounts_added', event: 'insert', table: 'accounts' },
  {
    list: 'accounts',
    name: 'accounts_changed',
    event: 'update',
    table: 'accounts',
    shown: ['username', 'group_id', 'is_active', 'inactive_reason'],
  },
  { list: 'accounts', name: 'accounts_removed', event: 'delete', table: 'accounts' },
  { list: 'accounts', name: 'groups_renamed', event: 'update', table: 'groups', shown: ['name'] },
  { list: 'accounts', name: 'groups_removed', event: 'delete', table: 'groups' },
  ...always.map((event) => ({ list: 'roles' as const, name: `roles_after_${event}`, event, table: 'roles' })),
]

/** PostgreSQL: deferred to the end of the transaction, so that nobody waits for the locked row of the owner. */
const listTrigger =
  (dialect: DialectName) =>
  ({ list, name, event, table, shown = [] }: ListTrigger): string => {
    const condition = conditionOf(dialect, event, shown)
    return dialect === 'sqlite'
      ? `create trigger ${name} after ${eventOf(event, shown)} on ${table} ${condition} begin
           update users set ${list}_revision = lower(hex(randomblob(16))) where id = ${rowOf(event)}.owner_id;
         end`
      : `create constraint trigger ${name} after ${eventOf(event, shown)} on ${table}
           deferrable initially deferred for each row ${condition} execute function renew_${list}_revision()`
  }

/**
 * Only the first changed row of a transaction renews the owner's revision: renewing it for each row takes half a minute
 * for a group of 50,000 accounts. The setting ends with the transaction.
 */
const renewListRevision = (list: 'accounts' | 'roles'): string => `
  create or replace function renew_${list}_revision() returns trigger language plpgsql as $$
    declare
      renewed text := coalesce(current_setting('auto_comment_bot.${list}_revision', true), '');
    begin
      if renewed = '' then
        renewed := gen_random_uuid()::text;
        perform set_config('auto_comment_bot.${list}_revision', renewed, true);
      end if;
      update users set ${list}_revision = renewed
        where id = case tg_op when 'DELETE' then old.owner_id else new.owner_id end and ${list}_revision <> renewed;
      return null;
    end
  $$`

/**
 * The triggers that give each operator's lists and answers about tasks a new revision. The revision of the answers about
 * tasks consists of the operator's rows and the rows for everybody (0): after every change at least one row is new.
 */
export const revisionTriggers = (dialect: DialectName): string[] => {
  const sources = taskSources(dialect)
  const functions = [
    renewListRevision('accounts'),
    renewListRevision('roles'),
    renewTaskRevision,
    ...sources.map(taskFunction),
  ]
  return [
    ...(dialect === 'postgres' ? functions : []),
    ...listTriggers.map(listTrigger(dialect)),
    ...sources.flatMap((source) => source.events.map(taskTrigger(dialect, source))),
    ...forgetTaskRevisions[dialect],
  ]
}
