import { describe, expect, it } from 'vitest'
import type { Draft } from '../../../src/schemas/composer/draft'
import { messages } from '../../../src/schemas/messages'
import { draftReplies, emptyDraft, fetched, link, otherPost, refusal, reviewed } from '../samples'
import { atPreview, start } from './composer'

const otherLink = 'https://x.com/ada/status/9'
const failedFetch = {
  tone: 'error',
  message: 'Get content fail.',
  problem: { reason: refusal.detail, next: 'again' },
}
const fetchFirst = { tone: 'error', message: 'Fetch tweet content first!' }

type Flow = ReturnType<typeof start>

const shown = ({ context }: Flow): Draft => {
  const { mode, form, post, replies, asked, sent, unsaved, writer, earlier, later } = context()
  return { mode, form, post, replies, asked, sent, unsaved, writer, earlier, later }
}

describe('the draft is stored as it is shown', () => {
  it('after a post is fetched', async () => {
    const flow = start()
    flow.send({ type: 'content.fetch', tweet_url: link })
    await flow.last('fetchContent').answer(fetched)
    expect(flow.saved.at(-1)).toEqual({ ...shown(flow), post: fetched })
  })

  it('after replies are generated, and after their post is fetched again', async () => {
    const flow = await atPreview()
    expect(flow.saved.at(-1)).toEqual({ ...shown(flow), replies: draftReplies })
    const before = flow.saved.length
    flow.send({ type: 'content.fetch', tweet_url: link })
    await flow.last('fetchContent').answer({ ...fetched, tweet_url: otherLink })
    expect(flow.saved.slice(before)).toEqual([{ ...shown(flow), post: { ...fetched, tweet_url: otherLink } }])
  })

  it('after a reply is rewritten, added, edited or reverted', async () => {
    const flow = await atPreview()
    flow.send({ type: 'reply.rewrite', reply_id: 'r1', role_id: 5 })
    await flow.last('generateReplies').answer({ replies: [{ reply_id: 'r8', content: 'Eight' }] })
    expect(flow.saved.at(-1)).toEqual(shown(flow))
    flow.send({ type: 'reply.add', role_id: 5 })
    await flow.last('generateReplies').answer({ replies: [{ reply_id: 'r9', content: 'Nine' }] })
    expect(flow.saved.at(-1)).toEqual(shown(flow))
    expect(flow.saved.at(-1)?.replies.map(({ reply_id }) => reply_id)).toEqual(['r8', 'r2', 'r9'])
  })

  it('after a reply is reverted', async () => {
    const flow = start({
      ...emptyDraft,
      post: fetched,
      replies: [{ reply_id: 'r1', content: 'Mine', generated: 'One' }],
    })
    flow.send({ type: 'reply.revert', reply_id: 'r1' })
    await flow.last('saveReply').answer({ reply_id: 'r1', content: 'One' })
    expect(flow.saved).toEqual([{ ...shown(flow), replies: [draftReplies[0]] }])
  })

  it('after the edit dialog is closed', async () => {
    const flow = await atPreview()
    flow.send({ type: 'reply.edit', reply_id: 'r1' })
    flow.type('r1', 'Typed')
    expect(flow.saved.at(-1)?.unsaved).toEqual({ reply_id: 'r1', content: 'Typed' })
    flow.edit('r1')?.send({ type: 'reply.cancel' })
    expect([flow.state(), flow.saved.at(-1)]).toEqual(['previewing.whole', shown(flow)])
    expect(shown(flow).unsaved).toBeUndefined()
  })

  it('after the result is dismissed, which shows an empty composer', () => {
    const flow = start({ ...emptyDraft, sent: { mode: 'batch', task_id: 't1' } })
    flow.send({ type: 'result.dismiss' })
    expect([flow.state(), flow.context().sent, flow.saved]).toEqual(['idle', undefined, [emptyDraft]])
  })
})

describe('a draft is restored', () => {
  it.each<[string, Draft]>([
    ['idle', { ...emptyDraft, form: { ...emptyDraft.form, tweet_url: link } }],
    ['idle', { ...emptyDraft, mode: 'solo', post: fetched }],
    ['sent', { ...emptyDraft, mode: 'solo', sent: { mode: 'solo', task_id: 't1' } }],
    ['previewing.whole', reviewed],
  ])('to %s, completely: %#', (state, kept) => {
    const flow = start(kept)
    expect([flow.state(), shown(flow)]).toEqual([state, kept])
  })

  it('into new fields, as after every reset', () => {
    const fresh = start()
    const flow = start({ ...emptyDraft, mode: 'solo' })
    expect(flow.context().revision).toBeGreaterThan(fresh.context().revision)
    const { revision } = flow.context()
    flow.send({ type: 'mode.select', mode: 'batch' })
    expect(flow.context().revision).toBeGreaterThan(revision)
  })

  it('with replies but no post: nothing is added to the replies, and the next post replaces them', async () => {
    const flow = start({ ...emptyDraft, replies: draftReplies })
    expect(flow.can({ type: 'reply.add', role_id: 5 })).toBe(false)
    flow.send({ type: 'content.fetch', tweet_url: link })
    await flow.last('fetchContent').answer(fetched)
    expect([flow.state(), flow.context().replies]).toEqual(['idle', []])
  })
})

describe('the link', () => {
  it('is used without spaces around it', async () => {
    const flow = start()
    flow.send({ type: 'content.fetch', tweet_url: ` ${link} ` })
    expect(flow.inputs('fetchContent')).toEqual([{ tweet_url: link }])
    await flow.last('fetchContent').answer(fetched)
    flow.send({ type: 'preview.request', role_id: 5, count: 2 })
    expect(flow.state()).toBe('generating.all.first')
  })

  it('may be fetched again before replies exist', async () => {
    const flow = start()
    for (const post of [fetched, fetched]) {
      flow.send({ type: 'content.fetch', tweet_url: link })
      await flow.last('fetchContent').answer(post)
    }
    expect(flow.state()).toBe('idle')
  })

  it('keeps the message below it while other fields change', async () => {
    const flow = await atPreview()
    flow.send({ type: 'draft.change', form: { role_id: '9' } })
    expect(flow.context().linkResult?.tone).toBe('success')
  })

  it('changes as soon as another one is fetched, even beside replies, which stay if fetching fails', async () => {
    const flow = await atPreview()
    flow.send({ type: 'content.fetch', tweet_url: otherLink })
    expect([flow.context().form.tweet_url, flow.context().linkResult]).toEqual([otherLink, undefined])
    await flow.last('fetchContent').fail(refusal)
    expect([flow.state(), flow.context().linkResult]).toEqual(['previewing.whole', failedFetch])
    flow.send({ type: 'content.fetch', tweet_url: link })
    await flow.last('fetchContent').answer(fetched)
    expect(flow.context().linkResult).toEqual({ tone: 'success', message: 'Get content success!' })
  })

  it('loses the message below it when it changes during a send', async () => {
    const flow = await atPreview()
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    flow.send({ type: 'draft.change', form: { tweet_url: otherLink } })
    expect(flow.context().linkResult).toBeUndefined()
  })

  it('must be fetched again after a send', async () => {
    const flow = start({ ...emptyDraft, sent: { mode: 'batch', task_id: 't1' } })
    flow.send({ type: 'preview.request', role_id: 5, count: 1 })
    expect([flow.state(), flow.context().linkResult]).toEqual(['sent', fetchFirst])
    flow.send({ type: 'content.fetch', tweet_url: otherLink })
    expect(flow.inputs('fetchContent')).toEqual([{ tweet_url: otherLink }])
    await flow.last('fetchContent').answer(otherPost)
    expect(flow.context().post).toEqual(otherPost)
  })
})

describe('one reply among others', () => {
  it('is replaced by one, however many the model wrote', async () => {
    const flow = await atPreview()
    flow.send({ type: 'reply.rewrite', reply_id: 'r1', role_id: 5 })
    const two = ['r8', 'r9'].map((reply_id) => ({ reply_id, content: reply_id }))
    await flow.last('generateReplies').answer({ replies: two })
    expect(flow.context().replies.map(({ reply_id }) => reply_id)).toEqual(['r8', 'r2'])
  })

  it.each([
    ['with the wish', 'Shorter', { rewrite: { reply_id: 'r2', wish: 'Shorter' } }],
    ['without a wish, as any provider takes it', undefined, {}],
  ])('is rewritten %s', async (_how, wish, more) => {
    const flow = await atPreview()
    flow.send({ type: 'reply.rewrite', reply_id: 'r2', role_id: 5, wish })
    expect(flow.inputs('generateReplies').at(-1)).toStrictEqual({
      tweet_id: fetched.tweet_id,
      role_id: 5,
      count: 1,
      ...more,
    })
  })

  it('stays if the model wrote no replacement', async () => {
    const flow = await atPreview()
    flow.send({ type: 'reply.rewrite', reply_id: 'r1', role_id: 5 })
    await flow.last('generateReplies').answer({ replies: [] })
    expect([flow.state(), flow.context().replies]).toEqual(['previewing.whole', draftReplies])
    expect(flow.told).toEqual([{ type: 'toast', tone: 'error', message: messages.reply.noneWritten }])
  })

  it('is always the intended reply', async () => {
    const flow = await atPreview()
    flow.send({ type: 'reply.rewrite', reply_id: 'r2', role_id: 5 })
    await flow.last('generateReplies').answer({ replies: [{ reply_id: 'r8', content: 'Eight' }] })
    expect(flow.context().replies.map(({ reply_id }) => reply_id)).toEqual(['r1', 'r8'])
    const edited = start({
      ...reviewed,
      replies: ['One', 'Two'].map((generated, index) => ({
        reply_id: `r${index + 1}`,
        content: `My ${generated}`,
        generated,
      })),
    })
    edited.send({ type: 'reply.revert', reply_id: 'r2' })
    expect(edited.last('saveReply').input).toEqual({ reply_id: 'r2', content: 'Two' })
    await edited.last('saveReply').answer({ reply_id: 'r2', content: 'Two' })
    expect(edited.context().replies.map(({ content }) => content)).toEqual(['My One', 'Two'])
  })

  it.each([
    [refusal, refusal.detail],
    [{}, messages.failure],
  ])('that cannot be rewritten or added because of %j does not change and shows the reason', async (error, message) => {
    const flow = await atPreview()
    flow.send({ type: 'reply.rewrite', reply_id: 'r2', role_id: 5 })
    await flow.last('generateReplies').fail(error)
    flow.send({ type: 'reply.add', role_id: 5 })
    await flow.last('generateReplies').fail(error)
    const toast = { type: 'toast', tone: 'error', message }
    expect([flow.context().replies, flow.told]).toEqual([draftReplies, [toast, toast]])
  })

  it('is written by the chosen character', async () => {
    const flow = await atPreview()
    flow.send({ type: 'reply.add', role_id: 6 })
    expect(flow.last('generateReplies').input).toEqual({ tweet_id: fetched.tweet_id, role_id: 6, count: 1 })
  })

  it('has an actor with its own name, even if another reply was dropped before', async () => {
    const flow = await atPreview()
    flow.send({ type: 'reply.drop', reply_id: 'r1' })
    flow.send({ type: 'reply.add', role_id: 5 })
    await flow.last('generateReplies').answer({ replies: [{ reply_id: 'r9', content: 'Nine' }] })
    const { cards } = flow.context()
    expect([cards.length, new Set(cards.map(({ id }) => id)).size]).toEqual([2, 2])
  })

  it('can be reverted only if that reply itself was edited', () => {
    const flow = start({
      ...emptyDraft,
      post: fetched,
      replies: [
        { reply_id: 'r1', content: 'Mine', generated: 'One' },
        { reply_id: 'r2', content: 'Two', generated: 'Two' },
      ],
    })
    const reverts = ['r1', 'r2'].map((reply_id) => flow.can({ type: 'reply.revert', reply_id }))
    expect(reverts).toEqual([true, false])
  })
})

it('text typed during a failed send need not be typed again after the next send', async () => {
  const flow = await atPreview()
  flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
  flow.send({ type: 'draft.change', form: { role_id: '9' } })
  await flow.last('sendReplies').fail(refusal)
  flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
  await flow.last('sendReplies').answer({ task_id: 't1' })
  expect(flow.context().form).toEqual(emptyDraft.form)
})
