import type { Kysely, Migration } from 'kysely'
import type { DialectName } from '../schema'

/** What X says of an account when it is asked who it is; null where it did not say. */
export default (dialect: DialectName): Migration => ({
  async up(db: Kysely<unknown>) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const column of ['x_access', 'x_subscription'])
      await db.schema.alterTable('accounts').addColumn(column, 'text').execute()
    await db.schema.alterTable('accounts').addColumn('x_protected', int).execute()
  },
})
