import type { Migration } from 'kysely'

/** An unused column of an unreleased version; databases that have it keep it. */
export default (): Migration => ({
  async up() {},
})
