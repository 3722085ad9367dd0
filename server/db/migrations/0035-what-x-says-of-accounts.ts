import type { Kysely, Migration } from 'kysely'
import type { DialectName } from '../schema'

export default (dialect: DialectName): Migration => ({
  async up(db: Kysely<unknown>) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const column of ['x_access', 'x_subscription'])
      await db.schema.alterTable('accounts').addColumn(column, 'text').execute()
    await db.schema.alterTable('accounts').addColumn('x_protected', int).execute()
  },
})
