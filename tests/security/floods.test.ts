import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPass } from '../../server/features/session/passes.store'
import { databases } from '../support/databases'
import { caller, enrol, password } from '../support/server'
import { addressAt } from './attacks/from'
import { startWorld, type World } from './world'

/** Refusals are counted in memory: a flood makes no more queries than two sign-ins. */
describe.each(databases.slice(0, 1))('a flood of sign-ins on $name', (kind) => {
  let world: World
  const email = 'owner@example.com'

  beforeEach(async () => {
    world = await startWorld(kind)
    await enrol(world, email)
  })
  afterEach(() => world.dispose())

  const signIn = async (remoteAddress: string, as: string, word: string): Promise<number> => {
    const payload = { email: as, password: word }
    return (await world.app.inject({ method: 'POST', url: '/api/v1/auth/login', remoteAddress, payload })).statusCode
  }

  it('from many addresses at once is refused beyond the 202 that may wait, and locks nobody out', async () => {
    const attempts = Array.from({ length: 1000 }, (_, number) =>
      signIn(addressAt(number), number % 2 === 0 ? email : `u${number}@example.com`, 'guess'),
    )
    const statuses = await Promise.all(attempts)
    const count = (status: number) => statuses.filter((each) => each === status).length
    expect(count(401) + count(503)).toBe(1000)
    expect(count(401)).toBeGreaterThanOrEqual(202)
    expect(count(503)).toBeGreaterThan(0)
    expect(await signIn('192.0.2.1', email, password)).toBe(200)
    expect(await signIn('192.0.2.1', 'nobody@example.com', 'guess')).toBe(401)
  })

  it('does not delay an operator who signed in from the same address before', async () => {
    expect(await signIn('192.0.2.1', email, password)).toBe(200)
    const order: string[] = []
    const flood = Array.from({ length: 400 }, async (_, number) => {
      const status = await signIn(addressAt(number), email, 'guess')
      if (status === 401) order.push('guess')
    })
    const owner = signIn('192.0.2.1', email, password).then((status) => order.push(`owner ${status}`))
    await Promise.all([...flood, owner])
    expect(order.indexOf('owner 200')).toBeGreaterThanOrEqual(0)
    expect(order.indexOf('owner 200')).toBeLessThan(100)
  })

  it('from one address is refused beyond 300 in five minutes, and the owner signs in from another address', async () => {
    const statuses: number[] = []
    for (let number = 0; number < 320; number += 1)
      statuses.push(await signIn('192.0.2.1', `u${number}@example.com`, 'guess'))
    expect(statuses.slice(0, 300).every((status) => status === 401)).toBe(true)
    expect(statuses.slice(300).every((status) => status === 429)).toBe(true)
    expect(await signIn('192.0.2.2', email, password)).toBe(200)
  })

  it('from one address does not block an operator who signed in from there before', async () => {
    expect(await signIn('192.0.2.1', email, password)).toBe(200)
    const guesses: number[] = []
    for (let number = 0; number < 302; number += 1)
      guesses.push(await signIn('192.0.2.1', `u${number}@example.com`, 'guess'))
    expect([guesses[0], guesses.at(-1)]).toEqual([401, 429])
    expect(await signIn('192.0.2.1', email, password)).toBe(200)
  })

  it('with made-up links from one address is refused beyond 300 in five minutes, and a real link works from another address', async () => {
    const reset = async (remoteAddress: string, token: string) => {
      const payload = { token, password: 'better horse battery' }
      return (await world.app.inject({ method: 'POST', url: '/api/v1/auth/reset', remoteAddress, payload })).statusCode
    }
    const statuses: number[] = []
    for (let number = 0; number < 303; number += 1) statuses.push(await reset('192.0.2.1', `made-up-${number}`))
    expect(statuses).toEqual([...Array.from({ length: 300 }, () => 422), 429, 429, 429])
    const { token } = await createPass(world.deps.db, { purpose: 'reset', userId: 1 })
    expect(await reset('192.0.2.2', token)).toBe(204)
  })

  it('for the current password ends the session at the fifth, and the owner changes the password in another session', async () => {
    const sessionOf = async () => {
      const payload = { email, password }
      const answer = await world.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })
      return caller(world.app, answer.json().access_token)
    }
    const [stolen, own] = [await sessionOf(), await sessionOf()]
    const change = async (call: typeof own, word: string) =>
      (await call('PUT', '/auth/password', { current_password: word, new_password: 'better horse battery' })).status
    const statuses: number[] = []
    for (let number = 0; number < 6; number += 1) statuses.push(await change(stolen, `guess-${number}`))
    expect(statuses).toEqual([422, 422, 422, 422, 401, 401])
    expect(await change(stolen, password)).toBe(401)
    expect(await change(own, password)).toBe(204)
  })

  it('from the addresses of one IPv6 network counts as one', async () => {
    const statuses: number[] = []
    for (let number = 1; number <= 31; number += 1) {
      statuses.push(await signIn(`2001:db8:1:2::${number.toString(16)}`, email, 'guess'))
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429])
    expect(await signIn('2001:db8:1:3::1', email, password)).toBe(200)
  })
})
