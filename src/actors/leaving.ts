import { fromPromise } from 'xstate'
import { leavingMachine, type PageActor, type Unsent } from '../machines/leaving'
import type { AllActors } from '../machines/service'
import { createUnsentWork } from '../services/unsentWork'
import { provided } from './provided'

export const leaving = provided(({ storage, operator }) => {
  const unsentWork = createUnsentWork(storage, operator)
  return leavingMachine.provide({
    actors: {
      countUnsent: fromPromise<Unsent, void>(async () => unsentWork.count()),
      untilFinished: fromPromise<void, { pages: readonly PageActor[] }>(async ({ input: { pages } }) => {
        await Promise.all(pages.map(finished))
      }),
    } satisfies AllActors<typeof leavingMachine>,
  })
})

/** Also where the page stops, after which nothing of it is under way. */
const finished = (page: PageActor): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (!page.getSnapshot().hasTag('unfinished')) resolve()
    }
    page.subscribe({ next: look, complete: resolve, error: () => resolve() })
    look()
  })
