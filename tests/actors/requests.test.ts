import { expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { createIfKnown, loaderOf, read, untilBack } from '../../src/machines/crud/requests.actors'
import { ApiError } from '../../src/services/api/api'
import { createConnectivity } from '../../src/services/connectivity'
import { createWatchReturn } from '../../src/services/presence'
import type { ConsoleServices } from '../../src/services/services'

const start = () => {
  const report = vi.fn()
  let fail: (reason: unknown) => void = () => undefined
  const actor = createActor(
    read(
      { report } as Partial<ConsoleServices> as ConsoleServices,
      (_: undefined, signal) =>
        new Promise<never>((_resolve, reject) => {
          fail = reject
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    ),
    { input: undefined },
  )
  actor.subscribe({ error: () => undefined })
  actor.start()
  return { actor, report, fail: (reason: unknown) => fail(reason) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('reports why a read failed', async () => {
  const { report, fail } = start()
  const reason = new Error('The server stands still')
  fail(reason)
  await settled()
  expect(report.mock.calls).toEqual([[reason]])
})

it('does not report a cancelled read as a failure', async () => {
  const { actor, report } = start()
  actor.stop()
  await settled()
  expect(report).not.toHaveBeenCalled()
})

const away = () => {
  const network = { onLine: false }
  const window = new EventTarget()
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' as DocumentVisibilityState })
  const services: Partial<ConsoleServices> = {
    connectivity: createConnectivity(network, window),
    watchReturn: createWatchReturn(page as Pick<Document, keyof typeof page>),
  }
  const actor = createActor(untilBack(services as ConsoleServices), { input: undefined })
  actor.start()
  return {
    actor,
    tellNetwork: (onLine: boolean) => {
      network.onLine = onLine
      window.dispatchEvent(new Event(onLine ? 'online' : 'offline'))
    },
    look: (visibilityState: DocumentVisibilityState) => {
      page.visibilityState = visibilityState
      page.dispatchEvent(new Event('visibilitychange'))
    },
    status: async () => {
      await settled()
      return actor.getSnapshot().status
    },
  }
}

it('waits until the network is back, or until the operator acts', async () => {
  const { tellNetwork, status } = away()
  tellNetwork(false)
  expect(await status()).toBe('active')
  tellNetwork(true)
  expect(await status()).toBe('done')

  const other = away()
  other.look('hidden')
  expect(await other.status()).toBe('active')
  other.look('visible')
  expect(await other.status()).toBe('done')
})

it('stops waiting when nobody needs the answer', async () => {
  const { actor, tellNetwork, status } = away()
  actor.stop()
  tellNetwork(true)
  expect(await status()).toBe('stopped')
})

it('listens to changes and to the operator only while its screen is open', async () => {
  const watchers = new Set<() => void>()
  const watch = (listener: () => void) => {
    const watcher = () => listener()
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  }
  const services = { watchReturn: watch, report: () => undefined } as Partial<ConsoleServices> as ConsoleServices
  const load = vi.fn(async () => 'Loaded')
  const loader = createActor(loaderOf(services, load, { changes: { watch }, onReturn: true }), {
    input: { params: undefined },
  }).start()
  await settled()
  for (const tell of watchers) {
    tell()
    await settled()
  }
  expect(load).toHaveBeenCalledTimes(3)
  loader.stop()
  expect(watchers.size).toBe(0)
})

const gone = new ApiError(404, 'It is not there')
const throws = (error: Error) => vi.fn(() => Promise.reject(error))

it('stops asking for calls that the provider lacks, and continues after a failure', async () => {
  const ifKnown = createIfKnown()
  await expect(ifKnown(throws(new ApiError(500, 'It broke')))).rejects.toThrow('It broke')
  expect(await ifKnown(async () => 7)).toBe(7)
  expect(await ifKnown(throws(gone))).toBeUndefined()
  const ask = vi.fn(async () => 8)
  expect([await ifKnown(ask), ask.mock.calls.length]).toEqual([undefined, 0])
})

it('asks again after five minutes, because a proxy may have answered while the provider was away', async () => {
  vi.useFakeTimers()
  const ifKnown = createIfKnown()
  const ask = async () => 8
  expect(await ifKnown(throws(gone))).toBeUndefined()
  vi.advanceTimersByTime(299_999)
  expect(await ifKnown(ask)).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(await ifKnown(ask)).toBe(8)
  vi.useRealTimers()
})

it('does not mistake a deleted record for an unknown call if the general call is answered', async () => {
  const ifKnown = createIfKnown()
  await expect(ifKnown(throws(gone), async () => 1)).rejects.toBe(gone)
  await expect(ifKnown(throws(gone), throws(new ApiError(503, 'Away')))).rejects.toThrow('Away')
  const general = vi.fn(async () => 1)
  expect([await ifKnown(async () => 7, general), general.mock.calls.length]).toEqual([7, 0])
  expect(await ifKnown(throws(gone), throws(gone))).toBeUndefined()
  expect(await ifKnown(async () => 7)).toBeUndefined()
})
