import { useActorRef } from '@xstate/react'
import type { Actor, AnyStateMachine, InputFrom } from 'xstate'
import { useInspect } from './logicContext'

type Input<TLogic extends AnyStateMachine> = undefined extends InputFrom<TLogic> ? [] : [input: InputFrom<TLogic>]

/** Starts an actor that ends with the component, in sight of the inspector. The only way for a view to start one. */
export function useScreenActor<TLogic extends AnyStateMachine>(logic: TLogic, ...input: Input<TLogic>): Actor<TLogic>
export function useScreenActor(logic: AnyStateMachine, input?: unknown): Actor<AnyStateMachine> {
  return useActorRef(logic, { inspect: useInspect(), input })
}
