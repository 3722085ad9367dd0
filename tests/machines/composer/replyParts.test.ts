import { describe, expect, it } from 'vitest'
import { messages } from '../../../src/schemas/messages'
import { cutShort, fetched, link, refusal } from '../samples'
import { start } from './composer'

describe('a Preview of more than 20', () => {
  const texts = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ reply_id: `w${from + index}`, content: `Text ${from + index}` }))
  const ask = async (count: number) => {
    const flow = start()
    flow.send({ type: 'content.fetch', tweet_url: link })
    await flow.last('fetchContent').answer(fetched)
    flow.send({ type: 'preview.request', role_id: 5, count })
    return flow
  }
  const counts = (flow: Awaited<ReturnType<typeof ask>>) =>
    flow.inputs('generateReplies').map((input) => (input as { count: number }).count)

  it('shows the first 20 while the others are written, and finally all of them in order', async () => {
    const flow = await ask(50)
    await flow.last('generateReplies').answer({ replies: texts(1, 20) })
    expect([flow.state(), flow.isBusy(), flow.context().replies.length]).toEqual(['generating.all.rest', true, 20])
    expect(flow.saved.at(-1)?.replies).toHaveLength(20)
    await flow.last('generateReplies').answer({ replies: texts(21, 20) })
    await flow.last('generateReplies').answer({ replies: texts(41, 10) })
    expect([flow.state(), counts(flow), flow.told]).toEqual(['previewing.whole', [20, 20, 10], []])
    expect(flow.context().replies.map(({ reply_id }) => reply_id)).toEqual(texts(1, 50).map((each) => each.reply_id))
  })

  it('keeps the replies that arrived when a later part fails, with the reason, and the same character writes the missing replies', async () => {
    const flow = await ask(50)
    flow.send({ type: 'draft.change', form: { role_id: '8' } })
    await flow.last('generateReplies').answer({ replies: texts(1, 20) })
    await flow.last('generateReplies').fail({ detail: 'The model provider refused: out of credits' })
    expect([flow.state(), flow.context().replies.length, flow.told]).toEqual(['previewing.partial', 20, []])
    expect(flow.context().asked).toEqual({
      role_id: 5,
      count: 50,
      incomplete: 'The model provider refused: out of credits',
    })
    flow.send({ type: 'preview.continue' })
    expect([flow.last('generateReplies').input, flow.context().asked?.incomplete]).toEqual([
      { tweet_id: fetched.tweet_id, role_id: 5, count: 20 },
      undefined,
    ])
    await flow.last('generateReplies').answer({ replies: texts(21, 20) })
    await flow.last('generateReplies').answer({ replies: texts(41, 10) })
    expect([flow.state(), flow.context().replies.length]).toEqual(['previewing.whole', 50])
  })

  it.each([
    ['in the server’s words', 'The model provider broke off', 'The model provider broke off'],
    ['in ours where the server has none', undefined, messages.reply.fewerWritten],
  ])('stops if one part returns fewer than requested, with a message %s', async (_, incomplete, said) => {
    const flow = await ask(50)
    await flow.last('generateReplies').answer({ replies: texts(1, 16), incomplete })
    expect([flow.state(), flow.context().asked?.incomplete, counts(flow)]).toEqual(['previewing.partial', said, [20]])
  })

  it('keeps the replies that arrived when it is cancelled, ends the call, and sends those replies', async () => {
    const flow = await ask(30)
    await flow.last('generateReplies').answer({ replies: texts(1, 20) })
    flow.send({ type: 'request.cancel' })
    expect([flow.state(), flow.context().asked]).toEqual(['previewing.partial', { role_id: 5, count: 30 }])
    await flow.last('generateReplies').answer({ replies: texts(21, 10) })
    expect(flow.context().replies).toHaveLength(20)
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    expect(flow.state()).toBe('sending')
  })

  it('is still partial after a reload, even during writing', async () => {
    const flow = await ask(30)
    await flow.last('generateReplies').answer({ replies: texts(1, 20) })
    const again = start(flow.saved.at(-1))
    expect([again.state(), again.inputs('generateReplies')]).toEqual(['previewing.partial', []])
    again.send({ type: 'preview.continue' })
    await again.last('generateReplies').answer({ replies: texts(21, 10) })
    expect([again.state(), again.context().replies.length]).toEqual(['previewing.whole', 30])
  })

  it('keeps the earlier replies and their settings when its first part fails', async () => {
    const flow = start(cutShort)
    flow.send({ type: 'preview.request', role_id: 6, count: 21 })
    await flow.last('generateReplies').fail(refusal)
    expect([flow.state(), flow.context().asked]).toEqual(['previewing.partial', cutShort.asked])
  })

  it('requests a thousand single replies in at most 50 calls', async () => {
    const flow = await ask(1_000)
    for (let part = 0; part < 50; part += 1)
      await flow.last('generateReplies').answer({ replies: texts(1 + part * 20, 20) })
    expect([flow.state(), flow.context().replies.length, counts(flow).length]).toEqual(['previewing.whole', 1_000, 50])
  })
})
