import {
  type AnyActor,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InspectionEvent,
  isMachineSnapshot,
  type Observer,
} from 'xstate'
import { inner, machineOf } from '../src/recording/actorsOf'

export interface Control {
  observer: Observer<InspectionEvent>
  /** @throws Error with a sentence for the developer if the actor does not run. */
  send(actor: string, event: { type: string }): void
  /**
   * Restores an actor's snapshot after `number` snapshots of the whole run. Its children of that time are stopped and
   * started again.
   *
   * @throws Error with a sentence for the developer if that is impossible.
   */
  setBack(actor: string, number: number): void
}

interface StoredSnapshot {
  number: number
  actor: string
  snapshot: unknown
}

/**
 * Reaches into running actors, for development only. XState has no public way to restore a running actor: this uses
 * what its own `start` does with a persisted snapshot (5.33).
 */
export const createControl = (most: number): Control => {
  const actors = new Map<string, AnyActor>()
  const snapshots: StoredSnapshot[] = []
  let number = 0

  const running = (actor: string): AnyActor => {
    const found = actors.get(actor)
    if (found?.getSnapshot().status !== 'active') throw new Error('This actor has stopped.')
    return found
  }
  const snapshotThen = (actor: string, then: number): unknown => {
    const found = snapshots.findLast((each) => each.actor === actor && each.number <= then)
    if (!found) throw new Error('This snapshot is no longer stored.')
    return found.snapshot
  }
  const persistedThen = (actor: AnyActor, then: number): unknown => {
    const snapshot = snapshotThen(actor.sessionId, then)
    if (!isMachineSnapshot(snapshot)) return snapshot
    if (inner(actor, 'logic') !== snapshot.machine) {
      throw new Error(`${actor.id} came with code that loads late, so its parent cannot be restored.`)
    }
    return persistedMachine(snapshot, then)
  }
  const persistedMachine = (snapshot: AnyMachineSnapshot, then: number): object => {
    const persisted: object = snapshot.machine.getPersistedSnapshot(snapshot)
    const children = Object.entries(inner(persisted, 'children') ?? {}).map(([id, child]) => {
      const actor: AnyActor | undefined = snapshot.children[id]
      return [id, actor ? { ...child, snapshot: persistedThen(actor, then) } : child]
    })
    return { ...persisted, children: Object.fromEntries(children) }
  }

  return {
    observer: {
      next: (inspected) => {
        const { actorRef } = inspected
        if (inspected.type === '@xstate.actor' && isActor(actorRef)) actors.set(actorRef.sessionId, actorRef)
        if (inspected.type !== '@xstate.snapshot') return
        number += 1
        snapshots.push({ number, actor: actorRef.sessionId, snapshot: inspected.snapshot })
        if (snapshots.length > most) snapshots.shift()
        if (inspected.snapshot.status !== 'active') actors.delete(actorRef.sessionId)
      },
    },
    send: (actor, event) => running(actor).send(event),
    setBack: (actor, then) => {
      const found = running(actor)
      const snapshot = snapshotThen(actor, then)
      const machine = machineOf(found)
      if (!machine || !isMachineSnapshot(snapshot)) throw new Error('Only a statechart can be restored.')
      restore(found, machine, persistedMachine(snapshot, then))
    },
  }
}

const isActor = (actor: object): actor is AnyActor =>
  'send' in actor && 'getSnapshot' in actor && '_actorScope' in actor

type Scope = Parameters<AnyStateMachine['restoreSnapshot']>[1]

const restore = (actor: AnyActor, machine: AnyStateMachine, persisted: object): void => {
  const scope: Scope = Reflect.get(actor, '_actorScope')
  const { children }: AnyMachineSnapshot = actor.getSnapshot()
  for (const child of Object.values<AnyActor>(children)) scope.stopChild(child)
  actor.system.scheduler.cancelAll(actor)
  const restored = machine.restoreSnapshot(persisted as Parameters<AnyStateMachine['restoreSnapshot']>[0], scope)
  Reflect.get(actor, 'update').call(actor, restored, { type: 'inspector.set-back' })
  machine.start(restored)
  for (const { after } of restored._nodes) {
    for (const { eventType, delay } of after) {
      const millis = delayOf(machine, delay, restored)
      if (millis !== undefined) actor.system.scheduler.schedule(actor, actor, { type: eventType }, millis, eventType)
    }
  }
}

/** Milliseconds, whether the chart has a number, a name or a function. */
const delayOf = (machine: AnyStateMachine, delay: unknown, { context }: AnyMachineSnapshot): number | undefined => {
  const named = typeof delay === 'string' ? machine.implementations.delays[delay] : delay
  if (typeof named === 'function') return Number(named({ context, event: { type: 'inspector.set-back' } }, undefined))
  return typeof named === 'number' ? named : undefined
}
