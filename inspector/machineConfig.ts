import type { Chart, ChartState, ChartTransition } from '../src/recording/recording'

interface TransitionConfig {
  target?: string[]
  guard?: string
  actions?: string[]
  reenter?: boolean
}

interface InvokeConfig {
  id: string
  src: string
  onDone?: TransitionConfig[]
  onError?: TransitionConfig[]
  onSnapshot?: TransitionConfig[]
}

export interface MachineConfig {
  id?: string
  type?: 'parallel' | 'final'
  initial?: string
  description?: string
  tags?: string[]
  entry?: string[]
  exit?: string[]
  invoke?: InvokeConfig[]
  on?: Record<string, TransitionConfig[]>
  after?: Record<string, TransitionConfig[]>
  always?: TransitionConfig[]
  onDone?: TransitionConfig[]
  states?: Record<string, MachineConfig>
}

/**
 * A chart as configuration of XState, which Stately's editor imports as JSON. Services, guards and actions are names.
 */
export const machineConfig = (chart: Chart): MachineConfig => {
  const root = chart.states[0]
  return root ? { id: root.id, ...stateConfig(chart, root) } : {}
}

const stateConfig = (chart: Chart, state: ChartState): MachineConfig => {
  const children = chart.states.filter(({ parent }) => parent === state.id)
  const initial = children.find(({ isInitial }) => isInitial)
  const own = chart.transitions.filter(({ source }) => source === state.id)
  const transitionsOn = (isWanted: (type: string) => boolean) =>
    own.filter(({ type = '' }) => isWanted(type)).map(transitionConfig)
  const invoke = state.invokes.map((id, index) => ({
    id,
    src: state.sources?.[index] ?? id,
    ...filled(
      'onDone',
      transitionsOn((type) => type === `xstate.done.actor.${id}`),
    ),
    ...filled(
      'onError',
      transitionsOn((type) => type === `xstate.error.actor.${id}`),
    ),
    ...filled(
      'onSnapshot',
      transitionsOn((type) => type === `xstate.snapshot.${id}`),
    ),
  }))
  const ofServices = new Set(
    state.invokes.flatMap((id) => [`xstate.done.actor.${id}`, `xstate.error.actor.${id}`, `xstate.snapshot.${id}`]),
  )
  const on = own.filter(
    ({ type = '' }) => type !== '' && type !== doneOf(state) && !ofServices.has(type) && delayOf(type) === undefined,
  )
  return {
    ...(state.isParallel ? { type: 'parallel' as const } : state.isFinal ? { type: 'final' as const } : {}),
    ...(initial ? { initial: initial.key } : {}),
    ...(state.description === undefined ? {} : { description: state.description }),
    ...filled('tags', state.tags),
    ...filled('entry', state.entry ?? []),
    ...filled('exit', state.exit ?? []),
    ...filled('invoke', invoke),
    ...named('on', on, ({ type = '' }) => type),
    ...named(
      'after',
      own.filter(({ type = '' }) => delayOf(type) !== undefined),
      ({ type = '' }) => delayOf(type) ?? '',
    ),
    ...filled(
      'always',
      transitionsOn((type) => type === ''),
    ),
    ...filled(
      'onDone',
      transitionsOn((type) => type === doneOf(state)),
    ),
    ...(children.length > 0
      ? { states: Object.fromEntries(children.map((child) => [child.key, stateConfig(chart, child)])) }
      : {}),
  }
}

const doneOf = ({ id }: ChartState): string => `xstate.done.state.${id}`

const delayOf = (type: string): string | undefined => /^xstate\.after\.([^.]+)\./.exec(type)?.[1]

const transitionConfig = ({ targets, guard, actions = [], reenters }: ChartTransition): TransitionConfig => ({
  ...filled(
    'target',
    targets.map((id) => `#${id}`),
  ),
  ...(guard === undefined ? {} : { guard }),
  ...filled('actions', actions),
  ...(reenters ? { reenter: true } : {}),
})

const filled = <TName extends string, TItem>(name: TName, items: TItem[]): { [Name in TName]?: TItem[] } =>
  items.length > 0 ? ({ [name]: items } as { [Name in TName]?: TItem[] }) : {}

const named = <TName extends string>(
  name: TName,
  transitions: ChartTransition[],
  keyOf: (transition: ChartTransition) => string,
): { [Name in TName]?: Record<string, TransitionConfig[]> } => {
  const keys = [...new Set(transitions.map(keyOf))]
  const entries = keys.map((key) => [key, transitions.filter((each) => keyOf(each) === key).map(transitionConfig)])
  return keys.length > 0
    ? ({ [name]: Object.fromEntries(entries) } as { [Name in TName]?: Record<string, TransitionConfig[]> })
    : {}
}
