import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acb-backup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('tells pg_dump the password where nobody else on the machine reads it', () => {
  const file = join(folder, 'copy.dump')
  const dump = `#!/bin/sh\necho "$PGPASSWORD" "$@"\n: > ${file}\n`
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
    `a/secret --format=custom --file=${file} postgres://ada@db.example:5433/replies?sslmode=require`,
  ])
})
