import { createReader, type Happening, type MetActor } from './happenings'
import type { Heard } from './hear'
import type { RecordedEvent, RecordedSnapshot } from './recording'
import { withoutSecrets } from './redact'

/** Contains no secret and keeps no actor alive. */
export interface Recorded {
  /** Files about the page before its reloads, the oldest first. */
  earlier?: readonly string[]
  actors: MetActor[]
  bases: ReadonlyMap<string, RecordedSnapshot>
  entries: Happening[]
}

export interface Ring {
  take(heard: Heard, at: number): void
  read(): Recorded
  forget(): void
}

/**
 * Keeps at most `kept` entries by reference and drops the oldest first. Each machine's state before its first entry is
 * kept, so that the rest can be replayed.
 */
export const createRing = (most = 3000): Ring => {
  const readHappening = createReader()
  const actors = new Map<string, MetActor>()
  const bases = new Map<string, RecordedSnapshot>()
  const simple = new Map<string, { hasEnded: boolean }>()
  let entries: Happening[] = []
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
  /** All effects of one event are dropped together, or the rest could not be replayed. */
  const letOneGo = () => {
    do letGo()
    while (first < entries.length && !isFromOutside(entries[first], actors))
  }
  const record = (entry: Happening) => {
    entries.push(entry)
    if (entries.length - first > most) letOneGo()
    if (first > most) {
      entries = entries.slice(first)
      first = 0
    }
  }
  const meet = (happening: Extract<Happening, { kind: 'actor' }>) => {
    const { actor } = happening
    const met = { ...happening.met, input: withoutSecrets(happening.met.input) }
    actors.set(actor, met)
    if (!met.machine) simple.set(actor, { hasEnded: false })
    record({ ...happening, met })
  }
  const end = (actor: string) => {
    const listed = simple.get(actor)
    if (listed) listed.hasEnded = true
    else actors.delete(actor)
  }
  return {
    take: (heard, at) => {
      const happening = readHappening(heard, at)
      if (!happening) return
      if (happening.kind === 'actor') return meet(happening)
      if (actors.get(happening.actor)?.machine) return record(withoutItsSecrets(happening))
      if (happening.kind === 'snapshot' && happening.snapshot.status !== 'active') end(happening.actor)
    },
    read: () => ({ actors: [...actors.values()], bases: new Map(bases), entries: entries.slice(first) }),
    forget: () => {
      while (first < entries.length) letGo()
      entries = []
      first = 0
    },
  }
}

/** A machine sends itself only what it has delayed. */
export const isFromOutside = (entry: Happening | undefined, actors: ReadonlyMap<string, MetActor>): boolean => {
  if (entry?.kind === 'actor') return actors.get(entry.actor)?.parent === undefined
  if (entry?.kind !== 'event' || entry.event.type === 'xstate.init') return false
  const { source, actor } = entry
  return source === undefined || source === actor || actors.get(source)?.machine === undefined
}

/**
 * The first place from `least` on at which a recording can begin. No event is half told there: XState reports a new
 * state after its observers, which may have sent further events.
 */
export const beginningOf = (
  entries: readonly Happening[],
  actors: ReadonlyMap<string, MetActor>,
  least: number,
): number => {
  const open = new Map<string, number>()
  let beginning = entries.length
  for (let index = beginning - 1; index >= least; index -= 1) {
    const entry = entries[index]
    const states = open.get(entry?.actor ?? '') ?? 0
    if (entry?.kind === 'snapshot' && entry.event.type !== 'xstate.stop') open.set(entry.actor, states + 1)
    if (entry?.kind === 'event' && states > 1) open.set(entry.actor, states - 1)
    else if (entry?.kind === 'event') open.delete(entry.actor)
    if (open.size === 0 && isFromOutside(entry, actors)) beginning = index
  }
  return beginning
}

export const letGoOf = (
  entry: Happening,
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

type WithEvent = Exclude<Happening, { kind: 'actor' }>

const withoutItsSecrets = (happening: WithEvent): WithEvent => {
  const event = eventOf(happening.event)
  return happening.kind === 'snapshot'
    ? { ...happening, event, snapshot: plainParts(happening.snapshot) }
    : { ...happening, event }
}

/** Every property except the type is data of the event. */
const eventOf = (event: RecordedEvent): RecordedEvent => ({ ...Object(withoutSecrets(event)), type: event.type })

export const plainParts = ({ status, value, ...parts }: RecordedSnapshot): RecordedSnapshot => ({
  status,
  ...(value === undefined ? {} : { value }),
  ...Object(withoutSecrets(parts)),
})
