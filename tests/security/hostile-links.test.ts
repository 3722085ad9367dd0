import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import dns from 'node:dns'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { postedForm } from '../../src/schemas/composer/composerForm'
import { messages } from '../../src/schemas/messages'
import { databases } from '../support/databases'
import type { Operator } from '../support/server'
import { enrol } from '../support/server'
import { settle, startWorld, type World } from './world'

const id = '1991427730554880217'

/** Each link tries to open something else than a post on X. */
const hostile = [
  `https://x.com.evil.example/a/status/${id}`,
  `https://evil.example/x.com/a/status/${id}`,
  `https://evil.example/?u=https://x.com/a/status/${id}`,
  `https://evil.example#https://x.com/a/status/${id}`,
  `https://x.com@evil.example/a/status/${id}`,
  `https://x.com:443@evil.example/a/status/${id}`,
  `https://user:pass@x.com/a/status/${id}`,
  `https://evil.example\\@x.com/a/status/${id}`,
  `https://x.com\\.evil.example/a/status/${id}`,
  `https:\\\\x.com\\a\\status\\${id}`,
  `//x.com/a/status/${id}`,
  `///evil.example/a/status/${id}`,
  `http://127.0.0.1/a/status/${id}`,
  `http://127.1/a/status/${id}`,
  `http://2130706433/a/status/${id}`,
  `http://0x7f000001/a/status/${id}`,
  `http://0177.0.0.1/a/status/${id}`,
  `http://[::1]/a/status/${id}`,
  `http://[::ffff:127.0.0.1]/a/status/${id}`,
  `http://localhost:3000/a/status/${id}`,
  `http://169.254.169.254/latest/meta-data/a/status/${id}`,
  `http://metadata.google.internal/a/status/${id}`,
  `http://127.0.0.1.nip.io/a/status/${id}`,
  `https://x.com:8080/a/status/${id}`,
  `https://xn--x-0ga.com/a/status/${id}`,
  `https://х.com/a/status/${id}`,
  `https://x。com.evil.example/a/status/${id}`,
  `https://tvvitter.com/a/status/${id}`,
  `https://twitter.com.co/a/status/${id}`,
  `https://api.x.com/2/tweets/${id}`,
  `https://t.co/abcdefgh`,
  `ftp://x.com/a/status/${id}`,
  `file:///etc/passwd#/a/status/${id}`,
  `gopher://127.0.0.1:6379/_a/status/${id}`,
  `javascript:fetch('https://evil.example/a/status/${id}')`,
  `data:text/html,<a href="https://x.com/a/status/${id}">`,
  `jar:https://x.com!/a/status/${id}`,
  `https://x.com/a/status/${id}0000000`,
  `https://x.com/a/status/-1`,
  `https://x.com/../a/../status`,
  `https://x.com/i/web/status/${id.replace('1', '١')}`,
  `https://x.com/a/status/${id}\r\nHost: evil.example`,
  `https://x.com/a/status/\u0000${id}`,
  `https://x.com/${'a'.repeat(2000)}/status/${id}`,
]

describe.each(databases.slice(0, 1))('hostile links', (kind) => {
  let world: World
  let ada: Operator
  const opened: string[] = []
  const note = () => opened.push('a connection')

  beforeAll(async () => {
    world = await startWorld(kind)
    ada = await enrol(world, 'ada@example.com')
  })
  afterAll(() => world.dispose())
  beforeEach(() => {
    opened.length = 0
    subscribe('net.client.socket', note)
    subscribe('undici:client:beforeConnect', note)
    for (const name of ['lookup', 'resolve', 'resolve4'] as const) {
      vi.spyOn(dns, name).mockImplementation(() => {
        opened.push(`dns.${name}`)
        throw new Error('no names are to be asked for')
      })
    }
  })
  afterEach(() => {
    unsubscribe('net.client.socket', note)
    unsubscribe('undici:client:beforeConnect', note)
    vi.restoreAllMocks()
  })

  it('would be visible in this trace if somebody opened them', async () => {
    const socket = connect(1, '127.0.0.1')
    await once(socket, 'error')
    expect(opened).toEqual(['a connection'])
  })

  it.each(hostile)('%j is refused at the field, and nothing is opened', async (link) => {
    const readPost = vi.spyOn(world.postedX, 'readPost')
    const { status, body } = await ada.call('POST', '/twitter/tweet/content', { tweet_url: link })
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain('tweet_url: ')
    const typed = postedForm('https://x.com').safeParse({ tweet_url: link })
    expect(typed.error?.issues.map(({ path, message }) => [path.join(), message])).toEqual([
      ['tweet_url', messages.reply.linkInvalid],
    ])
    expect(readPost).not.toHaveBeenCalled()
    expect(opened).toEqual([])
  })

  it('are also refused as the proof of a posted reply', async () => {
    const { taskId, itemId } = await settle(world, ada, 'ada', id)
    const readPost = vi.spyOn(world.postedX, 'readPost')
    for (const tweet_url of hostile) {
      const decision = { action: 'posted', tweet_url }
      const { status } = await ada.call('POST', `/tasks/${taskId}/items/${itemId}/decision`, decision)
      expect({ tweet_url, status }).toEqual({ tweet_url, status: 422 })
    }
    expect(readPost).not.toHaveBeenCalled()
    expect(opened).toEqual([])
  })
})
