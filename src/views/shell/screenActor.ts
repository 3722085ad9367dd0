import { use, useEffect, useState } from 'react'
import {
  type Actor,
  type AnyStateMachine,
  type ContextFrom,
  createActor,
  type InputFrom,
  type MachineContext,
} from 'xstate'
import { followToasts } from '../../effects'
import type { Provided } from '../../machines/crud/provided.actors'
import type { AuthRef } from '../../machines/session/auth'
import type { LeavingRef } from '../../machines/shell/leaving'
import { LeavingContext } from './leavingContext'
import { useAuth, useInspect, useLogic } from './logicContext'

type Input<TLogic extends AnyStateMachine> = undefined extends InputFrom<TLogic> ? [] : [input: InputFrom<TLogic>]

/**
 * The only way for a view to start an actor, except for the problem report, which needs no session. The actor ends with
 * the component, is recorded and can hold the operator on the page. An actor in a state tagged `writing` ends after the
 * answer, so that its outcome is shown on any screen.
 */
export function useScreenActor<TLogic extends AnyStateMachine>(
  machine: Provided<TLogic>,
  ...input: Input<TLogic>
): Actor<TLogic>
export function useScreenActor(machine: Provided<AnyStateMachine>, input?: unknown): Actor<AnyStateMachine> {
  const logic = useLogic().machineOf(machine)
  const inspect = useInspect()
  return useStay(() => createActor(logic, { inspect, input }))
}

/** Like `useScreenActor`, but continues a writing actor of this machine whose context `isMine`. */
export function useLastingActor<TLogic extends AnyStateMachine>(
  machine: Provided<TLogic>,
  isMine: (context: ContextFrom<TLogic>) => boolean,
): Actor<TLogic>
export function useLastingActor(
  machine: Provided<AnyStateMachine>,
  isMine: (context: MachineContext) => boolean,
): Actor<AnyStateMachine> {
  const logic = useLogic().machineOf(machine)
  const inspect = useInspect()
  return useStay(() => {
    const [own] = leftOf(logic).filter(({ actor }) => isMine(actor.getSnapshot().context))
    return own?.actor ?? createActor(logic, { inspect })
  })
}

interface Left {
  actor: Actor<AnyStateMachine>
  release: () => void
}

const left = new WeakMap<AnyStateMachine, readonly Left[]>()

const leftOf = (logic: AnyStateMachine): readonly Left[] => left.get(logic) ?? []

const useStay = (make: () => Actor<AnyStateMachine>): Actor<AnyStateMachine> => {
  const auth = useAuth()
  const leaving = use(LeavingContext)
  const [{ actor, screen }] = useState(() => {
    const actor = make()
    return { actor, screen: stayOf(actor, auth, leaving) }
  })
  useEffect(() => {
    screen.begin()
    return screen.end
  }, [screen])
  return actor
}

/** React's strict mode removes and restores a component in one task. */
const stayOf = (actor: Actor<AnyStateMachine>, auth: AuthRef, leaving: LeavingRef | undefined) => {
  let isHere = false
  let isNew = false
  const leave = () => {
    if (!isHere) stopOnceWritten(actor, auth)
  }
  return {
    begin: () => {
      isHere = true
      isNew = true
      queueMicrotask(() => {
        isNew = false
      })
      for (const work of leftOf(actor.logic)) if (work.actor === actor) work.release()
      actor.start()
      leaving?.send({ type: 'page.open', page: actor })
    },
    end: () => {
      isHere = false
      if (leaving?.getSnapshot().status === 'active') leaving.send({ type: 'page.close', page: actor })
      if (isNew) queueMicrotask(leave)
      else leave()
    },
  }
}

/** After a session has ended, its outcomes are not shown. */
const stopOnceWritten = (actor: Actor<AnyStateMachine>, auth: AuthRef): void => {
  const mayTell = () => actor.getSnapshot().hasTag('writing') && auth.getSnapshot().matches('signedIn')
  if (!mayTell()) {
    actor.stop()
    return
  }
  const release = () => {
    for (const each of subscriptions) each.unsubscribe()
    left.set(
      actor.logic,
      leftOf(actor.logic).filter((work) => work.actor !== actor),
    )
  }
  const stopUnlessItMay = () => {
    if (mayTell()) return
    release()
    actor.stop()
  }
  const subscriptions = [followToasts(actor), actor.subscribe(stopUnlessItMay), auth.subscribe(stopUnlessItMay)]
  left.set(actor.logic, [...leftOf(actor.logic), { actor, release }])
}
