import { describe, expect, it } from 'vitest'
import { type AnyActorRef, type AnyMachineSnapshot, createActor, type EventObject, transition } from 'xstate'
import { waysOf } from '../support/machineModel'
import { models } from './models'

const isActor = (value: object): value is AnyActorRef => 'sessionId' in value && 'getSnapshot' in value

/** Where a value holds what JSON loses. A missing field equals an undefined one; an actor is a link. */
const lostParts = (value: unknown, where: string): string[] => {
  if (value === null || ['string', 'boolean', 'undefined'].includes(typeof value)) return []
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${where} is ${value}`]
  if (typeof value !== 'object') return [`${where} is a ${typeof value}`]
  if (isActor(value)) return []
  if (Array.isArray(value))
    return value.flatMap((each, index) =>
      each === undefined ? [`${where}.${index} is undefined`] : lostParts(each, `${where}.${index}`),
    )
  if (Object.getPrototypeOf(value) !== Object.prototype) return [`${where} is a ${value.constructor.name}`]
  return Object.entries(value).flatMap(([name, each]) => lostParts(each, `${where}.${name}`))
}

/** An actor is the link that `linkTo` returns. */
const linked = (value: unknown, linkTo: (actor: AnyActorRef) => string): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (isActor(value)) return { $actor: linkTo(value) }
  if (Array.isArray(value)) return value.map((each) => linked(each, linkTo))
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, linked(each, linkTo)]))
}

/** JSON there and back. Links lead to the same actors. */
const throughJson = (value: unknown): unknown => {
  const actors = new Map<string, AnyActorRef>()
  const linkTo = (actor: AnyActorRef) => {
    actors.set(actor.sessionId, actor)
    return actor.sessionId
  }
  return JSON.parse(JSON.stringify(linked(value, linkTo)), (_, each) => actors.get(each?.$actor) ?? each)
}

const shown = ({ status, value, context, children }: AnyMachineSnapshot) =>
  JSON.stringify(inOrder(linked([status, value, context, Object.keys(children).toSorted()], ({ id }) => id)))

const inOrder = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(inOrder)
  const fields = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(fields.map(([name, each]) => [name, inOrder(each)]))
}

const dataOf = (event: EventObject): object =>
  Object.fromEntries(Object.entries(event).filter(([name]) => name !== 'error'))

describe.each(models.map((model) => ({ name: model.name, model })))('$name', ({ model }) => {
  it('has only data in its events and answers', () => {
    const lost = model.events.flatMap((event) => lostParts(dataOf(event), event.type))
    expect([...new Set(lost)]).toEqual([])
  })

  it('goes on after JSON from every state as without', () => {
    const lost = new Set<string>()
    const apart = new Set<string>()
    for (const input of model.inputs) {
      for (const { events, place, next } of waysOf(model, input)) {
        const actor = createActor(model.machine, { input }).start()
        for (const event of events) actor.send(event)
        const before: AnyMachineSnapshot = actor.getSnapshot()
        for (const each of lostParts(before.context, 'context')) lost.add(`${place.value}: ${each}`)
        const persisted: object = Object.assign({}, actor.getPersistedSnapshot(), {
          context: throughJson(before.context),
        })
        const after: AnyMachineSnapshot = createActor(model.machine, {
          snapshot: Object(persisted),
        }).getSnapshot()
        for (const event of next()) {
          const [left] = transition(model.machine, before, event)
          const [right] = transition(model.machine, after, event)
          if (shown(left) !== shown(right))
            apart.add(`${place.value} --${event.type}--> ${shown(left)} ${shown(right)}`)
        }
        actor.stop()
      }
    }
    expect([[...lost], [...apart]]).toEqual([[], []])
  })
})
