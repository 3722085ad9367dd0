import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { type Location, type OpenDatabase, openDatabase } from '../../server/db/database'

export interface TestDatabase extends OpenDatabase {
  /** For opening it once more, as another process would. */
  location: Location
  /** Closes and deletes it. */
  remove(): Promise<void>
}

export interface DatabaseKind {
  name: string
  create(): Promise<TestDatabase>
}

export const sqlite: DatabaseKind = {
  name: 'SQLite',
  async create() {
    const folder = mkdtempSync(join(tmpdir(), 'acb-sqlite-'))
    const location = { file: join(folder, 'test.db') }
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

const postgres = (server: string): DatabaseKind => ({
  name: 'PostgreSQL',
  async create() {
    const name = `test_${randomBytes(8).toString('hex')}`
    await administer(server, `create database ${name}`)
    const url = new URL(server)
    url.pathname = `/${name}`
    const location = { url: url.href }
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
})

const administer = async (server: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const server = inject('postgresUrl')

/** Every database the product runs on, for `describe.each(databases)('... on $name', ({ create }) => ...)`. */
export const databases: DatabaseKind[] = server ? [sqlite, postgres(server)] : [sqlite]
