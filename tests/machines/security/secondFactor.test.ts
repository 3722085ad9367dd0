import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { secondFactorMachine } from '../../../src/machines/security/secondFactor'
import type { SecondFactor } from '../../../src/schemas/security/secondFactor'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const start = async (times: number, leftMs: number) => {
  let asked = 0
  const load = fromPromise<{ factor: SecondFactor | undefined }>(async () => {
    const until = asked++ < times ? new Date(Date.now() + leftMs).toISOString() : null
    return { factor: { enrolled_at: '2026-05-01T08:00:00.000Z', recovery_codes: 7, confirmed_until: until } }
  })
  const actor = createActor(secondFactorMachine.provide({ actors: { load } })).start()
  await vi.advanceTimersByTimeAsync(0)
  return { asked: () => asked, confirmed: () => actor.getSnapshot().context.factor?.confirmed_until !== null }
}

it.each([422, 429])('keeps the key and the reason if a first code is refused with %i', async (status) => {
  const load = fromPromise<{ factor: SecondFactor | undefined }>(async () => ({
    factor: { enrolled_at: null, recovery_codes: 0, confirmed_until: null },
  }))
  const enrolment = { secret: 'key', address: 'otpauth://totp/Console' }
  const start = fromPromise<typeof enrolment, { current_password: string }>(async () => enrolment)
  const enrol = fromPromise<{ recovery_codes: string[] }, { code: string }>(async () => {
    throw { status, detail: 'Wait a minute' }
  })
  const actor = createActor(secondFactorMachine.provide({ actors: { load, start, enrol } })).start()
  await vi.advanceTimersByTimeAsync(0)
  actor.send({ type: 'factor.start', current_password: 'secret one' })
  await vi.advanceTimersByTimeAsync(0)
  actor.send({ type: 'factor.enrol', code: '111111' })
  await vi.advanceTimersByTimeAsync(0)
  const { value, context } = actor.getSnapshot()
  expect([value, context.enrolment, context.refusal]).toEqual(['enrolling', enrolment, 'Wait a minute'])
})

it('asks again when the confirmation has expired, and not after that', async () => {
  const { asked, confirmed } = await start(1, 600_000)
  await vi.advanceTimersByTimeAsync(599_999)
  expect([asked(), confirmed()]).toEqual([1, true])
  await vi.advanceTimersByTimeAsync(1)
  expect([asked(), confirmed()]).toEqual([2, false])
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(asked()).toBe(2)
})

it("asks every ten seconds if the confirmation has expired by the browser's clock but not on the server", async () => {
  const { asked, confirmed } = await start(3, -60_000)
  await vi.advanceTimersByTimeAsync(20_000)
  expect([asked(), confirmed()]).toEqual([3, true])
  await vi.advanceTimersByTimeAsync(10_000)
  expect([asked(), confirmed()]).toEqual([4, false])
})

it("does not ask endlessly if the browser's clock is years behind", async () => {
  const { asked } = await start(1_000, 20 * 365 * 86_400_000)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toBe(1)
})
