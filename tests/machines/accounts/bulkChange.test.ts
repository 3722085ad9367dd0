import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { type BulkChange, bulkChangeMachine, type Chosen } from '../../../src/machines/crud/bulkChange'
import { followList } from '../../../src/machines/crud/bulkChange.actors'
import { createLoader } from '../../../src/machines/crud/loader'
import { createOneByOne } from '../../../src/machines/crud/oneByOne'
import { createResource } from '../../../src/machines/crud/resource'
import type { Account, AccountBody } from '../../../src/schemas/accounts/accounts'
import { accountMessages } from '../../../src/schemas/accounts/accounts.words'
import type { RecordId } from '../../../src/schemas/base'
import { run } from '../../support/run'
import { account } from '../samples'

const [ada, bea, cleo, dora] = ['ada', 'bea', 'cleo', 'dora'].map((name, index) => ({
  id: index + 5,
  username: `@${name}`,
})) as [Chosen, Chosen, Chosen, Chosen]
const done = { detail: null }

/** A list that loads when the test wants it. */
const start = () => {
  const loads: ((output: { data: Account[] }) => void)[] = []
  const list = createLoader<Account[]>().provide({
    actors: { load: fromPromise(() => new Promise((resolve) => loads.push(resolve))) },
  })
  const accounts = createActor(createResource<Account, AccountBody>(accountMessages).provide({ actors: { list } }))
  accounts.start()
  const flow = run(bulkChangeMachine, {
    services: [],
    machines: { work: { machine: createOneByOne<Chosen, BulkChange>(), services: ['act'] } },
    input: { accounts },
    actors: { followList },
  })
  const load = async (...ids: RecordId[]) => {
    loads.at(-1)?.({ data: ids.map((id) => ({ ...account, id })) })
    await new Promise((turn) => setImmediate(turn))
  }
  const isUnfinished = () => flow.actor.getSnapshot().hasTag('unfinished')
  return { ...flow, load, isUnfinished, loads: () => loads.length }
}

const changing = (change: BulkChange, ...accounts: Chosen[]) => {
  const flow = start()
  flow.send({ type: 'choice.add', accounts })
  flow.send({ type: 'change.request', change })
  flow.send({ type: 'change.confirm' })
  return flow
}
const deleting = (...accounts: Chosen[]) => changing({ kind: 'delete' }, ...accounts)
const request = { type: 'change.request', change: { kind: 'delete' } } as const
const toast = (tone: 'success' | 'error', message: string) => ({ type: 'toast', tone, message })
const ended = { type: 'choice.ended' }

describe('a choice', () => {
  it('adds and removes each account once, and drops accounts that are no longer listed', () => {
    const flow = start()
    flow.send({ type: 'choice.add', accounts: [cleo, ada] })
    flow.send({ type: 'choice.add', accounts: [ada, bea, dora] })
    expect(flow.context().chosen).toEqual([cleo, ada, bea, dora])
    flow.send({ type: 'choice.remove', ids: [ada.id, 70] })
    flow.send({ type: 'list.changed', ids: [ada.id, bea.id, cleo.id] })
    expect(flow.context().chosen).toEqual([cleo, bea])
  })

  it('follows the list: an account that disappeared is no longer selected, and the report keeps its name', async () => {
    const flow = deleting(cleo, ada)
    await flow.load(ada.id, bea.id, cleo.id)
    await flow.last('act').fail({})
    await flow.last('act').answer(done)
    await flow.load(ada.id, bea.id)
    expect([flow.state(), flow.context().chosen]).toEqual(['choosing', []])
    expect(flow.context().results[0]).toEqual({ ...cleo, detail: 'An error occurred' })
  })

  it('asks nothing while it is empty, and stops asking when nothing is left to delete', () => {
    const flow = start()
    expect(flow.can(request)).toBe(false)
    flow.send({ type: 'choice.add', accounts: [ada, bea] })
    flow.send(request)
    flow.send({ type: 'list.changed', ids: [bea.id] })
    expect(flow.state()).toBe('confirming')
    flow.send({ type: 'list.changed', ids: [] })
    expect([flow.state(), flow.inputs('act')]).toEqual(['choosing', []])
  })

  it('ends when the operator wants it, but not during a question or a change', () => {
    const flow = start()
    flow.send({ type: 'choice.end' })
    expect([flow.state(), flow.told, flow.loads()]).toEqual(['ended', [ended], 1])
    const asked = start()
    asked.send({ type: 'choice.add', accounts: [ada] })
    asked.send(request)
    expect(asked.can({ type: 'choice.end' })).toBe(false)
    asked.send({ type: 'change.confirm' })
    expect(asked.can({ type: 'choice.end' })).toBe(false)
  })

  it('ends when everything is deleted and the list shows it', async () => {
    const flow = deleting(ada)
    await flow.last('act').answer(done)
    expect(flow.state()).toBe('settled')
    expect([flow.loads(), flow.told.length]).toEqual([2, 1])
    await flow.load(bea.id)
    expect([flow.state(), flow.told.slice(1)]).toEqual(['ended', [ended]])
  })

  it('continues when more accounts are selected before the list shows it', async () => {
    const flow = deleting(ada)
    await flow.last('act').answer(done)
    flow.send({ type: 'choice.add', accounts: [bea] })
    flow.send({ type: 'list.changed', ids: [bea.id, cleo.id] })
    expect([flow.told.slice(1), flow.context().chosen]).toEqual([[], [bea]])
  })

  it('continues after every change except a deletion', async () => {
    const flow = changing({ kind: 'deactivate' }, ada)
    await flow.last('act').answer(done)
    flow.send({ type: 'list.changed', ids: [ada.id] })
    expect([flow.state(), flow.told.length]).toEqual(['choosing', 1])
  })
})

describe('a change', () => {
  it('of a group waits for the choice of a group, and goes to each account', async () => {
    const flow = changing({ kind: 'group', group: '' }, ada, bea)
    expect([flow.state(), flow.inputs('act')]).toEqual(['confirming', []])
    flow.send({ type: 'change.request', change: { kind: 'group', group: 'Night' } })
    flow.send({ type: 'change.confirm' })
    await flow.last('act').answer(done)
    const task = { kind: 'group', group: 'Night' }
    expect(flow.inputs('act')).toEqual([
      { item: ada, task },
      { item: bea, task },
    ])
  })

  it('begins at once only if it is a check', () => {
    const flow = start()
    flow.send({ type: 'choice.add', accounts: [ada] })
    flow.send({ type: 'change.request', change: { kind: 'deactivate' } })
    expect(flow.inputs('act')).toEqual([])
    flow.send({ type: 'dialog.cancel' })
    flow.send({ type: 'change.request', change: { kind: 'check' } })
    expect(flow.inputs('act')).toEqual([{ item: ada, task: { kind: 'check' } }])
  })

  it('takes one account after another, and shows how many', async () => {
    const flow = deleting(ada, bea, cleo)
    for (const [index, item] of [ada, bea, cleo].entries()) {
      expect(flow.inputs('act')).toHaveLength(index + 1)
      expect(flow.last('act').input).toEqual({ item, task: { kind: 'delete' } })
      expect(flow.isUnfinished()).toBe(true)
      await flow.last('act').answer(done)
    }
    expect(flow.told).toEqual([toast('success', '3 Media Agents deleted successfully!')])
    expect([flow.loads(), flow.context().chosen, flow.isUnfinished()]).toEqual([2, [], false])
  })

  it('continues after a failure, keeps that account selected, and reports each', async () => {
    const flow = deleting(ada, bea, cleo)
    await flow.last('act').answer(done)
    await flow.last('act').fail({ status: 409, detail: '@bea is being posted from' })
    await flow.last('act').answer(done)
    expect(flow.told).toEqual([toast('error', 'Failed to delete 1 of 3 Media Agents. @bea is being posted from')])
    expect([flow.loads(), flow.context().chosen]).toEqual([2, [bea]])
    expect(flow.context().results.map(({ detail }) => detail)).toEqual([null, '@bea is being posted from', null])
  })

  it('forgets its report when the next change begins', async () => {
    const flow = deleting(ada)
    await flow.last('act').fail({})
    flow.send(request)
    flow.send({ type: 'change.confirm' })
    expect(flow.context()).toMatchObject({ chosen: [ada], queue: [ada], results: [] })
    await flow.last('act').answer(done)
    expect(flow.told[1]).toEqual(toast('success', 'Media Agent deleted successfully!'))
  })

  it('stops after the current account, whatever its result, and keeps the rest selected', async () => {
    const answered = deleting(ada, bea, cleo)
    answered.send({ type: 'page.stop' })
    expect([answered.state(), answered.told]).toEqual(['working', []])
    await answered.last('act').answer(done)
    expect([answered.inputs('act').length, answered.context().chosen]).toEqual([1, [bea, cleo]])
    expect(answered.told).toEqual([toast('success', 'Media Agent deleted successfully!')])

    const refused = deleting(ada, bea)
    refused.send({ type: 'page.stop' })
    await refused.last('act').fail({ detail: 'No' })
    expect(refused.told).toEqual([toast('error', 'Failed to delete 1 of 1 Media Agents. No')])
    expect([refused.loads(), refused.context().chosen]).toEqual([2, [ada, bea]])
  })

  it('keeps its order when the list changes', async () => {
    const flow = deleting(ada, bea)
    flow.send({ type: 'list.changed', ids: [ada.id] })
    await flow.last('act').answer(done)
    expect(flow.last('act').input).toMatchObject({ item: bea })
    expect(flow.context().chosen).toEqual([ada])
  })
})
