import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { DEFAULT_MIGRATION_TABLE } from 'kysely'
import { messageOf } from '../../server/messageOf'

/** The password goes through the environment, because everybody on the machine can read arguments. */
const reach = (url: string) => {
  const address = new URL(url)
  const secret = address.password === '' ? {} : { PGPASSWORD: decodeURIComponent(address.password) }
  address.password = ''
  return { address: address.href, env: { ...process.env, ...secret } }
}

/** @throws Error if it fails, or `pg_dump` is not installed. */
export const dumpPostgres = (url: string, file: string): void => {
  const { address, env } = reach(url)
  const { status, error } = spawnSync('pg_dump', ['--format=custom', `--file=${file}`, address], {
    stdio: 'inherit',
    env,
  })
  if (error) throw new Error(`pg_dump could not be run: ${error.message}`)
  if (status !== 0) throw new Error(`pg_dump failed (${status})`)
}

/**
 * Replaces the database with a dump, in one transaction.
 *
 * @param own tables of this product that are there. They are dropped together before the dump drops those that it
 * knows, because later migrations may have added tables and references. An object of somebody else on one of them stops
 * the restore.
 * @throws Error if it fails, or `pg_restore` or `psql` is not installed. Nothing is changed then.
 */
export const restorePostgresDump = async (url: string, file: string, own: readonly string[]): Promise<void> => {
  const { address, env } = reach(url)
  const reading = spawn('pg_restore', ['--clean', '--if-exists', '--file=-', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const settings = ['--quiet', '--no-psqlrc', '--single-transaction', '--set=ON_ERROR_STOP=1']
  const writing = spawn('psql', [...settings, `--dbname=${address}`], { stdio: ['pipe', 'ignore', 'inherit'], env })
  // The exit of the process reports the reason; a write error adds nothing.
  writing.stdin.on('error', () => undefined)
  if (own.length > 0) writing.stdin.write(`drop table ${own.map((name) => `"${name}"`).join(', ')};\n`)
  reading.stdout.pipe(writing.stdin, { end: false })
  let wrong: string | undefined
  /** If one fails, the other is ended too. */
  const follow = async (child: ReturnType<typeof spawn>, other: ReturnType<typeof spawn>) => {
    const why = await ended(child)
    wrong ??= why
    if (why !== undefined) other.kill('SIGKILL')
  }
  const written = follow(writing, reading)
  await follow(reading, writing)
  // The end of its input makes psql commit.
  if (wrong === undefined) writing.stdin.end()
  await written
  if (wrong !== undefined) throw new Error(wrong)
}

/** @returns the reason of a failure, otherwise undefined. */
const ended = async (child: ReturnType<typeof spawn>): Promise<string | undefined> => {
  const [program = ''] = child.spawnargs
  try {
    const [status] = await once(child, 'close')
    return status === 0 ? undefined : `${program} failed (${status})`
  } catch (error) {
    return `${program} could not be run: ${messageOf(error)}`
  }
}

/**
 * Names of the migrations in a dump, without a database.
 *
 * @throws Error if the dump cannot be read.
 */
export const migrationsInDump = (file: string): string[] => {
  const wanted = ['--data-only', `--table=${DEFAULT_MIGRATION_TABLE}`, '--file=-']
  const [, rows = ''] = /^COPY .+ FROM stdin;\n([\s\S]*?)^\\\.$/m.exec(readDump(file, wanted)) ?? []
  return rows
    .split('\n')
    .flatMap((row) => row.split('\t', 1))
    .filter((name) => name !== '')
}

const readDump = (file: string, options: string[]): string => {
  const { status, error, stdout, stderr } = spawnSync('pg_restore', [...options, file], { encoding: 'utf8' })
  if (error) throw new Error(`pg_restore could not be run: ${error.message}`)
  if (status !== 0) throw new Error(`${file} is damaged: ${stderr.trim()}`)
  return stdout
}
