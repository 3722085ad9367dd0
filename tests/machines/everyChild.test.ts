import { describe, expect, it } from 'vitest'
import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateNode,
  createActor,
  type EventObject,
  initialTransition,
  transition,
} from 'xstate'
import type { Model } from '../support/machineModel'
import { models } from './models'

interface Moment {
  input: unknown
  events: EventObject[]
}

const invokedBy = (node: AnyStateNode): string[] => [
  ...node.invoke.map(({ id }) => id),
  ...Object.values(node.states).flatMap(invokedBy),
]

const answers = /^xstate\.(?:done|error)\.actor\.(.+)$/

/** Only a running actor answers. */
const mayHappen = (snapshot: AnyMachineSnapshot, event: EventObject): boolean => {
  const actor = answers.exec(event.type)?.[1]
  return (actor === undefined || snapshot.children[actor] !== undefined) && snapshot.can(event)
}

const momentsOf = (model: Model): Map<string, Moment> => {
  const invoked = invokedBy(model.written.root)
  const wanted = new Set([...invoked, ...model.spawned])
  const found = new Map<string, Moment>()
  const seen = new Set<string>()
  let edge = model.inputs.map((input) => ({
    input,
    events: [] as EventObject[],
    at: initialTransition(model.machine, input)[0],
  }))
  while (edge.length > 0 && found.size < wanted.size) {
    const next: typeof edge = []
    for (const { input, events, at } of edge) {
      for (const id of Object.keys(at.children)) {
        const kind = invoked.includes(id) ? id : model.spawned.find((name) => id.startsWith(name))
        if (kind !== undefined && !found.has(kind)) found.set(kind, { input, events })
      }
      for (const event of model.events.filter((each) => mayHappen(at, each))) {
        const [after] = transition(model.machine, at, event)
        const key = JSON.stringify(model.place(after))
        if (after.status !== 'active' || seen.has(key)) continue
        seen.add(key)
        next.push({ input, events: [...events, event], at: after })
      }
    }
    edge = next
  }
  return found
}

const childOf = (snapshot: AnyMachineSnapshot, kind: string): [string, AnyActorRef | undefined] => {
  const id = snapshot.children[kind]
    ? kind
    : (Object.keys(snapshot.children).find((each) => each.startsWith(kind)) ?? kind)
  return [id, snapshot.children[id]]
}

for (const model of models) {
  const kinds = [...new Set([...invokedBy(model.written.root), ...model.spawned])]
  describe.runIf(kinds.length > 0)(model.name, () => {
    const moments = momentsOf(model)

    it.each(kinds)('continues when %s crashes, and so do its other children', (kind) => {
      const moment = moments.get(kind)
      if (!moment) throw new Error(`no sample leads to where ${kind} runs`)
      const actor = createActor(model.machine, { input: moment.input })
      actor.start()
      for (const event of moment.events) actor.send(event)
      const [id, child] = childOf(actor.getSnapshot(), kind)
      expect(child?.getSnapshot().status).toBe('active')
      child?.send({ type: 'crash' })
      const after = actor.getSnapshot()
      const others = model.written.root.invoke.map((invoke) => invoke.id).filter((other) => other !== id)
      expect(after.status).not.toBe('error')
      expect(others.filter((other) => after.status === 'active' && after.children[other] === undefined)).toEqual([])
      actor.stop()
    })
  })
}
