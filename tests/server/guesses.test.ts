import { expect, it, vi } from 'vitest'
import { hashPassword, verifyPassword } from '../../server/security/passwords'

const load = vi.hoisted(() => ({ isBusy: false, rests: [] as number[], wake: [] as (() => void)[] }))

vi.mock('../../server/security/load', () => ({ isLoopBusy: () => load.isBusy }))
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) =>
    new Promise<void>((resolve) => {
      load.rests.push(ms)
      load.wake.push(resolve)
    }),
}))

const wakeAll = () => {
  for (const wake of load.wake.splice(0)) wake()
}

it('a wrong password of a stranger keeps its place on a busy server, and one of a known caller does not', async () => {
  const stored = await hashPassword('correct horse')
  expect(await verifyPassword(stored, 'wrong')).toEqual({ matches: false })
  load.isBusy = true
  expect(await verifyPassword(stored, 'correct horse')).toEqual({ matches: true })
  expect(await verifyPassword(stored, 'wrong', true)).toEqual({ matches: false })
  expect(load.rests).toEqual([])

  const answered: string[] = []
  const ask = (name: string, password: string) =>
    verifyPassword(stored, password).then(({ matches }) => answered.push(`${name} ${matches}`))
  const all = Promise.all([ask('first', 'wrong'), ask('second', 'wrong'), ask('third', 'correct horse')])
  await vi.waitFor(() => expect(load.wake).toHaveLength(2))
  expect(answered).toEqual([])
  expect(load.rests.every((ms) => ms > 0)).toBe(true)
  wakeAll()
  await all
  expect(answered.sort()).toEqual(['first false', 'second false', 'third true'])
})
