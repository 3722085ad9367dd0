import * as z from 'zod/mini'
import { withoutDelta } from './deltas'
import { format } from './printRecording'

const chartTransition = z.object({
  id: z.string(),
  event: z.string(),
  type: z.optional(z.string()),
  guard: z.optional(z.string()),
  actions: z.optional(z.array(z.string())),
  reenters: z.optional(z.boolean()),
  source: z.string(),
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
  invokes: z.array(z.string()),
  sources: z.optional(z.array(z.string())),
  isParallel: z.optional(z.boolean()),
  entry: z.optional(z.array(z.string())),
  exit: z.optional(z.array(z.string())),
  description: z.optional(z.string()),
})
export type ChartState = z.infer<typeof chartState>

const chart = z.object({ states: z.array(chartState), transitions: z.array(chartTransition) })
export type Chart = z.infer<typeof chart>

const event = z.looseObject({ type: z.string() })
export type RecordedEvent = z.infer<typeof event>

const recordedSnapshot = z.object({
  status: z.enum(['active', 'done', 'error', 'stopped']),
  value: z.optional(z.unknown()),
  context: z.optional(z.unknown()),
  input: z.optional(z.unknown()),
  output: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
})
export type RecordedSnapshot = z.infer<typeof recordedSnapshot>

const askedGuard = z.object({ name: z.string(), answer: z.boolean() })
export type AskedGuard = z.infer<typeof askedGuard>

/** `at` is in ms since 1970; `actor` and `source` are session ids, unique within a recording. */
const entry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('actor'),
    at: z.number(),
    actor: z.string(),
    name: z.string(),
    parent: z.optional(z.string()),
    chart: z.optional(chart),
    machine: z.optional(z.string()),
    src: z.optional(z.string()),
    input: z.optional(z.unknown()),
    /** The actor began before the recording; its first snapshot is from that time. */
    resumed: z.optional(z.boolean()),
  }),
  z.object({ kind: z.literal('event'), at: z.number(), actor: z.string(), source: z.optional(z.string()), event }),
  z.object({
    kind: z.literal('snapshot'),
    at: z.number(),
    actor: z.string(),
    /** Counts from 1 over the whole run. */
    number: z.optional(z.number()),
    event,
    /** Empty if the machine ignored the event. */
    transitions: z.array(z.string()),
    guards: z.optional(z.array(askedGuard)),
    snapshot: recordedSnapshot,
  }),
  z.object({ kind: z.literal('emitted'), at: z.number(), actor: z.string(), event }),
])
export type Entry = z.infer<typeof entry>

export const entries = z.array(entry)

const head = z.object({
  /** Ms since 1970. */
  savedAt: z.number(),
  version: z.string(),
  build: z.string(),
  browser: z.string(),
  /** Without the query. */
  path: z.string(),
  /** CSS pixels. */
  screen: z.object({ width: z.number(), height: z.number() }),
  /** Other texts and names are placeholders of the same shape. */
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

/** Version 2 has a head in reports, and each machine's chart once. In version 3, contexts and the events of snapshots are deltas, in version 4 inputs too. */
const recording = z.object({
  format: z.literal(format),
  version: z.literal([1, 2, 3, 4]),
  head: z.optional(head),
  charts: z.optional(z.record(z.string(), chart)),
  entries,
})
export type RecordingFile = z.infer<typeof recording>

export interface Recording {
  head: Head | undefined
  entries: Entry[]
}

/** @throws Error with the reason if the text is no recording, is incomplete or has an unknown version. */
export const readRecording = (text: string): Recording => {
  const file: unknown = parsed(text)
  if (file === undefined && text.includes(format)) {
    throw new Error('This recording is incomplete: the file ends too early. Copy or save it again')
  }
  const described = z.safeParse(z.looseObject({ format: z.literal(format), version: z.number() }), file)
  if (!described.success) throw new Error('This is no recording of the console')
  if (described.data.version > 4) {
    throw new Error(
      `A newer version of the console wrote this recording (format ${described.data.version}; this one reads 4)`,
    )
  }
  const read = z.safeParse(recording, file)
  if (!read.success) throw new Error(`This recording is damaged: ${z.prettifyError(read.error)}`)
  const { head: says, charts = {}, entries: run } = read.data
  const contexts = new Map<string, unknown>()
  const events = new Map<string, RecordedEvent>()
  const inputs = new Map<string, unknown>()
  const whole = (each: Entry): Entry => {
    if (each.kind === 'event') events.set(each.actor, each.event)
    if (each.kind === 'actor') {
      const family = `${each.parent} ${each.name}`
      const input = withoutDelta(each.input, inputs.get(family))
      inputs.set(family, input)
      return withChart(input === undefined ? each : { ...each, input }, charts)
    }
    if (each.kind !== 'snapshot') return each
    const event = { ...Object(withoutDelta(each.event, events.get(each.actor))), type: each.event.type }
    const context = withoutDelta(each.snapshot.context, contexts.get(each.actor))
    contexts.set(each.actor, context)
    return { ...each, event, ...(context === undefined ? {} : { snapshot: { ...each.snapshot, context } }) }
  }
  return { head: says, entries: run.map(whole) }
}

const withChart = (each: Extract<Entry, { kind: 'actor' }>, charts: Record<string, Chart>): Entry => {
  if (each.machine === undefined) return each
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
