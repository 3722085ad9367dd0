import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { offeredPosts } from '../../sandbox/x/sampleScene'
import { startXStandIn } from '../../sandbox/x/standIn'
import { call, directory, post, standIn } from './standIn'

describe('posts', () => {
  test('survive a restart, except for an incomplete last line', async () => {
    const dataFile = join(directory(), 'posts.jsonl')
    const first = await startXStandIn({ dataFile, options: { replyRule: 'open' } })
    await post(first, 'Kept')
    await first.close()
    appendFileSync(dataFile, '{"post":{"id":"1')
    const second = await standIn({}, { dataFile })
    expect(second.posts().map(({ text }) => text)).toEqual(['Kept'])
    expect((await post(second, 'Kept')).status).toBe(403)
    expect((await post(second, 'Later')).status).toBe(201)
    const lines = readFileSync(dataFile, 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).post.text)).toEqual(['Kept', 'Later'])
  })

  test('belong to the author in their link if nothing else is known about them', async () => {
    const x = await standIn()
    const own = await post(x, 'My own words')
    const authorOf = async (id: string) => {
      const { body } = await call(x, 'GET', `/2/tweets/${id}?expansions=author_id&user.fields=name`)
      const [{ username, name }] = body.includes.users
      return [username, name]
    }
    const drawn = await authorOf('4711')
    for (const id of ['4711', offeredPosts.mention, own.body.data.id]) x.nameAuthor(id, 'grace_h')
    expect(await authorOf('4711')).toEqual(['grace_h', 'Grace H'])
    expect(drawn[0]).not.toBe('grace_h')
    expect((await authorOf(offeredPosts.mention))[0]).toBe('kioskandco')
    expect((await authorOf(own.body.data.id))[0]).not.toBe('grace_h')
  })

  test('have increasing ids, even if many arrive at once', async () => {
    const x = await standIn({ limits: { createPost: 500 } })
    await Promise.all(Array.from({ length: 200 }, (_, index) => post(x, `Number ${index}`)))
    const ids = x.posts().map(({ id }) => BigInt(id))
    expect(new Set(ids).size).toBe(200)
    expect(ids.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ids)
  })

  test('have a page that shows the post, its replies and the word sandbox, and runs no script', async () => {
    const x = await standIn()
    await post(x, '<script>alert("x")</script> & more')
    for (const path of ['/anyone/status/1790000000000000000', '/i/web/status/1790000000000000000']) {
      const response = await fetch(`${x.baseUrl}${path}`)
      const html = await response.text()
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(html).toContain('Sandbox.')
      expect(html).toContain('1 reply')
      expect(html).toContain('&#60;script&#62;')
      expect(html).not.toMatch(/<script|style=|<style|onerror/)
    }
    const [stored] = x.posts()
    const own = await (await fetch(`${x.baseUrl}/brewlab_ama/status/${stored?.id}`)).text()
    expect(own).toContain('@brewlab_ama')
    expect((await fetch(`${x.baseUrl}/a/status/abc`)).status).toBe(404)
    expect((await fetch(`${x.baseUrl}/__sandbox.css`)).headers.get('content-type')).toContain('text/css')
  })
})
