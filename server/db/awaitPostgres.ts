import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { messageOf } from '../messageOf'
import { whyUnavailable } from './unavailable'

const standby = new Error('it is a standby that cannot be written yet')

/**
 * @throws Error that a retry cannot solve, such as a refused password.
 * @returns a temporary error, or undefined when PostgreSQL answers.
 */
const obstacleAt = async (url: string): Promise<Error | undefined> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('select pg_is_in_recovery() as is_standby')
    return rows[0]?.is_standby ? standby : undefined
  } catch (error) {
    if (error instanceof Error && whyUnavailable(error) !== undefined) return error
    throw error
  } finally {
    await client.end()
  }
}

/**
 * Waits for a PostgreSQL that starts, is not reachable yet, or takes over from another server.
 * @param waiting called once, with the reason for the wait.
 * @throws Error with the last reason after the limit, and immediately for an error that a retry cannot solve.
 */
export const awaitPostgres = async (
  url: string,
  limitMs: number,
  waiting: (reason: string) => void = () => undefined,
): Promise<void> => {
  const until = performance.now() + limitMs
  for (let pauseMs = 100; ; pauseMs = Math.min(2000, pauseMs * 2)) {
    const obstacle = await obstacleAt(url)
    if (obstacle === undefined) return
    if (performance.now() >= until) {
      throw new Error(`Database: PostgreSQL in DATABASE_URL was not ready within ${limitMs / 1000} s`, {
        cause: obstacle,
      })
    }
    if (pauseMs === 100) waiting(messageOf(obstacle))
    await delay(pauseMs)
  }
}
