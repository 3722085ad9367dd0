import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor, type SnapshotFrom } from 'xstate'
import { replyFlow } from '../../src/actors/composer'
import type { Draft } from '../../src/schemas/draft'
import { createChanges } from '../../src/services/changes'
import { createDraftStore } from '../../src/services/draftStore'
import { createPreferences } from '../../src/services/preferences'
import type { ConsoleServices } from '../../src/services/services'
import { reviewed } from '../machines/samples'
import { eventually } from '../support/waiting'

const api = { getReply: vi.fn(), batchPostReplies: vi.fn() }
const report = vi.fn()

beforeEach(() => {
  for (const each of [...Object.values(api), report]) each.mockReset()
})

/** The composer over calls that the test answers, with a draft that this browser has kept. */
const start = (draft: Draft) => {
  createDraftStore(localStorage).save(draft)
  const services = {
    storage: localStorage,
    operator: () => '',
    client: () => api,
    clipboard: () => undefined,
    preferences: createPreferences(localStorage, document),
    taskChanges: createChanges(),
    report,
  } as Partial<ConsoleServices> as ConsoleServices
  const machine = replyFlow(services)
  return createActor(machine).start()
}

const cardsOf = ({ context }: SnapshotFrom<ReturnType<typeof start>['logic']>) => context.cards

describe('the calls of the composer', () => {
  it('give up the look at a reply whose dialog was closed', async () => {
    const flow = start(reviewed)
    api.getReply.mockReturnValue(new Promise(() => {}))
    flow.send({ type: 'reply.edit', reply_id: 'r2' })
    const [{ params, signal }] = api.getReply.mock.lastCall ?? []
    expect([params, signal.aborted]).toEqual([{ replyId: 'r2' }, false])
    cardsOf(flow.getSnapshot())[1]?.getSnapshot().children.edit?.send({ type: 'reply.cancel' })
    expect(signal.aborted).toBe(true)
  })

  it('say nothing in the browser’s console of a send that was refused, which the page says', async () => {
    const flow = start(reviewed)
    const told = vi.fn()
    flow.on('toast', told)
    api.batchPostReplies.mockRejectedValue(new Error('No account may answer'))
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    await eventually(() => expect(told).toHaveBeenCalledOnce())
    expect(report).not.toHaveBeenCalled()
  })
})
