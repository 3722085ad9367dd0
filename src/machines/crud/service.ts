import { type AnyStateMachine, type EventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate'

/** A typed placeholder for an asynchronous service, which the composition root replaces by `.provide()`. */
export const service = <TOutput, TInput extends NonReducibleUnknown = NonReducibleUnknown>(name: string) =>
  fromPromise<TOutput, TInput>(() => {
    throw new Error(`${name} must be provided`)
  })

/** A typed placeholder for a service that runs as long as its state. */
export const listener = <
  TEvent extends EventObject = EventObject,
  TInput extends NonReducibleUnknown = NonReducibleUnknown,
>(
  name: string,
) =>
  fromCallback<TEvent, TInput>(() => {
    throw new Error(`${name} must be provided`)
  })

/** Requires every service, so that a missing one does not compile. */
export type AllActors<TMachine extends AnyStateMachine> = Record<
  keyof NonNullable<Parameters<TMachine['provide']>[0]['actors']>,
  unknown
>
