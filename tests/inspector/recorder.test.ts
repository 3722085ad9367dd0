import { beforeEach, expect, it } from 'vitest'
import { type Actor, createActor, fromPromise } from 'xstate'
import { createResource } from '../../src/machines/crud/resource'
import { printRecording } from '../../src/recording/printRecording'
import { createRecorder, type Recorder } from '../../src/recording/recorder'
import { type Entry, parseRecording } from '../../src/recording/recording'
import { activeStates, actorsAfter, valueText } from '../../src/recording/replay'
import type { Group, GroupBody } from '../../src/schemas/groups/groups'
import { messages } from '../../src/schemas/messages'
import { group } from '../machines/samples'

const machine = createResource<Group, GroupBody>(messages.group).provide({
  actors: {
    create: fromPromise<void, { body: GroupBody }>(async () => {}),
    remove: fromPromise<void, { id: Group['id'] }>(async () => {
      throw new Error('no')
    }),
  },
})

let recorder: Recorder
let actor: Actor<typeof machine>

beforeEach(() => {
  let time = 0
  recorder = createRecorder(() => ++time)
  actor = createActor(machine, { inspect: recorder.observer }).start()
  return () => actor.stop()
})

const settled = () => new Promise((done) => setImmediate(done))
const named = (name: string, entries = recorder.entries()) => {
  const found = actorsAfter(entries, entries.length).find((each) => each.name === name)
  if (!found?.chart) throw new Error(`${name} is not recorded`)
  return { ...found, chart: found.chart }
}

it('records every actor with its parent and its statechart, children included', () => {
  const { parent, chart } = named('list')
  expect(parent).toBe(named('resource').actor)
  expect(chart.states.map(({ id, isInitial }) => [id, isInitial])).toEqual([
    ['loader', false],
    ['loader.loading', true],
    ['loader.loaded', false],
    ['loader.failed', false],
  ])
  expect(chart.transitions).toContainEqual(
    expect.objectContaining({
      id: 'loader.loading#1',
      event: 'load done',
      type: 'xstate.done.actor.load',
      source: 'loader.loading',
      targets: ['loader.loaded'],
    }),
  )
})

it('records the transitions of an event, or that there was none', () => {
  actor.send({ type: 'delete.request', item: group })
  const { chart, transitions, snapshot } = named('resource')
  const taken = chart.transitions.find(({ id }) => id === transitions[0])
  expect([taken?.event, taken?.targets]).toEqual(['delete.request', ['resource.confirmingDelete']])
  expect([...activeStates(chart, snapshot?.value)]).toEqual(['resource', 'resource.confirmingDelete'])
  actor.send({ type: 'create.open' })
  expect(named('resource').transitions).toEqual([])
})

it('records emitted events after their cause', async () => {
  actor.send({ type: 'create.open' })
  actor.send({ type: 'create.submit', body: { name: 'a', description: 'b' } })
  await settled()
  const own = recorder.entries().filter((each) => each.actor === named('resource').actor)
  expect(own.flatMap((each) => (each.kind === 'emitted' ? [each.event] : []))).toEqual([
    { type: 'toast', tone: 'success', message: messages.group.created },
    { type: 'item.created' },
  ])
})

it('goes back: the actors as they were after any number of entries', () => {
  actor.send({ type: 'create.open' })
  const before = recorder.entries().length
  actor.send({ type: 'dialog.cancel' })
  const stateAfter = (count: number) =>
    valueText(actorsAfter(recorder.entries(), count).find(({ name }) => name === 'resource')?.snapshot?.value)
  expect([stateAfter(before), stateAfter(recorder.entries().length)]).toEqual(['creating', 'browsing'])
})

it('is unchanged after saving to a file and loading, and refuses other files', () => {
  actor.send({ type: 'delete.request', item: group })
  expect(parseRecording(printRecording(recorder.entries()))).toEqual(recorder.entries())
  expect(() => parseRecording('{"entries": []}')).toThrow()
})

it('removes the oldest entries of a long run, but no machine and no latest snapshot', () => {
  const short = createRecorder(Date.now, 40)
  const root = createActor(machine, { inspect: short.observer }).start()
  root.send({ type: 'create.open' })
  const before = actorsAfter(short.entries(), short.entries().length)
  const list = root.getSnapshot().children.list
  for (let count = 0; count < 100; count += 1) list?.send({ type: 'list.reload' })
  root.stop()
  const entries = short.entries()
  const after = actorsAfter(entries, entries.length).filter(({ chart }) => chart !== undefined)
  expect(entries).toHaveLength(40)
  expect(after.map(({ name }) => name)).toEqual(['resource', 'list'])
  expect(valueText(after[0]?.snapshot?.value)).toBe(valueText(before[0]?.snapshot?.value))
})

it('removes no machine, even if nothing else can be removed', () => {
  const short = createRecorder(Date.now, 1)
  createActor(machine, { inspect: short.observer }).start().stop()
  const entries = short.entries()
  expect(actorsAfter(entries, entries.length).flatMap(({ name, chart }) => (chart ? [name] : []))).toEqual([
    'resource',
    'list',
  ])
})

it('sends listeners the next entries in one batch, until they stop', () => {
  const flushes: (() => void)[] = []
  const batching = createRecorder(Date.now, 100, { later: (tell) => flushes.push(tell) })
  const inspected = createActor(machine, { inspect: batching.observer }).start()
  const batches: Entry[][] = []
  const stop = batching.subscribe((batch) => batches.push(batch))
  flushes.length = 0
  inspected.send({ type: 'create.open' })
  inspected.send({ type: 'dialog.cancel' })
  expect(batches).toEqual([])
  for (const flush of flushes) flush()
  expect(batches.map((batch) => batch.map(({ kind }) => kind))).toEqual([['event', 'snapshot', 'event', 'snapshot']])
  stop()
  inspected.send({ type: 'create.open' })
  for (const flush of flushes) flush()
  expect(batches).toHaveLength(1)
})

it('reads a state with inner states on one line', () => {
  expect(valueText({ signedOut: 'loggingIn' })).toBe('signedOut.loggingIn')
})
