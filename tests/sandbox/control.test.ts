import { describe, expect, test } from 'vitest'
import { call, post, standIn } from './standIn'

describe('control', () => {
  const control = (x: { baseUrl: string }, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${x.baseUrl}/__control`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  test('rules are set over HTTP, and the posts are read there', async () => {
    const x = await standIn()
    const rules = [
      { match: { method: 'POST', account: '@brewlab_ama' }, times: 1, do: { answer: 'drop', accept: true } },
    ]
    expect((await control(x, { rules })).status).toBe(200)
    await expect(post(x, 'Lost on the way')).rejects.toThrow('fetch failed')
    expect((await post(x, 'Through')).status).toBe(201)
    const posts = await (await fetch(`${x.baseUrl}/__control/posts`)).json()
    expect(posts).toEqual(x.posts())
    expect(posts[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      account: 'brewlab_ama',
      author_id: expect.stringMatching(/^\d+$/),
      text: 'Lost on the way',
      in_reply_to: '1790000000000000000',
      created_at: expect.any(String),
    })
    const log = await (await fetch(`${x.baseUrl}/__control/requests`)).json()
    expect(log).toEqual([
      { at: expect.any(String), method: 'POST', path: '/2/tweets', account: 'brewlab_ama' },
      { at: expect.any(String), method: 'POST', path: '/2/tweets', account: 'brewlab_ama' },
    ])
  })

  test('a malformed request, or a request from another site, changes nothing', async () => {
    const x = await standIn()
    expect((await control(x, { rules: [{ do: { answer: 'nonsense' } }] })).status).toBe(422)
    expect((await control(x, {}, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await fetch(`${x.baseUrl}/__control`)).status).toBe(404)
  })

  test('the same seed draws the same faults', async () => {
    const drawn = async (seed: number) => {
      const x = await standIn({
        seed,
        rules: [{ probability: 0.15, do: [{ answer: 'unavailable' }, { answer: 'internal' }] }],
      })
      const seen: number[] = []
      for (let index = 0; index < 200; index += 1) seen.push((await call(x, 'GET', '/2/tweets/20')).status)
      return seen
    }
    const first = await drawn(7)
    expect(await drawn(7)).toEqual(first)
    expect(await drawn(8)).not.toEqual(first)
    const faults = first.filter((status) => status !== 200)
    expect(faults.length).toBeGreaterThan(10)
    expect(faults.length).toBeLessThan(60)
    expect(new Set(faults)).toEqual(new Set([500, 503]))
  })
})
