import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import {
  type CancellerEvent,
  type FollowKeeperEvent,
  type TaskEnded,
  type TaskId,
  taskFollowMachine,
} from '../../../src/machines/history/taskFollow'
import type { Followed, OpenTasks } from '../../../src/schemas/history/tasks'
import { item, summary } from '../samples'

const running = { ...summary('processing', 2), id: 't1' }
const refused = { ...summary('failed', 0), id: 't1', completed: 0, failed: 2 }
const posted = { ...summary('completed', 0), id: 't1' }

const attempt = {
  started_at: '2026-05-01T08:00:00.000Z',
  finished_at: '2026-05-01T08:00:01.000Z',
  outcome: 'refused',
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const follow = (answers: (Partial<OpenTasks> | Error)[], restored?: Followed) => {
  const asked: TaskId[][] = []
  const told: TaskEnded[] = []
  let comeBack: () => void = () => undefined
  let saved: Followed | undefined
  const machine = taskFollowMachine.provide({
    actors: {
      loadOpenTasks: fromPromise<OpenTasks, { ids: TaskId[] }>(async ({ input }) => {
        asked.push(input.ids)
        const answer = answers.length > 1 ? answers.shift() : answers[0]
        if (answer instanceof Error) throw answer
        return { tasks: [], needs_review: 0, ...answer }
      }),
      keepFollowed: fromCallback<FollowKeeperEvent>(({ sendBack, receive }) => {
        if (restored) sendBack({ type: 'followed.restored', followed: restored })
        receive(({ followed }) => {
          saved = followed
        })
      }),
      watchChanges: fromCallback(() => undefined),
      watchSends: fromCallback(() => undefined),
      cancelQueued: fromCallback<CancellerEvent>(({ sendBack, receive }) => {
        receive(({ task_id }) =>
          sendBack(
            task_id === 't1'
              ? { type: 'queued.cancelled', count: 2 }
              : { type: 'queued.notCancelled', error: new Error('no answer') },
          ),
        )
      }),
      watchReturn: fromCallback(({ sendBack }) => {
        comeBack = () => sendBack({ type: 'person.returned' })
      }),
    },
  })
  const actor = createActor(machine)
  actor.on('task.ended', (event) => told.push(event))
  actor.start()
  return {
    actor,
    asked,
    told,
    saved: () => saved,
    context: () => actor.getSnapshot().context,
    comeBack: () => comeBack(),
  }
}

const pass = (millis: number) => vi.advanceTimersByTimeAsync(millis)

describe('following tasks', () => {
  it('cancels waiting replies of a task, and reports how many or why not', () => {
    const { actor } = follow([{ tasks: [running] }])
    const said: string[] = []
    actor.on('toast', ({ tone, message }) => said.push(`${tone}: ${message}`))
    actor.send({ type: 'queued.cancel', task_id: 't1' })
    actor.send({ type: 'queued.cancel', task_id: 't2' })
    expect(said).toEqual(['success: 2 replies were cancelled.', 'error: An error occurred'])
  })

  it('announces the outcome of a send, even if the next post has been opened', async () => {
    const { actor, asked, told, context } = follow([{}, { tasks: [running] }, { tasks: [refused] }])
    await pass(1000)
    actor.send({ type: 'tasks.changed', task_id: 't1' })
    await pass(1500)
    expect(told).toEqual([{ type: 'task.ended', task: refused }])
    expect(asked).toEqual([[], ['t1'], ['t1']])
    expect(context()).toMatchObject({ awaited: [], ended: ['t1'], tasks: [refused] })
  })

  describe('the message of a send', () => {
    const success = 'success: Replies posted successfully!'
    const held = { ...summary('queued', 3), id: 't1', total_items: 3 }
    const refusedByX = {
      ...held,
      status: 'failed',
      failed: 3,
      completed: 0,
      pending: 0,
      urgent_item: {
        ...item('i1', 'failed'),
        error: 'Status is a duplicate.',
        attempts: [{ ...attempt, http_status: 403, detail: 'Status is a duplicate.' }],
      },
    }
    const sends = async (hold: number, ...answers: Partial<OpenTasks>[]) => {
      const { actor } = follow([{}, ...answers])
      const said: string[] = []
      actor.on('toast', ({ tone, message }) => said.push(`${tone}: ${message}`))
      await pass(1000)
      actor.send({ type: 'tasks.changed', task_id: 't1' })
      actor.send({ type: 'task.sent', task_id: 't1', hold })
      await pass(0)
      return { actor, said }
    }

    it('waits at most two seconds for the outcome', async () => {
      const { said } = await sends(0, { tasks: [held] })
      await pass(1999)
      expect(said).toEqual([])
      await pass(1)
      expect(said).toEqual([success])
      await pass(60_000)
      expect(said).toEqual([success])
    })

    it('waits until the hold has ended, even if another send of that time is known', async () => {
      const other = { ...held, id: 't2', completed: 1, pending: 2 }
      const { actor, said } = await sends(5000, { tasks: [held] }, { tasks: [held, other] }, { tasks: [held] })
      actor.send({ type: 'task.sent', task_id: 't2', hold: 5000 })
      await pass(1500)
      expect(said).toEqual([success])
      await pass(5499)
      expect(said).toEqual([success])
      await pass(1)
      expect(said).toEqual([success, success])
    })

    it('appears as soon as a reply is on X', async () => {
      const { said } = await sends(0, { tasks: [held] }, { tasks: [{ ...held, completed: 1, pending: 2 }] })
      expect(said).toEqual([])
      await pass(1500)
      expect(said).toEqual([success])
      await pass(60_000)
      expect(said).toHaveLength(1)
    })

    it('does not appear for a send that was taken back during its hold', async () => {
      const takenBack = { ...held, status: 'cancelled', failed: 3, cancelled: 3, completed: 0, pending: 0 }
      const { actor, said } = await sends(5000, { tasks: [held] }, { tasks: [takenBack] })
      actor.send({ type: 'tasks.changed', task_id: 't1' })
      await pass(60_000)
      expect(said).toEqual([])
    })

    it('is a failure with X’s words if X refused every reply', async () => {
      const { said } = await sends(0, { tasks: [refusedByX] })
      expect(said).toEqual(['error: X refused all 3 replies: Status is a duplicate.'])
      await pass(60_000)
      expect(said).toHaveLength(1)
    })

    it('appears at once if the provider reports no outcome', async () => {
      const { actor } = follow([{}])
      const said: string[] = []
      actor.on('toast', ({ message }) => said.push(message))
      actor.send({ type: 'send.accepted' })
      expect(said).toEqual(['Replies posted successfully!'])
    })
  })

  it('announces the outcome of a send that ended before the first poll', async () => {
    const { actor, told } = follow([{ tasks: [refused] }])
    actor.send({ type: 'tasks.changed', task_id: 't1' })
    await pass(0)
    expect(told).toEqual([{ type: 'task.ended', task: refused }])
  })

  it('announces an outcome once, and after a reload the outcomes that were not announced', async () => {
    const first = follow([{ tasks: [refused] }], { awaited: ['t1'], ended: [] })
    await pass(1000)
    expect(first.told).toHaveLength(1)
    const second = follow([{ tasks: [refused] }], first.saved())
    await pass(1000)
    expect(second.told).toEqual([])
    expect(second.context().tasks).toEqual([refused])
  })

  it('removes tasks at once that another tab dismissed, and polls again, even during a request', async () => {
    const other = { ...refused, id: 't2' }
    const { actor, asked, context, told } = follow([{ tasks: [refused] }, { tasks: [other] }], {
      awaited: [],
      ended: ['t1'],
    })
    await pass(1000)
    actor.send({ type: 'tasks.changed', task_id: undefined })
    actor.send({ type: 'followed.restored', followed: { awaited: [], ended: ['t2'] } })
    expect(context()).toMatchObject({ ended: ['t2'], tasks: [] })
    await pass(0)
    expect(asked.at(-1)).toEqual(['t2'])
    expect(context()).toMatchObject({ ended: ['t2'], tasks: [other] })
    expect(told).toEqual([])
  })

  it('polls again only while a task is running', async () => {
    const { asked } = follow([{ tasks: [running] }, { tasks: [posted] }])
    await pass(1000)
    expect(asked).toHaveLength(1)
    await pass(1500)
    expect(asked).toHaveLength(2)
    await pass(3_600_000)
    expect(asked).toHaveLength(2)
  })

  it('keeps polling while the server cannot be reached', async () => {
    const { asked, told } = follow([{ tasks: [running] }, new Error('offline'), { tasks: [refused] }])
    await pass(1000 + 1500 + 1500)
    expect(asked).toHaveLength(3)
    expect(told).toHaveLength(1)
  })

  it('polls again after half a minute if the first answer failed', async () => {
    const { asked, context } = follow([new Error('offline'), { needs_review: 3 }])
    await pass(1000)
    expect(asked).toHaveLength(1)
    await pass(30_000)
    expect(asked).toHaveLength(2)
    expect(context().needsReview).toBe(3)
  })

  it('removes successful tasks after a while, and keeps others until the operator has opened them', async () => {
    const other = { ...refused, id: 't2' }
    const { actor, context, saved } = follow([{ tasks: [posted, other] }], { awaited: ['t1', 't2'], ended: [] })
    await pass(1000)
    expect(context().ended).toEqual(['t1', 't2'])
    await pass(8000)
    expect(context().tasks).toEqual([other])
    await pass(3_600_000)
    expect(context().tasks).toEqual([other])
    actor.send({ type: 'outcome.dismiss', task_id: 't2' })
    expect(context()).toMatchObject({ tasks: [], ended: [] })
    expect(saved()).toEqual({ awaited: [], ended: [] })
  })

  it('follows an ended task again once it is retried', async () => {
    const { actor, told } = follow([{ tasks: [refused] }, { tasks: [running] }, { tasks: [posted] }], {
      awaited: ['t1'],
      ended: [],
    })
    await pass(1000)
    actor.send({ type: 'tasks.changed', task_id: 't1' })
    await pass(1500)
    expect(told.map(({ task }) => task.status)).toEqual(['failed', 'completed'])
  })

  it('keeps polling while manual replies wait, polls at once when the operator returns, and announces no outcome of them', async () => {
    const manual = { ...summary('handed_over', 2), id: 't1', completed: 0, handed_over: 2 }
    const half = { ...manual, completed: 1, pending: 1, handed_over: 1 }
    const answers = [
      { tasks: [manual], handed_over: 2 },
      { tasks: [half], handed_over: 1 },
      { tasks: [half], handed_over: 1 },
      { tasks: [posted], handed_over: 0 },
    ]
    const { actor, asked, told, context, comeBack } = follow(answers, { awaited: [], ended: ['t1'] })
    expect(context().manualCount).toBeUndefined()
    await pass(1000)
    expect([context().manualCount, context().tasks]).toEqual([2, [manual]])
    comeBack()
    await pass(0)
    expect([context().manualCount, context().tasks]).toEqual([1, [half]])
    await pass(30_000)
    actor.send({ type: 'tasks.changed', task_id: undefined })
    await pass(0)
    expect([context().manualCount, context().tasks]).toEqual([0, [posted]])
    comeBack()
    await pass(3_600_000)
    expect([asked.length, told, context().tasks]).toEqual([4, [], []])
  })

  it('forgets a task that the server no longer knows', async () => {
    const { context, saved } = follow([{ tasks: [] }], { awaited: ['gone'], ended: ['older'] })
    await pass(1000)
    expect(context()).toMatchObject({ awaited: [], ended: [], tasks: [] })
    expect(saved()).toEqual({ awaited: [], ended: [] })
  })
})
