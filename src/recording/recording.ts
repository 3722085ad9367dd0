import * as z from 'zod/mini'
import { format } from './printRecording'

const chartTransition = z.object({
  id: z.string(),
  event: z.string(),
  /** As XState names it, where `event` is a short name. */
  type: z.optional(z.string()),
  guard: z.optional(z.string()),
  actions: z.optional(z.array(z.string())),
  /** Its source is left and entered again. */
  reenters: z.optional(z.boolean()),
  source: z.string(),
  /** None where the machine stays where it is. */
  targets: z.array(z.string()),
})
export type ChartTransition = z.infer<typeof chartTransition>

const chartState = z.object({
  id: z.string(),
  key: z.string(),
  parent: z.optional(z.string()),
  isFinal: z.boolean(),
  isInitial: z.boolean(),
  tags: z.array(z.string()),
  /** Ids of the actors that run while the state is active. */
  invokes: z.array(z.string()),
  /** The logic of each of them, in the same order. */
  sources: z.optional(z.array(z.string())),
  isParallel: z.optional(z.boolean()),
  /** Actions. */
  entry: z.optional(z.array(z.string())),
  exit: z.optional(z.array(z.string())),
  description: z.optional(z.string()),
})
export type ChartState = z.infer<typeof chartState>

/** A statechart as data: its states, parents before children, and its transitions. */
const chart = z.object({ states: z.array(chartState), transitions: z.array(chartTransition) })
export type Chart = z.infer<typeof chart>

const event = z.looseObject({ type: z.string() })
export type RecordedEvent = z.infer<typeof event>

const recordedSnapshot = z.object({
  status: z.enum(['active', 'done', 'error', 'stopped']),
  /** A machine's state; other actors have none. */
  value: z.optional(z.unknown()),
  context: z.optional(z.unknown()),
  input: z.optional(z.unknown()),
  output: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
})
export type RecordedSnapshot = z.infer<typeof recordedSnapshot>

const askedGuard = z.object({ name: z.string(), answer: z.boolean() })
export type AskedGuard = z.infer<typeof askedGuard>

/** `at` is in ms since 1970, `actor` and `source` are session ids, unique within a recording. */
const entry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('actor'),
    at: z.number(),
    actor: z.string(),
    name: z.string(),
    parent: z.optional(z.string()),
    chart: z.optional(chart),
    /** The id of its machine, and under which name its parent knows its logic. */
    machine: z.optional(z.string()),
    src: z.optional(z.string()),
    input: z.optional(z.unknown()),
    /** It began before the recording: a machine's first snapshot is how it was then. */
    resumed: z.optional(z.boolean()),
  }),
  z.object({ kind: z.literal('event'), at: z.number(), actor: z.string(), source: z.optional(z.string()), event }),
  z.object({
    kind: z.literal('snapshot'),
    at: z.number(),
    actor: z.string(),
    /** Of all snapshots of the run, from 1. */
    number: z.optional(z.number()),
    event,
    /** Ids of the chart's transitions that the event took; none where the machine ignored it. */
    transitions: z.array(z.string()),
    /** What was asked before, in its order. */
    guards: z.optional(z.array(askedGuard)),
    snapshot: recordedSnapshot,
  }),
  z.object({ kind: z.literal('emitted'), at: z.number(), actor: z.string(), event }),
])
export type Entry = z.infer<typeof entry>

export const entries = z.array(entry)

/** What a report of a problem tells besides. */
const head = z.object({
  /** Ms since 1970. */
  savedAt: z.number(),
  version: z.string(),
  build: z.string(),
  browser: z.string(),
  /** The screen, without what the address asks for. */
  path: z.string(),
  /** CSS pixels. */
  screen: z.object({ width: z.number(), height: z.number() }),
  /** What is in it as it was; everything else of that kind is a placeholder of the same shape. */
  shows: z.object({ texts: z.boolean(), names: z.boolean() }),
  requests: z.array(
    z.object({
      at: z.number(),
      call: z.string(),
      ms: z.number(),
      status: z.optional(z.number()),
      requestId: z.optional(z.string()),
    }),
  ),
})
export type Head = z.infer<typeof head>

/** Version 2 has a head where it is a report, and each machine's chart once. */
const recording = z.object({
  format: z.literal(format),
  version: z.literal([1, 2]),
  head: z.optional(head),
  charts: z.optional(z.record(z.string(), chart)),
  entries,
})
export type RecordingFile = z.infer<typeof recording>

export interface Recording {
  head: Head | undefined
  entries: Entry[]
}

/** @throws Error that says why the text is no recording, or not one that this version reads. */
export const readRecording = (text: string): Recording => {
  const file: unknown = parsed(text)
  const told = z.safeParse(z.looseObject({ format: z.literal(format), version: z.number() }), file)
  if (!told.success) throw new Error('This is no recording of the console')
  if (told.data.version > 2) {
    throw new Error(
      `A newer version of the console wrote this recording (format ${told.data.version}; this one reads 2)`,
    )
  }
  const read = z.safeParse(recording, file)
  if (!read.success) throw new Error(`This recording is damaged: ${z.prettifyError(read.error)}`)
  const { head: says, charts = {}, entries: run } = read.data
  return { head: says, entries: run.map((each) => withChart(each, charts)) }
}

const withChart = (each: Entry, charts: Record<string, Chart>): Entry => {
  if (each.kind !== 'actor' || each.machine === undefined) return each
  const own = charts[each.machine]
  return own === undefined ? each : { chart: own, ...each }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws Error as `readRecording`. */
export const parseRecording = (text: string): Entry[] => readRecording(text).entries
