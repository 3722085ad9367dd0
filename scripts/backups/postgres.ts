import { spawnSync } from 'node:child_process'
import { DEFAULT_MIGRATION_TABLE } from 'kysely'

/**
 * Runs one of PostgreSQL's own programs on a database. The password goes by the environment: arguments are shown to
 * everybody on the machine.
 *
 * @throws Error where it ends with another status than 0, or is not installed.
 */
export const runPostgres = (program: 'pg_dump' | 'pg_restore', url: string, args: string[]): void => {
  const address = new URL(url)
  const secret = address.password === '' ? {} : { PGPASSWORD: decodeURIComponent(address.password) }
  address.password = ''
  const at = program === 'pg_dump' ? [address.href] : [`--dbname=${address.href}`]
  const { status, error } = spawnSync(program, [...args, ...at], {
    stdio: 'inherit',
    env: { ...process.env, ...secret },
  })
  if (error) throw new Error(`${program} could not be run: ${error.message}`)
  if (status !== 0) throw new Error(`${program} failed (${status})`)
}

/** Names of the migrations that a dump holds; asks no database. @throws Error where the dump cannot be read. */
export const migrationsInDump = (file: string): string[] => {
  const wanted = ['--data-only', `--table=${DEFAULT_MIGRATION_TABLE}`, '--file=-', file]
  const { status, error, stdout, stderr } = spawnSync('pg_restore', wanted, { encoding: 'utf8' })
  if (error) throw new Error(`pg_restore could not be run: ${error.message}`)
  if (status !== 0) throw new Error(`${file} is damaged: ${stderr.trim()}`)
  const [, rows = ''] = /^COPY .+ FROM stdin;\n([\s\S]*?)^\\\.$/m.exec(stdout) ?? []
  return rows
    .split('\n')
    .flatMap((row) => row.split('\t', 1))
    .filter((name) => name !== '')
}
