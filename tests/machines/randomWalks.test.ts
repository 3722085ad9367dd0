import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AnyMachineSnapshot,
  type EventObject,
  type ExecutableActionsFrom,
  initialTransition,
  transition,
} from 'xstate'
import { itemModel } from '../server/posting/itemModel'
import { atDepth } from '../support/depth'
import { type Model, restingStates, waysOf } from '../support/machineModel'
import { elementLaw, saysSomething } from './elementLaw'
import type { Start } from './law'
import { isSimple, laws } from './laws'
import { models } from './models'

/** A machine with a single law gets few walks, a machine with several objects many. */
const sequencesOf = (name: string) => (isSimple(name) ? 100 : thorough.has(name) ? 500 : 200) * atDepth(1, 2)
const thorough = new Set(['item', 'csvImport', 'bulkChange', 'auth'])
const longest = 20

const startsOf = (actions: ExecutableActionsFrom<Model['machine']>[]): Start[] =>
  actions.flatMap(({ type, params }) => (type === 'xstate.spawnChild' && isStart(params) ? [params] : []))

const isStart = (params: unknown): params is Start => typeof params === 'object' && params !== null && 'id' in params

const endedBy = ({ type }: EventObject): string | undefined => /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type)?.[1]

/** A running service ends once; everything else may come at any time. */
const mayHappen = (snapshot: AnyMachineSnapshot, event: EventObject, ended: Set<string>): boolean => {
  const service = endedBy(event)
  if (service !== undefined) return snapshot.children[service] !== undefined && !ended.has(service)
  return event.type.startsWith('xstate.after.') ? snapshot.can(event) : true
}

const stable = (snapshot: AnyMachineSnapshot) => [snapshot.value, snapshot.context, Object.keys(snapshot.children)]

/** The traversal covers combinations of parallel regions (everyTransition.test.ts); chance meets too few of them. */
const regionsOf = (value: string): string[] => value.split(' + ')

const permanent = ({ machine }: Model) => new Set(machine.root.invoke.map(({ id }) => id))

/** Every other event has an effect, so that a walk gets far. */
const chosen = (
  { events }: Model,
  snapshot: AnyMachineSnapshot,
  ended: Set<string>,
  choice: number,
): EventObject | undefined => {
  const from = choice % events.length
  if (choice % 2 === 0 || snapshot.status !== 'active') return events[from]
  return [...events.slice(from), ...events.slice(0, from)].find(
    (event) => mayHappen(snapshot, event, ended) && snapshot.can(event),
  )
}

interface Lead {
  input: unknown
  events: EventObject[]
}

/** The shortest way to each state, because chance rarely finds long sequences. */
const leadsOf = (model: Model): Map<string, Lead> => {
  const leads = new Map<string, Lead>()
  for (const input of model.inputs) {
    for (const { events, place } of waysOf(model, input)) {
      for (const region of regionsOf(place.value)) {
        const known = leads.get(region)
        if (!known || events.length < known.events.length) leads.set(region, { input, events })
      }
    }
  }
  return leads
}

/** The ways on which one more refusal makes the chart say something. */
const refusedAfter = ({ machine, name, events }: Model, lead: Lead): Lead[] => {
  const at = lead.events.reduce<AnyMachineSnapshot>(
    (before, event) => transition(machine, before, event)[0],
    initialTransition(machine, lead.input)[0],
  )
  return events.flatMap((event) => {
    const id =
      at.status === 'active' && at.can(event) ? startsOf(transition(machine, at, event)[1]).at(-1)?.id : undefined
    const refusal = events.find(({ type }) => type === `xstate.error.actor.${id}`)
    const way = refusal ? [event, refusal] : []
    const after = way.reduce<AnyMachineSnapshot>((before, each) => transition(machine, before, each)[0], at)
    return way.length > 0 && saysSomething(name, after) ? [{ ...lead, events: [...lead.events, ...way] }] : []
  })
}

const walkOnce = (model: Model, { input, events }: Lead, choices: number[], reached: Set<string>) => {
  const law = laws[model.name]
  if (!law) throw new Error(`tests/machines/laws.ts says nothing about ${model.name}`)
  const [initial, actions] = initialTransition(model.machine, input)
  const checks = [law(initial), elementLaw(model.name)(initial)]
  const always = permanent(model)
  /** XState leaves ended actors among the children. */
  const ended = new Set<string>()
  let before: AnyMachineSnapshot = initial
  expect(startsOf(actions).length).toBeLessThanOrEqual(always.size + 1)
  const note = () => {
    for (const region of regionsOf(model.place(before).value)) reached.add(region)
  }
  const take = (event: EventObject | undefined) => {
    if (!event || before.status !== 'active' || !mayHappen(before, event, ended)) return
    const isLegal = before.can(event)
    const untouched = isLegal ? undefined : JSON.stringify(stable(before))
    const [after, effects] = transition(model.machine, before, event)
    const started = startsOf(effects)
    const service = endedBy(event)
    if (service !== undefined) ended.add(service)
    for (const { id } of started) ended.delete(id)
    const told = `${JSON.stringify(before.value)} --${event.type}--> ${JSON.stringify(after.value)}`
    if (after.status === 'error') throw new Error(`${told}: error state`)
    if (untouched !== undefined && (effects.length > 0 || JSON.stringify(stable(after)) !== untouched)) {
      throw new Error(`${told}: an illegal event changed something`)
    }
    const running = Object.keys(after.children).filter((id) => !always.has(id))
    if (after.status === 'active' && after.hasTag('busy') && running.length === 0) {
      throw new Error(`${told}: busy, but no service runs`)
    }
    for (const check of checks) check({ before, event, after, started, running, told })
    before = after
    note()
  }
  note()
  for (const event of events) take(event)
  for (const choice of choices) take(chosen(model, before, ended, choice))
}

describe('random walks', () => {
  it.each([...models, itemModel].map((model) => ({ name: model.name, model })))(
    'keep the laws of $name',
    ({ model }) => {
      const leads = leadsOf(model)
      const ways = [...leads.values()].flatMap((lead) => [lead, ...refusedAfter(model, lead)])
      const choices = fc.array(fc.nat({ max: 9_999 }), { minLength: 4, maxLength: longest, size: 'max' })
      const reached = new Set<string>()
      fc.assert(
        fc.property(fc.constantFrom(...ways), choices, (lead, picks) => walkOnce(model, lead, picks, reached)),
        { numRuns: sequencesOf(model.name) },
      )
      expect([...leads.keys(), ...restingStates(model)].filter((state) => !reached.has(state))).toEqual([])
    },
    180_000,
  )
})
