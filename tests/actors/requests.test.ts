import { expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { read } from '../../src/actors/requests'
import type { ConsoleServices } from '../../src/services/services'

/** A read that fails as soon as it is given up, as `fetch` does, or by the test. */
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

it('takes a read that was given up for no failure', async () => {
  const { actor, report } = start()
  actor.stop()
  await settled()
  expect(report).not.toHaveBeenCalled()
})
