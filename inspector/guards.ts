import type { InspectionEvent, Observer } from 'xstate'
import { inner, machineOf } from '../src/recording/actorsOf'
import type { AskedGuard } from '../src/recording/recording'

export interface WatchedGuards {
  observer: Observer<InspectionEvent>
  /** The named guards that were evaluated for this event since the last call, and their results. */
  asked(event: object): AskedGuard[]
}

type Answering = (this: unknown, ...args: unknown[]) => unknown

/** Records the guards of every inspected machine, which XState's inspection does not report. For development only. */
export const watchGuards = (): WatchedGuards => {
  const heard = new WeakMap<object, AskedGuard[]>()
  const ours = new WeakSet<object>()
  const hear = (name: string, event: unknown, answer: unknown) => {
    if (typeof event !== 'object' || event === null) return
    heard.set(event, [...(heard.get(event) ?? []), { name, answer: Boolean(answer) }])
  }
  const listening = (name: string, answering: Answering, asks: number): Answering => {
    return function (...args) {
      const answer = answering.apply(this, args)
      hear(name, inner(args[asks], 'event'), answer)
      return answer
    }
  }
  /** `stateIn`, `and` and others are called through their `check`, whose second argument has the event. */
  const watched = (name: string, guard: Answering): Answering => {
    const check: unknown = Reflect.get(guard, 'check')
    return typeof check === 'function'
      ? Object.assign(listening(name, guard, 0), guard, { check: listening(name, (...args) => check(...args), 1) })
      : listening(name, guard, 0)
  }
  const watch = (guards: object) => {
    for (const [name, guard] of Object.entries(guards)) {
      if (typeof guard !== 'function' || ours.has(guard)) continue
      const watching = watched(name, guard)
      ours.add(watching)
      Reflect.set(guards, name, watching)
    }
  }
  return {
    observer: {
      next: ({ type, actorRef }) => {
        const machine = type === '@xstate.actor' ? machineOf(actorRef) : undefined
        if (machine) watch(machine.implementations.guards)
      },
    },
    asked: (event) => {
      const asked = heard.get(event) ?? []
      heard.delete(event)
      return asked
    },
  }
}
