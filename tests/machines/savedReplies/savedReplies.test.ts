import { describe, expect, it } from 'vitest'
import { savedRepliesMachine } from '../../../src/machines/savedReplies/savedReplies'
import { authorNamed } from '../../../src/schemas/savedReplies/placeholders'
import { run } from '../../support/run'
import { refusal } from '../samples'
import { savedOpening, savedWhole } from './savedReplyModels'

const start = (name: string | undefined) =>
  run(savedRepliesMachine, {
    services: ['list', 'save', 'remove'],
    input: { roleId: 5, author: authorNamed(name, 'zoe_q') },
  })

describe('saved replies', () => {
  it('are read for their character', () => {
    expect(start('Zoe').last('list').input).toEqual({ params: { roleId: 5 } })
  })

  it('go into the field with the author filled in: an opening at its start, a full reply instead of the text', () => {
    const menu = start('Zoe')
    menu.send({ type: 'saved.insert', saved: savedOpening })
    menu.send({ type: 'saved.insert', saved: savedWhole })
    menu.send({ type: 'place.choose', place: 'caret' })
    menu.send({ type: 'saved.insert', saved: savedWhole })
    expect(menu.told).toEqual([
      { type: 'text.insert', text: 'Thank you, Zoe!', at: 'start' },
      { type: 'text.insert', text: savedWhole.text, at: 'all' },
      { type: 'text.insert', text: savedWhole.text, at: 'caret' },
    ])
  })

  it("that use an unknown author's name insert nothing, and name the missing part until another is inserted", () => {
    const menu = start(undefined)
    menu.send({ type: 'saved.insert', saved: savedOpening })
    expect([menu.told, menu.context().unfilled]).toEqual([[], { name: 'Thanks', missing: ['name'] }])
    menu.send({ type: 'saved.insert', saved: savedWhole })
    expect([menu.told.length, menu.context().unfilled]).toEqual([1, undefined])
  })

  it('are added and changed, and stay in their form if the server refuses them', async () => {
    const page = start('Zoe')
    const body = { name: 'Hello', kind: 'reply', text: 'Hello {handle}' } as const
    page.send({ type: 'saved.add' })
    page.send({ type: 'form.submit', body })
    expect(page.last('save').input).toEqual({ roleId: 5, saved: undefined, body })
    await page.last('save').fail(refusal)
    expect([page.state(), page.told]).toEqual(['filling', [{ type: 'toast', tone: 'error', message: refusal.detail }]])
    page.send({ type: 'form.cancel' })
    page.send({ type: 'saved.edit', saved: savedWhole })
    page.send({ type: 'form.submit', body })
    expect(page.last('save').input).toEqual({ roleId: 5, saved: savedWhole, body })
    await page.last('save').answer(undefined)
    expect([page.state(), page.told.slice(1)]).toEqual([
      'browsing',
      [{ type: 'toast', tone: 'success', message: 'Saved reply changed.' }, { type: 'form.settled' }],
    ])
  })

  it('are deleted only after a confirmation', async () => {
    const page = start('Zoe')
    page.send({ type: 'delete.request', saved: savedOpening, next: 12 })
    page.send({ type: 'delete.cancel' })
    expect(page.context().opened).toBeUndefined()
    page.send({ type: 'delete.request', saved: savedOpening, next: 12 })
    page.send({ type: 'delete.confirm' })
    expect(page.last('remove').input).toEqual({ roleId: 5, saved: savedOpening })
    await page.last('remove').answer(undefined)
    expect(page.told).toEqual([
      { type: 'deletion.settled', id: 11, next: 12 },
      { type: 'toast', tone: 'success', message: 'Saved reply deleted.' },
    ])
  })
})
