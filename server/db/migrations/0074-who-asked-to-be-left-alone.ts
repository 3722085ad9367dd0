import { type Kysely, type Migration, sql } from 'kysely'
import type { DialectName } from '../schema'

type Event = 'insert' | 'update' | 'delete'

interface Source {
  /** The name of the triggers and of PostgreSQL's function. */
  name: string
  table: string
  events: Event[]
  /** Only a change of these columns changes an answer about tasks. */
  shown: string[]
  /** The operator whose answers depend on the row, as SQL on the row: null means nobody. */
  owner: (event: Event) => string
}

const rowOf = (event: Event) => (event === 'delete' ? 'old' : 'new')
const owned = (event: Event) => `${rowOf(event)}.owner_id`

/** Mentions arrive all day; only mentions by people on the list affect answers about tasks. */
const ownerOfListed = (event: Event) =>
  event === 'update' ? `coalesce(${listed('new')}, ${listed('old')})` : listed(rowOf(event))
const listed = (row: 'old' | 'new') =>
  `(select owner_id from do_not_reply where owner_id = ${row}.owner_id
     and (x_user_id = ${row}.author_id or username_key = ${row}.author_key) limit 1)`

const sources: Source[] = [
  {
    name: 'do_not_reply',
    table: 'do_not_reply',
    events: ['insert', 'update', 'delete'],
    shown: ['username', 'username_key', 'x_user_id', 'reason'],
    owner: owned,
  },
  {
    name: 'listed_mentions',
    table: 'mentions',
    events: ['insert', 'update', 'delete'],
    shown: ['author_id', 'author_key'],
    owner: ownerOfListed,
  },
  { name: 'post_authors', table: 'posts', events: ['update'], shown: ['author_id'], owner: owned },
]

const columns = (row: 'old' | 'new', names: string[]) => `(${names.map((name) => `${row}.${name}`).join(', ')})`
const nameOf = ({ name }: Source, event: Event) => `${name}_${event}_revises_tasks`
const eventOf = ({ shown }: Source, event: Event) => (event === 'update' ? `update of ${shown.join(', ')}` : event)
const conditionOf = ({ shown }: Source, event: Event, differs: string) =>
  event === 'update' ? `when (${columns('old', shown)} ${differs} ${columns('new', shown)})` : ''

const sqliteTriggers = (source: Source): string[] =>
  source.events.map(
    (event) =>
      `create trigger ${nameOf(source, event)} after ${eventOf(source, event)} on ${source.table}
         ${conditionOf(source, event, 'is not')} begin
         insert into task_revisions (owner_id, value)
           select owner, lower(hex(randomblob(16))) from (select ${source.owner(event)} as owner)
             where owner is not null
           on conflict (owner_id) do update set value = excluded.value;
       end`,
  )

const postgresTriggers = (source: Source): string[] => [
  `create or replace function ${source.name}_revise_tasks() returns trigger language plpgsql as $$
     begin
       if tg_op = 'DELETE' then
         perform renew_task_revision(${source.owner('delete')});
       elsif tg_op = 'INSERT' then
         perform renew_task_revision(${source.owner('insert')});
       else
         perform renew_task_revision(${source.owner('update')});
       end if;
       return null;
     end
   $$`,
  ...source.events.map(
    (event) =>
      `create trigger ${nameOf(source, event)} after ${eventOf(source, event)} on ${source.table}
         for each row ${conditionOf(source, event, 'is distinct from')} execute function ${source.name}_revise_tasks()`,
  ),
]

export default (dialect: DialectName): Migration => ({
  async up(db: Kysely<unknown>) {
    const triggers = dialect === 'sqlite' ? sqliteTriggers : postgresTriggers
    for (const statement of sources.flatMap(triggers)) await sql.raw(statement).execute(db)
  },
})
