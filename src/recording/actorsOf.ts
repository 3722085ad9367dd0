import { type ActorRefLike, type AnyStateMachine, StateMachine } from 'xstate'

/** The actor's logic, or the machine that it is given by input, where its code is loaded late. */
export const machineOf = (actor: ActorRefLike): AnyStateMachine | undefined =>
  [inner(actor, 'logic'), inner(inner(inner(actor, 'options'), 'input'), 'machine')].find(
    (each) => each instanceof StateMachine,
  )

/** A root actor without a name of its own goes by its machine's. */
export const nameOf = (actor: ActorRefLike): string => {
  const id = 'id' in actor && typeof actor.id === 'string' ? actor.id : actor.sessionId
  return id === actor.sessionId ? (machineOf(actor)?.id ?? id) : id
}

/** The session id of the actor's parent. */
export const parentOf = (actor: ActorRefLike): string | undefined => {
  const id = inner(inner(actor, '_parent'), 'sessionId')
  return typeof id === 'string' ? id : undefined
}

/** What stands there under that name; undefined where there is nothing that has names. */
export const inner = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
