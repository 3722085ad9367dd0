import { type ActorRefLike, type AnyStateMachine, StateMachine } from 'xstate'

/** Logic whose code is loaded late names its machine. */
export const machineOf = (actor: ActorRefLike): AnyStateMachine | undefined =>
  [inner(actor, 'logic'), inner(inner(actor, 'logic'), 'machine')].find((each) => each instanceof StateMachine)

export const nameOf = (actor: ActorRefLike): string => {
  const id = 'id' in actor && typeof actor.id === 'string' ? actor.id : actor.sessionId
  return id === actor.sessionId ? (machineOf(actor)?.id ?? id) : id
}

export const parentOf = (actor: ActorRefLike): string | undefined => {
  const id = inner(inner(actor, '_parent'), 'sessionId')
  return typeof id === 'string' ? id : undefined
}

export const inner = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
