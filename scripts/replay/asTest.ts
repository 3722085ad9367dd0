import { isEqual } from '../../src/machines/crud/keepEqual'
import { inner } from '../../src/recording/actorsOf'
import { readChart } from '../../src/recording/chart'
import { shortName } from '../../src/recording/names'
import type { Entry, Recording } from '../../src/recording/recording'
import { valueText } from '../../src/recording/replay'
import { type ActorEntry, type Charts, rerun } from './rerun'
import { statesOf } from './story'

/** A state, or a field of the context: `form.group_name`. */
export type Expectation = { machine: string } & ({ state: string } | { field: string; value: unknown })

export interface WrittenTest {
  source: string
  isRed: boolean
  name: string
}

/**
 * Writes a test in the form of this repository: the recorded events from outside, and the expected state. If today's
 * charts fail the test, events that are not needed for the failure are removed.
 *
 * @param after the type of the event after which the state is asserted; the machine's last one without it.
 * @throws Error that names what is missing: an actor, a state, or an expectation.
 */
export const testOf = (
  { head, entries }: Recording,
  charts: Charts,
  { expected, after }: { expected: Expectation | undefined; after: string | undefined },
): WrittenTest => {
  const wanted = expected ?? expectationOf(entries, charts)
  const actor = actorOf(entries, wanted.machine)
  const chart = readChart(chartOf(charts, wanted.machine)).chart
  if ('state' in wanted && !chart.states.some(({ id }) => isNamed(id, wanted.state))) {
    throw new Error(`${wanted.machine} has no state "${wanted.state}"`)
  }
  const until = upTo(entries, actor.actor, after)
  const isRight = (some: Entry[]) => {
    const snapshot = rerun(some, charts).snapshotOf(actor.actor)
    if (!snapshot) return false
    return 'state' in wanted
      ? statesOf(chart, snapshot.value).some((state) => isNamed(state, wanted.state))
      : isEqual(fieldOf(snapshot.context, wanted.field), wanted.value)
  }
  const isRed = !isRight(until)
  const left = outsideOf(isRed && 'state' in wanted ? shortest(until, actor.actor, charts) : until)
  const event = left.findLast((each) => each.kind === 'event' && each.actor === actor.actor)
  const last = event?.kind === 'event' ? shortName(event.event.type) : 'its start'
  const asserted = 'state' in wanted ? `is ${wanted.state}` : `has ${JSON.stringify(wanted.value)} as ${wanted.field}`
  const name = `${wanted.machine} ${asserted} after ${last}`
  const origin = head
    ? `Reported ${new Date(head.savedAt).toISOString()} by version ${head.version}, build ${head.build}, at ${head.path}.`
    : 'Recorded by the inspector.'
  return { isRed, name, source: sourceOf({ origin, name, entries: left, actor: actor.actor, wanted }) }
}

/** Without an expectation: a machine that crashed should not have. */
const expectationOf = (entries: Entry[], charts: Charts): Expectation => {
  const crashed = entries.find((each) => each.kind === 'snapshot' && each.snapshot.status === 'error')
  const { differences } = rerun(entries, charts)
  const found = crashed?.actor ?? differences[0]?.actor
  const entry = entries.find((each): each is ActorEntry => each.kind === 'actor' && each.actor === found)
  const today = entry && rerun(entries, charts).snapshotOf(entry.actor)
  if (entry?.machine === undefined || today?.status !== 'active') {
    const ended = rerun(entries, charts)
    const states = entries.flatMap((each) => {
      const snapshot = each.kind === 'actor' && each.machine !== undefined ? ended.snapshotOf(each.actor) : undefined
      return each.kind === 'actor' && snapshot?.status === 'active'
        ? [`  ${each.machine}: ${valueText(snapshot.value)}`]
        : []
    })
    throw new Error(
      `The recording has no expected state. Add one, such as --expect 'replyFlow: previewing'. It ended in\n${states.join('\n')}`,
    )
  }
  const states = statesOf(readChart(chartOf(charts, entry.machine)).chart, today.value)
  return { machine: entry.machine, state: states.at(-1) ?? '' }
}

const chartOf = (charts: Charts, machine: string) => {
  const chart = charts.get(machine)
  if (!chart) throw new Error(`There is no machine "${machine}": ${[...charts.keys()].sort().join(', ')}`)
  return chart
}

const actorOf = (entries: Entry[], machine: string): ActorEntry => {
  const found = entries.findLast((each): each is ActorEntry => each.kind === 'actor' && each.machine === machine)
  if (!found) throw new Error(`The recording has no ${machine}`)
  return found
}

/** `open.previewing` names `work.open.previewing` and what is within it, but not `work.open.previewingMore`. */
export const isNamed = (state: string, name: string): boolean => `.${state}`.endsWith(`.${name}`)

const upTo = (entries: Entry[], actor: string, after: string | undefined): Entry[] => {
  const isLast = (each: Entry) =>
    each.kind === 'event' &&
    each.actor === actor &&
    (after === undefined || shortName(each.event.type) === after || each.event.type === after)
  const last = entries.findLastIndex(isLast)
  if (last < 0) throw new Error(`The machine got no ${after ?? 'event'}`)
  return entries.slice(0, last + 1)
}

/** A replay needs the actors, the first snapshots of earlier ones, and the events from outside. */
const outsideOf = (entries: Entry[]): Entry[] => {
  const met = new Map(entries.flatMap((each) => (each.kind === 'actor' ? [[each.actor, each] as const] : [])))
  const based = new Set<string>()
  const roots = (actor: string | undefined): boolean => !met.has(met.get(actor ?? '')?.parent ?? '')
  return entries.flatMap((each): Entry[] => {
    if (each.kind === 'actor') {
      const { chart: _, input, ...entry } = each
      return [{ ...entry, at: 0, ...(input !== undefined && roots(each.actor) ? { input } : {}) }]
    }
    if (each.kind === 'snapshot') {
      if (!met.get(each.actor)?.resumed || based.has(each.actor)) return []
      based.add(each.actor)
      return [{ ...each, at: 0 }]
    }
    if (each.kind === 'emitted') return []
    if (each.event.type === 'xstate.init' || each.event.type === 'xstate.stop')
      return roots(each.actor) ? [{ ...each, at: 0 }] : []
    const isFromMachine =
      each.source !== undefined && each.source !== each.actor && met.get(each.source)?.machine !== undefined
    return isFromMachine ? [] : [{ ...each, at: 0 }]
  })
}

/** Removes each event, and each other actor system, that does not change how the run ends. */
const shortest = (entries: Entry[], actor: string, charts: Charts): Entry[] => {
  const endOf = (some: Entry[]) => {
    const run = rerun(some, charts)
    const snapshot = run.snapshotOf(actor)
    return snapshot && JSON.stringify([snapshot.status, snapshot.value])
  }
  const wanted = endOf(entries)
  const before = endOf(entries.slice(0, -1))
  let left = outsideOf(entries)
  const isSame = (some: Entry[]) => endOf(some) === wanted && endOf(some.slice(0, -1)) === before
  const met = new Map(left.flatMap((each) => (each.kind === 'actor' ? [[each.actor, each] as const] : [])))
  const rootOf = (id: string): string => {
    const parent = met.get(id)?.parent
    return parent !== undefined && met.has(parent) ? rootOf(parent) : id
  }
  for (const root of new Set([...met.keys()].map(rootOf))) {
    const without = left.filter((each) => rootOf(each.actor) !== root)
    if (root !== rootOf(actor) && isSame(without)) left = without
  }
  for (let index = left.length - 2; index >= 0; index -= 1) {
    const without = left.filter((_, each) => each !== index)
    if (left[index]?.kind !== 'snapshot' && isSame(without)) left = without
  }
  return left
}

const sourceOf = (test: {
  origin: string
  name: string
  entries: Entry[]
  actor: string
  wanted: Expectation
}): string =>
  `import { expect, it } from 'vitest'
import type { Entry } from '../../../src/recording/recording'
import { ${'state' in test.wanted ? 'statesAfter' : 'contextAfter'} } from '../../support/reported'

/** ${test.origin} */
const reported: Entry[] = [
${test.entries.map((each) => `  ${JSON.stringify(each)},`).join('\n')}
]

it(${JSON.stringify(test.name)}, () => {
  ${assertionOf(test)}
})
`

const assertionOf = ({ actor, wanted }: { actor: string; wanted: Expectation }): string => {
  const of = `(reported, ${JSON.stringify(actor)})`
  return 'state' in wanted
    ? `expect(statesAfter${of}).toContain(${JSON.stringify(wanted.state)})`
    : `expect(contextAfter${of}).toHaveProperty(${JSON.stringify(wanted.field)}, ${JSON.stringify(wanted.value)})`
}

const fieldOf = (context: unknown, field: string): unknown =>
  field.split('.').reduce((value, name) => inner(value, name), context)
