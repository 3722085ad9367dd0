import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyTransitionDefinition,
  EventFrom,
  EventObject,
  StateValueFrom,
} from 'xstate'
import { type Model, play, waysOf } from './machineModel'

/** XState's type of a state's value includes bare composite states, which no actor ever has. */
export type LeafState<TValue> =
  | Exclude<Extract<TValue, string>, KeyOf<Exclude<TValue, string>>>
  | Inner<Exclude<TValue, string | undefined>>
type KeyOf<TValue> = TValue extends unknown ? keyof TValue : never
type Inner<TValue> = TValue extends unknown
  ? { [TKey in keyof TValue & string]: `${TKey}.${LeafState<TValue[TKey]>}` }[keyof TValue & string]
  : never

type EventOf<TMachine extends AnyStateMachine, TType> = Extract<EventFrom<TMachine>, { type: TType }>

/** The action of a person for each event, the answer of each service, and the visible effect of each state. */
export interface Replay<TMachine extends AnyStateMachine, TService extends string> {
  does: { [TType in EventFrom<TMachine>['type']]: (event: EventOf<TMachine, TType>) => Promise<unknown> }
  answers: Record<TService, { done(output: unknown): Promise<unknown>; error(error: unknown): Promise<unknown> }>
  sees: Record<LeafState<StateValueFrom<TMachine>>, () => Promise<unknown>>
  /** Delays that end in these states. */
  waits?: () => Promise<unknown>
}

export type ReplayOf<TModel> = TModel extends Model<infer TMachine, infer TService> ? Replay<TMachine, TService> : never

interface PathStep {
  event: EventObject
  state: string
}

export interface Path {
  input: unknown
  steps: PathStep[]
  taken: Set<AnyTransitionDefinition>
}

/** The fewest paths, found greedily, that together take every transition of all possible paths. */
export const coveringPaths = (
  model: Model,
  isPossible: (snapshot: AnyMachineSnapshot, event: EventObject) => boolean = () => true,
): Path[] => {
  const candidates = model.inputs.flatMap((input) =>
    waysOf(model, input, (snapshot, event) => !model.isCrash(event.type) && isPossible(snapshot, event))
      .flatMap(({ events, next }) => next().map((event) => [...events, event]))
      .map((events) => {
        const taken = new Set<AnyTransitionDefinition>()
        const steps = play(model, input, events, taken)
        return { input, steps: steps.map(({ event, to }) => ({ event, state: to.value })), taken }
      }),
  )
  const chosen: Path[] = []
  const covered = new Set<AnyTransitionDefinition>()
  const gain = ({ taken }: { taken: Set<AnyTransitionDefinition> }) =>
    [...taken].filter((transition) => !covered.has(transition)).length
  for (;;) {
    const best = candidates.reduce<Path | undefined>(
      (found, each) => (!found || gain(each) / each.steps.length > gain(found) / found.steps.length ? each : found),
      undefined,
    )
    if (!best || gain(best) === 0) return chosen
    for (const transition of best.taken) covered.add(transition)
    chosen.push(best)
  }
}

export const pathName = ({ steps }: Pick<Path, 'steps'>): string =>
  steps
    .map(({ event, state }) => `${event.type.replace(/^xstate\.(done|error)\.actor\./, '$1 ')} → ${state}`)
    .join(', ')

/** Takes a path like a person, and looks at the screen after each step. */
export const takePath = async <TMachine extends AnyStateMachine, TService extends string>(
  { does, answers, sees, waits }: Replay<TMachine, TService>,
  { steps }: Path,
): Promise<void> => {
  const act = (event: EventObject): Promise<unknown> => {
    const [, kind, service] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? []
    if (service !== undefined) {
      const answer = find<Replay<TMachine, TService>['answers'][TService]>(answers, service)
      if (kind === 'error') return answer.error('error' in event ? event.error : undefined)
      return answer.done('output' in event ? event.output : undefined)
    }
    if (event.type.startsWith('xstate.after.')) return waits ? waits() : Promise.reject(new Error('nobody waits'))
    return find<(event: EventObject) => Promise<unknown>>(does, event.type)(event)
  }
  for (const [index, { event, state }] of steps.entries()) {
    try {
      if (event.type !== 'start') await act(event)
      for (const leaf of state.split(' + ')) await find<() => Promise<unknown>>(sees, leaf)()
    } catch (error) {
      const walked = pathName({ steps: steps.slice(0, index + 1) })
      throw new Error(`${walked}\n${error instanceof Error ? error.message.slice(0, 1500) : error}`)
    }
  }
}

export const isNothing = (output: unknown): boolean => JSON.stringify(output) === '{"replies":[]}'

export const isOne = (output: unknown): boolean => JSON.stringify(output).split('reply_id').length === 2

const find = <T>(record: object, name: string): T => {
  const found: unknown = Reflect.get(record, name)
  if (found === undefined) throw new Error(`Nothing is said about ${name}`)
  return found as T
}
