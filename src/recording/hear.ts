import type { ActorRefLike, InspectionEvent, Observer } from 'xstate'

/** XState's inspection does not report emitted events. */
export type Heard = InspectionEvent | { type: 'emitted'; actorRef: ActorRefLike; event: { type: string } }

export const hear = (
  tell: (heard: Heard, at: number) => void,
  now: () => number = Date.now,
): Observer<InspectionEvent> => ({
  next: (inspected) => {
    tell(inspected, now())
    const { type, actorRef } = inspected
    if (type === '@xstate.actor' && canEmit(actorRef))
      actorRef.on('*', (event) => tell({ type: 'emitted', actorRef, event }, now()))
  },
})

interface Emitter {
  on(type: '*', handler: (event: { type: string }) => void): unknown
}

const canEmit = (actor: object): actor is Emitter => 'on' in actor && typeof actor.on === 'function'
