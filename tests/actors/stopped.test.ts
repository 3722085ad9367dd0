import { expect, it } from 'vitest'
import {
  type AnyActorLogic,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  initialTransition,
  StateMachine,
  transition,
} from 'xstate'
import { type CallName, contract } from '../../src/schemas/contract'
import { defaultMeta } from '../../src/schemas/system'
import type { ConsoleServices } from '../../src/services/services'
import { models } from '../machines/models'
import { servicesOf } from '../support/consoleServices'
import type { Model } from '../support/machineModel'

interface Asked {
  call: string
  signal: AbortSignal | undefined
}

/** Each costs money without storing anything. */
const paid = ['fetchContent', 'generateReplies', 'tryModel']
/** A write reads first; a post that is loaded early is paid for. */
const goesOn = ['editor save', 'savedReplies save', 'queue readAhead']
/** `getMeta` has its own client; the other calls need an earlier answer. */
const untried = ['getItemHistory', 'getMeta', 'listProviders']

/** No call is answered. `watching` counts the listeners that run. */
const silence = () => {
  const asked: Asked[] = []
  const watching = { count: 0 }
  const watch = () => {
    watching.count += 1
    return () => {
      watching.count -= 1
    }
  }
  const ask = (call: string) => (options: { signal?: AbortSignal } | undefined) => {
    asked.push({ call, signal: options?.signal })
    return new Promise(() => undefined)
  }
  const services = servicesOf(new Proxy({}, { get: (_, call) => ask(String(call)) }), {
    storage: localStorage,
    operator: () => '3',
    lastMeta: () => defaultMeta,
    connectivity: { isOnline: () => true, subscribe: watch },
    watchReturn: watch,
  })
  return { asked, watching, services }
}

const isMachine = (value: unknown): value is AnyStateMachine => value instanceof StateMachine

const files = import.meta.glob<Record<string, unknown>>(
  ['../../src/machines/*/*.actors.ts', '!**/importParts.actors.ts'],
  { eager: true },
)

const machinesOf = (services: ConsoleServices): AnyStateMachine[] =>
  Object.values(files)
    .flatMap((file) => Object.values(file))
    .flatMap((make) => {
      try {
        return typeof make === 'function' ? [make(services)] : []
      } catch {
        return []
      }
    })
    .filter(isMachine)

const logicOf = ({ id, implementations: { actors } }: AnyStateMachine): [string, AnyActorLogic][] =>
  Object.entries(actors).flatMap(([src, logic]) =>
    isMachine(logic) ? logicOf(logic) : [[`${id} ${src}`, logic as AnyActorLogic] as const],
  )

/** The input that the chart gives to each service, on its ways to its states. */
const inputsOf = ({ machine, name, inputs, events }: Model): [string, unknown][] => {
  const found = new Map<string, unknown>()
  const seen = new Set<string>()
  const enter = ([snapshot, effects]: ReturnType<typeof transition<AnyStateMachine>>): AnyMachineSnapshot[] => {
    for (const { type, params } of effects) {
      if (type === 'xstate.spawnChild') found.set(`${name} ${Object(params).src}`, Object(params).input)
    }
    const place = JSON.stringify(snapshot.value)
    if (snapshot.status !== 'active' || seen.has(place)) return []
    seen.add(place)
    return [snapshot]
  }
  let edge = inputs.flatMap((input) => enter(initialTransition(machine, input)))
  while (edge.length > 0) {
    edge = edge.flatMap((at) =>
      events.filter((event) => at.can(event)).flatMap((event) => enter(transition(machine, at, event))),
    )
  }
  return [...found]
}

it('a stopped actor aborts what it asked for, and listens to nothing', async () => {
  const inputs = new Map(models.flatMap(inputsOf))
  const { asked, watching, services } = silence()
  const tried = new Set<string>()
  const faults: string[] = []
  for (const [name, logic] of machinesOf(services).flatMap(logicOf)) {
    asked.length = 0
    watching.count = 0
    const actor = createActor(logic, { input: inputs.get(name) })
    actor.subscribe({ error: () => undefined })
    actor.start()
    await new Promise((resolve) => setImmediate(resolve))
    actor.stop()
    if (watching.count !== 0) faults.push(`${name} still listens`)
    for (const { call, signal } of asked) {
      tried.add(call)
      const isRead = contract[call as CallName].method === 'GET' || paid.includes(call)
      if (isRead && !signal?.aborted && !goesOn.includes(name)) faults.push(`${name} still waits for ${call}`)
    }
  }
  expect(faults).toEqual([])
  const reads = Object.entries(contract).flatMap(([call, { method }]) => (method === 'GET' ? call : []))
  expect(reads.filter((call) => !tried.has(call)).sort()).toEqual(untried)
})
