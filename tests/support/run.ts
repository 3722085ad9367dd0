import {
  type AnyActorLogic,
  type AnyStateMachine,
  type ContextFrom,
  createActor,
  type EmittedFrom,
  type EventFrom,
  fromPromise,
  type InputFrom,
  type InspectionEvent,
  type Observer,
  type OutputFrom,
  type SimulatedClock,
  type StateValueFrom,
} from 'xstate'

interface Call {
  input: unknown
  answer(output?: unknown): Promise<void>
  fail(error: unknown): Promise<void>
}

interface Options<TMachine extends AnyStateMachine> {
  input?: InputFrom<TMachine>
  /** The promise services, which the test answers. */
  services: readonly (keyof TMachine['implementations']['actors'] & string)[]
  /** Machines that it spawns, with their promise services that the test answers. */
  machines?: Record<
    string,
    { machine: AnyStateMachine; services: readonly string[]; actors?: Record<string, AnyActorLogic> }
  >
  /** Children that are no promises. */
  actors?: Record<string, AnyActorLogic>
  clock?: SimulatedClock
  inspect?: Observer<InspectionEvent> | undefined
}

/** Runs a machine; the test answers its services, one call at a time. */
export const run = <TMachine extends AnyStateMachine>(
  machine: TMachine,
  { input, services, machines = {}, actors = {}, clock, inspect }: Options<TMachine>,
) => {
  const calls = new Map<string, Call[]>()
  const told: EmittedFrom<TMachine>[] = []
  const promisesOf = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, answeredByTest(name, calls)]))
  const spawned = Object.entries(machines).map(([name, { machine: each, services: own, actors: others }]) => [
    name,
    each.provide({ actors: { ...promisesOf(own), ...others } }),
  ])
  const provided = machine.provide({
    actors: { ...promisesOf(services), ...Object.fromEntries(spawned), ...actors },
  })
  const actor = createActor(provided, { input, inspect, ...(clock ? { clock } : {}) })
  actor.on('*', (event) => told.push(event as EmittedFrom<TMachine>))
  actor.start()
  const snapshot = () => actor.getSnapshot()
  return {
    actor,
    send: (event: EventFrom<TMachine>): void => actor.send(event),
    can: (event: EventFrom<TMachine>): boolean => snapshot().can(event),
    state: (): StateValueFrom<TMachine> => snapshot().value as StateValueFrom<TMachine>,
    context: (): ContextFrom<TMachine> => snapshot().context as ContextFrom<TMachine>,
    output: (): OutputFrom<TMachine> | undefined => snapshot().output,
    isBusy: (): boolean => snapshot().hasTag('busy'),
    told,
    inputs: (name: string): unknown[] => (calls.get(name) ?? []).map((call) => call.input),
    calls: (name: string): readonly Call[] => calls.get(name) ?? [],
    last: (name: string): Call => {
      const call = calls.get(name)?.at(-1)
      if (!call) throw new Error(`${name} was not called`)
      return call
    },
  }
}

const answeredByTest = (name: string, calls: Map<string, Call[]>) =>
  fromPromise(
    ({ input }) =>
      new Promise((resolve, reject) => {
        const call: Call = {
          input,
          answer: (output) => delivered(() => resolve(output)),
          fail: (error) => delivered(() => reject(error)),
        }
        calls.set(name, [...(calls.get(name) ?? []), call])
      }),
  )

/** Resolves once the actors have processed the settled calls. */
const delivered = async (settle: () => void): Promise<void> => {
  settle()
  await new Promise((done) => setImmediate(done))
}
