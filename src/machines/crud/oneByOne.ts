import { type ActorRefFrom, assign, or, setup, stateIn } from 'xstate'
import { publicMessages } from '../../schemas/commonMessages'
import { problemOf } from './failure'
import { present } from './present'
import { service } from './service'

/** `detail`: the reason for a failure; null if the work on the element is done. */
export interface Outcome {
  detail: string | null
}

export type ResultOf<TItem> = TItem & Outcome

export const isDone = ({ detail }: Outcome): boolean => detail === null

/** After a stop, `results` is shorter than the queue, which has at least one element. */
export const createOneByOne = <TItem extends object, TTask = undefined>() =>
  setup({
    types: {
      input: {} as { queue: readonly TItem[]; task: TTask },
      /** `queue.at(results.length)` is being worked on. */
      context: {} as { queue: readonly TItem[]; task: TTask; results: readonly ResultOf<TItem>[] },
      events: {} as { type: 'work.stop' },
      output: {} as { results: readonly ResultOf<TItem>[] },
      tags: {} as 'busy',
    },
    actors: { act: service<Outcome, { item: TItem; task: TTask }>('act') },
    guards: {
      isLast: ({ context }) => context.results.length + 1 >= context.queue.length,
      isStopping: stateIn({ working: 'stopping' }),
      isOver: or(['isLast', 'isStopping']),
    },
    actions: {
      noteOutcome: assign({
        results: ({ context: { queue, results } }, { detail }: Outcome) => [
          ...results,
          { ...present(queue[results.length], 'element of the queue'), detail },
        ],
      }),
    },
  }).createMachine({
    id: 'oneByOne',
    description:
      'The chart works on the elements of a queue, one call at a time, and enters `working` again for each element. A failure does not end the work. `stopping` waits for the running call. The result of each element is reported; elements that were not reached before a *stop* have no result.',
    context: ({ input }) => ({ ...input, results: [] }),
    initial: 'working',
    states: {
      working: {
        tags: 'busy',
        invoke: {
          id: 'act',
          src: 'act',
          input: ({ context: { queue, results, task } }) => ({
            item: present(queue[results.length], 'element of the queue'),
            task,
          }),
          onDone: [
            {
              guard: 'isOver',
              target: 'done',
              actions: { type: 'noteOutcome', params: ({ event }) => event.output },
            },
            {
              target: 'working',
              reenter: true,
              actions: { type: 'noteOutcome', params: ({ event }) => event.output },
            },
          ],
          onError: [
            {
              guard: 'isOver',
              target: 'done',
              actions: { type: 'noteOutcome', params: ({ event }) => failureOf(event.error) },
            },
            {
              target: 'working',
              reenter: true,
              actions: { type: 'noteOutcome', params: ({ event }) => failureOf(event.error) },
            },
          ],
        },
        initial: 'running',
        states: {
          running: { on: { 'work.stop': 'stopping' } },
          stopping: {},
        },
      },
      done: { type: 'final' },
    },
    output: ({ context: { results } }) => ({ results }),
  })

const failureOf = (error: unknown): Outcome => ({ detail: problemOf(error).reason ?? publicMessages.failure })

/** For the crash of the chart itself: nothing is known about any element. */
export const allFailed = <TItem extends object>(queue: readonly TItem[], error: unknown): readonly ResultOf<TItem>[] =>
  queue.map((item) => ({ ...item, ...failureOf(error) }))

export type OneByOneRef<TItem extends object, TTask> = ActorRefFrom<ReturnType<typeof createOneByOne<TItem, TTask>>>
