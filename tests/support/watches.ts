import type { Bench } from './delivery'

/** Switches on the inbox for these media agents; a reading is due. */
export const watchAccounts = ({ db, ownerId }: Pick<Bench, 'db' | 'ownerId'>, ...accountIds: number[]) =>
  db
    .insertInto('inbox_watches')
    .values(
      accountIds.map((account_id) => ({
        account_id,
        owner_id: ownerId,
        is_on: 1 as const,
        by_stream: 0 as const,
        next_at: '2026-01-01T00:00:00.000Z',
        switched_on_at: new Date().toISOString(),
        failures: 0,
      })),
    )
    .execute()
