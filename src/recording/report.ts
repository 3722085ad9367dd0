import type { AnyStateMachine } from 'xstate'
import { type ReadChart, readChart } from './chart'
import { createPlaceholders, type Shown } from './placeholders'
import { type Entry, type Head, printRecording } from './recording'
import { isFromOutside, letGoOf, type Recorded, type RingEntry } from './ring'

export interface Report {
  entries: Entry[]
  head: Head
  /** The file's text. */
  text: string
}

/** What is known besides what the actors did. */
export type Circumstances = Omit<Head, 'shows'>

const mostBytes = 5_000_000

/** Every text that stands somewhere in a catalogue. */
export const textsIn = (catalogue: unknown): string[] =>
  typeof catalogue === 'string'
    ? [catalogue]
    : typeof catalogue === 'object' && catalogue !== null
      ? Object.values(catalogue).flatMap(textsIn)
      : []

/**
 * The file of a problem: what was recorded, without what is not shown. Where it would be larger than five megabytes it
 * begins later. `plain` are texts of the catalogue, which stay as they are.
 */
export const makeReport = (
  recorded: Recorded,
  circumstances: Circumstances,
  shows: Shown,
  plain: Iterable<string> = [],
  most = mostBytes,
): Report => {
  const { entries, words } = entriesOf(recorded)
  const hide = createPlaceholders(shows, new Set([...words, ...plain]))
  const hidden = entries.map((entry) => hiddenIn(entry, hide))
  const head = { ...circumstances, shows }
  const text = printRecording(hidden, head)
  const left = recorded.entries.length
  if (text.length > most && left > 1)
    return makeReport(without(recorded, Math.ceil(left / 4)), circumstances, shows, plain, most)
  return { entries: hidden, head, text }
}

/** Without its first `count` entries, and what they led to. */
const without = ({ actors, bases, entries }: Recorded, least: number): Recorded => {
  const left = new Map(actors.map((each) => [each.actor, each]))
  const next = entries.findIndex((each, index) => index >= least && isFromOutside(each, left))
  const count = next < 0 ? entries.length : next
  const then = new Map(bases)
  for (const entry of entries.slice(0, count)) letGoOf(entry, left, then)
  return { actors: [...left.values()], bases: then, entries: entries.slice(count) }
}

const hiddenIn = (entry: Entry, hide: (value: unknown) => unknown): Entry => {
  switch (entry.kind) {
    case 'actor':
      return entry.input === undefined ? entry : { ...entry, input: hide(entry.input) }
    case 'snapshot': {
      const { context, output, error } = entry.snapshot
      const snapshot = {
        ...entry.snapshot,
        ...(context === undefined ? {} : { context: hide(context) }),
        ...(output === undefined ? {} : { output: hide(output) }),
        ...(error === undefined ? {} : { error: hide(error) }),
      }
      return { ...entry, event: hiddenEvent(entry.event, hide), snapshot }
    }
    default:
      return { ...entry, event: hiddenEvent(entry.event, hide) }
  }
}

const hiddenEvent = (event: { type: string }, hide: (value: unknown) => unknown) => ({
  ...Object(hide(event)),
  type: event.type,
})

/** As the inspector reads them, with the words of their charts. */
const entriesOf = ({ actors, bases, entries }: Recorded): { entries: Entry[]; words: Set<string> } => {
  const charts = new Map<AnyStateMachine, ReadChart>()
  const words = new Set<string>()
  const chartOf = (machine: AnyStateMachine): ReadChart => {
    const known = charts.get(machine) ?? readChart(machine)
    charts.set(machine, known)
    return known
  }
  const known = new Map(actors.map((each) => [each.actor, each]))
  const first = entries[0]?.at ?? 0
  const met = (actor: string, at: number, resumed: boolean): Entry[] => {
    const found = known.get(actor)
    if (!found) return []
    const { name, parent, src, machine, input } = found
    return [
      {
        kind: 'actor',
        at,
        actor,
        name,
        ...(parent === undefined ? {} : { parent }),
        ...(src === undefined ? {} : { src }),
        ...(input === undefined ? {} : { input }),
        ...(machine ? { machine: machine.id, chart: chartOf(machine).chart } : {}),
        ...(resumed ? { resumed } : {}),
      },
    ]
  }
  const begins = new Set(entries.flatMap(({ kind, actor }) => (kind === 'actor' ? [actor] : [])))
  const resumed = actors.filter(({ actor, machine }) => !begins.has(actor) && (!machine || bases.has(actor)))
  const whole = [
    ...resumed.flatMap(({ actor }) => met(actor, first, true)),
    ...resumed.flatMap(({ actor }): Entry[] => {
      const snapshot = bases.get(actor)
      const event = { type: 'xstate.init' }
      return snapshot ? [{ kind: 'snapshot', at: first, actor, event, transitions: [], snapshot }] : []
    }),
    ...entries.flatMap((entry) => (entry.kind === 'actor' ? met(entry.actor, entry.at, false) : toEntry(entry))),
  ]
  for (const { chart } of charts.values()) {
    for (const { id, key, tags, invokes } of chart.states)
      for (const word of [id, key, ...tags, ...invokes]) words.add(word)
    for (const { event } of chart.transitions) words.add(event)
  }
  return { entries: whole, words }

  function toEntry(entry: Exclude<RingEntry, { kind: 'actor' }>): Entry[] {
    const machine = known.get(entry.actor)?.machine
    if (!machine) return []
    if (entry.kind === 'event') {
      const { source, ...rest } = entry
      return [{ ...rest, ...(source === undefined ? {} : { source }) }]
    }
    if (entry.kind === 'emitted') return [entry]
    const { idOf } = chartOf(machine)
    return [{ ...entry, transitions: entry.transitions.flatMap((each) => idOf(each) ?? []) }]
  }
}
