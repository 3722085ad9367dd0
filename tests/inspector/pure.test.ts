import { expect, it } from 'vitest'
import { assign, createActor, fromPromise, setup } from 'xstate'
import { branchesOf, finishedText } from '../../inspector/branches'
import { addCovered, type Covered, coverageOf } from '../../inspector/coverage'
import { differences, snapshotBefore } from '../../inspector/differences'
import { watchGuards } from '../../inspector/guards'
import { layOut } from '../../inspector/layout'
import { mermaid } from '../../inspector/mermaid'
import { everything, findOn, nothingFound, placeOf } from '../../inspector/search'
import { createRecorder } from '../../src/recording/recorder'
import { actorsAfter, createTimeline } from '../../src/recording/replay'

/** Counts tickets: a service checks each, and only an even number of them closes the counter. */
const counter = setup({
  types: {
    context: {} as { sold: number },
    events: {} as { type: 'sell'; to: string } | { type: 'close' },
  },
  actors: { check: fromPromise<string, { to: string }>(async ({ input }) => `ticket of ${input.to}`) },
  guards: { isEven: ({ context }) => context.sold % 2 === 0, isRich: ({ context }) => context.sold > 3 },
  actions: { count: assign({ sold: ({ context }) => context.sold + 1 }), ring: () => {}, sweep: () => {} },
}).createMachine({
  id: 'counter',
  context: { sold: 0 },
  initial: 'open',
  states: {
    open: {
      exit: 'sweep',
      on: {
        sell: { target: 'checking' },
        close: [
          { guard: 'isRich', target: 'rich' },
          { guard: 'isEven', target: 'closed', actions: 'ring' },
        ],
      },
    },
    checking: {
      invoke: {
        id: 'check',
        src: 'check',
        input: ({ event }) => ({ to: event.type === 'sell' ? event.to : '' }),
        onDone: { target: 'open', actions: 'count' },
      },
    },
    rich: {},
    closed: { entry: 'sweep' },
  },
})

const settled = () => new Promise((done) => setImmediate(done))

const recorded = async () => {
  const guards = watchGuards()
  const recorder = createRecorder(Date.now, 10_000, { guardsAsked: guards.asked })
  const actor = createActor(counter, {
    inspect: (event) => {
      guards.observer.next?.(event)
      recorder.observer.next?.(event)
    },
  }).start()
  actor.send({ type: 'sell', to: 'Ada' })
  await settled()
  actor.send({ type: 'close' })
  actor.send({ type: 'sell', to: 'Bob' })
  await settled()
  actor.send({ type: 'close' })
  actor.stop()
  const timeline = createTimeline()
  timeline.append(recorder.entries())
  return timeline
}

it('shows the actors after any number of entries, as if all of them had been played from the start', async () => {
  const { entries } = await recorded()
  const long = Array.from({ length: 40 }, () => entries).flat()
  const timeline = createTimeline()
  for (const entry of long) timeline.append([entry])
  for (const count of [0, 1, 249, 250, 251, 499, 760, long.length]) {
    expect(timeline.actorsAfter(count)).toEqual(actorsAfter(long, count))
  }
})

it('names an actor in the whole run, even before its creation', async () => {
  const { entries, nameOf } = await recorded()
  const last = entries.findLast((entry) => entry.kind === 'actor')
  expect(last && nameOf(last.actor)).toBe('check')
})

it('finds by event, state, actor and text, and continues where it stopped', async () => {
  const timeline = await recorded()
  const found = (search: Partial<typeof everything>) =>
    findOn(nothingFound, { ...everything, ...search }, timeline).positions.map(
      (position) => timeline.entries[position - 1],
    )
  expect(found({}).length).toBe(timeline.entries.length)
  expect(found({ event: 'SELL' }).map((entry) => entry?.kind)).toEqual(['event', 'snapshot', 'event', 'snapshot'])
  expect(found({ event: 'check done' }).length).toBe(4)
  expect(found({ state: 'closed' }).map((entry) => entry?.kind)).toContain('snapshot')
  expect(found({ state: 'closed', event: 'sell' })).toEqual([])
  const bob = found({ text: 'bob' })
  expect(bob.length).toBeGreaterThan(1)
  expect(found({ text: 'bob', actor: timeline.entries[0]?.actor }).length).toBeLessThan(bob.length)

  const half = createTimeline()
  const search = { ...everything, event: 'sell' }
  half.append(timeline.entries.slice(0, 9))
  const first = findOn(nothingFound, search, half)
  half.append(timeline.entries.slice(9))
  expect(findOn(first, search, half).positions).toEqual(findOn(nothingFound, search, timeline).positions)
  expect([placeOf([2, 5, 9], 1), placeOf([2, 5, 9], 5), placeOf([2, 5, 9], 7), placeOf([2, 5, 9], 12)]).toEqual([
    0, 1, 1, 2,
  ])
})

it('hides finished actors', async () => {
  const timeline = await recorded()
  const beforeTheEnd = timeline.entries.findLastIndex(({ kind }) => kind === 'event')
  const { running } = branchesOf(timeline.actorsAfter(beforeTheEnd))
  expect(running.map(({ actor }) => actor.name)).toEqual(['counter'])
  expect(running[0]?.running).toEqual([])
  expect(finishedText(running[0]?.finished ?? [])).toBe('check ×2')
})

it('shows the differences in a snapshot', async () => {
  const timeline = await recorded()
  const sale = timeline.entries.findIndex(
    (entry) =>
      entry.kind === 'snapshot' && entry.event.type === 'xstate.done.actor.check' && entry.snapshot.value === 'open',
  )
  const entry = timeline.entries[sale]
  const before = snapshotBefore(timeline, entry?.actor ?? '', sale + 1)
  if (entry?.kind !== 'snapshot' || !before) throw new Error('not recorded')
  expect(differences(before, entry.snapshot)).toEqual([
    { path: 'value', kind: 'changed', before: '"checking"', after: '"open"' },
    { path: 'context.sold', kind: 'changed', before: '0', after: '1' },
  ])
  expect(differences({ status: 'active' }, { status: 'active', output: 4 })).toEqual([
    { path: 'output', kind: 'added', before: undefined, after: '4' },
  ])
})

it('records the evaluated guards and their results', async () => {
  const { entries } = await recorded()
  const asked = entries.flatMap((entry) =>
    entry.kind === 'snapshot' && entry.event.type === 'close' ? [entry.guards] : [],
  )
  expect(asked).toEqual([
    [
      { name: 'isRich', answer: false },
      { name: 'isEven', answer: false },
    ],
    [
      { name: 'isRich', answer: false },
      { name: 'isEven', answer: true },
    ],
  ])
})

it('draws entry, exit and transition actions', async () => {
  const chart = (await recorded()).actorsAfter(1)[0]?.chart
  if (!chart) throw new Error('no chart')
  const { states, arrows } = await layOut(chart)
  expect(states.flatMap(({ notes }) => notes.map(({ text }) => text))).toEqual([
    'exit / sweep',
    'runs check',
    'entry / sweep',
  ])
  expect(arrows.flatMap(({ label }) => label.lines.map(({ text }) => text))).toContain('close [isEven] / ring')
})

it('counts the transitions that were taken in a chart', async () => {
  const { entries } = await recorded()
  const chart = actorsAfter(entries, 1)[0]?.chart
  if (!chart) throw new Error('no chart')
  const taken: Covered = new Map()
  const charts = new Map<string, string>()
  addCovered(taken, charts, entries.slice(0, 5))
  addCovered(taken, charts, entries.slice(5))
  expect(coverageOf(chart, taken.get('counter') ?? new Set())).toEqual({ covered: 3, total: 4 })
})

it('exports Mermaid', async () => {
  const chart = (await recorded()).actorsAfter(1)[0]?.chart
  if (!chart) throw new Error('no chart')
  expect(mermaid(chart).split('\n')).toEqual([
    'stateDiagram-v2',
    '  [*] --> open',
    '  open',
    '  checking',
    '  rich',
    '  closed',
    '  open --> checking : sell',
    '  open --> rich : close [isRich]',
    '  open --> closed : close [isEven]',
    '  checking --> open : check done',
  ])
})
