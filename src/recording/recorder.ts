import type {
  ActorRefLike,
  AnyStateMachine,
  AnyTransitionDefinition,
  InspectionEvent,
  Observer,
  Snapshot,
} from 'xstate'
import { machineOf, nameOf, parentOf } from './actorsOf'
import { type ReadChart, readChart } from './chart'
import type { Entry, RecordedSnapshot } from './recording'
import { redact } from './redact'

export interface Recorder {
  /** Tells this run from any other, also of the same page before it was loaded again. */
  run: string
  observer: Observer<InspectionEvent>
  /**
   * Everything since the start, oldest first. Of a run of more than 10,000 entries the oldest are left out, but for
   * every machine and its latest snapshot.
   */
  entries(): Entry[]
  /** Calls back with each further entry. Returns the function that stops it. */
  subscribe(listener: (entry: Entry) => void): () => void
}

/** Records what every inspected actor does, as data without secrets. `now` is in ms since 1970. */
export const createRecorder = (now: () => number = Date.now, kept = 10_000): Recorder => {
  const entries: Entry[] = []
  const listeners = new Set<(entry: Entry) => void>()
  const charts = new WeakMap<AnyStateMachine, ReadChart>()
  /** Of the machines: their latest snapshots, none before the first. */
  const machines = new Map<string, Entry | undefined>()
  const taken = new Map<string, AnyTransitionDefinition[]>()

  const isDispensable = (entry: Entry) =>
    entry.kind === 'actor' ? entry.chart === undefined : machines.get(entry.actor) !== entry
  const record = (entry: Entry) => {
    const safe = redact(entry)
    entries.push(safe)
    if (safe.kind === 'actor' && safe.chart) machines.set(safe.actor, undefined)
    if (safe.kind === 'snapshot' && machines.has(safe.actor)) machines.set(safe.actor, safe)
    const oldest = entries.length > kept ? entries.findIndex(isDispensable) : -1
    if (oldest >= 0) entries.splice(oldest, 1)
    for (const tell of listeners) tell(safe)
  }
  const chartOf = (actor: ActorRefLike): ReadChart | undefined => {
    const machine = machineOf(actor)
    if (!machine) return undefined
    const known = charts.get(machine) ?? readChart(machine)
    charts.set(machine, known)
    return known
  }
  const meet = (actor: ActorRefLike) => {
    const chart = chartOf(actor)?.chart
    const parent = parentOf(actor)
    record({
      kind: 'actor',
      at: now(),
      actor: actor.sessionId,
      name: nameOf(actor),
      ...(parent === undefined ? {} : { parent }),
      ...(chart === undefined ? {} : { chart }),
    })
    if (canEmit(actor)) {
      actor.on('*', (event) => record({ kind: 'emitted', at: now(), actor: actor.sessionId, event }))
    }
  }

  const observe = (inspected: InspectionEvent) => {
    const actor = inspected.actorRef.sessionId
    switch (inspected.type) {
      case '@xstate.actor':
        return meet(inspected.actorRef)
      case '@xstate.event': {
        const source = inspected.sourceRef?.sessionId
        const { event } = inspected
        return record({ kind: 'event', at: now(), actor, ...(source === undefined ? {} : { source }), event })
      }
      case '@xstate.microstep':
        return void taken.set(actor, [...(taken.get(actor) ?? []), ...inspected._transitions])
      case '@xstate.snapshot': {
        const chart = chartOf(inspected.actorRef)
        const transitions = (taken.get(actor) ?? []).flatMap((each) => chart?.idOf(each) ?? [])
        taken.delete(actor)
        const { event, snapshot } = inspected
        return record({ kind: 'snapshot', at: now(), actor, event, transitions, snapshot: recorded(snapshot) })
      }
    }
  }
  return {
    run: `${now()}-${Math.random()}`,
    observer: { next: observe },
    entries: () => [...entries],
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const recordedParts = ['value', 'context', 'input', 'output', 'error'] as const

const recorded = (snapshot: Snapshot<unknown>): RecordedSnapshot => {
  const parts: Partial<Record<(typeof recordedParts)[number], unknown>> = snapshot
  return {
    status: snapshot.status,
    ...Object.fromEntries(recordedParts.flatMap((name) => (parts[name] === undefined ? [] : [[name, parts[name]]]))),
  }
}

interface Emitter {
  on(type: '*', handler: (event: { type: string }) => void): unknown
}

const canEmit = (actor: object): actor is Emitter => 'on' in actor && typeof actor.on === 'function'
