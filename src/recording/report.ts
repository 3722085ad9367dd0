import { createEntryMaker } from './entries'
import { createPlaceholders, ownIdsIn, type Shown } from './placeholders'
import { printRecording } from './printRecording'
import { type Entry, type Head, readRecording } from './recording'
import { beginningOf, letGoOf, type Recorded } from './ring'

export interface Report {
  entries: Entry[]
  head: Head
  text: string
}

export type Circumstances = Omit<Head, 'shows'>

const mostBytes = 5_000_000

export const textsIn = (catalogue: unknown): string[] =>
  typeof catalogue === 'string'
    ? [catalogue]
    : typeof catalogue === 'object' && catalogue !== null
      ? Object.values(catalogue).flatMap(textsIn)
      : []

/** A report above five megabytes begins later. `plain` are texts of the catalogue, which stay unchanged. */
export const makeReport = (
  recorded: Recorded,
  circumstances: Circumstances,
  shows: Shown,
  plain: Iterable<string> = [],
  most = mostBytes,
): Report => {
  const entries = [...earlierOf(recorded), ...entriesOf(recorded)]
  const hide = createPlaceholders(shows, new Set([...wordsOf(entries), ...ownIdsIn(entries), ...plain]))
  const hidden = entries.map((entry) => hiddenIn(entry, hide))
  const head = { ...circumstances, shows }
  const text = printRecording(hidden, head)
  const shorter = text.length > most ? without(recorded) : undefined
  return shorter ? makeReport(shorter, circumstances, shows, plain, most) : { entries: hidden, head, text }
}

const mostKept = 1_000_000

/** Files for the page after a reload, the oldest first. */
export const printForReload = (recorded: Recorded, most = mostKept): string[] => {
  const texts = [...(recorded.earlier ?? []), printRecording(entriesOf(recorded))]
  const shorter = texts.join('').length > most ? without(recorded) : undefined
  return shorter ? printForReload(shorter, most) : texts
}

/** Session ids begin again on each page. A page of another version may have left a text that this version cannot read. */
const earlierOf = ({ earlier = [] }: Recorded): Entry[] =>
  earlier.flatMap((text, page) => {
    try {
      return readRecording(text.replaceAll(/"(actor|parent|source|\$actor)":"x:/g, `"$1":"x:before ${page}:`)).entries
    } catch {
      return []
    }
  })

/** Without its oldest part, if it has more than one. */
const without = (recorded: Recorded): Recorded | undefined => {
  const { earlier = [], entries } = recorded
  if (earlier.length > 0) return { ...recorded, earlier: earlier.slice(1) }
  return entries.length > 1 ? withoutFirst(recorded, Math.ceil(entries.length / 4)) : undefined
}

const withoutFirst = ({ actors, bases, entries }: Recorded, least: number): Recorded => {
  const left = new Map(actors.map((each) => [each.actor, each]))
  const count = beginningOf(entries, left, least)
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

const entriesOf = (recorded: Recorded): Entry[] => {
  const { actors, bases, entries } = withoutFirst(recorded, 0)
  const entryOf = createEntryMaker()
  const machines = new Map(actors.map(({ actor, machine }) => [actor, machine]))
  const at = entries[0]?.at ?? 0
  const begins = new Set(entries.flatMap(({ kind, actor }) => (kind === 'actor' ? [actor] : [])))
  const resumed = actors.filter(({ actor, machine }) => !begins.has(actor) && (!machine || bases.has(actor)))
  const event = { type: 'xstate.init' }
  return [
    ...resumed.map(
      (met): Entry =>
        Object.assign(entryOf({ kind: 'actor', at, actor: met.actor, met }, met.machine), { resumed: true }),
    ),
    ...resumed.flatMap(({ actor }): Entry[] => {
      const snapshot = bases.get(actor)
      return snapshot ? [{ kind: 'snapshot', at, actor, event, transitions: [], snapshot }] : []
    }),
    ...entries.flatMap((each) => (machines.has(each.actor) ? [entryOf(each, machines.get(each.actor))] : [])),
  ]
}

/** Names in charts say nothing about people. */
const wordsOf = (entries: Entry[]): string[] =>
  entries.flatMap((each) => {
    if (each.kind !== 'actor' || !each.chart) return []
    const { states, transitions } = each.chart
    return [
      ...states.flatMap(({ id, key, tags, invokes }) => [id, key, ...tags, ...invokes]),
      ...transitions.map(({ event }) => event),
    ]
  })
