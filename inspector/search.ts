import { shortName } from '../src/recording/names'
import type { Entry } from '../src/recording/recording'
import type { Timeline } from '../src/recording/replay'

/** An empty text or undefined matches everything; case does not matter. */
export interface Search {
  /** A session id. */
  actor: string | undefined
  event: string
  state: string
  text: string
}

export const everything: Search = { actor: undefined, event: '', state: '', text: '' }

export const isFound = ({ actor, event, state, text }: Search, timeline: Timeline, index: number): boolean => {
  const entry = timeline.entries[index]
  if (!entry) return false
  return (
    (actor === undefined || entry.actor === actor) &&
    holds(eventName(entry), event) &&
    holds(timeline.stateAt(index), state) &&
    (text === '' || holds(`${timeline.nameOf(entry.actor)} ${payload(entry)}`, text))
  )
}

export interface Findings {
  /** Positions in the run, from 1. */
  positions: number[]
  seen: number
}

export const nothingFound: Findings = { positions: [], seen: 0 }

/** Continues after `seen`: a run only grows. */
export const findOn = (before: Findings, search: Search, timeline: Timeline): Findings => {
  const { length } = timeline.entries
  if (before.seen === length) return before
  const positions = [...before.positions]
  for (let index = before.seen; index < length; index += 1) {
    if (isFound(search, timeline, index)) positions.push(index + 1)
  }
  return { positions, seen: length }
}

/** The place in `positions` of the last position up to `position`; 0 without one. */
export const placeOf = (positions: number[], position: number): number => {
  const after = positions.findIndex((each) => each > position)
  return Math.max(0, (after < 0 ? positions.length : after) - 1)
}

const holds = (whole: string, part: string): boolean => whole.toLowerCase().includes(part.trim().toLowerCase())

const eventName = (entry: Entry): string =>
  entry.kind === 'actor' ? '' : `${entry.event.type} ${shortName(entry.event.type)}`

const payloads = new WeakMap<Entry, string>()

const payload = (entry: Entry): string => {
  const known = payloads.get(entry)
  if (known !== undefined) return known
  const text =
    entry.kind === 'actor' ? entry.name : JSON.stringify(entry.kind === 'snapshot' ? entry.snapshot : entry.event)
  payloads.set(entry, text)
  return text
}
