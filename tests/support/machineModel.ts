import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type ContextFrom,
  createActor,
  type EventFrom,
  type EventObject,
  fromTransition,
  type InputFrom,
  type StateValue,
} from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { idsOf, storeCoverage } from './chartCoverage'

/** At least one sample of every event of the machine: a missing one does not compile. */
type Samples<TMachine extends AnyStateMachine> = {
  [TType in EventFrom<TMachine>['type']]: readonly Extract<EventFrom<TMachine>, { type: TType }>[]
}

type DelayOf<TMachine extends AnyStateMachine> = keyof NonNullable<Parameters<TMachine['provide']>[0]['delays']> &
  string

/**
 * The machine's delays in milliseconds, which depend on the values that `remembers` returns; required if the machine
 * has a delay.
 */
type Waits<TMachine extends AnyStateMachine> = [DelayOf<TMachine>] extends [never]
  ? { waits?: undefined }
  : { waits: Record<DelayOf<TMachine>, number> }

interface ModelOf<TMachine extends AnyStateMachine, TService extends string> {
  name: string
  machine: TMachine
  /** One traversal for each; without it one traversal without input. */
  inputs?: readonly InputFrom<TMachine>[]
  events: Samples<TMachine>
  /** By invoke id: the possible answers of the service. */
  answers: Record<TService, { done?: readonly unknown[]; error?: readonly unknown[] }>
  /** Machines that it spawns, whose services never answer either. */
  machines?: Record<string, AnyStateMachine>
  /** Ids of the actors that may crash, because nobody and no service can stop them. */
  crashes?: readonly string[]
  /** The finite part of the context that guards read, by name. */
  remembers?: (context: ContextFrom<TMachine>) => Record<string, boolean | string>
  /** True if traversals take the event; random walks take the others. */
  follows?: (context: ContextFrom<TMachine>, event: EventObject) => boolean
  /** The number of tried transitions after which a machine counts as endless. */
  limit?: number
}

/** A state's value, and the finite part of the context that guards read. */
export interface Place {
  value: string
  memory: string
}

export interface Step {
  from: Place
  event: EventObject
  /** Names of the guards that allowed the transitions. */
  guards: string[]
  to: Place
  emitted: string[]
  /** The context afterwards. */
  context: Record<string, unknown>
}

type ModelDefinition<TMachine extends AnyStateMachine, TService extends string> = ModelOf<TMachine, TService> &
  Waits<TMachine>

export interface Model<TMachine extends AnyStateMachine = AnyStateMachine, TService extends string = string> {
  /** Only for the compiler: the machine's events and states, and the ids of its services. */
  types?: { machine: TMachine; service: TService }
  name: string
  machine: AnyStateMachine
  written: AnyStateMachine
  inputs: readonly unknown[]
  events: readonly EventObject[]
  /** By name, ms. */
  waits: Readonly<Record<string, number>>
  spawned: readonly string[]
  isCrash: (type: string) => boolean
  place: (snapshot: { value: StateValue; context: object }) => Place
  follows: (snapshot: AnyMachineSnapshot, event: EventObject) => boolean
  limit: number
}

/** A machine whose services never answer: the model's own events answer for them. */
export const defineModel = <TMachine extends AnyStateMachine, TService extends string>({
  name,
  machine,
  inputs = [],
  events,
  answers,
  machines = {},
  crashes = [],
  waits,
  remembers = () => ({}),
  follows = () => true,
  limit = 150_000,
}: ModelDefinition<TMachine, TService>): Model<TMachine, TService> => {
  const spawned = Object.entries(machines).map(([id, each]) => [id, crashing(silenced(each))])
  const model: AnyStateMachine = silenced(machine, Object.fromEntries(spawned))
  const ownEvents = Object.values<readonly EventObject[]>(events).flat()
  const actorEvents = Object.entries<{ done?: readonly unknown[]; error?: readonly unknown[] }>(answers).flatMap(
    ([id, { done = [], error = [] }]) => [
      ...done.map((output) => ({ type: `xstate.done.actor.${id}`, output, actorId: id })),
      ...error.map((cause) => ({ type: `xstate.error.actor.${id}`, error: cause, actorId: id })),
    ],
  )
  const crashEvents = crashes.map((id) => ({ type: `xstate.error.actor.${id}`, error: {}, actorId: id }))
  const delayedEvents = [
    ...new Set(universe(model).flatMap(({ type }) => (type.startsWith('xstate.after.') ? [type] : []))),
  ].map((type) => ({ type }))
  return {
    name,
    machine: model,
    written: machine,
    inputs: inputs.length > 0 ? inputs : [undefined],
    events: [...ownEvents, ...actorEvents, ...crashEvents, ...delayedEvents],
    waits: waits ?? {},
    spawned: Object.keys(machines),
    isCrash: (type) => type === 'xstate.error.actor.*' || crashEvents.some((crash) => crash.type === type),
    place: ({ value, context }) => ({
      value: valueText(value),
      memory: memoryText(remembers(context as ContextFrom<TMachine>)),
    }),
    follows: ({ context }, event) => follows(context, event),
    limit,
  }
}

export interface Transition {
  name: string
  type: string
  definition: AnyTransitionDefinition
}

/** Every transition of the machine with an effect, each guarded branch, eventless ones included. */
export const universe = (machine: AnyStateMachine): Transition[] =>
  nodesOf(machine.root).flatMap((node) =>
    [...[...node.transitions.values()].flat(), ...(node.always ?? [])].filter(doesSomething).map((definition) => ({
      name: transitionName(definition),
      type: definition.eventType,
      definition,
    })),
  )

/** A guarded branch without target and actions refuses the event. */
export const doesSomething = ({ target, actions }: AnyTransitionDefinition): boolean =>
  target !== undefined || actions.length > 0

const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)]

export interface Walk {
  paths: number
  taken: number
  transitions: number
  missing: string[]
  steps: Step[]
}

type PathsOf = (model: Model, input: unknown) => EventObject[][]

/** Plays paths on live actors, and records the transitions that they take. */
export const walk = (model: Model, pathsOf: PathsOf = allPaths): Walk => {
  const taken = new Set<AnyTransitionDefinition>()
  const plays = model.inputs.flatMap((input) =>
    withoutPrefixes(pathsOf(model, input)).map((events) => play(model, input, events, taken)),
  )
  const all = universe(model.machine)
  storeCoverage('paths', model.machine.id, idsOf(model.machine, taken))
  return {
    paths: plays.length,
    transitions: all.length,
    taken: all.filter(({ definition }) => taken.has(definition)).length,
    missing: all.filter(({ definition }) => !taken.has(definition)).map(({ name }) => name),
    steps: plays.flat(),
  }
}

/** A table for reviewers: `event [guard]` for each transition that a guard allowed. */
export const goldenTable = ({ name }: Model, { steps }: Walk): string => {
  const lines = steps.map(({ from, event, guards, to, emitted }) => {
    const conditions = guards.map((guard) => ` [${guard}]`).join('')
    return `| ${from.value} | ${eventText(event)}${conditions} | ${to.value} | ${emitted.join('; ')} |`
  })
  const head = [`# ${name}`, '', '| state | event | next state | emitted |', '|---|---|---|---|']
  return [...head, ...[...new Set(lines)].sort(), ''].join('\n')
}

const silenced = (machine: AnyStateMachine, others: Record<string, AnyStateMachine> = {}): AnyStateMachine => {
  const silences = Object.keys(machine.implementations.actors).map((id) => [id, silent])
  return machine.provide({ actors: { ...Object.fromEntries(silences), ...others } })
}

const crashing = (machine: AnyStateMachine): AnyStateMachine => {
  const transition: AnyStateMachine['transition'] = (snapshot, event, scope) => {
    if (event.type === 'crash') throw {}
    return machine.transition(snapshot, event, scope)
  }
  return Object.create(machine, { transition: { value: transition } })
}

const silent = fromTransition((state: object, { type }: EventObject) => {
  if (type === 'crash') throw state
  return state
}, {})

type Possible = (snapshot: AnyMachineSnapshot, event: EventObject) => boolean

const isTakenBy =
  (model: Model, isPossible: Possible = () => true): Possible =>
  (snapshot, event) =>
    snapshot.status === 'active' && snapshot.can(event) && model.follows(snapshot, event) && isPossible(snapshot, event)

const eventsOf = ({ steps }: { steps: { event: EventObject }[] }): EventObject[] =>
  steps.map(({ event }) => event).filter(({ type }) => type !== 'xstate.init')

/** The shortest path to every edge, as events. */
const pathsToEdges: PathsOf = (model, input) => {
  const placeKey = remembering((snapshot: AnyMachineSnapshot) => JSON.stringify(model.place(snapshot)))
  const eventKey = remembering((event: EventObject | undefined) => JSON.stringify(event))
  return getShortestPaths(model.machine, {
    input,
    events: model.events,
    limit: model.limit,
    filterEvents: isTakenBy(model),
    serializeState: (snapshot, event, previous) =>
      `${previous ? placeKey(previous) : ''} ${eventKey(event)} ${placeKey(snapshot)}`,
  }).map(eventsOf)
}

/**
 * The shortest path to every place, with the place and its events; only along events that `isPossible` allows. There
 * are far fewer places than edges.
 */
export const waysOf = (
  model: Model,
  input: unknown,
  isPossible?: Possible,
): { events: EventObject[]; place: Place; next: () => EventObject[] }[] => {
  const isTaken = isTakenBy(model, isPossible)
  return getShortestPaths(model.machine, {
    input,
    events: model.events,
    limit: model.limit,
    filterEvents: isTaken,
    serializeState: (snapshot) => JSON.stringify(model.place(snapshot)),
  }).map((path) => ({
    events: eventsOf(path),
    place: model.place(path.state),
    next: () => model.events.filter((event) => isTaken(path.state, event)),
  }))
}

/** The shortest path to every place, and from there every event: less than half the time, for nearly as many edges. */
export const pathsByPlaces: PathsOf = (model, input) =>
  waysOf(model, input).flatMap(({ events, next }) => [events, ...next().map((event) => [...events, event])])

/**
 * These paths and the shortest path to every edge, each of which is left again with the context that only this edge
 * makes.
 */
export const allPaths: PathsOf = (model, input) => [...pathsByPlaces(model, input), ...pathsToEdges(model, input)]

/** The innermost states without an eventless transition, as a place's value names them. */
export const restingStates = ({ machine }: Model): string[] =>
  nodesOf(machine.root).flatMap(({ always, path, type }) =>
    (type === 'atomic' || type === 'final') && !always?.length ? [path.join('.')] : [],
  )

/** Each of the many edges needs the keys of its two places and of its event. */
const remembering = <TKey, TValue>(compute: (key: TKey) => TValue) => {
  const known = new Map<TKey, TValue>()
  return (key: TKey): TValue => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    return value
  }
}

/** Sorted, a key that begins another is directly before it. One of two equal paths remains. */
const withoutPrefixes = (paths: EventObject[][]): EventObject[][] => {
  const byKey = new Map(paths.map((events) => [events.map((event) => `${JSON.stringify(event)}\n`).join(''), events]))
  const sorted = [...byKey.keys()].sort()
  const prefixes = new Set(sorted.filter((key, index) => sorted[index + 1]?.startsWith(key)))
  return [...byKey].flatMap(([key, events]) => (prefixes.has(key) ? [] : [events]))
}

/** Plays events on a live actor and adds the transitions that it takes to `taken`. */
export const play = (
  { machine, place, isCrash }: Model,
  input: unknown,
  events: EventObject[],
  taken: Set<AnyTransitionDefinition>,
): Step[] => {
  const emitted: string[] = []
  const guards: string[] = []
  const actor = createActor(machine, {
    input,
    inspect: (inspected) => {
      if (inspected.type !== '@xstate.microstep') return
      for (const transition of inspected._transitions) {
        taken.add(transition)
        if (transition.guard) guards.push(guardName(transition.guard))
      }
    },
  })
  const here = () => place(actor.getSnapshot())
  const step = (from: Place, event: EventObject): Step => ({
    from,
    event,
    guards: guards.splice(0),
    to: here(),
    emitted: emitted.splice(0),
    context: actor.getSnapshot().context,
  })
  actor.on('*', (event) => emitted.push(happeningText(event)))
  actor.start()
  const steps = [step({ value: '', memory: '' }, { type: 'start' })]
  for (const event of events) {
    const from = here()
    if (isCrash(event.type)) childOf(actor.getSnapshot(), event)?.send({ type: 'crash' })
    else actor.send(event)
    if (actor.getSnapshot().status === 'error') throw new Error(`${from.value} --${eventText(event)}--> error`)
    steps.push(step(from, event))
  }
  actor.stop()
  return steps
}

const childOf = ({ children }: AnyMachineSnapshot, event: EventObject): AnyActorRef | undefined =>
  'actorId' in event ? children[String(event.actorId)] : undefined

const transitionName = ({ source, eventType, target, guard }: AnyTransitionDefinition): string => {
  const targets = target?.map(({ id }) => id).join(', ') ?? source.id
  const condition = guard === undefined ? '' : ` [${guardName(guard)}]`
  return `${source.id} --${eventType}${condition}--> ${targets}`
}

export const guardName = (guard: NonNullable<AnyTransitionDefinition['guard']>): string =>
  typeof guard === 'string' ? guard : 'type' in guard ? String(guard.type) : 'inline'

export const leavesOf = (value: StateValue): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.entries(value).flatMap(([parent, child]) =>
        child ? leavesOf(child).map((leaf) => (leaf ? `${parent}.${leaf}` : parent)) : [parent],
      )

const valueText = (value: StateValue): string => leavesOf(value).join(' + ')

const memoryText = (facts: Record<string, boolean | string>): string =>
  Object.entries(facts)
    .flatMap(([label, fact]) => (fact === true ? [label] : fact === false ? [] : [`${label} ${fact}`]))
    .join(', ')

/** An actor's id depends on what else this process has run. */
const quoted = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)?.replace(/\{"xstate\$\$type":1,"id":"[^"]*"\}/g, 'an actor')

const happeningText = ({ type, ...rest }: EventObject): string => [type, ...Object.values(rest).map(quoted)].join(' ')

const eventText = ({ type, ...rest }: EventObject): string => {
  const { actorId: _, ...payload } = { actorId: undefined, ...rest }
  const text = [type, ...Object.values(payload).map(quoted)].join(' ').trim().replaceAll('|', '/')
  return text.length > 100 ? `${text.slice(0, 99)}…` : text
}
