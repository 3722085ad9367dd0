import { createGzip } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createActivity } from '../../../server/x/activity'
import { createXOAuth2 } from '../../../server/x/oauth2'
import { account, clientOf, closeAll, reply, serveX } from '../../support/xServers'

afterEach(closeAll)

describe('an answer without end', () => {
  const jsonServer = async (answer: (page: number) => string | { endless: true }) => {
    let page = 0
    const baseUrl = await serveX((request, response) => {
      response.on('error', () => undefined)
      response.setHeader('content-type', 'application/json')
      page += 1
      const body = answer(page)
      if (typeof body === 'string') return void response.end(body)
      const more = () => {
        while (response.writable && response.write('x'.repeat(65_536)));
        if (response.writable) response.once('drain', more)
      }
      request.resume()
      more()
    })
    return { baseUrl, pages: () => page }
  }

  test('of pages ends after forty', async () => {
    const server = await jsonServer((page) => JSON.stringify({ meta: { result_count: 0, next_token: `page${page}` } }))
    await expect(clientOf(server).getUserPosts(account, '1', new Date(0))).rejects.toThrow('more posts than it keeps')
    expect(server.pages()).toBe(40)
  })

  test('of bytes is stopped', async () => {
    const server = await jsonServer(() => ({ endless: true }))
    const client = clientOf(server, 20_000)
    await expect(client.getMe(account)).rejects.toMatchObject({ status: 200 })
    expect(await client.createReply(account, reply)).toMatchObject({ status: 200, bodyReadable: false })
  })

  test('that refuses the activity stream, however slowly, ends by the deadline', async () => {
    const baseUrl = await serveX((_request, response) => {
      response.on('error', () => undefined).writeHead(503)
      const dripping = setInterval(() => response.write('x'), 10)
      response.once('close', () => clearInterval(dripping))
    })
    const activity = createActivity({ baseUrl, bearerToken: 'app', timeoutMs: 1_500, idleMs: 60_000 })
    await expect(activity.open(new AbortController().signal)).rejects.toMatchObject({ status: 503 })
  })

  test('of one post is stopped earlier than a page of posts', async () => {
    const text = 'x'.repeat(2_000_000)
    const server = await jsonServer(() =>
      JSON.stringify({ data: { id: '5', text, created_at: '2026-11-22T12:00:00Z' } }),
    )
    await expect(clientOf(server).readPost('5', account)).rejects.toMatchObject({ status: 200 })
  })

  test('of many pages of long posts ends before it fills the memory', async () => {
    const post = {
      author_id: '1',
      created_at: '2026-11-22T12:00:00Z',
      conversation_id: '5',
      text: 'x'.repeat(2_000_000),
    }
    const server = await jsonServer((page) =>
      JSON.stringify({ data: [{ ...post, id: '5' }], meta: { next_token: `page${page}` } }),
    )
    await expect(clientOf(server).getUserPosts(account, '1', new Date(0))).rejects.toThrow('more posts than it keeps')
    expect(server.pages()).toBe(5)
  })

  const bomb = () =>
    serveX((request, response) => {
      request.resume()
      response.on('error', () => undefined)
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      const zip = createGzip()
      zip.pipe(response)
      const more = () => {
        while (!response.destroyed && zip.write(' '.repeat(1_048_576)));
      }
      zip.on('drain', more)
      response.on('close', () => zip.destroy())
      more()
    })

  test('that is compressed is unpacked up to its limit: for reads, replies and tokens', async () => {
    const baseUrl = await bomb()
    const before = process.memoryUsage().rss
    const client = clientOf({ baseUrl }, 1_000)
    await expect(client.getMe(account)).rejects.toMatchObject({ status: 200 })
    expect(await client.createReply(account, reply)).toMatchObject({ status: 200, bodyReadable: false })
    const oauth2 = createXOAuth2({ baseUrl, siteUrl: baseUrl, timeoutMs: 1_000 })
    const app = { clientId: 'an-id', clientSecret: 'a-secret' }
    expect(await oauth2.refresh(app, 'a-token', () => true)).toEqual({
      kind: 'later',
      detail: 'X answered 200, but not in the format of its API',
    })
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })
})
