import { describe, expect, it } from 'vitest'
import { createEditor } from '../../../src/machines/crud/editor'
import type { Role, RoleBody } from '../../../src/schemas/characters/roles'
import type { Group, GroupBody } from '../../../src/schemas/groups/groups'
import { messages } from '../../../src/schemas/messages'
import { run } from '../../support/run'
import { group, lostAnswer, notThere, refusal } from '../samples'

const groupEditor = createEditor<Group, GroupBody>({ texts: messages.group, home: '/admin/group' })
const roleEditor = createEditor<Role, RoleBody>({ texts: messages.role, home: '/admin/ai-character' })
const services = ['load', 'save'] as const
const body = { name: 'Launch', description: 'Spring launch' }
const toast = (tone: 'success' | 'error', message: string) => ({ type: 'toast', tone, message })

const editing = async () => {
  const editor = run(groupEditor, { services, input: { id: '7' } })
  await editor.last('load').answer({ data: group })
  return editor
}

describe('an edit page', () => {
  it('loads the record that its route names', async () => {
    const editor = await editing()
    expect([editor.inputs('load'), editor.state(), editor.context().data]).toEqual([[{ id: '7' }], 'editing', group])
  })

  it('reports that the route names no record, and loads nothing', () => {
    for (const id of [undefined, ' ']) {
      const editor = run(groupEditor, { services, input: { id } })
      expect([editor.state(), editor.inputs('load')]).toEqual(['missing', []])
      expect(editor.told).toEqual([toast('error', 'Group ID is missing')])
      expect(editor.can({ type: 'page.reload' })).toBe(false)
    }
  })

  it('reports that a group cannot be loaded, and tries again on request', async () => {
    const editor = run(groupEditor, { services, input: { id: '7' } })
    await editor.last('load').fail({})
    expect([editor.state(), editor.told]).toEqual(['failed', [toast('error', 'Failed to load Group details.')]])
    editor.send({ type: 'page.reload' })
    expect(editor.inputs('load')).toHaveLength(2)
  })

  it('loads a failed group again when the network is back, and a missing one only on request', async () => {
    const services = ['load', 'save', 'untilBack'] as const
    const failed = run(groupEditor, { services, input: { id: '7' } })
    await failed.last('load').fail(lostAnswer)
    await failed.last('untilBack').answer()
    expect([failed.state(), failed.inputs('load').length]).toEqual(['loading', 2])
    const missing = run(groupEditor, { services, input: { id: '7' } })
    await missing.last('load').fail(notThere)
    expect([missing.state(), missing.inputs('untilBack')]).toEqual(['missing', []])
    missing.send({ type: 'page.reload' })
    expect(missing.inputs('load')).toHaveLength(2)
  })

  it('is silent if the catalogue has no text for a failed load', async () => {
    const editor = run(roleEditor, { services, input: { id: '5' } })
    await editor.last('load').fail(refusal)
    expect([editor.state(), editor.told]).toEqual(['failed', []])
  })

  it('saves, and returns to the list', async () => {
    const editor = await editing()
    editor.send({ type: 'form.submit', body })
    expect([editor.isBusy(), editor.last('save').input]).toEqual([true, { id: '7', body }])
    await editor.last('save').answer()
    expect(editor.told).toEqual([
      toast('success', 'Group updated successfully!'),
      { type: 'form.settled' },
      { type: 'navigate', to: '/admin/group' },
    ])
    expect([editor.state(), editor.actor.getSnapshot().status]).toEqual(['saved', 'done'])
  })

  it.each([
    [refusal, refusal.detail],
    [{}, 'Failed to update Group. Please try again.'],
  ])('stays when saving fails with %j', async (error, message) => {
    const editor = await editing()
    editor.send({ type: 'form.submit', body })
    await editor.last('save').fail(error)
    expect([editor.state(), editor.told]).toEqual(['editing', [toast('error', message)]])
  })

  it('returns to the previous page on Cancel, but not while it saves', async () => {
    const editor = await editing()
    editor.send({ type: 'form.cancel' })
    expect(editor.told).toEqual([{ type: 'form.settled' }, { type: 'navigate.back', fallback: '/admin/group' }])
    editor.send({ type: 'form.submit', body })
    expect(editor.can({ type: 'form.cancel' })).toBe(false)
  })

  it('is left without a confirmation only if nothing is changed, or the change is being stored', async () => {
    const editor = await editing()
    const asks = () => editor.can({ type: 'page.discard' })
    expect(asks()).toBe(false)
    editor.send({ type: 'form.change', isChanged: true })
    expect(asks()).toBe(true)
    editor.send({ type: 'form.change', isChanged: false })
    expect(asks()).toBe(false)
    editor.send({ type: 'form.change', isChanged: true })
    editor.send({ type: 'form.submit', body })
    expect(asks()).toBe(false)
    await editor.last('save').fail(refusal)
    expect(asks()).toBe(true)
    editor.send({ type: 'form.cancel' })
    expect(asks()).toBe(false)
  })

  it('discards changes when the operator confirms', async () => {
    const editor = await editing()
    editor.send({ type: 'form.change', isChanged: true })
    editor.send({ type: 'page.discard' })
    expect([editor.context().isChanged, editor.told]).toEqual([false, [{ type: 'form.settled' }]])
  })
})
