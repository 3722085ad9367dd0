import type { InspectionEvent, Observer } from 'xstate'
import { machineOf } from './actorsOf'
import { createEntryMaker } from './entries'
import { createReader } from './happenings'
import { type Heard, hear } from './hear'
import type { AskedGuard, Entry } from './recording'
import { redact } from './redact'

export interface Recorder {
  /** Differs for each load of the page. */
  run: string
  observer: Observer<InspectionEvent>
  /** Oldest first. Above 10,000 entries the oldest are dropped, except every machine and its latest snapshot. */
  entries(): Entry[]
  /** Calls back at most every fifth of a second. Returns a function that stops watching. */
  subscribe(listener: (batch: Entry[]) => void): () => void
}

interface Options {
  later?: (tell: () => void) => void
  guardsAsked?: (event: object) => AskedGuard[]
}

const batchMillis = 200

/**
 * Copies data without secrets when the actors are at rest, so that recording does not delay them. `now` is in ms since
 * 1970.
 */
export const createRecorder = (
  now: () => number = Date.now,
  most = 10_000,
  { later = (tell) => void setTimeout(tell, batchMillis), guardsAsked = () => [] }: Options = {},
): Recorder => {
  let entries: Entry[] = []
  let waiting: Entry[] = []
  let snapshots = 0
  const listeners = new Set<(batch: Entry[]) => void>()
  const machines = new Map<string, Entry | undefined>()
  const readHappening = createReader()
  const entryOf = createEntryMaker()
  const asked = new Map<string, Asked>()

  const isDispensable = (entry: Entry) =>
    entry.kind === 'actor' ? entry.chart === undefined : machines.get(entry.actor) !== entry
  const record = (entry: Entry) => {
    if (waiting.length === 0) later(store)
    waiting.push(entry)
  }
  const store = () => {
    if (waiting.length === 0) return
    const batch = waiting.map(copyOf)
    waiting = []
    for (const entry of batch) {
      if (entry.kind === 'actor' && entry.chart) machines.set(entry.actor, undefined)
      if (entry.kind === 'snapshot' && machines.has(entry.actor)) machines.set(entry.actor, entry)
    }
    entries.push(...batch)
    let surplus = entries.length - most
    if (surplus > 0) entries = entries.filter((entry) => surplus <= 0 || !isDispensable(entry) || surplus-- <= 0)
    for (const tell of listeners) tell(batch)
  }
  const step = (actor: string, event: object) => {
    const before = asked.get(actor)?.guards ?? []
    asked.set(actor, { guards: [...before, ...guardsAsked(event)], last: event })
  }
  const askedFor = (actor: string, event: object): AskedGuard[] => {
    const { guards, last } = asked.get(actor) ?? { guards: [], last: event }
    asked.delete(actor)
    return [...guards, ...guardsAsked(last)]
  }
  const take = (heard: Heard, at: number) => {
    if (heard.type === '@xstate.microstep') step(heard.actorRef.sessionId, heard.event)
    const happening = readHappening(heard, at)
    if (!happening) return
    const entry = entryOf(happening, machineOf(heard.actorRef))
    record(entry.kind === 'snapshot' ? numbered(entry) : entry)
  }
  const numbered = (entry: Extract<Entry, { kind: 'snapshot' }>): Entry => {
    const guards = askedFor(entry.actor, entry.event)
    snapshots += 1
    return { ...entry, number: snapshots, ...(guards.length > 0 ? { guards } : {}) }
  }
  return {
    run: `${now()}-${Math.random()}`,
    observer: hear(take, now),
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

/** Names in charts are no secrets and stay whole. */
const copyOf = (entry: Entry): Entry => {
  if (entry.kind === 'actor' && entry.chart) {
    const { chart, ...rest } = entry
    return { ...redact(rest), chart }
  }
  if (entry.kind !== 'snapshot') return redact(entry)
  const { snapshot, ...rest } = entry
  const { status, value, ...parts } = snapshot
  return { ...redact(rest), snapshot: { status, ...(value === undefined ? {} : { value }), ...redact(parts) } }
}

interface Asked {
  guards: AskedGuard[]
  last: object
}
