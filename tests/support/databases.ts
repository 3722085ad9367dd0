import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { type Location, type OpenDatabase, openDatabase } from '../../server/db/database'
import { isDrawn } from './depth'

export interface TestDatabase extends OpenDatabase {
  /** For a second connection, like another process's. */
  location: Location
  remove(): Promise<void>
}

export interface DatabaseKind {
  name: string
  create(): Promise<TestDatabase>
}

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** A migrated file without rows, which each test copies. */
const emptyFile = once(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'acb-sqlite-empty-'))
  const file = join(folder, 'empty.db')
  await (await openDatabase({ file })).close()
  const bytes = readFileSync(file)
  rmSync(folder, { recursive: true, force: true })
  return bytes
})

export const sqlite: DatabaseKind = {
  name: 'SQLite',
  async create() {
    const folder = mkdtempSync(join(tmpdir(), 'acb-sqlite-'))
    const location = { file: join(folder, 'test.db') }
    writeFileSync(location.file, await emptyFile())
    const opened = await openDatabase(location)
    return {
      ...opened,
      location,
      async remove() {
        await opened.close()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  },
}

const postgres = (server: string): DatabaseKind => {
  const addressOf = (name: string): Location => {
    const url = new URL(server)
    url.pathname = `/${name}`
    return { url: url.href }
  }
  const newName = () => `test_${randomBytes(8).toString('hex')}`
  /** The name of a migrated database without rows, which each test copies. */
  const emptyDatabase = once(async () => {
    const name = newName()
    await administer(server, `create database ${name}`)
    await (await openDatabase(addressOf(name))).close()
    return name
  })
  return {
    name: 'PostgreSQL',
    async create() {
      const name = newName()
      await administer(server, `create database ${name} template ${await emptyDatabase()}`)
      const location = addressOf(name)
      const opened = await openDatabase(location)
      return {
        ...opened,
        location,
        async remove() {
          await opened.close()
          await administer(server, `drop database ${name} with (force)`)
        },
      }
    },
  }
}

const administer = async (server: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const server = inject('postgresUrl')

export const databases: DatabaseKind[] = server ? [sqlite, postgres(server)] : [sqlite]

/**
 * For `describe.each(databasesHere())('... on $name', ({ create }) => ...)`: `npm test` runs every sixth file on
 * PostgreSQL too (`isDrawn`), `npm run test:deep` every file on PostgreSQL only. A named file runs on both.
 */
export const databasesHere = (): DatabaseKind[] => {
  const [first, ...others] = databases
  if (first === undefined || others.length === 0) return databases
  if (process.env.TEST_DATABASES === 'PostgreSQL') return others
  return isDrawn(expect.getState().testPath ?? '', 6) ? databases : [first]
}
