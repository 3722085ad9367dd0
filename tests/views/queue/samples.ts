import { type Mock, onTestFinished, vi } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { replyFlowMachine } from '../../../src/machines/composer/replyFlow'
import {
  type ComposerView,
  type FilesRead,
  type QueueKeeperEvent,
  queueMachine,
} from '../../../src/machines/queue/queue'
import type { Outcome, Writing } from '../../../src/machines/queue/queueDrafts'
import type { ChosenFile } from '../../../src/schemas/accounts/csvRows'
import type { FetchedPost } from '../../../src/schemas/composer/draft'
import { emptyQueue, type LastFields, type PreparedDrafts, type StoredQueue } from '../../../src/schemas/queue/queue'
import { idle } from '../../machines/queue/queueModels'

export const last: LastFields = { mode: 'batch', role_id: '5', group_name: 'Launch', count: '2', account_id: '' }

export const draftsOf = (change: Partial<PreparedDrafts>): PreparedDrafts => ({
  phase: 'ready',
  replies: [{ reply_id: 'r1', content: 'One' }],
  fields: last,
  ...change,
})

export interface Shown extends Partial<StoredQueue> {
  /** The composer as the queue sees it; null before that. */
  view?: ComposerView | null
}

const never = () => new Promise<never>(() => {})

/** A stored queue beside an idle composer. Reading and writing ahead never answer. */
export const startQueue = ({ view = idle, ...kept }: Shown) => {
  const settings = { ahead: 0, drafts: 0, refills: false }
  const queue = createActor(
    queueMachine.provide({
      actors: {
        keepQueue: fromCallback<QueueKeeperEvent>(({ sendBack }) =>
          sendBack({ type: 'queue.restored', queue: { ...emptyQueue, settings, ...kept } }),
        ),
        watchComposer: fromCallback(({ sendBack }) => {
          if (view) sendBack({ type: 'composer.seen', view })
        }),
        readAhead: fromPromise<FetchedPost, { tweet_url: string }>(never),
        writeAhead: fromPromise<Outcome, Writing>(never),
        readFiles: fromPromise<FilesRead, { files: ChosenFile[] }>(never),
      },
    }),
    { input: { composer: createActor(replyFlowMachine), shared: '' } },
  )
  queue.start()
  onTestFinished(() => {
    queue.stop()
  })
  const send: Mock<typeof queue.send> = vi.spyOn(queue, 'send')
  return {
    queue,
    said: () => send.mock.calls.map(([event]) => event),
  }
}
