import {
  type Compilable,
  type CompiledQuery,
  type DialectAdapter,
  type Expression,
  type Kysely,
  ValueNode,
} from 'kysely'
import type { Database } from './schema'

/** A place in a query for a value of each run. */
class Placeholder<T> implements Expression<T> {
  readonly expressionType: T | undefined

  toOperationNode(): ValueNode {
    return ValueNode.create(this)
  }
}

/** The expression for the value with a name. */
export type Values<V> = <N extends keyof V>(name: N) => Expression<V[N]>

/**
 * A query that Kysely compiles once for each database and that runs with different values. Compiling takes longer than
 * running on SQLite.
 * @returns the query; its rows are empty when it only writes.
 */
export const prepared = <V extends object, R>(build: (db: Kysely<Database>, value: Values<V>) => Compilable<R>) => {
  const known = new WeakMap<DialectAdapter, (values: V) => CompiledQuery<R>>()

  const prepare = (db: Kysely<Database>) => {
    const names = new Map<unknown, keyof V>()
    const { parameters, ...query } = build(db, (name) => {
      const placeholder = new Placeholder<V[typeof name]>()
      names.set(placeholder, name)
      return placeholder
    }).compile()
    return (values: V) => ({
      ...query,
      parameters: parameters.map((parameter) => {
        const name = names.get(parameter)
        return name === undefined ? parameter : values[name]
      }),
    })
  }

  return async (db: Kysely<Database>, values: V): Promise<R[]> => {
    const { adapter } = db.getExecutor()
    let bind = known.get(adapter)
    if (!bind) {
      bind = prepare(db)
      known.set(adapter, bind)
    }
    return (await db.executeQuery(bind(values))).rows
  }
}
