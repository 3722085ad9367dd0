import type { ActorRefLike, InspectionEvent, Observer } from 'xstate'

/** What XState tells an inspector of, and what actors emit, of which it does not. */
export type Heard = InspectionEvent | { type: 'emitted'; actorRef: ActorRefLike; event: { type: string } }

/** To be given to an actor as `inspect`: `tell` hears what it and its children do, with the time in ms since 1970. */
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
