import { describe, expect, it } from 'vitest'
import { createMachine } from 'xstate'
import { accountCheckMachine } from '../../../src/machines/accounts/accountCheck'
import { composerListsMachine } from '../../../src/machines/composer/composerLists'
import { createLoader } from '../../../src/machines/crud/loader'
import type { Group } from '../../../src/schemas/groups/groups'
import { run } from '../../support/run'
import { account, group, refusal } from '../samples'

describe('a loader', () => {
  const start = () =>
    run(createLoader<Group[], { owner: string }>(), { services: ['load'], input: { params: { owner: 'ada' } } })

  it('loads the records that its parameters select, and keeps them while it loads again', async () => {
    const list = start()
    expect([list.isBusy(), list.last('load').input]).toEqual([true, { params: { owner: 'ada' } }])
    await list.last('load').answer({ data: [group] })
    list.send({ type: 'list.reload' })
    expect([list.state(), list.context().data]).toEqual(['loading', [group]])
  })

  it('starts over on a new request, and uses only the later answer', async () => {
    const list = start()
    const early = list.last('load')
    list.send({ type: 'list.reload' })
    await early.answer({ data: [] })
    expect([list.state(), list.context().data]).toEqual(['loading', undefined])
    await list.last('load').answer({ data: [group] })
    expect([list.state(), list.context().data]).toEqual(['loaded', [group]])
  })

  it('fails silently and can be requested again', async () => {
    const list = start()
    await list.last('load').fail(refusal)
    expect([list.state(), list.context().data, list.told]).toEqual(['failed', undefined, []])
    list.send({ type: 'list.reload' })
    expect(list.inputs('load')).toHaveLength(2)
  })
})

describe('the lists of the composer', () => {
  const start = () => {
    const reloads: string[] = []
    const list = (name: string) => createMachine({ on: { 'list.reload': { actions: () => reloads.push(name) } } })
    const actors = { roles: list('roles'), groups: list('groups'), accounts: list('accounts') }
    return { ...run(composerListsMachine, { services: ['loadSample'], actors }), reloads }
  }

  it('are loaded again after the sample data was loaded', async () => {
    const lists = start()
    lists.send({ type: 'sample.load' })
    lists.send({ type: 'sample.load' })
    expect([lists.isBusy(), lists.inputs('loadSample').length]).toEqual([true, 1])
    await lists.last('loadSample').answer({ group: 'crew', accounts: 12, characters: 3 })
    expect(lists.reloads).toEqual(['roles', 'groups', 'accounts'])
    const message = 'Sample data loaded: group crew, 12 accounts, 3 characters.'
    expect(lists.told).toEqual([{ type: 'toast', tone: 'success', message }])
  })

  it('stay unchanged if there is no sample data', async () => {
    const lists = start()
    lists.send({ type: 'sample.load' })
    await lists.last('loadSample').fail(refusal)
    expect([lists.reloads, lists.told]).toEqual([[], [{ type: 'toast', tone: 'error', message: refusal.detail }]])
  })
})

it('a media agent is checked on request, repeatedly, and keeps its earlier result during the check', async () => {
  const check = run(accountCheckMachine, { services: ['verify'], input: { id: 3 } })
  check.send({ type: 'check.request' })
  await check.last('verify').answer(account)
  expect([check.inputs('verify'), check.state(), check.context().answer]).toEqual([[{ id: 3 }], 'checked', account])
  check.send({ type: 'check.request' })
  expect([check.isBusy(), check.context().answer]).toEqual([true, account])
  await check.last('verify').fail(refusal)
  expect([check.state(), check.context().answer, check.told]).toEqual([
    'unchecked',
    account,
    [{ type: 'toast', tone: 'error', message: refusal.detail }],
  ])
})
