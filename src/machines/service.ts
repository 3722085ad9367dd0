import { fromPromise, type NonReducibleUnknown } from 'xstate'

/** A typed placeholder for an asynchronous service, which the composition root replaces by `.provide()`. */
export const service = <TOutput, TInput extends NonReducibleUnknown = NonReducibleUnknown>(name: string) =>
  fromPromise<TOutput, TInput>(() => {
    throw new Error(`${name} must be provided`)
  })
