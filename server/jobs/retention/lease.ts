import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema'
import { minuteMs, timestamp } from '../../time/clock'

const key = 'pruning'
const leaseMs = 2 * minuteMs

/** Work that only one process on a database does at a time. */
export interface Lease {
  /** @returns whether this process has the lease for at least another minute */
  hold(): Promise<boolean>
  free(): Promise<void>
}

/** A lease in the database, which expires if its process stops. */
export const createLease = (db: Kysely<Database>, clock: () => Date): Lease => {
  const epoch = randomUUID()
  let until = 0

  return {
    async hold() {
      const now = clock().getTime()
      if (until - now > leaseMs / 2 && until - now <= leaseMs) return true
      const value = `${timestamp(now + leaseMs)} ${epoch}`
      const taken = await db
        .insertInto('instance')
        .values({ key, value })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet({ value })
            .where((eb) =>
              eb.or([eb('instance.value', '<', timestamp(now)), eb('instance.value', 'like', `%${epoch}`)]),
            ),
        )
        .returning('key')
        .executeTakeFirst()
      until = taken ? now + leaseMs : 0
      return taken !== undefined
    },
    async free() {
      if (until === 0) return
      until = 0
      await db.deleteFrom('instance').where('key', '=', key).where('value', 'like', `%${epoch}`).execute()
    },
  }
}
