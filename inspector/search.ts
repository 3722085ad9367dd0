import { shortName } from '../src/recording/names'
import type { Entry } from '../src/recording/recording'
import type { Timeline } from '../src/recording/replay'

/** What the log is narrowed to; an empty text or undefined asks for nothing. Letters' case does not matter. */
export interface Search {
  /** A session id. */
  actor: string | undefined
  /** Part of an event's name. */
  event: string
  /** Part of the state that the actor is in. */
  state: string
  /** Part of the payload, or of what the log says. */
  text: string
}

export const everything: Search = { actor: undefined, event: '', state: '', text: '' }

/** Whether the entry at this place of the run, from 0, is asked for. */
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
  /** Places in the run, from 1, in their order. */
  positions: number[]
  /** How much of the run was looked through. */
  seen: number
}

export const nothingFound: Findings = { positions: [], seen: 0 }

/** Goes on where it stopped: a run grows, and what was found stays found. */
export const findOn = (before: Findings, search: Search, timeline: Timeline): Findings => {
  const { length } = timeline.entries
  if (before.seen === length) return before
  const positions = [...before.positions]
  for (let index = before.seen; index < length; index += 1) {
    if (isFound(search, timeline, index)) positions.push(index + 1)
  }
  return { positions, seen: length }
}

/** The place in `positions` of the last one that is not after `position`; 0 where all are. */
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
