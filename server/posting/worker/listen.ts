import pg from 'pg'
import { atMost } from '../../atMost'
import { applicationName } from '../../db/postgres'
import { channel } from '../store'

export interface Listener {
  stop(): Promise<void>
}

const reconnectAfterMs = 500
/** The limit for closing a connection: if the other side is gone silently, the end never arrives. */
const endingMs = 1_000

/** Calls `onNews` when a process announced possible work, and after each connection. */
export const listen = (url: string, onNews: () => void): Listener => {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let client: pg.Client | undefined

  const reconnect = (lost: pg.Client) => {
    if (client !== lost) return
    client = undefined
    lost.removeAllListeners('notification')
    lost.end().catch(() => undefined)
    if (!stopped) timer = setTimeout(connect, reconnectAfterMs)
  }

  const connect = () => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: `${applicationName} delivery`,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 10_000,
    })
    client = fresh
    fresh.on('error', () => reconnect(fresh))
    fresh.on('end', () => reconnect(fresh))
    fresh.on('notification', onNews)
    fresh
      .connect()
      .then(() => fresh.query(`listen ${channel}`))
      .then(onNews)
      .catch(() => reconnect(fresh))
  }

  connect()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      const open = client
      client = undefined
      if (open) await atMost(endingMs, open.end()).catch(() => undefined)
    },
  }
}
