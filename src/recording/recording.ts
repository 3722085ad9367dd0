import * as z from 'zod/mini'

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

const recording = z.object({ format: z.literal('auto-comment-bot.recording'), version: z.literal(1), entries })

/** The text of a file that carries a run, for a bug report. */
export const printRecording = (run: Entry[]): string =>
  JSON.stringify({ format: 'auto-comment-bot.recording', version: 1, entries: run } satisfies z.infer<typeof recording>)

/** @throws SyntaxError or a zod error where the text is no recording. */
export const parseRecording = (text: string): Entry[] => z.parse(recording, JSON.parse(text)).entries
