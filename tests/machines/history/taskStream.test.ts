import { describe, expect, it } from 'vitest'
import { type ActorRefFrom, createActor, fromCallback, SimulatedClock } from 'xstate'
import { type TaskStreamEvent, taskStreamMachine } from '../../../src/machines/history/taskStream'

const look = () => {
  const clock = new SimulatedClock()
  const opened: boolean[] = []
  let tell: (event: TaskStreamEvent) => void = () => undefined
  let see: (event: TaskStreamEvent) => void = () => undefined
  const machine = taskStreamMachine.provide({
    actors: {
      watchVisibility: fromCallback(({ sendBack }) => {
        see = sendBack
      }),
      stream: fromCallback(({ sendBack }) => {
        const at = opened.push(true) - 1
        tell = sendBack
        return () => {
          opened[at] = false
        }
      }),
    },
  })
  const actor: ActorRefFrom<typeof taskStreamMachine> = createActor(machine, { clock }).start()
  return {
    clock,
    opened,
    state: () => actor.getSnapshot().value,
    tell: (type: TaskStreamEvent['type']) => tell({ type }),
    see: (type: TaskStreamEvent['type']) => see({ type }),
  }
}

describe('the stream of tasks', () => {
  it('opens when somebody looks at the page, after the first list was requested', () => {
    const { see, tell, opened, state, clock } = look()
    expect([state(), opened]).toEqual(['hidden', []])
    see('page.shown')
    clock.increment(999)
    expect([state(), opened]).toEqual(['waiting', []])
    clock.increment(1)
    tell('stream.opened')
    expect([state(), opened]).toEqual([{ following: 'open' }, [true]])
    see('page.hidden')
    expect([state(), opened]).toEqual(['hidden', [false]])
    see('page.shown')
    see('page.hidden')
    clock.increment(600_000)
    expect(opened).toEqual([false])
    see('page.shown')
    clock.increment(1000)
    expect(opened).toEqual([false, true])
  })

  it('is opened again after an interruption, with growing pauses', () => {
    const { see, tell, opened, clock, state } = look()
    see('page.shown')
    clock.increment(1000)
    for (const pause of [2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      const before = opened.length
      tell('stream.lost')
      clock.increment(pause - 1)
      expect([state(), opened.length]).toEqual(['waiting', before])
      clock.increment(1)
      expect(opened.length).toBe(before + 1)
    }
    tell('stream.opened')
    tell('stream.lost')
    clock.increment(2000)
    expect(state()).toEqual({ following: 'opening' })
  })

  it('is requested again from a provider without it when the page becomes visible again', () => {
    const { see, tell, opened, clock, state } = look()
    see('page.shown')
    clock.increment(1000)
    tell('stream.refused')
    clock.increment(600_000)
    expect([state(), opened]).toEqual(['refused', [false]])
    see('page.hidden')
    see('page.shown')
    clock.increment(1000)
    expect([state(), opened]).toEqual([{ following: 'opening' }, [false, true]])
  })
})
