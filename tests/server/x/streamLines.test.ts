import { describe, expect, it } from 'vitest'
import { eventIn } from '../../../server/x/activity'
import { linesOf } from '../../../server/x/lines'

describe('lines of the stream', () => {
  it('are joined as bytes, and too long lines are skipped without being stored', async () => {
    const text = `ünö\r\n\r\n${'y'.repeat(50)}\nlast\ncut`
    const bytes = Buffer.from(text)
    const chunks = async function* () {
      for (let at = 0; at < bytes.length; at += 1) yield bytes.subarray(at, at + 1)
    }
    const lines: string[] = []
    let tooLong = 0
    for await (const each of linesOf(chunks(), 20)) {
      lines.push(...each.lines)
      tooLong += each.tooLong
    }
    expect({ lines, tooLong }).toEqual({ lines: ['ünö', '', 'last'], tooLong: 1 })
  })

  const post = { id: '2080765813578191303', text: 'hey', author_id: '2222', created_at: '2026-07-24T21:23:23.000Z' }
  const said = (event_type: string, payload: unknown, includes: unknown = {}) =>
    JSON.stringify({ data: { event_uuid: '-5', filter: { user_id: '1111' }, event_type, tag: 't', payload, includes } })

  it.each([
    ['a mention', said('post.mention.create', post), { postId: post.id, post: { kind: 'mention', text: 'hey' } }],
    ['a reply that does not say to whom', said('post.reply.create', post), { post: { kind: 'reply', id: post.id } }],
    [
      'a quote with its author',
      said('post.quote.create', post, { users: [{ id: '2222', username: 'Other', name: 'O', verified: false }] }),
      { userId: '1111', post: { kind: 'quote', authorUsername: 'Other' } },
    ],
    ['its own post', said('post.mention.create', { ...post, author_id: '1111' }), { postId: post.id, post: undefined }],
    ['another kind', said('post.delete', {}), 'other'],
    ['words of X about the stream', '{"errors":[{"title":"operational-disconnect"}]}', 'other'],
    [
      'a mention that comes without what is included',
      JSON.stringify({ data: { filter: { user_id: '1111' }, event_type: 'post.mention.create', payload: post } }),
      { postId: post.id, post: { kind: 'mention', text: 'hey' } },
    ],
    [
      'an event that lacks its post',
      '{"data":{"filter":{"user_id":"1"},"event_type":"post.mention.create"}}',
      undefined,
    ],
    ['half an event', said('post.mention.create', post).slice(0, 70), undefined],
    ['an event without a post', said('post.mention.create', 'none'), undefined],
    ['a list', '[]', undefined],
  ])('reads %s', (_name, line, expected) => {
    const read = eventIn(line)
    if (typeof expected === 'object') expect(read).toMatchObject(expected)
    else expect(read).toBe(expected)
  })
})
