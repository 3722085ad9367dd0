import type { Chart, Entry, RecordedSnapshot } from './recording'

export interface ActorThen {
  actor: string
  name: string
  parent: string | undefined
  chart: Chart | undefined
  snapshot: RecordedSnapshot | undefined
  /** Ids of the transitions that its latest event took. */
  transitions: string[]
}

/** Every actor as it was after the first `count` entries, parents before their children. */
export const actorsAfter = (entries: Entry[], count: number): ActorThen[] => {
  const actors = new Map<string, ActorThen>()
  for (const entry of entries.slice(0, count)) {
    const known = actors.get(entry.actor)
    if (entry.kind === 'actor') {
      const { actor, name, parent, chart } = entry
      actors.set(actor, { actor, name, parent, chart, snapshot: undefined, transitions: [] })
    } else if (entry.kind === 'snapshot' && known) {
      const { snapshot, transitions } = entry
      actors.set(entry.actor, { ...known, snapshot, transitions })
    }
  }
  return [...actors.values()]
}

/** Ids of the states that are active where a machine's state is `value`, the outermost first. */
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

/** `generating.rewrite`, `editing + saved`: a state's value on one line. */
export const valueText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value ?? {})
        .map(([key, inner]) => [key, valueText(inner)].filter((part) => part !== '').join('.'))
        .join(' + ')
