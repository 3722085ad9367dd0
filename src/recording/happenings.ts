import type { ActorRefLike, AnyStateMachine, AnyTransitionDefinition, Snapshot } from 'xstate'
import { inner, machineOf, nameOf, parentOf } from './actorsOf'
import type { Heard } from './hear'
import type { RecordedEvent, RecordedSnapshot } from './recording'

export interface MetActor {
  actor: string
  name: string
  parent: string | undefined
  src: string | undefined
  machine: AnyStateMachine | undefined
  input: unknown
}

/** By reference to the actor's own data. `at` is in ms since 1970. */
export type Happening = { at: number; actor: string } & (
  | { kind: 'actor'; met: MetActor }
  | { kind: 'event'; source: string | undefined; event: RecordedEvent }
  | {
      kind: 'snapshot'
      event: RecordedEvent
      transitions: readonly AnyTransitionDefinition[]
      snapshot: RecordedSnapshot
    }
  | { kind: 'emitted'; event: RecordedEvent }
)

export const createReader = (): ((heard: Heard, at: number) => Happening | undefined) => {
  const taken = new Map<string, AnyTransitionDefinition[]>()
  return (heard, at) => {
    const actor = heard.actorRef.sessionId
    switch (heard.type) {
      case '@xstate.actor':
        return { kind: 'actor', at, actor, met: meet(heard.actorRef) }
      case '@xstate.event':
        return { kind: 'event', at, actor, source: heard.sourceRef?.sessionId, event: heard.event }
      case 'emitted':
        return { kind: 'emitted', at, actor, event: heard.event }
      case '@xstate.microstep':
        taken.set(actor, [...(taken.get(actor) ?? []), ...heard._transitions])
        return undefined
      case '@xstate.snapshot': {
        const transitions = taken.get(actor) ?? []
        taken.delete(actor)
        return { kind: 'snapshot', at, actor, event: heard.event, transitions, snapshot: partsOf(heard.snapshot) }
      }
      default:
        return undefined
    }
  }
}

const meet = (actor: ActorRefLike): MetActor => {
  const src = inner(actor, 'src')
  return {
    actor: actor.sessionId,
    name: nameOf(actor),
    parent: parentOf(actor),
    src: typeof src === 'string' ? src : undefined,
    machine: machineOf(actor),
    input: inner(inner(actor, 'options'), 'input'),
  }
}

const parts = ['value', 'context', 'input', 'output', 'error'] as const

export const partsOf = (snapshot: Snapshot<unknown>): RecordedSnapshot => {
  const recorded: RecordedSnapshot = { status: snapshot.status }
  for (const name of parts) {
    const part = inner(snapshot, name)
    if (part !== undefined) recorded[name] = part
  }
  return recorded
}
