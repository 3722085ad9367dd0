import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isPostgres } from './dialect'
import type { Database, NewRow } from './schema'

/**
 * Inserts rows that have the same value in most columns. The statement contains the common values once and the others
 * as one JSON text, so that neither the statement nor its parameters grow with the rows.
 * @param rows texts, numbers and null, with the same columns in the same order.
 */
export const insertMany = async <T extends keyof Database>(
  db: Kysely<Database>,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<void> => {
  const [first, ...others] = rows.map((row) => Object.entries(row))
  if (!first) return
  const differs = first.map(([, value], index) => others.some((other) => other[index]?.[1] !== value))
  const same = first.filter((_, index) => !differs[index])
  const own = [first, ...others].map((row) => row.filter((_, index) => differs[index]))
  const names = [...same, ...(own[0] ?? [])].map(([name]) => sql.ref(name))
  const target = sql.table(table)
  const values = isPostgres(db) ? populated(target, names, same, own) : extracted(same, own)
  await sql`insert into ${target} (${sql.join(names)}) ${values}`.execute(db)
}

type Columns = [name: string, value: unknown][]

/**
 * https://www.postgresql.org/docs/15/functions-json.html: a field that the JSON lacks gets its value from the base
 * record.
 */
const populated = (target: RawBuilder<unknown>, names: RawBuilder<unknown>[], same: Columns, own: Columns[]) =>
  sql`select ${sql.join(names)} from json_populate_recordset(
    json_populate_record(null::${target}, ${JSON.stringify(Object.fromEntries(same))}::json),
    ${JSON.stringify(own.map((row) => Object.fromEntries(row)))}::json)`

/** https://sqlite.org/json1.html#jeach */
const extracted = (same: Columns, own: Columns[]) => {
  const columns = [
    ...same.map(([, value]) => sql.value(value)),
    ...(own[0] ?? []).map((_, index) => sql`value ->> ${sql.lit(index)}`),
  ]
  return sql`select ${sql.join(columns)} from json_each(${JSON.stringify(own.map((row) => row.map(([, value]) => value)))})`
}
