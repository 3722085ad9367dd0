import { describe, expect, it } from 'vitest'
import { connectingMachine } from '../../../src/machines/accounts/connecting'
import { consentMachine } from '../../../src/machines/accounts/consent'
import { movingMachine } from '../../../src/machines/accounts/moving'
import { createOneByOne } from '../../../src/machines/crud/oneByOne'
import type { Movable } from '../../../src/schemas/accounts/connections'
import { run } from '../../support/run'

const ida = { id: 4, username: '@ida' }
const otto = { id: 5, username: '@otto' }
const zoe = { id: 6, username: '@zoe' }
const connection = {
  unavailable: null,
  callback: 'https://console.example/cb',
  consumer_keys: 1,
  movable: [ida],
  next: null,
}

describe('connecting', () => {
  const start = (accountId?: number) => run(connectingMachine, { services: ['load', 'leave'], input: { accountId } })

  it('leaves for X once, with the chosen group, and can be used again if the operator stays, or after the back button', async () => {
    const flow = start()
    await flow.last('load').answer(connection)
    flow.send({ type: 'connect.request', group: 'crew' })
    flow.send({ type: 'connect.request', group: 'night' })
    expect(flow.inputs('leave')).toEqual([{ group: 'crew', account_id: undefined }])
    await flow.last('leave').answer()
    expect(flow.state()).toBe('left')
    expect(flow.can({ type: 'connect.request', group: 'night' })).toBe(true)
    flow.send({ type: 'page.shown' })
    expect(flow.can({ type: 'connect.request', group: 'crew' })).toBe(true)
  })

  it('asks about the account of the open page, and leaves for it', async () => {
    const flow = start(4)
    expect(flow.last('load').input).toEqual({ accountId: 4 })
    await flow.last('load').answer(connection)
    flow.send({ type: 'connect.request', group: '' })
    expect(flow.inputs('leave')).toEqual([{ group: '', account_id: 4 }])
  })

  it('offers nothing if the server gives a reason against it', async () => {
    const flow = start()
    await flow.last('load').answer({ ...connection, unavailable: 'Set X_CLIENT_ID' })
    expect(flow.can({ type: 'connect.request', group: '' })).toBe(false)
  })

  it('is hidden if the provider does not offer connecting', async () => {
    const flow = start()
    await flow.last('load').answer(null)
    expect([flow.state(), flow.can({ type: 'connect.request', group: '' })]).toEqual(['absent', false])
  })

  it('explains why it could not leave, and stays', async () => {
    const flow = start()
    await flow.last('load').answer(connection)
    flow.send({ type: 'connect.request', group: '' })
    await flow.last('leave').fail({ detail: 'You have made this request too often' })
    expect([flow.state(), flow.told]).toEqual([
      'ready',
      [{ type: 'toast', tone: 'error', message: 'You have made this request too often' }],
    ])
  })
})

describe('coming back', () => {
  it('asks the server for the outcome, but not about a connection that another browser started', async () => {
    const own = run(consentMachine, { services: ['read'], input: { id: 'kR4pX0vQ2mTzL9aB' } })
    expect(own.last('read').input).toEqual({ id: 'kR4pX0vQ2mTzL9aB' })
    await own.last('read').answer({ outcome: 'denied', username: null, detail: null })
    expect([own.state(), own.context().consent?.outcome]).toEqual(['shown', 'denied'])
    const foreign = run(consentMachine, { services: ['read'], input: { id: 'unknown' } })
    expect([foreign.state(), foreign.inputs('read')]).toEqual(['foreign', []])
  })
})

describe('moving', () => {
  const start = () => {
    const moves = { machine: createOneByOne<Movable>(), services: ['act'] }
    const flow = run(movingMachine, { services: [], machines: { moves } })
    flow.send({ type: 'move.request', accounts: [ida, otto, zoe] })
    return flow
  }

  it('moves one account after another and reports each, even without an answer', async () => {
    const flow = start()
    await flow.last('act').answer({ moved: true, detail: null })
    await flow.last('act').answer({ moved: false, detail: 'Not its app' })
    await flow.last('act').fail({})
    expect(flow.inputs('act')).toEqual([ida, otto, zoe].map((item) => ({ item })))
    expect(flow.context().results).toEqual([
      { ...ida, detail: null },
      { ...otto, detail: 'Not its app' },
      { ...zoe, detail: 'An error occurred' },
    ])
    expect(flow.state()).toBe('settled')
  })

  it('tries accounts again that were not moved', async () => {
    const flow = start()
    for (const detail of [null, 'Not its app', null]) await flow.last('act').answer({ moved: !detail, detail })
    flow.send({ type: 'move.again' })
    expect(flow.last('act').input).toEqual({ item: otto })
    await flow.last('act').answer({ moved: true, detail: null })
    expect(flow.can({ type: 'move.again' })).toBe(false)
  })

  it('stops after the current account', async () => {
    const flow = start()
    flow.send({ type: 'move.stop' })
    await flow.last('act').answer({ moved: true, detail: null })
    expect([flow.state(), flow.context().results]).toEqual(['settled', [{ ...ida, detail: null }]])
    flow.send({ type: 'move.again' })
    expect(flow.context().queue).toEqual([otto, zoe])
  })
})
