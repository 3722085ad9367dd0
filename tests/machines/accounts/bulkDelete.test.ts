import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { bulkDeleteMachine } from '../../../src/machines/crud/bulkDelete'
import { followList } from '../../../src/machines/crud/bulkDelete.actors'
import { createLoader } from '../../../src/machines/crud/loader'
import { createResource } from '../../../src/machines/crud/resource'
import { disclosureMachine } from '../../../src/machines/shell/disclosure'
import type { Account, AccountBody } from '../../../src/schemas/accounts/accounts'
import { accountMessages } from '../../../src/schemas/accounts/accounts.words'
import { run } from '../../support/run'
import { account } from '../samples'

/** A list that loads when the test wants it, below an open line. */
const start = () => {
  const loads: ((output: { data: Account[] }) => void)[] = []
  const list = createLoader<Account[]>().provide({
    actors: { load: fromPromise(() => new Promise((resolve) => loads.push(resolve))) },
  })
  const accounts = createActor(createResource<Account, AccountBody>(accountMessages).provide({ actors: { list } }))
  const line = createActor(disclosureMachine)
  accounts.start()
  line.start()
  line.send({ type: 'open' })
  const flow = run(bulkDeleteMachine, { services: ['remove'], input: { accounts, line }, actors: { followList } })
  const load = async (...ids: number[]) => {
    loads.at(-1)?.({ data: ids.map((id) => ({ ...account, id })) })
    await new Promise((done) => setImmediate(done))
  }
  return { ...flow, load, loads: () => loads.length, line: () => line.getSnapshot().value }
}

const deleting = (ids: number[]) => {
  const flow = start()
  flow.send({ type: 'choice.add', ids })
  flow.send({ type: 'delete.request' })
  flow.send({ type: 'delete.confirm' })
  return flow
}
const toast = (tone: 'success' | 'error', message: string) => ({ type: 'toast', tone, message })
const ended = { type: 'choice.ended' }

describe('a choice', () => {
  it('adds and removes each account once, and drops accounts that are no longer listed', () => {
    const flow = start()
    flow.send({ type: 'choice.add', ids: [3, 1] })
    flow.send({ type: 'choice.add', ids: [1, 2, 4] })
    expect(flow.context().chosen).toEqual([3, 1, 2, 4])
    flow.send({ type: 'choice.remove', ids: [1, 7] })
    flow.send({ type: 'list.changed', ids: [1, 2, 3] })
    expect(flow.context().chosen).toEqual([3, 2])
  })

  it('follows the list: an account that disappeared is no longer selected', async () => {
    const flow = start()
    await flow.load(1, 2, 3)
    flow.send({ type: 'choice.add', ids: [3, 1] })
    flow.send({ type: 'delete.request' })
    flow.send({ type: 'delete.confirm' })
    await flow.last('remove').fail({})
    await flow.last('remove').answer()
    await flow.load(1, 2)
    expect([flow.state(), flow.context().chosen]).toEqual(['choosing', []])
  })

  it('asks nothing while it is empty, and stops asking when nothing is left to delete', () => {
    const flow = start()
    expect(flow.can({ type: 'delete.request' })).toBe(false)
    flow.send({ type: 'choice.add', ids: [1, 2] })
    flow.send({ type: 'delete.request' })
    flow.send({ type: 'list.changed', ids: [2] })
    expect(flow.state()).toBe('confirming')
    flow.send({ type: 'list.changed', ids: [] })
    expect([flow.state(), flow.inputs('remove')]).toEqual(['choosing', []])
  })

  it('ends when the operator wants it', () => {
    const flow = start()
    flow.send({ type: 'choice.end' })
    expect([flow.state(), flow.told, flow.line(), flow.loads()]).toEqual(['ended', [ended], 'closed', 1])
  })

  it('does not end during the confirmation or a deletion', () => {
    const flow = start()
    flow.send({ type: 'choice.add', ids: [1] })
    flow.send({ type: 'delete.request' })
    expect(flow.can({ type: 'choice.end' })).toBe(false)
    flow.send({ type: 'delete.confirm' })
    expect(flow.can({ type: 'choice.end' })).toBe(false)
  })

  it('ends when everything is deleted and the list shows it', async () => {
    const flow = deleting([5])
    await flow.last('remove').answer()
    expect(flow.state()).toBe('settled')
    expect([flow.loads(), flow.line()]).toEqual([2, 'open'])
    await flow.load(6)
    expect([flow.state(), flow.told.slice(1), flow.line()]).toEqual(['ended', [ended], 'closed'])
  })

  it('continues when more accounts are selected before the list shows it', async () => {
    const flow = deleting([5])
    await flow.last('remove').answer()
    flow.send({ type: 'choice.add', ids: [6] })
    flow.send({ type: 'list.changed', ids: [6, 7] })
    expect([flow.told.slice(1), flow.context().chosen]).toEqual([[], [6]])
  })
})

describe('a deletion', () => {
  it('deletes one account after another, and shows how many', async () => {
    const flow = deleting([5, 6, 7])
    for (const [index, id] of [5, 6, 7].entries()) {
      expect(flow.inputs('remove')).toHaveLength(index + 1)
      expect(flow.last('remove').input).toEqual({ id })
      expect(flow.actor.getSnapshot().hasTag('unfinished')).toBe(true)
      await flow.last('remove').answer()
    }
    expect(flow.told).toEqual([toast('success', '3 Media Agents deleted successfully!')])
    expect(flow.loads()).toBe(2)
    expect(flow.context().chosen).toEqual([])
    expect(flow.actor.getSnapshot().hasTag('unfinished')).toBe(false)
  })

  it('uses the text of the list for a single account', async () => {
    const flow = deleting([5])
    await flow.last('remove').answer()
    expect(flow.told[0]).toEqual(toast('success', 'Media Agent deleted successfully!'))
  })

  it('continues after a failure, keeps the row selected, and shows how many failed and the last reason', async () => {
    const flow = deleting([5, 6, 7])
    await flow.last('remove').fail({ status: 500 })
    await flow.last('remove').answer()
    await flow.last('remove').fail({ status: 409, detail: '@cy is being posted from' })
    expect(flow.told).toEqual([toast('error', 'Failed to delete 2 of 3 Media Agents. @cy is being posted from')])
    expect(flow.loads()).toBe(2)
    expect(flow.context().chosen).toEqual([5, 7])
  })

  it('has a text for a failure without a reason, and forgets it before the next deletion', async () => {
    const flow = deleting([5])
    await flow.last('remove').fail({})
    expect(flow.told[0]).toEqual(toast('error', 'Failed to delete 1 of 1 Media Agents. An error occurred'))
    flow.send({ type: 'delete.request' })
    flow.send({ type: 'delete.confirm' })
    expect(flow.context()).toMatchObject({ chosen: [5], queue: [5], answered: 0, failed: 0, reason: '' })
    await flow.last('remove').answer()
    expect(flow.told[1]).toEqual(toast('success', 'Media Agent deleted successfully!'))
  })

  it('stops after the current deletion, whatever its result, and keeps the rest selected', async () => {
    const answered = deleting([5, 6, 7])
    answered.send({ type: 'page.stop' })
    expect([answered.state(), answered.told]).toEqual([{ deleting: 'stopping' }, []])
    await answered.last('remove').answer()
    expect([answered.inputs('remove').length, answered.context().chosen]).toEqual([1, [6, 7]])
    expect(answered.told).toEqual([toast('success', 'Media Agent deleted successfully!')])

    const refused = deleting([5, 6])
    refused.send({ type: 'page.stop' })
    await refused.last('remove').fail({ detail: 'No' })
    expect(refused.told).toEqual([toast('error', 'Failed to delete 1 of 1 Media Agents. No')])
    expect(refused.loads()).toBe(2)
  })

  it('keeps its order when the list changes', async () => {
    const flow = deleting([5, 6])
    flow.send({ type: 'list.changed', ids: [5] })
    await flow.last('remove').answer()
    expect(flow.last('remove').input).toEqual({ id: 6 })
    expect(flow.context().chosen).toEqual([])
  })
})
