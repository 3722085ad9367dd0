import type {
  ActorRefLike,
  AnyStateMachine,
  AnyTransitionDefinition,
  InspectedMicrostepEvent,
  InspectionEvent,
  Observer,
  Snapshot,
} from 'xstate'
import { machineOf, nameOf, parentOf } from './actorsOf'
import { type ReadChart, readChart } from './chart'
import type { AskedGuard, Entry, RecordedSnapshot } from './recording'
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
  /** Calls back with all entries of the last fifth of a second at once. Returns the function that stops it. */
  subscribe(listener: (batch: Entry[]) => void): () => void
}

interface Options {
  /** Calls back a little later: what happened until then is told in one go. */
  later?: (tell: () => void) => void
  /** The guards that a machine was asked for an event, in their order. */
  guardsAsked?: (event: object) => AskedGuard[]
}

const batchMillis = 200

/**
 * Records what every inspected actor does, as data without secrets, which is copied when the actors are at rest: it shall
 * not hold them up. `now` is in ms since 1970.
 */
export const createRecorder = (
  now: () => number = Date.now,
  kept = 10_000,
  { later = (tell) => void setTimeout(tell, batchMillis), guardsAsked = () => [] }: Options = {},
): Recorder => {
  let entries: Entry[] = []
  let waiting: Entry[] = []
  let snapshots = 0
  const listeners = new Set<(batch: Entry[]) => void>()
  const charts = new WeakMap<AnyStateMachine, ReadChart>()
  /** Of the machines: their latest snapshots, none before the first. */
  const machines = new Map<string, Entry | undefined>()
  const under = new Map<string, Step>()

  const isDispensable = (entry: Entry) =>
    entry.kind === 'actor' ? entry.chart === undefined : machines.get(entry.actor) !== entry
  const record = (entry: Entry) => {
    if (waiting.length === 0) later(store)
    waiting.push(entry)
  }
  const store = () => {
    if (waiting.length === 0) return
    const batch = waiting.map((entry) => redact(entry))
    waiting = []
    for (const entry of batch) {
      if (entry.kind === 'actor' && entry.chart) machines.set(entry.actor, undefined)
      if (entry.kind === 'snapshot' && machines.has(entry.actor)) machines.set(entry.actor, entry)
    }
    entries.push(...batch)
    let surplus = entries.length - kept
    if (surplus > 0) entries = entries.filter((entry) => surplus <= 0 || !isDispensable(entry) || surplus-- <= 0)
    for (const tell of listeners) tell(batch)
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

  const stepOn = (before: Step | undefined, { event, _transitions }: InspectedMicrostepEvent): Step => ({
    transitions: [...(before?.transitions ?? []), ..._transitions],
    guards: [...(before?.guards ?? []), ...guardsAsked(event)],
    last: event,
  })

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
        return void under.set(actor, stepOn(under.get(actor), inspected))
      case '@xstate.snapshot': {
        const chart = chartOf(inspected.actorRef)
        const { event, snapshot } = inspected
        const {
          transitions: taken,
          guards: asked,
          last,
        } = under.get(actor) ?? { transitions: [], guards: [], last: event }
        under.delete(actor)
        const transitions = taken.flatMap((each) => chart?.idOf(each) ?? [])
        const guards = [...asked, ...guardsAsked(last)]
        snapshots += 1
        return record({
          kind: 'snapshot',
          at: now(),
          actor,
          number: snapshots,
          event,
          transitions,
          ...(guards.length > 0 ? { guards } : {}),
          snapshot: recorded(snapshot),
        })
      }
    }
  }
  return {
    run: `${now()}-${Math.random()}`,
    observer: { next: observe },
    entries: () => {
      store()
      return [...entries]
    },
    subscribe: (listener) => {
      store()
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What an actor did with an event so far; `last` is the event, or what it raised then. */
interface Step {
  transitions: AnyTransitionDefinition[]
  guards: AskedGuard[]
  last: object
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
