import type { Chart, Entry, RecordedSnapshot } from './recording'

export interface ActorThen {
  actor: string
  name: string
  parent: string | undefined
  chart: Chart | undefined
  snapshot: RecordedSnapshot | undefined
  transitions: string[]
  /** Counts from 1. */
  number?: number | undefined
}

/** Gives every actor's state at any moment without replaying from the start. */
export interface Timeline {
  readonly entries: readonly Entry[]
  append(batch: readonly Entry[]): void
  actorsAfter(count: number): ActorThen[]
  nameOf(actor: string): string
  /** `index` counts from 0. */
  stateAt(index: number): string
}

type Actors = Map<string, ActorThen>

const pageSize = 250

export const createTimeline = (): Timeline => {
  const entries: Entry[] = []
  const states: string[] = []
  const names = new Map<string, string>()
  const latest: Actors = new Map()
  const pages: Actors[] = []
  return {
    entries,
    append: (batch) => {
      for (const entry of batch) {
        if (entries.length % pageSize === 0) pages.push(new Map(latest))
        entries.push(entry)
        take(latest, entry)
        if (entry.kind === 'actor') names.set(entry.actor, entry.name)
        states.push(stateText(latest.get(entry.actor)?.snapshot))
      }
    },
    actorsAfter: (count) => {
      if (count >= entries.length) return [...latest.values()]
      const page = Math.floor(count / pageSize)
      const actors: Actors = new Map(pages[page])
      for (const entry of entries.slice(page * pageSize, count)) take(actors, entry)
      return [...actors.values()]
    },
    nameOf: (actor) => names.get(actor) ?? actor,
    stateAt: (index) => states[index] ?? '',
  }
}

const take = (actors: Actors, entry: Entry): void => {
  const known = actors.get(entry.actor)
  if (entry.kind === 'actor') {
    const { actor, name, parent, chart } = entry
    actors.set(actor, { actor, name, parent, chart, snapshot: undefined, transitions: [] })
  } else if (entry.kind === 'snapshot' && known) {
    const { snapshot, transitions, number } = entry
    actors.set(entry.actor, { ...known, snapshot, transitions, number })
  }
}

/** Parents before their children. */
export const actorsAfter = (entries: readonly Entry[], count: number): ActorThen[] => {
  const actors: Actors = new Map()
  for (const entry of entries.slice(0, count)) take(actors, entry)
  return [...actors.values()]
}

const stateText = (snapshot: RecordedSnapshot | undefined): string =>
  snapshot ? valueText(snapshot.value) || snapshot.status : ''

/** The outermost first. */
export const activeStates = (chart: Chart, value: unknown): Set<string> => {
  const active = new Set<string>()
  const enter = (parent: string, inner: unknown) => {
    const keys = typeof inner === 'string' ? [[inner, undefined] as const] : Object.entries(inner ?? {})
    for (const [key, deeper] of keys) {
      const child = chart.states.find((state) => state.parent === parent && state.key === key)
      if (!child) continue
      active.add(child.id)
      enter(child.id, deeper)
    }
  }
  const root = chart.states[0]
  if (root) {
    active.add(root.id)
    enter(root.id, value)
  }
  return active
}

/** `generating.rewrite`, `editing + saved` */
export const valueText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value ?? {})
        .map(([key, inner]) => [key, valueText(inner)].filter((part) => part !== '').join('.'))
        .join(' + ')
