import type { Delivery, DeliveryDeps } from './protocol/types'
import { batchRequest, enqueue, soloRequest } from './send/enqueue'
import type { Store } from './store'
import { decide, retry } from './verify/review'
import { readSettles } from './worker/settle'
import { createWorker } from './worker/worker'

/** The only way in which replies reach X. Works in the background between `start` and `stop`. */
export const createDelivery = (deps: DeliveryDeps): Delivery => {
  const store: Store = { db: deps.db, clock: deps.clock }
  const sender: Store = { ...store, db: deps.sender ?? deps.db }
  const worker = createWorker({ ...deps, db: sender.db }, sender)

  const settleMs = async () => (await readSettles(store.db, deps.config.settleMs)).common

  const thenWake = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work
    worker.wake()
    return result
  }

  return {
    ...worker,
    enqueueBatch: (ownerId, body, key) => thenWake(enqueue(store, batchRequest(ownerId, body, key), deps.config)),
    enqueueSolo: (ownerId, body, key) => thenWake(enqueue(store, soloRequest(ownerId, body, key), deps.config)),
    retryTask: async (ownerId, taskId, only) => thenWake(retry(store, await settleMs(), { ownerId, taskId, only })),
    decideItem: async (ownerId, taskId, itemId, decision) =>
      thenWake(decide(store, { ...deps, settleMs: await settleMs() }, { ownerId, taskId, itemId }, decision)),
  }
}
