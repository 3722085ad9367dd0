import { type AnyStateMachine, type EventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate'

/** A typed placeholder for an asynchronous service, which the composition root replaces by `.provide()`. */
export const service = <TOutput, TInput extends NonReducibleUnknown = NonReducibleUnknown>(name: string) =>
  fromPromise<TOutput, TInput>(() => {
    throw new Error(`${name} must be provided`)
  })

/** The same for what goes on for as long as a state does: it hears the events of `TEvent`, and tells others. */
export const listener = <
  TEvent extends EventObject = EventObject,
  TInput extends NonReducibleUnknown = NonReducibleUnknown,
>(
  name: string,
) =>
  fromCallback<TEvent, TInput>(() => {
    throw new Error(`${name} must be provided`)
  })

/** To be provided whole: a service left out does not compile. */
export type AllActors<TMachine extends AnyStateMachine> = Record<
  keyof NonNullable<Parameters<TMachine['provide']>[0]['actors']>,
  unknown
>
