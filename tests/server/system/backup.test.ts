import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Migrator, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { backupFile, makeBackup, pruneBackups } from '../../../scripts/backups/make'
import { restoreBackup } from '../../../scripts/backups/restore'
import { databaseFile, type OpenDatabase, openDatabase } from '../../../server/db/database'
import { generationFile } from '../../../server/db/generation'
import { migrations } from '../../../server/db/migrations'
import { openTrail } from '../../../server/db/trail/trailKey'
import { createUser } from '../../../server/features/session/users.store'
import { lockFolder } from '../../../server/jobs/onlyProcess'
import { createVault } from '../../../server/security/vault'
import { databases } from '../../support/databases'
import { startGeneration } from '../../support/generation'
import { eventually } from '../../support/waiting'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acb-backup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const now = new Date('2026-11-23T08:30:00.000Z')
const place = () => ({ DATA_DIR: folder, DATABASE_URL: undefined })

const within = async <T>(work: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<T>): Promise<T> => {
  const { db, close } = await openDatabase({ file: databaseFile(place()) })
  return work(db).finally(close)
}
const signUp = (email: string) => within((db) => createUser(db, { email, username: 'someone', passwordHash: 'h' }))
const emails = () =>
  within(async (db) => (await db.selectFrom('users').select('email').execute()).map((row) => row.email))

it('passes the password to pg_dump where nobody else on the machine can read it', () => {
  const file = join(folder, 'copy.dump')
  const dump = `#!/bin/sh\necho "$PGPASSWORD" "$@"\n: > ${file}.part\n`
  writeFileSync(join(folder, 'pg_dump'), dump, { mode: 0o700 })
  const { status, stdout } = spawnSync(process.execPath, ['scripts/run.mjs', 'scripts/backup.ts', file], {
    encoding: 'utf8',
    env: {
      PATH: [folder, process.env.PATH].join(delimiter),
      DATA_DIR: folder,
      DATABASE_URL: 'postgres://ada:a%2Fsecret@db.example:5433/replies?sslmode=require',
    },
  })
  expect([status, stdout.split('\n')[0]]).toEqual([
    0,
    `a/secret --format=custom --file=${file}.part postgres://ada@db.example:5433/replies?sslmode=require`,
  ])
})

it.each([
  ['backup', '--keep', '0'],
  ['trail', '--unknown'],
  ['archive', '--days', '89'],
  ['operators', 'invite'],
])('ends %s with one sentence if it cannot run', (script, ...args) => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', `scripts/${script}.ts`, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: folder },
  })
  expect([status, stderr.trimEnd().split('\n').length]).toEqual([1, 1])
})

it('leaves no files of a failed backup', () => {
  const named = 'for each; do case "$each" in --file=*) file=$(echo "$each" | cut -d= -f2);; esac; done'
  const script = `#!/bin/sh\n${named}\necho half > "$file"\nexit 1\n`
  writeFileSync(join(folder, 'pg_dump'), script, { mode: 0o700 })
  const { status, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'scripts/backup.ts'], {
    encoding: 'utf8',
    env: {
      PATH: [folder, process.env.PATH].join(delimiter),
      DATA_DIR: folder,
      DATABASE_URL: 'postgres://ada:a%2Fsecret@db.example:5433/replies',
    },
  })
  expect([status, stderr]).toEqual([1, 'pg_dump failed (1)\n'])
  expect(readdirSync(join(folder, 'backups'))).toEqual([])
})

it('keeps the newest automatic backups, and all named ones', async () => {
  await signUp('ada@example.com')
  const named = join(folder, 'backups', 'before-the-move.db')
  makeBackup(place(), named)
  for (const day of ['21', '23', '22'])
    makeBackup(place(), backupFile(place(), new Date(`2026-11-${day}T08:00:00.000Z`)))
  expect(statSync(named).mode & 0o077).toBe(0)
  expect(() => makeBackup(place(), named)).toThrow(`${named} exists already`)
  expect(pruneBackups(place(), 2)).toEqual(['2026-11-21T08-00-00-000Z.db'])
  expect(readdirSync(join(folder, 'backups'))).toEqual([
    '2026-11-22T08-00-00-000Z.db',
    '2026-11-23T08-00-00-000Z.db',
    'before-the-move.db',
  ])
})

describe('a restore on SQLite', () => {
  it('puts the backup in place, and keeps the earlier database including its write-ahead log', async () => {
    await signUp('ada@example.com')
    const backup = join(folder, 'backup.db')
    makeBackup(place(), backup)
    await signUp('bob@example.com')
    const aside = await restoreBackup(place(), backup, now)
    expect(await emails()).toEqual(['ada@example.com'])
    expect(aside).toBe(`${databaseFile(place())}.before-2026-11-23T08-30-00-000Z`)
    copyFileSync(aside ?? '', databaseFile(place()))
    expect(await emails()).toEqual(['ada@example.com', 'bob@example.com'])
    rmSync(databaseFile(place()))
    expect(await restoreBackup(place(), backup, now)).toBeUndefined()
    expect(await emails()).toEqual(['ada@example.com'])
  })

  it('keeps the write-ahead log that a killed server left beside its database', async () => {
    await signUp('ada@example.com')
    const killed = join(folder, 'killed.db')
    await within(async (db) => {
      await createUser(db, { email: 'bob@example.com', username: 'someone', passwordHash: 'h' })
      for (const suffix of ['', '-wal']) copyFileSync(databaseFile(place()) + suffix, killed + suffix)
    })
    await restoreBackup(place(), killed, now)
    expect(await emails()).toEqual(['ada@example.com', 'bob@example.com'])
  })

  it('is noticed only at the next start, even if nothing was sent since the backup', async () => {
    const begin = () =>
      within(async (db) => {
        await openTrail(db, createVault([Buffer.alloc(32, 7)]))
        return (await startGeneration(db, generationFile(folder))).change?.reason
      })
    expect([await begin(), await begin()]).toEqual([undefined, undefined])
    const backup = join(folder, 'backup.db')
    makeBackup(place(), backup)
    await restoreBackup(place(), backup, now)
    expect([await begin(), await begin()]).toEqual([expect.stringContaining('is not the database'), undefined])
  })

  it('changes nothing while a server runs, and for a file that no server could start with', async () => {
    await signUp('ada@example.com')
    const backup = join(folder, 'backup.db')
    makeBackup(place(), backup)
    const refusal = (file: string) => restoreBackup(place(), file, now).then(() => 'restored', String)

    const server = lockFolder(folder)
    expect(await refusal(backup)).toMatch(/Another server uses .+: stop that server first/)
    server.release()

    const other = join(folder, 'other')
    expect(await refusal(other)).toMatch(/other does not exist$/)
    writeFileSync(other, 'PGDMP and more')
    expect(await refusal(other)).toMatch(/is not a backup of an SQLite database$/)

    const bytes = readFileSync(backup)
    writeFileSync(other, bytes.subarray(0, bytes.length / 2))
    expect(await refusal(other)).toMatch(/other is damaged: /)

    const { db, close } = await openDatabase({ file: backup })
    await sql`insert into kysely_migration (name, timestamp) values ('9999-of-the-future', 't')`.execute(db)
    await close()
    expect(await refusal(backup)).toMatch(
      /comes from a newer version \(9999-of-the-future\). Restore it with that version$/,
    )

    rmSync(other)
    expect(await emails()).toEqual(['ada@example.com'])
    expect(readdirSync(folder).filter((name) => /\.new|before/.test(name))).toEqual([])
    expect(existsSync(databaseFile(place()))).toBe(true)
  })
})

describe.each(databases.filter(({ name }) => name !== 'SQLite'))('a restore on $name', ({ create }) => {
  it('is refused while a server is connected, and puts the backup in place when none is', async () => {
    const database = await create()
    if (!('url' in database.location)) throw new Error('an address is needed')
    const at = { DATA_DIR: folder, DATABASE_URL: database.location.url }
    await createUser(database.db, { email: 'ada@example.com', username: 'ada', passwordHash: 'h' })
    const newer = join(folder, 'newer.dump')
    await sql`insert into kysely_migration (name, timestamp) values ('9999-of-the-future', 't')`.execute(database.db)
    makeBackup(at, newer)
    await sql`delete from kysely_migration where name = '9999-of-the-future'`.execute(database.db)
    const backup = join(folder, 'backup.dump')
    makeBackup(at, backup)
    await createUser(database.db, { email: 'bob@example.com', username: 'bob', passwordHash: 'h' })
    await expect(restoreBackup(at, backup, now)).rejects.toThrow('A server uses this database')
    await database.close()
    // PostgreSQL ends its side of a connection after ours.
    await eventually(() =>
      expect(restoreBackup(at, newer, now)).rejects.toThrow(
        /newer\.dump comes from a newer version \(9999-of-the-future\). Restore it with that version$/,
      ),
    )
    await restoreBackup(at, backup, now)
    const { db, close } = await openDatabase(database.location)
    expect((await db.selectFrom('users').select('email').execute()).map(({ email }) => email)).toEqual([
      'ada@example.com',
    ])
    await close()
    const other = join(folder, 'other')
    writeFileSync(other, 'SQLite format 3\0')
    await expect(restoreBackup(at, other, now)).rejects.toThrow('other is not a backup of a PostgreSQL database')
    writeFileSync(other, readFileSync(backup).subarray(0, 2_000))
    await expect(restoreBackup(at, other, now)).rejects.toThrow(/other is damaged: /)
    await database.remove()
  })

  it('accepts a backup from before the last migrations, and changes nothing if that fails', async () => {
    const database = await create()
    if (!('url' in database.location)) throw new Error('an address is needed')
    const at = { DATA_DIR: folder, DATABASE_URL: database.location.url }
    await sql`drop schema public cascade`.execute(database.db)
    await sql`create schema public`.execute(database.db)
    const earlier = Object.entries(migrations('postgres')).filter(([name]) => name < '0080')
    const provider = { getMigrations: async () => Object.fromEntries(earlier) }
    expect((await new Migrator({ db: database.db, provider }).migrateToLatest()).error).toBeUndefined()
    await createUser(database.db, { email: 'ada@example.com', username: 'ada', passwordHash: 'h' })
    const backup = join(folder, 'backup.dump')
    makeBackup(at, backup)
    await database.close()
    const emailsAfter = async (work: (db: OpenDatabase['db']) => Promise<unknown>) => {
      const { db, close } = await openDatabase(database.location)
      await work(db)
      const rows = await db.selectFrom('users').select('email').orderBy('id').execute()
      await close()
      return rows.map(({ email }) => email)
    }
    const sixth = { email: 'bob@example.com', username: 'bob', passwordHash: 'h' }
    expect(await emailsAfter((db) => createUser(db, sixth))).toEqual(['ada@example.com', 'bob@example.com'])
    const bytes = readFileSync(backup)
    const cut = join(folder, 'cut.dump')
    writeFileSync(cut, bytes.subarray(0, bytes.length - 200))
    await eventually(() => expect(restoreBackup(at, cut, now)).rejects.toThrow(/failed|damaged/))
    expect(await emailsAfter(async () => undefined)).toEqual(['ada@example.com', 'bob@example.com'])
    const programs = join(folder, 'programs')
    mkdirSync(programs)
    writeFileSync(join(programs, 'psql'), '#!/bin/sh\nexit 3\n', { mode: 0o700 })
    vi.stubEnv('PATH', [programs, process.env.PATH].join(delimiter))
    await eventually(() => expect(restoreBackup(at, backup, now)).rejects.toThrow('psql failed (3)'))
    vi.unstubAllEnvs()
    expect(await emailsAfter(async () => undefined)).toEqual(['ada@example.com', 'bob@example.com'])
    await eventually(() => restoreBackup(at, backup, now))
    expect(await emailsAfter((db) => sql`select count(*) from item_events`.execute(db))).toEqual(['ada@example.com'])
    await database.remove()
  })
})
