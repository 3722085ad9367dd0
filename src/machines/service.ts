import { type AnyStateMachine, fromPromise, type NonReducibleUnknown } from 'xstate'

/** A typed placeholder for an asynchronous service, which the composition root replaces by `.provide()`. */
export const service = <TOutput, TInput extends NonReducibleUnknown = NonReducibleUnknown>(name: string) =>
  fromPromise<TOutput, TInput>(() => {
    throw new Error(`${name} must be provided`)
  })

/** To be provided whole: a service left out does not compile. */
export type AllActors<TMachine extends AnyStateMachine> = Record<
  keyof NonNullable<Parameters<TMachine['provide']>[0]['actors']>,
  unknown
>
