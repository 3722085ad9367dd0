import { describe, expect, it } from 'vitest'
import { editReplyMachine } from '../../../src/machines/composer/editReply'
import { run } from '../../support/run'
import { refusal } from '../samples'

const start = () =>
  run(editReplyMachine, {
    services: ['loadReply', 'saveReply'],
    input: { reply: { reply_id: 'r1', content: 'As previewed' } },
  })

describe('the edit dialog', () => {
  it('edits the stored text', async () => {
    const dialog = start()
    expect([dialog.state(), dialog.last('loadReply').input]).toEqual(['loading', { reply_id: 'r1' }])
    await dialog.last('loadReply').answer({ reply_id: 'r1', content: 'As stored' })
    expect([dialog.state(), dialog.context().reply.content]).toEqual(['editing', 'As stored'])
  })

  it('edits the previewed text when the stored one cannot be loaded', async () => {
    const dialog = start()
    await dialog.last('loadReply').fail(refusal)
    expect([dialog.state(), dialog.context().reply.content, dialog.told]).toEqual(['editing', 'As previewed', []])
  })

  it('returns the saved text', async () => {
    const dialog = start()
    await dialog.last('loadReply').answer({ reply_id: 'r1', content: 'As stored' })
    dialog.send({ type: 'reply.save', content: 'Edited' })
    expect([dialog.isBusy(), dialog.last('saveReply').input]).toEqual([true, { reply_id: 'r1', content: 'Edited' }])
    await dialog.last('saveReply').answer({ reply_id: 'r1', content: 'Edited' })
    expect(dialog.output()).toEqual({ reply: { reply_id: 'r1', content: 'Edited' } })
    expect(dialog.told).toEqual([{ type: 'toast', tone: 'success', message: 'Reply content updated successfully!' }])
  })

  it.each([
    [refusal, refusal.detail],
    [{}, 'Failed to update Reply content. Please try again.'],
  ])('stays open when saving fails with %j', async (error, message) => {
    const dialog = start()
    await dialog.last('loadReply').answer({ reply_id: 'r1', content: 'As stored' })
    dialog.send({ type: 'reply.save', content: 'Edited' })
    await dialog.last('saveReply').fail(error)
    expect([dialog.state(), dialog.told]).toEqual(['editing', [{ type: 'toast', tone: 'error', message }]])
  })

  it('returns the stored text when it is cancelled', async () => {
    const dialog = start()
    await dialog.last('loadReply').answer({ reply_id: 'r1', content: 'As stored' })
    dialog.send({ type: 'reply.cancel' })
    expect(dialog.output()).toEqual({ reply: { reply_id: 'r1', content: 'As stored' } })
  })

  it('asks before Escape discards changes, and keeps them if the operator stays', async () => {
    const dialog = start()
    await dialog.last('loadReply').answer({ reply_id: 'r1', content: 'As stored' })
    dialog.send({ type: 'dialog.leave', content: 'Changed' })
    expect(dialog.state()).toBe('askingToDiscard')
    dialog.send({ type: 'leave.cancel' })
    expect(dialog.state()).toBe('editing')
    dialog.send({ type: 'dialog.leave', content: 'Changed' })
    dialog.send({ type: 'leave.confirm' })
    expect(dialog.output()).toEqual({ reply: { reply_id: 'r1', content: 'As stored' } })
  })

  it('closes on Escape at once if nothing was changed', async () => {
    const dialog = start()
    await dialog.last('loadReply').answer({ reply_id: 'r1', content: 'As stored' })
    dialog.send({ type: 'dialog.leave', content: 'As stored' })
    expect(dialog.state()).toBe('closed')
  })

  it('closes on Escape while it loads, unless it showed typed text before', () => {
    const restored = start()
    restored.send({ type: 'dialog.leave', content: 'Typed before a reload' })
    const fresh = start()
    fresh.send({ type: 'dialog.leave', content: 'As previewed' })
    expect([restored.state(), fresh.state()]).toEqual(['loading', 'closed'])
  })

  it('cannot be cancelled while it saves', async () => {
    const dialog = start()
    await dialog.last('loadReply').fail(refusal)
    dialog.send({ type: 'reply.save', content: 'Edited' })
    expect(dialog.can({ type: 'reply.cancel' })).toBe(false)
  })
})
