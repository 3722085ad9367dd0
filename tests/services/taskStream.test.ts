import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFollowTasks } from '../../src/services/api/taskStream'

const event = (id: string) => `event: tasks\nid: ${id}\ndata: ${id}\n\n`

const stream = ({ status = 200, type = 'text/event-stream', isOurs = true } = {}) => {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const requests: [string, RequestInit | undefined][] = []
  const heard: string[] = []
  const left = new AbortController()
  const fetch: typeof window.fetch = async (input, init) => {
    requests.push([String(input), init])
    const body = new ReadableStream<Uint8Array>({
      start: (made) => {
        controller = made
        init?.signal?.addEventListener('abort', () => made.error(new DOMException('aborted', 'AbortError')))
      },
    })
    return new Response(body, { status, headers: { 'Content-Type': type } })
  }
  const follow = createFollowTasks({
    baseUrl: '/api/v1',
    token: () => 'secret',
    isOurs: async () => isOurs,
    fetch,
  })
  const end = follow({ onOpen: () => heard.push('open'), onUpdate: () => heard.push('news') }, left.signal)
  const send = async (text: string) => {
    await vi.advanceTimersByTimeAsync(0)
    controller?.enqueue(new TextEncoder().encode(text))
    await vi.advanceTimersByTimeAsync(0)
  }
  return { requests, heard, left, end, send, close: () => controller?.close() }
}

describe('the stream of tasks', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is requested with the token in its header, and reports each event, however its bytes arrive', async () => {
    const { requests, heard, end, send, close } = stream()
    await send(event('one'))
    await send(': alive\n\n')
    const [first, second] = [event('two').slice(0, 20), event('two').slice(20)]
    await send(first)
    expect(heard).toEqual(['open', 'news'])
    await send(second)
    close()
    expect([await end, heard]).toEqual(['lost', ['open', 'news', 'news']])
    expect(requests).toMatchObject([
      ['/api/v1/tasks/stream', { headers: { Accept: 'text/event-stream', Authorization: 'Bearer secret' } }],
    ])
  })

  it.each([
    ['another provider has none', { status: 404 }, 'refused'],
    ['the session has ended', { status: 401 }, 'refused'],
    ['another provider answers a page of its own', { type: 'text/html' }, 'refused'],
    ['it is open too often', { status: 429 }, 'lost'],
    ['the server cannot', { status: 503 }, 'lost'],
  ])('if %s', async (_, answer, expected) => {
    const { end, heard } = stream(answer)
    expect([await end, heard]).toEqual([expected, []])
  })

  it('is not requested from another provider', async () => {
    const { end, requests } = stream({ isOurs: false })
    expect([await end, requests]).toEqual(['refused', []])
  })

  it('counts as lost when it is silent, until a sign of life arrives', async () => {
    const { end, heard, send } = stream()
    await send(event('one'))
    await vi.advanceTimersByTimeAsync(59_000)
    await send(':\n\n')
    await vi.advanceTimersByTimeAsync(59_000)
    await send(event('two'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect([await end, heard]).toEqual(['lost', ['open', 'news', 'news']])
  })

  it('ends when nobody needs it any more', async () => {
    const { end, left, send, requests } = stream()
    await send(event('one'))
    left.abort()
    expect([await end, requests[0]?.[1]?.signal?.aborted]).toEqual(['lost', true])
  })
})
