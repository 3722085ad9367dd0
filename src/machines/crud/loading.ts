import type { DoneActorEvent } from 'xstate'
import { recovery } from '../security/recovery'

/**
 * For charts whose data not every provider knows. They supply the services `load` and `untilBack`, the guard `isKnown`
 * and the action `show`, both with the answer of `load`.
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
