import type { Kysely, Migration } from 'kysely'

/**
 * An operator's accounts are read in the order of their ids: a page at a time, or the first of them alone. Those of a
 * group are found by the group's own index.
 */
export default (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.dropIndex('accounts_owner_id_group_id').execute()
    await schema.createIndex('accounts_owner_id_id').on('accounts').columns(['owner_id', 'id']).execute()
  },
})
