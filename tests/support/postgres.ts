import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { fastestFolder } from './memory'
import { createCluster, findBinaries, ready } from './postgresServer'
import { end } from './processes'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of a throw-away PostgreSQL server's `postgres` database; undefined if none is installed. */
    postgresUrl: string | undefined
  }
}

const settings = ['listen_addresses=', 'fsync=off', 'max_connections=200', 'max_wal_size=128MB']

/** Vitest's global setup of the server's tests: one PostgreSQL server for the whole run. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const bin = findBinaries()
  if (!bin) {
    console.warn('PostgreSQL: no initdb and postgres in PATH or /usr/lib/postgresql; its tests run on SQLite alone.')
    project.provide('postgresUrl', undefined)
    return undefined
  }
  const { folder, launch } = createCluster(bin, fastestFolder(), ['--no-sync'])
  const server = launch(settings)
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`
  const stop = async () => {
    await end(server, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await ready(url, server)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('postgresUrl', url)
  return stop
}
