import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from './schema'

/** Each text changes with every change of its subject. */
export interface Revisions {
  accounts: string
  roles: string
  /** Everything that calls answer about the operator's tasks, except changes that only the clock makes. */
  tasks: string
  /** The operator's audit lines, together with `tasks`. */
  audit: string
}

type OfUser = ExpressionBuilder<Database, 'users'>

/** The columns for `revisionsOf`, in a query with the operator's row. */
export const revisionColumns = (eb: OfUser) =>
  [
    'users.accounts_revision',
    'users.roles_revision',
    eb
      .selectFrom('task_revisions')
      .select(sql<string | null>`string_agg(value, '.' order by task_revisions.id)`.as('value'))
      .where(({ or, eb: of, ref }) => or([of('owner_id', '=', 0), of('owner_id', '=', ref('users.id'))]))
      .as('tasks_revision'),
    eb
      .selectFrom('audit_chains')
      .select(sql<string>`pruned_lines || '.' || lines || '.' || hash`.as('value'))
      .whereRef('chain', '=', 'users.id')
      .as('audit_revision'),
  ] as const

export const revisionsOf = (row: {
  accounts_revision: string
  roles_revision: string
  tasks_revision: string | null
  audit_revision: string | null
}): Revisions => ({
  accounts: row.accounts_revision,
  roles: row.roles_revision,
  tasks: row.tasks_revision ?? '',
  audit: row.audit_revision ?? '',
})
