import type { Migration } from 'kysely'

/** Added a column for a day, on 27 November 2026, which nothing reads any more: databases of that day keep it. */
export default (): Migration => ({
  async up() {},
})
