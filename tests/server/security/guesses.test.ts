import { hash } from '@node-rs/argon2'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createPasswordCheck, hashPassword } from '../../../server/security/passwords'
import { sqlite } from '../../support/databases'
import { type Operator, password, startTestServer, type TestServer } from '../../support/server'
import { until } from '../../support/waiting'

it("a stranger's wrong password keeps its place on a busy server, a known caller's does not", async () => {
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

describe('during the guesses of forty strangers', () => {
  const email = 'ada@example.com'
  const better = 'better horse battery'

  /** @returns the result of the act once all strangers were answered, and how many of them came first. */
  const amongStrangers = async <T>(act: () => Promise<T>) => {
    const resting: (() => void)[] = []
    const guess = createPasswordCheck(
      () => true,
      () => new Promise<void>((resolve) => resting.push(resolve)),
    )
    let answered = 0
    const strangers = Array.from({ length: 40 }, () =>
      guess(undefined, 'a guess').then(() => {
        answered += 1
      }),
    )
    await until(() => resting.length === 2)
    const met = act().then((result) => ({ result, before: answered }))
    await until(() => {
      for (const wake of resting.splice(0)) wake()
      return answered === strangers.length
    })
    return met
  }

  const reset = async (server: TestServer, ada: Operator) => {
    const { body } = await ada.call('POST', '/operators/1/reset')
    const { token } = body as { token: string }
    return () => server.call('POST', '/auth/reset', { token, password: better })
  }
  const signInByOldHash = async (server: TestServer) => {
    const signIn = () => server.call('POST', '/auth/login', { email, password })
    await signIn()
    const old = await hash(password, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
    await server.database.db.updateTable('users').set({ password_hash: old }).execute()
    return signIn
  }

  it.each<[string, number, (server: TestServer, ada: Operator) => Promise<() => Promise<{ status: number }>>]>([
    [
      'an operator changes his password',
      204,
      async (_, ada) => () => ada.call('PUT', '/auth/password', { current_password: password, new_password: better }),
    ],
    ['the link for a new password is used', 204, reset],
    ['somebody who is known signs in, whose hash is renewed', 200, signInByOldHash],
  ])('%s before nearly all of them', async (_, status, prepare) => {
    const server = await startTestServer(sqlite.create)
    onTestFinished(() => server.close())
    const { result, before } = await amongStrangers(await prepare(server, await server.operator(email)))
    expect(result.status).toBe(status)
    expect(before).toBeLessThan(20)
  })
})
