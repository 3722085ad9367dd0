import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../support/databases'
import { enrol, password } from '../support/server'
import { addressAt } from './attacks/from'
import { startWorld, type World } from './world'

describe.each(databases)('a flood of sign-ins on $name', (kind) => {
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

  it('does not hold up who signed in from the same address before', async () => {
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

  it('from one address is refused beyond 300 in five minutes, and the owner signs in from elsewhere', async () => {
    const statuses: number[] = []
    for (let number = 0; number < 320; number += 1)
      statuses.push(await signIn('192.0.2.1', `u${number}@example.com`, 'guess'))
    expect(statuses.slice(0, 300).every((status) => status === 401)).toBe(true)
    expect(statuses.slice(300).every((status) => status === 429)).toBe(true)
    expect(await signIn('192.0.2.2', email, password)).toBe(200)
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
