import {
  type Actor,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type InspectionEvent,
  type Snapshot,
  StateMachine,
} from 'xstate'
import { inner } from '../../src/recording/actorsOf'
import { partsOf as readParts } from '../../src/recording/happenings'
import type { Entry, RecordedEvent, RecordedSnapshot } from '../../src/recording/recording'
import { plainParts } from '../../src/recording/ring'
import { createMatcher } from './match'
import { createRevival } from './revive'

export type ActorEntry = Extract<Entry, { kind: 'actor' }>

export interface Difference {
  actor: string
  name: string
  /** The latest event; `xstate.init` at the start. */
  event: string
  /** The number of events before it. */
  step: number
  /** `value`, `context.form.tweet_url`, `status` or `event`. */
  where: string
  recorded: unknown
  today: unknown
}

export interface Rerun {
  /** The first of each actor, in the order of the recording. */
  differences: Difference[]
  unknown: string[]
  /** The compared machines, and the number of their events. */
  compared: { actors: number; events: number }
  /** The final snapshot of the actor with that session id; undefined if today's charts did not start the actor. */
  snapshotOf(actor: string): AnyMachineSnapshot | undefined
}

export type Charts = ReadonlyMap<string, AnyStateMachine>

/** Delays need no clock: their events are in the recording. */
const stillClock = { setTimeout: () => 0, clearTimeout: () => {} }

/**
 * Runs a recording through today's charts, without services: starts the machines, sends them the recorded events from
 * views, services and delays in the order of sending, and compares every snapshot. Machines send each other's events
 * again.
 */
export const rerun = (entries: Entry[], charts: Charts): Rerun => {
  const met = new Map(entries.flatMap((entry) => (entry.kind === 'actor' ? [[entry.actor, entry] as const] : [])))
  const live = new Map<string, AnyActorRef>()
  const recordedOf = new Map<string, string>()
  const taken = new Map<string, { event: RecordedEvent; snapshot: Snapshot<unknown> }[]>()
  const unknown = new Set<string>()
  const revival = createRevival((actor) => live.get(actor), met)
  const matches = createMatcher(entries)

  /** Children are created before their root exists. */
  let beginning: ActorEntry | undefined
  const bind = (self: AnyActorRef, entry: ActorEntry | undefined) => {
    if (!entry) return
    live.set(entry.actor, self)
    recordedOf.set(self.sessionId, entry.actor)
  }
  /** The recorded actor of a child: the first of its name that is not taken yet. */
  const recordedChild = (self: AnyActorRef): ActorEntry | undefined => {
    if (self._parent && !self._parent._parent && !recordedOf.has(self._parent.sessionId)) bind(self._parent, beginning)
    const parent = self._parent && recordedOf.get(self._parent.sessionId)
    if (parent === undefined) return undefined
    return [...met.values()].find((each) => each.parent === parent && each.name === self.id && !live.has(each.actor))
  }
  const routed = new WeakMap<AnyStateMachine, AnyStateMachine>()
  const withoutServices = (machine: AnyStateMachine): AnyStateMachine => {
    const known = routed.get(machine)
    if (known) return known
    const actors = Object.entries(machine.implementations.actors).map(([src, logic]) => [src, routeOf(logic)])
    const made = machine.provide({ actors: Object.fromEntries(actors) })
    routed.set(machine, made)
    return made
  }
  const chartFor = (own: unknown, entry: ActorEntry | undefined): AnyStateMachine | undefined => {
    if (own instanceof StateMachine) return withoutServices(own)
    if (entry?.machine === undefined) return undefined
    const chart = charts.get(entry.machine)
    if (!chart) unknown.add(entry.machine)
    return chart && withoutServices(chart)
  }
  const routeOf = (own: unknown): AnyActorLogic => ({
    getInitialSnapshot: (scope, input) => {
      const entry = recordedChild(scope.self)
      bind(scope.self, entry)
      const machine = chartFor(own, entry)
      return machine ? machine.getInitialSnapshot(scope, input) : entry ? revival.shownBy(entry.actor) : idle
    },
    restoreSnapshot: (snapshot, scope) => {
      const entry = recordedChild(scope.self)
      bind(scope.self, entry)
      const machine = chartFor(own, entry)
      return machine && hasChildren(snapshot) ? machine.restoreSnapshot(snapshot, scope) : idle
    },
    start: (snapshot) => (isOfMachine(snapshot) ? snapshot.machine.start(snapshot) : undefined),
    transition: (snapshot, event, scope) => {
      if (isOfMachine(snapshot)) return snapshot.machine.transition(snapshot, event, scope)
      return event.type === 'xstate.stop' ? { ...snapshot, status: 'stopped' } : snapshot
    },
    getPersistedSnapshot: (snapshot) => snapshot,
  })

  const inspect = (inspected: InspectionEvent) => {
    if (inspected.type !== '@xstate.snapshot') return
    const { sessionId } = inspected.actorRef
    const { event, snapshot } = inspected
    taken.set(sessionId, [...(taken.get(sessionId) ?? []), { event, snapshot }])
  }
  const begin = (entry: ActorEntry) => {
    const chart = chartFor(undefined, entry)
    if (!chart) return
    const snapshot = entry.resumed ? persistedOf(entry, [...met.values()], entries, revival.revived) : undefined
    const input = revival.revived(entry.input)
    beginning = entry
    const actor: Actor<AnyStateMachine> = createActor(chart, {
      input,
      inspect,
      clock: stillClock,
      ...(snapshot ? { snapshot } : {}),
    })
    actor.subscribe({ error: () => {} })
    bind(actor, entry)
  }
  const isOutside = ({ actor, source }: Extract<Entry, { kind: 'event' }>) =>
    source === undefined || source === actor || !isOfMachine(live.get(source)?.getSnapshot())

  const differences: Difference[] = []
  const steps = new Map<string, number>()
  const apart = new Set<string>()
  const compare = (entry: Extract<Entry, { kind: 'snapshot' }>) => {
    const { actor, event, snapshot } = entry
    const machine = met.get(actor)
    if (!machine || apart.has(actor) || !charts.has(machine.machine ?? '')) return
    const step = steps.get(actor) ?? 0
    steps.set(actor, step + 1)
    const now = taken.get(live.get(actor)?.sessionId ?? '')?.[step]
    const told = now && {
      event: now.event.type,
      ...partsOf(now.snapshot, (id) => recordedOf.get(id) ?? revival.recordedOf(id) ?? id),
    }
    const found = matches({ event: event.type, ...snapshot }, told)
    if (!found) return
    apart.add(actor)
    const { name } = machine
    differences.push({ actor, name, event: event.type, step, ...found })
  }

  const resumedRoots = [...met.values()].filter(({ parent, resumed }) => resumed && !met.has(parent ?? ''))
  for (const entry of resumedRoots) begin(entry)
  for (const actor of live.values()) revival.link(actor.getSnapshot().context)
  for (const entry of entries) {
    if (entry.kind === 'actor' && !entry.resumed && !met.has(entry.parent ?? '')) begin(entry)
    else if (entry.kind === 'event') {
      const actor = live.get(entry.actor)
      const isRoot = !met.has(met.get(entry.actor)?.parent ?? '')
      if (entry.event.type === 'xstate.init') {
        if (isRoot) actor?.start()
      } else if (isOutside(entry)) actor?.send(revival.revived(entry.event))
    } else if (entry.kind === 'snapshot') {
      const root = rootOf(live.get(entry.actor))
      if (met.get(entry.actor)?.resumed && !steps.has(entry.actor)) root?.start()
      /** XState reports the end of a root only by its snapshot. */
      if (entry.event.type === 'xstate.stop') root?.stop()
      revival.show(entry)
      compare(entry)
    }
  }
  return {
    differences,
    unknown: [...unknown],
    compared: {
      actors: [...steps.keys()].length,
      events: [...steps.values()].reduce((sum, each) => sum + each, 0),
    },
    snapshotOf: (actor) => {
      const snapshot: unknown = live.get(actor)?.getSnapshot()
      return isOfMachine(snapshot) ? snapshot : undefined
    },
  }
}

const idle = { status: 'active', output: undefined, error: undefined } as const

const isOfMachine = (snapshot: unknown): snapshot is AnyMachineSnapshot => inner(snapshot, 'machine') !== undefined

const hasChildren = (snapshot: unknown): snapshot is Snapshot<unknown> => inner(snapshot, 'children') !== undefined

const rootOf = (actor: AnyActorRef | undefined): Actor<AnyActorLogic> | undefined => {
  const system: unknown = inner(actor, '_parent')
  return system === undefined && actor ? (actor as Actor<AnyActorLogic>) : undefined
}

const partsOf = (snapshot: Snapshot<unknown>, recordedId: (sessionId: string) => string): RecordedSnapshot => {
  const named = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(named)
    const session = inner(value, '$actor')
    if (typeof session === 'string') return { $actor: recordedId(session) }
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, named(each)]))
  }
  const { status, ...parts } = plainParts(readParts(snapshot))
  return { ...Object(named(parts)), status }
}

const persistedOf = (
  { actor }: ActorEntry,
  met: ActorEntry[],
  entries: Entry[],
  revived: <T>(value: T) => T,
): Snapshot<unknown> | undefined => {
  const base = entries.find((each) => each.kind === 'snapshot' && each.actor === actor)
  if (base?.kind !== 'snapshot') return undefined
  const children = met
    .filter(({ parent, resumed, src }) => parent === actor && resumed && src !== undefined)
    .map((child) => [child.name, { src: child.src, snapshot: persistedOf(child, met, entries, revived) ?? idle }])
  const { value, context } = base.snapshot
  const snapshot = {
    status: 'active',
    output: undefined,
    error: undefined,
    value,
    context: revived(context),
    historyValue: {},
    children: Object.fromEntries(children),
  } as const
  return snapshot
}
