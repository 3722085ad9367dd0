import { expect, it, vi } from 'vitest'
import { createPasswordCheck, hashPassword } from '../../server/security/passwords'

it('a wrong password of a stranger keeps its place on a busy server, and one of a known caller does not', async () => {
  let isBusy = false
  const rests: number[] = []
  const waiting: (() => void)[] = []
  const verifyPassword = createPasswordCheck(
    () => isBusy,
    (ms) =>
      new Promise<void>((resolve) => {
        rests.push(ms)
        waiting.push(resolve)
      }),
  )
  const stored = await hashPassword('correct horse')
  expect(await verifyPassword(stored, 'wrong')).toEqual({ matches: false })
  isBusy = true
  expect(await verifyPassword(stored, 'correct horse')).toEqual({ matches: true })
  expect(await verifyPassword(stored, 'wrong', true)).toEqual({ matches: false })
  expect(rests).toEqual([])

  const answered: string[] = []
  const ask = (name: string, password: string) =>
    verifyPassword(stored, password).then(({ matches }) => answered.push(`${name} ${matches}`))
  const all = Promise.all([ask('first', 'wrong'), ask('second', 'wrong'), ask('third', 'correct horse')])
  await vi.waitFor(() => expect(waiting).toHaveLength(2), 20_000)
  expect(answered).toEqual([])
  expect(rests.every((ms) => ms > 0)).toBe(true)
  for (const wake of waiting) wake()
  await all
  expect(answered.sort()).toEqual(['first false', 'second false', 'third true'])
})
