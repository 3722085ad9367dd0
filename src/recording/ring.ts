import type {
  ActorRefLike,
  AnyStateMachine,
  AnyTransitionDefinition,
  InspectionEvent,
  Observer,
  Snapshot,
} from 'xstate'
import { inner, machineOf, nameOf, parentOf } from './actorsOf'
import type { RecordedEvent, RecordedSnapshot } from './recording'
import { withoutSecrets } from './redact'

/** An actor that was met, by its session id. */
export interface MetActor {
  actor: string
  name: string
  parent: string | undefined
  /** Under which name its parent knows its logic. */
  src: string | undefined
  /** None where it is a promise, a callback or another simple logic. */
  machine: AnyStateMachine | undefined
  input: unknown
}

/** `at` is in ms since 1970. Nothing in it is a secret, and nothing of it keeps an actor alive. */
export type RingEntry = { at: number; actor: string } & (
  | { kind: 'actor' }
  | { kind: 'event'; source: string | undefined; event: RecordedEvent }
  | {
      kind: 'snapshot'
      event: RecordedEvent
      transitions: readonly AnyTransitionDefinition[]
      snapshot: RecordedSnapshot
    }
  | { kind: 'emitted'; event: RecordedEvent }
)

export interface Recorded {
  /** Every actor that an entry, or a base, speaks of. */
  actors: MetActor[]
  /** Of the machines that began before the first entry: how they were then. */
  bases: ReadonlyMap<string, RecordedSnapshot>
  entries: RingEntry[]
}

export interface Ring {
  observer: Observer<InspectionEvent>
  read(): Recorded
  /** Lets go of everything until now, but for how the machines are that still run. */
  forget(): void
}

/**
 * Records what machines do, from the start and in production: their events and snapshots by reference, at most `kept`
 * entries, the oldest let go first. For each machine it knows how it was before its first entry, so that what is left can
 * be replayed. Of other actors it knows that they are there, and what they were asked. `now` is in ms since 1970.
 */
export const createRing = (now: () => number = Date.now, kept = 3000): Ring => {
  const actors = new Map<string, MetActor>()
  const bases = new Map<string, RecordedSnapshot>()
  const taken = new Map<string, AnyTransitionDefinition[]>()
  /** Of the actors without a chart, those whose entry is still there, and whether they have ended. */
  const simple = new Map<string, { hasEnded: boolean }>()
  let entries: RingEntry[] = []
  let first = 0

  const letGo = () => {
    const entry = entries[first]
    first += 1
    if (!entry) return
    if (entry.kind === 'actor') {
      if (simple.get(entry.actor)?.hasEnded) actors.delete(entry.actor)
      simple.delete(entry.actor)
    } else letGoOf(entry, actors, bases)
  }
  /** What one happening led to goes as a whole, or else what is left could not be replayed. */
  const letOneGo = () => {
    do letGo()
    while (first < entries.length && !isFromOutside(entries[first], actors))
  }
  const record = (entry: RingEntry) => {
    entries.push(entry)
    if (entries.length - first > kept) letOneGo()
    if (first > kept) {
      entries = entries.slice(first)
      first = 0
    }
  }
  const meet = (ref: ActorRefLike) => {
    const actor = ref.sessionId
    const src = inner(ref, 'src')
    const machine = machineOf(ref)
    actors.set(actor, {
      actor,
      name: nameOf(ref),
      parent: parentOf(ref),
      src: typeof src === 'string' ? src : undefined,
      machine,
      input: withoutSecrets(inner(inner(ref, 'options'), 'input')),
    })
    if (!machine) simple.set(actor, { hasEnded: false })
    record({ kind: 'actor', at: now(), actor })
    if (machine && canEmit(ref)) {
      ref.on('*', (event) => record({ kind: 'emitted', at: now(), actor, event: eventOf(event) }))
    }
  }
  const end = (actor: string) => {
    const listed = simple.get(actor)
    if (listed) listed.hasEnded = true
    else actors.delete(actor)
  }
  const observe = (inspected: InspectionEvent) => {
    const actor = inspected.actorRef.sessionId
    if (inspected.type === '@xstate.actor') return meet(inspected.actorRef)
    if (!actors.get(actor)?.machine) {
      if (inspected.type === '@xstate.snapshot' && inspected.snapshot.status !== 'active') end(actor)
      return
    }
    switch (inspected.type) {
      case '@xstate.event': {
        const source = inspected.sourceRef?.sessionId
        return record({ kind: 'event', at: now(), actor, source, event: eventOf(inspected.event) })
      }
      case '@xstate.microstep':
        return void taken.set(actor, [...(taken.get(actor) ?? []), ...inspected._transitions])
      case '@xstate.snapshot': {
        const transitions = taken.get(actor) ?? []
        taken.delete(actor)
        const { event, snapshot } = inspected
        record({
          kind: 'snapshot',
          at: now(),
          actor,
          event: eventOf(event),
          transitions,
          snapshot: snapshotOf(snapshot),
        })
      }
    }
  }
  let isBroken = false
  return {
    observer: {
      next: (inspected) => {
        if (isBroken) return
        try {
          observe(inspected)
        } catch (error) {
          /** What is recorded must not suffer from its recording. */
          isBroken = true
          console.error(error)
        }
      },
    },
    read: () => ({ actors: [...actors.values()], bases: new Map(bases), entries: entries.slice(first) }),
    forget: () => {
      while (first < entries.length) letGo()
    },
  }
}

/** Whether something began there: a view, a service or a delay sent an event, or a root was made. */
export const isFromOutside = (entry: RingEntry | undefined, actors: ReadonlyMap<string, MetActor>): boolean => {
  if (entry?.kind === 'actor') return actors.get(entry.actor)?.parent === undefined
  if (entry?.kind !== 'event' || entry.event.type === 'xstate.init') return false
  const { source, actor, event } = entry
  if (source === actor) return event.type.startsWith('xstate.after.')
  return source === undefined || actors.get(source)?.machine === undefined
}

/** What is left of an entry: how its machine was then. Of one that has ended there is nothing left. */
export const letGoOf = (
  entry: RingEntry,
  actors: Map<string, MetActor>,
  bases: Map<string, RecordedSnapshot>,
): void => {
  if (entry.kind !== 'snapshot') return
  if (entry.snapshot.status === 'active') bases.set(entry.actor, entry.snapshot)
  else {
    bases.delete(entry.actor)
    actors.delete(entry.actor)
  }
}

/** Every name of `RecordedEvent` but the type is data of the event. */
const eventOf = (event: { type: string }): RecordedEvent => ({ ...Object(withoutSecrets(event)), type: event.type })

const snapshotParts = ['value', 'context', 'output', 'error'] as const

const snapshotOf = (snapshot: Snapshot<unknown>): RecordedSnapshot => {
  const recorded: RecordedSnapshot = { status: snapshot.status }
  for (const name of snapshotParts) {
    const part = inner(snapshot, name)
    if (part !== undefined) recorded[name] = withoutSecrets(part)
  }
  return recorded
}

interface Emitter {
  on(type: '*', handler: (event: { type: string }) => void): unknown
}

const canEmit = (actor: object): actor is Emitter => 'on' in actor && typeof actor.on === 'function'
