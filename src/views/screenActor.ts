import { useActorRef } from '@xstate/react'
import type { Actor, AnyStateMachine, InputFrom } from 'xstate'
import type { Part } from '../actors/provided'
import { useInspect, useLogic } from './logicContext'

type Input<TLogic extends AnyStateMachine> = undefined extends InputFrom<TLogic> ? [] : [input: InputFrom<TLogic>]

/** Starts an actor that ends with the component, in sight of the inspector. The only way for a view to start one. */
export function useScreenActor<TLogic extends AnyStateMachine>(
  part: Part<TLogic>,
  ...input: Input<TLogic>
): Actor<TLogic>
export function useScreenActor(part: Part<AnyStateMachine>, input?: unknown): Actor<AnyStateMachine> {
  return useActorRef(useLogic().machineOf(part), { inspect: useInspect(), input })
}
