import { describe, expect, it } from 'vitest'
import { createMachine } from 'xstate'
import { createResource } from '../../../src/machines/crud/resource'
import type { Group, GroupBody } from '../../../src/schemas/groups/groups'
import { messages } from '../../../src/schemas/messages'
import { run } from '../../support/run'
import { group, refusal } from '../samples'

const machine = createResource<Group, GroupBody>(messages.group)
const body = { name: 'Launch', description: 'Spring launch' }
const toast = (tone: 'success' | 'error', message: string) => ({ type: 'toast', tone, message })

const start = () => {
  const reloads: string[] = []
  const list = createMachine({ on: { 'list.reload': { actions: () => reloads.push('reload') } } })
  return { ...run(machine, { services: ['create', 'remove'], actors: { list } }), reloads }
}

describe('creating', () => {
  it('closes the dialog and loads the list again', async () => {
    const groups = start()
    groups.send({ type: 'create.open' })
    groups.send({ type: 'create.submit', body })
    expect([groups.isBusy(), groups.last('create').input]).toEqual([true, { body }])
    await groups.last('create').answer()
    expect([groups.state(), groups.reloads.length]).toEqual(['browsing', 1])
    expect(groups.told).toEqual([toast('success', 'Create Group Successful!'), { type: 'item.created' }])
  })

  it.each([
    [refusal, refusal.detail],
    [{}, 'Failed to creating Group. Please try again.'],
  ])('keeps the dialog open when it fails with %j', async (error, message) => {
    const groups = start()
    groups.send({ type: 'create.open' })
    groups.send({ type: 'create.submit', body })
    await groups.last('create').fail(error)
    expect([groups.state(), groups.reloads.length, groups.told]).toEqual(['creating', 0, [toast('error', message)]])
  })

  it('cannot be cancelled or repeated while it saves', () => {
    const groups = start()
    groups.send({ type: 'create.open' })
    groups.send({ type: 'create.submit', body })
    groups.send({ type: 'create.submit', body })
    groups.send({ type: 'dialog.cancel' })
    expect([groups.state(), groups.inputs('create').length]).toEqual(['saving', 1])
  })
})

describe('deleting', () => {
  it('asks for confirmation', () => {
    const groups = start()
    groups.send({ type: 'delete.request', item: group, next: 8 })
    expect([groups.state(), groups.context().subject, groups.inputs('remove')]).toEqual([
      'confirmingDelete',
      { item: group, next: 8 },
      [],
    ])
    groups.send({ type: 'dialog.cancel' })
    expect([groups.state(), groups.context().subject]).toEqual(['browsing', undefined])
  })

  it('loads the list again and names the row that gets the focus', async () => {
    const groups = start()
    groups.send({ type: 'delete.request', item: group, next: 8 })
    groups.send({ type: 'delete.confirm' })
    expect(groups.last('remove').input).toEqual({ id: 7 })
    await groups.last('remove').answer()
    expect(groups.told).toEqual([
      { type: 'deletion.settled', id: 7, next: 8 },
      toast('success', 'Group deleted successfully!'),
    ])
    expect([groups.state(), groups.context().subject, groups.reloads.length]).toEqual(['browsing', undefined, 1])
  })

  it.each([
    [refusal, refusal.detail],
    [{}, 'Failed to delete Group. Please try again.'],
    [{ detail: '' }, 'Failed to delete Group. Please try again.'],
  ])('that fails with %j loads the list again, which shows whether the row is still there', async (error, message) => {
    const groups = start()
    groups.send({ type: 'delete.request', item: group, next: 8 })
    groups.send({ type: 'delete.confirm' })
    await groups.last('remove').fail(error)
    expect(groups.told).toEqual([{ type: 'deletion.settled', id: 7, next: 8 }, toast('error', message)])
    expect([groups.state(), groups.context().subject, groups.reloads.length]).toEqual(['browsing', undefined, 1])
  })
})

it('the list is loaded again on request, whatever else is running', () => {
  const groups = start()
  groups.send({ type: 'create.open' })
  groups.send({ type: 'list.reload' })
  expect([groups.state(), groups.reloads.length]).toEqual(['creating', 1])
})
