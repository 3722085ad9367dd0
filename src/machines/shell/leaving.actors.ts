import { fromPromise } from 'xstate'
import { provided } from '../crud/provided.actors'
import type { AllActors } from '../crud/service'
import { leavingMachine, type PageActor, type Unsent } from './leaving'

export const leaving = provided(({ storage, operator }) =>
  leavingMachine.provide({
    actors: {
      /** Imported here, because few pages need the code of drafts and queues. */
      countUnsent: fromPromise<Unsent, { shown: number }>(async ({ input: { shown } }) => {
        const { countUnsentWork } = await import('../../services/storage/unsentWork')
        return countUnsentWork(storage, operator, shown)
      }),
      untilFinished: fromPromise<void, { pages: readonly PageActor[] }>(async ({ input: { pages } }) => {
        await Promise.all(pages.map(finished))
      }),
    } satisfies AllActors<typeof leavingMachine>,
  }),
)

/** Resolves if the page stops too, because then nothing of it is running. */
const finished = (page: PageActor): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (!page.getSnapshot().hasTag('unfinished')) resolve()
    }
    page.subscribe({ next: look, complete: resolve, error: () => resolve() })
    look()
  })
