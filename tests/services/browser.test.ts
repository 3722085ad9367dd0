import { expect, it, onTestFinished, vi } from 'vitest'
import { groupCalls } from '../../src/schemas/groups/groups'
import { createBrowserServices } from '../../src/services/browser'
import { storeOurMeta } from '../support/consoleServices'

it('calls use the given fetch, including calls of the console', async () => {
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

it('operators stay signed in if the replaced session had already ended', async () => {
  localStorage.clear()
  localStorage.setItem('access_token', 'dead token')
  storeOurMeta()
  onTestFinished(() => localStorage.clear())
  const refused: unknown[] = []
  const fetch = async (address: Parameters<typeof globalThis.fetch>[0], init?: RequestInit) => {
    if (String(address).endsWith('/auth/login')) return Response.json({ access_token: 'new token' })
    refused.push(new Headers(init?.headers).get('Authorization'))
    return Response.json({ detail: 'Sign in to continue' }, { status: 401 })
  }
  const { session } = createBrowserServices({ baseUrl: '/api/v1', fetch })
  const onExpired = vi.fn()
  onTestFinished(session.watch({ onExpired, onRestored: () => {}, onMustEnrol: () => {} }))
  await session.logIn({ email: 'ada@example.com', password: 'correct horse' })
  await vi.waitFor(() => expect(refused).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve))
  expect([localStorage.getItem('access_token'), onExpired.mock.calls]).toEqual(['new token', []])
  await session.end()
  expect([localStorage.getItem('access_token'), onExpired.mock.calls]).toEqual([null, []])
  expect(refused).toEqual(['Bearer dead token', 'Bearer new token'])
})
