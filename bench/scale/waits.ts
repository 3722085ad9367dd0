import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { applicationName } from '../../server/db/postgres'

const everyMs = 20

/** Milliseconds of one connection, summed over the connections of all servers. */
export interface Waits {
  openMs: number
  /** A part of `openMs`: a row or another lock was held by another transaction. */
  lockMs: number
  /** A part of `openMs`: the database waited for the server's next statement. */
  serverMs: number
  /** A part of `openMs`: the disk. */
  diskMs: number
}

interface Seen {
  state: string
  type: string | null
  connections: number
}

export const watchWaits = async (url: string): Promise<{ stop(): Promise<Waits> }> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const waits: Waits = { openMs: 0, lockMs: 0, serverMs: 0, diskMs: 0 }
  let watching = true
  let lastMs = performance.now()
  const look = async () => {
    const { rows } = await client.query<Seen>(
      `select state, wait_event_type as type, count(*)::int as connections from pg_stat_activity
       where application_name = $1 and state <> 'idle' group by 1, 2`,
      [applicationName],
    )
    const nowMs = performance.now()
    const sinceMs = nowMs - lastMs
    lastMs = nowMs
    for (const { state, type, connections } of rows) {
      const ms = connections * sinceMs
      waits.openMs += ms
      if (type === 'Lock') waits.lockMs += ms
      if (type === 'IO') waits.diskMs += ms
      if (state.startsWith('idle in transaction')) waits.serverMs += ms
    }
  }
  const watched = (async () => {
    while (watching) {
      await look()
      await delay(everyMs)
    }
  })()
  return {
    stop: async () => {
      watching = false
      await watched
      await client.end()
      return waits
    },
  }
}
