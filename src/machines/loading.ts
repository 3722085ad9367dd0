import type { DoneActorEvent } from 'xstate'
import { recovery } from './recovery'

/**
 * The states from which a machine comes to `shown` that is about what not every provider knows. They leave to it the services
 * `load` and `untilBack`, and the guard `isKnown` and the action `show`, which are given the answer of `load`.
 */
export const loadingStates = <TAnswer>() => {
  const answer = ({ event }: { event: DoneActorEvent<TAnswer> }) => event.output
  return {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'load',
        src: 'load',
        onDone: [
          {
            guard: { type: 'isKnown', params: answer },
            target: 'shown',
            actions: { type: 'show', params: answer },
          },
          'absent',
        ],
        onError: 'failed',
      },
    },
    absent: {},
    failed: { invoke: recovery, on: { 'page.reload': 'loading' } },
  } as const
}
