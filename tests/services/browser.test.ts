import { expect, it, onTestFinished, vi } from 'vitest'
import { groupCalls } from '../../src/schemas/groups'
import { createBrowserServices } from '../../src/services/browser'

it('send every call by the fetch that they were given, those of the console as well', async () => {
  const fetch = vi.fn(async (..._: Parameters<typeof globalThis.fetch>) => Response.json([]))
  const services = createBrowserServices({ baseUrl: '/api/v1', fetch })
  const { client } = await services.openConsole()
  const { listGroups, createGroup } = client(groupCalls)
  await services.register({ email: 'ada@example.com', username: 'Ada', password: 'correct horse' })
  await listGroups()
  await createGroup({ body: { name: 'Launch', description: 'Spring' } })
  expect(fetch.mock.calls.map(([address, init]) => [init?.method, address])).toEqual([
    ['POST', '/api/v1/auth/register'],
    ['GET', '/api/v1/groups'],
    ['POST', '/api/v1/groups'],
  ])
})

it('wait for an answer as long as it takes', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  let answer = (_: Response) => {}
  const fetch = vi.fn(
    (..._: Parameters<typeof globalThis.fetch>) =>
      new Promise<Response>((resolve) => {
        answer = resolve
      }),
  )
  const services = createBrowserServices({ baseUrl: '/api/v1', fetch })
  const { client } = await services.openConsole()
  const listed = client(groupCalls).listGroups()
  await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000)
  expect(timeout).not.toHaveBeenCalled()
  expect(fetch.mock.calls.map(([, init]) => init?.signal?.aborted ?? false)).toEqual([false])
  answer(Response.json([{ id: 1, name: 'Launch', description: 'Spring' }]))
  expect(await listed).toEqual([{ id: 1, name: 'Launch', description: 'Spring' }])
})
