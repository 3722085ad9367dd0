import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lockFolder, lockInstance } from '../../../server/jobs/onlyProcess'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acb-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('lets one process work with a folder at a time', () => {
  const first = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(`Another server uses ${folder}`)
  first.release()
  lockFolder(folder).release()
})

it('lets one process work with an instance at a time, wherever its folder is, and other processes with other instances', () => {
  const first = lockInstance('one', folder)
  expect(() => lockInstance('one', folder)).toThrow('Another server on this machine uses a copy of the same data')
  lockInstance('two', folder).release()
  first.release()
  lockInstance('one', folder).release()
})

it('a lock is not removed as old if nobody has changed it for days', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const lock = lockInstance('one', folder)
  const [name = ''] = readdirSync(folder)
  const old = new Date('2026-01-01T00:00:00.000Z')
  utimesSync(join(folder, name), old, old)
  vi.advanceTimersByTime(3_600_000)
  await vi.waitFor(() => expect(statSync(join(folder, name)).mtimeMs).toBeGreaterThan(old.getTime()))
  lock.release()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
