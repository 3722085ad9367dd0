import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database, NewRow } from './schema'
import { isPostgres } from './turns'

/**
 * Inserts rows that are alike but for some columns. What differs goes as one JSON text, so that neither the statement nor
 * its parameters grow with the rows: to put those together took longer than to store them.
 *
 * @param same what all rows have.
 * @param rows what differs: of each the same columns, in one order.
 */
export const insertMany = async <T extends keyof Database, C extends keyof NewRow<T>>(
  db: Kysely<Database>,
  table: T,
  same: Omit<NewRow<T>, C>,
  rows: readonly Pick<NewRow<T>, C>[],
): Promise<void> => {
  const [first] = rows
  if (!first) return
  const target = sql.table(table)
  const names = [...Object.keys(same), ...Object.keys(first)].map((name) => sql.ref(name))
  const values = isPostgres(db) ? populated(target, names, same, rows) : extracted(same, rows)
  await sql`insert into ${target} (${sql.join(names)}) ${values}`.execute(db)
}

/** https://www.postgresql.org/docs/15/functions-json.html: what a row of the set lacks it has from the one before. */
const populated = (target: RawBuilder<unknown>, names: RawBuilder<unknown>[], same: object, rows: readonly object[]) =>
  sql`select ${sql.join(names)} from json_populate_recordset(
    json_populate_record(null::${target}, ${JSON.stringify(same)}::json), ${JSON.stringify(rows)}::json)`

/** https://sqlite.org/json1.html#jeach */
const extracted = (same: object, rows: readonly object[]) => {
  const arrays = rows.map((row) => Object.values(row))
  const values = [
    ...Object.values(same).map((value) => sql.value(value)),
    ...(arrays[0] ?? []).map((_, index) => sql`value ->> ${sql.lit(index)}`),
  ]
  return sql`select ${sql.join(values)} from json_each(${JSON.stringify(arrays)})`
}
