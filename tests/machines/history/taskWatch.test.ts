import { describe, expect, it } from 'vitest'
import { SimulatedClock } from 'xstate'
import { historyWatchMachine } from '../../../src/machines/history/historyWatch'
import { taskWatchMachine } from '../../../src/machines/history/taskWatch'
import { isAtRest } from '../../../src/schemas/history/taskOutcome'
import { run } from '../../support/run'
import { item, link, lostAnswer, notThere, refusal, summary, task } from '../samples'

const queued = task('running', item('i1', 'completed'), item('i2', 'queued'))
const done = task('completed', item('i1', 'completed'), item('i2', 'completed'))
const failure = (message: string) => ({ type: 'toast', tone: 'error', message })

const watching = () => {
  const clock = new SimulatedClock()
  const services = ['loadTask', 'retryTask', 'decideItem'] as const
  return { clock, ...run(taskWatchMachine, { services, input: { task_id: 't1' }, clock }) }
}

const live = async () => {
  const watch = watching()
  await watch.last('loadTask').answer(queued)
  return watch
}

describe('a settled task', () => {
  it.each([
    [done, true],
    [task('failed', item('i1', 'completed'), item('i2', 'failed')), true],
    [task('running', item('i1', 'needs_review')), true],
    [task('cancelled', item('i1', 'completed'), item('i2', 'cancelled')), true],
    [task('running', item('i1', 'unknown')), false],
    [queued, false],
    [task('completed'), true],
    [task('pending'), false],
  ])('%#: by its items, or by its own status if it has none', (sample, expected) => {
    expect(isAtRest(sample)).toBe(expected)
  })
})

describe('watching a task', () => {
  it('polls while it runs, and stops at the end', async () => {
    const watch = await live()
    expect([watch.state(), watch.inputs('loadTask').length]).toEqual([{ live: 'waiting' }, 1])
    watch.clock.increment(1500)
    expect(watch.inputs('loadTask')).toEqual([{ task_id: 't1' }, { task_id: 't1' }])
    await watch.last('loadTask').answer(done)
    watch.clock.increment(60_000)
    expect([watch.state(), watch.context().task, watch.inputs('loadTask').length]).toEqual([
      { settled: 'resting' },
      done,
      2,
    ])
  })

  it('loads a settled task once', async () => {
    const watch = watching()
    await watch.last('loadTask').answer(done)
    expect(watch.state()).toEqual({ settled: 'resting' })
  })

  it('continues silently after a failed poll', async () => {
    const watch = await live()
    watch.clock.increment(1500)
    await watch.last('loadTask').fail(refusal)
    expect([watch.state(), watch.context().task, watch.told]).toEqual([{ live: 'waiting' }, queued, []])
    watch.clock.increment(1500)
    expect(watch.inputs('loadTask')).toHaveLength(3)
  })

  it('pauses, even during a request, and continues at once', async () => {
    const watch = await live()
    watch.clock.increment(1500)
    watch.send({ type: 'pause' })
    watch.clock.increment(60_000)
    expect([watch.state(), watch.inputs('loadTask').length]).toEqual([{ live: 'paused' }, 2])
    watch.send({ type: 'resume' })
    expect(watch.inputs('loadTask')).toHaveLength(3)
  })

  it('reports a missing task, and looks again on request', async () => {
    const watch = watching()
    await watch.last('loadTask').fail(notThere)
    watch.clock.increment(60_000)
    expect([watch.state(), watch.inputs('loadTask').length, watch.told]).toEqual(['missing', 1, []])
    watch.send({ type: 'page.reload' })
    expect(watch.state()).toBe('loading')
  })

  it('polls again if the server cannot be reached, and shows that nothing is up to date until it answers', async () => {
    const watch = watching()
    await watch.last('loadTask').fail(lostAnswer)
    expect([watch.state(), watch.context().isStale, watch.told]).toEqual(['failed', true, []])
    watch.clock.increment(1500)
    expect([watch.state(), watch.context().isStale]).toEqual(['loading', true])
    await watch.last('loadTask').answer(queued)
    expect([watch.state(), watch.context().isStale]).toEqual([{ live: 'waiting' }, false])
    watch.clock.increment(1500)
    await watch.last('loadTask').fail(lostAnswer)
    expect([watch.state(), watch.context().isStale]).toEqual([{ live: 'waiting' }, true])
    watch.clock.increment(1500)
    await watch.last('loadTask').answer(done)
    expect([watch.state(), watch.context().isStale]).toEqual([{ settled: 'resting' }, false])
  })

  it('reads once after a change, shows the settled task in the meantime, and polls if it is no longer settled', async () => {
    const watch = watching()
    await watch.last('loadTask').answer(done)
    watch.send({ type: 'tasks.updated' })
    watch.send({ type: 'tasks.updated' })
    const seen = () => [watch.state(), watch.inputs('loadTask').length, watch.actor.getSnapshot().matches('settled')]
    expect(seen()).toEqual([{ settled: 'checking' }, 2, true])
    await watch.last('loadTask').answer(done)
    expect(seen()).toEqual([{ settled: 'checking' }, 3, true])
    await watch.last('loadTask').answer(done)
    watch.clock.increment(60_000)
    expect(seen()).toEqual([{ settled: 'resting' }, 3, true])
    watch.send({ type: 'tasks.updated' })
    await watch.last('loadTask').answer(queued)
    expect([seen(), watch.context().task]).toEqual([[{ live: 'waiting' }, 4, false], queued])
  })

  it('reads again if a changed task cannot be read, and shows that it is out of date', async () => {
    const watch = watching()
    await watch.last('loadTask').answer(done)
    watch.send({ type: 'tasks.updated' })
    await watch.last('loadTask').fail(lostAnswer)
    expect([watch.state(), watch.context().isStale, watch.context().task]).toEqual([{ live: 'waiting' }, true, done])
    watch.clock.increment(1500)
    await watch.last('loadTask').answer(done)
    expect([watch.state(), watch.context().isStale]).toEqual([{ settled: 'resting' }, false])
  })

  it('keeps a settled task visible while it is loaded again', async () => {
    const watch = watching()
    await watch.last('loadTask').answer(done)
    watch.send({ type: 'page.reload' })
    await watch.last('loadTask').fail(refusal)
    expect([watch.state(), watch.context().task]).toEqual([{ live: 'waiting' }, done])
  })

  it('retries failed replies, and polls the task', async () => {
    const watch = watching()
    await watch.last('loadTask').answer(done)
    watch.send({ type: 'task.retry', only: 'failed' })
    expect([watch.isBusy(), watch.last('retryTask').input]).toEqual([true, { task_id: 't1', only: 'failed' }])
    expect(watch.context().retrying).toBe('failed')
    await watch.last('retryTask').answer(queued)
    expect([watch.state(), watch.context().task]).toEqual([{ live: 'waiting' }, queued])
    expect(watch.context().retrying).toBeUndefined()
  })

  it('explains why a retry or a decision is refused, and reads the task again', async () => {
    const watch = await live()
    watch.send({ type: 'task.retry', only: 'failed' })
    await watch.last('retryTask').fail(refusal)
    expect(watch.state()).toEqual({ live: 'polling' })
    watch.send({ type: 'item.decide', item_id: 'i2', decision: { action: 'give_up' } })
    expect(watch.last('decideItem').input).toEqual({
      task_id: 't1',
      item_id: 'i2',
      decision: { action: 'give_up' },
    })
    await watch.last('decideItem').fail({})
    expect(watch.told).toEqual([failure(refusal.detail), failure('An error occurred')])
  })

  it('stores decisions made during a store afterwards, each once', async () => {
    const watch = await live()
    const cancel = (item_id: string) =>
      watch.send({ type: 'item.decide', item_id, decision: { action: 'cancel' } } as const)
    const stored = () => watch.inputs('decideItem').map((input) => (input as { item_id: string }).item_id)
    for (const id of ['i1', 'i2', 'i1', 'i3', 'i2']) cancel(id)
    expect(stored()).toEqual(['i1'])
    await watch.last('decideItem').answer(queued)
    expect(stored()).toEqual(['i1', 'i2'])
    await watch.last('decideItem').fail(refusal)
    expect([stored(), watch.told]).toEqual([['i1', 'i2', 'i3'], [failure(refusal.detail)]])
    await watch.last('decideItem').answer(done)
    expect([watch.state(), watch.context().task, stored()]).toEqual([{ live: 'waiting' }, done, ['i1', 'i2', 'i3']])
  })

  it.each([
    [{ type: 'task.retry', only: 'failed' }, 'retryTask'],
    [{ type: 'item.posted', item_id: 'i1', tweet_url: link }, 'decideItem'],
  ] as const)('stores later decisions after %j, even after a refusal', async (event, service) => {
    for (const end of ['answer', 'fail'] as const) {
      const watch = await live()
      watch.send(event)
      watch.send({ type: 'item.decide', item_id: 'i2', decision: { action: 'cancel' } })
      await watch.last(service)[end](end === 'answer' ? queued : refusal)
      expect([watch.state(), watch.last('decideItem').input]).toEqual([
        'deciding',
        { task_id: 't1', item_id: 'i2', decision: { action: 'cancel' } },
      ])
    }
  })

  it('announces once that all replies were cancelled in another place, and shows no message of its own', async () => {
    const watch = await live()
    const cancelled = task('cancelled', item('i1', 'cancelled'), item('i2', 'cancelled'))
    const half = task('queued', item('i1', 'cancelled'), item('i2', 'queued'))
    for (const answer of [half, cancelled, cancelled]) {
      watch.send({ type: 'page.reload' })
      await watch.last('loadTask').answer(answer)
    }
    expect(watch.told).toEqual([{ type: 'task.takenBack' }])
    const later = watching()
    await later.last('loadTask').answer(cancelled)
    expect(later.told).toEqual([{ type: 'task.takenBack' }])
  })

  it('announces for a single item only that all waiting replies were cancelled', async () => {
    const watch = await live()
    const can = (item_id: string, action: 'cancel' | 'cancel_waiting' | 'take_back' | 'check_again') =>
      watch.actor.getSnapshot().can({ type: 'item.decide', item_id, decision: { action } })
    watch.send({ type: 'item.decide', item_id: 'i1', decision: { action: 'cancel' } })
    expect([can('i1', 'cancel'), can('i2', 'cancel'), can('i1', 'cancel_waiting')]).toEqual([false, true, true])
    watch.send({ type: 'item.decide', item_id: 'i1', decision: { action: 'cancel_waiting' } })
    expect([can('i2', 'cancel'), can('i2', 'cancel_waiting'), can('i2', 'check_again')]).toEqual([false, false, true])
    expect([can('i1', 'take_back'), can('i2', 'take_back')]).toEqual([false, false])
  })

  it('accepts one decision at a time', async () => {
    const watch = await live()
    const decide = { type: 'item.decide', item_id: 'i2', decision: { action: 'check_again' } } as const
    watch.send(decide)
    watch.send(decide)
    expect(watch.inputs('decideItem')).toHaveLength(1)
    await watch.last('decideItem').answer(done)
    expect(watch.context().task).toEqual(done)
  })
})

describe('watching the history', () => {
  it.each([
    [[summary('running', 0)], { settled: 'resting' }],
    [[summary('completed', 1)], { settled: 'resting' }],
    [[summary('needs_review', 0), summary('failed', 0)], { settled: 'resting' }],
    [[summary('completed', 0), summary('running', 1)], { live: 'waiting' }],
    [[], { settled: 'resting' }],
  ])('%#: continues while a task runs and something in it is pending', async (tasks, state) => {
    const watch = run(historyWatchMachine, { services: ['loadTasks'] })
    expect(watch.context().tasks).toBeUndefined()
    await watch.last('loadTasks').answer(tasks)
    expect([watch.state(), watch.context().tasks]).toEqual([state, tasks])
  })

  it('polls while a task runs, and stops at the end', async () => {
    const clock = new SimulatedClock()
    const watch = run(historyWatchMachine, { services: ['loadTasks'], clock })
    await watch.last('loadTasks').answer([summary('running', 1), summary('completed', 0)])
    clock.increment(1500)
    await watch.last('loadTasks').answer([summary('completed', 0), summary('completed', 0)])
    clock.increment(60_000)
    expect([watch.state(), watch.inputs('loadTasks').length]).toEqual([{ settled: 'resting' }, 2])
  })

  it('shows a task that was sent elsewhere while the list was settled', async () => {
    const watch = run(historyWatchMachine, { services: ['loadTasks'] })
    const [earlier, later] = [[summary('completed', 0)], [summary('running', 1), summary('completed', 0)]]
    await watch.last('loadTasks').answer(earlier)
    watch.send({ type: 'tasks.updated' })
    expect([watch.state(), watch.isBusy(), watch.context().tasks]).toEqual([{ settled: 'checking' }, false, earlier])
    await watch.last('loadTasks').answer(later)
    expect([watch.state(), watch.context().tasks]).toEqual([{ live: 'waiting' }, later])
  })

  it('explains at its field, and nowhere else, what is wrong with the link of a posted reply', async () => {
    const watch = await live()
    watch.send({ type: 'item.posted', item_id: 'i2', tweet_url: link })
    expect(watch.inputs('decideItem')).toEqual([
      { task_id: 't1', item_id: 'i2', decision: { action: 'posted', tweet_url: link } },
    ])
    await watch.last('decideItem').fail({ status: 422, detail: 'tweet_url: It replies to another post' })
    expect([watch.state(), watch.context().confirmed, watch.told]).toEqual([
      { live: 'polling' },
      { item_id: 'i2', fault: 'It replies to another post' },
      [],
    ])
    watch.send({ type: 'item.posted', item_id: 'i1', tweet_url: link })
    expect(watch.context().confirmed).toEqual({ item_id: 'i1' })
    await watch.last('decideItem').answer(done)
    expect(watch.context().task).toEqual(done)
  })
})

describe('a cancelled task', () => {
  const waits = { ...item('i1', 'queued'), can_cancel: true }
  const cancelled = [item('i1', 'cancelled'), item('i2', 'cancelled')]
  const decide = { type: 'item.decide', item_id: 'i1', decision: { action: 'cancel_waiting' } } as const

  it('reports that nothing was sent only if every reply waited and none was sent', async () => {
    const told = [
      { type: 'task.takenBack' },
      { type: 'toast', tone: 'success', message: 'Send taken back. Nothing was sent.' },
    ]
    const both = [waits, { ...waits, id: 'i2' }]
    for (const [before, after, isTold] of [
      [both, cancelled, true],
      [both, [item('i1', 'failed'), item('i2', 'posting')], false],
      [[waits, item('i2', 'completed')], cancelled, false],
    ] as const) {
      const watch = watching()
      await watch.last('loadTask').answer(task('running', ...before))
      watch.send(decide)
      await watch.last('decideItem').answer(task('failed', ...after))
      expect(watch.told).toEqual(isTold ? told : [])
      expect(watch.context().task?.items).toEqual(after)
    }
  })
})
