import { type Migration, sql } from 'kysely'
import type { DialectName } from '../../schema'
import { revisionTriggers } from './revisions'
import { tables } from './tables'

/** The steps of databases from before 1.0.0. The first one creates everything, the others have nothing left to do. */
export const baselineSteps: string[] = [
  '0001-create-tables',
  '0002-account-revisions',
  '0003-unchanged-lists',
  '0004-accounts-in-order',
  '0005-items-by-account-and-post',
  '0006-what-waits-in-order',
  '0007-one-revision-per-transaction',
  '0008-refusals-and-apps',
  '0011-unclaimed-posts',
  '0014-who-wrote-replies',
  '0017-bounded-characters',
  '0018-turns-of-operators',
  '0019-operators-and-sessions',
  '0022-whole-posts',
  '0026-what-a-task-is-about',
  '0030-posted-by-hand',
  '0032-replies-by-age',
  '0034-tokens-of-oauth2',
  '0035-what-x-says-of-accounts',
  '0036-inbox',
  '0037-one-reply-per-mention',
  '0038-what-x-charges',
  '0039-budgets',
  '0041-opened-by-hand',
  '0042-activity-stream',
  '0043-mentions-by-dismissal',
  '0044-against-the-verdict',
  '0045-farewells',
  '0046-what-models-are-told',
  '0052-what-characters-cost',
  '0054-what-edits-teach',
  '0055-audit-chains',
  '0057-saved-replies',
  '0058-second-factors',
  '0061-allowances',
  '0062-api-tokens',
  '0067-task-revisions',
  '0068-notices',
  '0069-what-is-old',
  '0070-passkeys',
  '0071-item-events',
  '0072-when-the-inbox-was-written',
  '0073-by-whose-clock',
  '0073-watches-without-budget',
  '0074-who-asked-to-be-left-alone',
]

const create = (dialect: DialectName): Migration => ({
  async up(db) {
    for (const statement of [...tables(dialect), ...revisionTriggers(dialect)]) await sql.raw(statement).execute(db)
  },
})

export const baseline = (dialect: DialectName): Record<string, Migration> =>
  Object.fromEntries(
    baselineSteps.map((name, at) => [name, at === 0 ? create(dialect) : { up: async () => undefined }]),
  )
