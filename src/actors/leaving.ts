import { fromPromise } from 'xstate'
import * as z from 'zod/mini'
import { leavingMachine, type PageActor, type Unsent } from '../machines/leaving'
import type { AllActors } from '../machines/service'
import { draftKey, queueKey } from '../services/storageKeys'
import { createOwnStored } from '../services/stored'
import { provided } from './provided'

/** As much of what is kept as is counted. */
const keptDraft = z.object({ draft: z.object({ replies: z.array(z.unknown()) }) })
const keptQueue = z.object({ entries: z.array(z.unknown()) })

export const leaving = provided(({ storage, operator }) => {
  const draft = createOwnStored(storage, draftKey, operator, keptDraft)
  const queue = createOwnStored(storage, queueKey, operator, keptQueue)
  return leavingMachine.provide({
    actors: {
      countUnsent: fromPromise<Unsent, void>(async () => ({
        replies: draft.read()?.draft.replies.length ?? 0,
        posts: queue.read()?.entries.length ?? 0,
      })),
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
