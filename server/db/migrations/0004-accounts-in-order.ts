import type { Kysely, Migration } from 'kysely'

export default (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.dropIndex('accounts_owner_id_group_id').execute()
    await schema.createIndex('accounts_owner_id_id').on('accounts').columns(['owner_id', 'id']).execute()
  },
})
