import { describe, expect, it } from 'vitest'
import { editReplyMachine } from '../../../src/machines/composer/editReply'
import { replyMachine } from '../../../src/machines/composer/reply'
import type { Draft } from '../../../src/schemas/composer/draft'
import { messages } from '../../../src/schemas/messages'
import { draftReplies, emptyDraft, fetched, link, otherPost, refusal, replies, reviewed } from '../samples'
import { atPreview, failure, start, success } from './composer'

describe('a mention', () => {
  const toAnswer = { type: 'mention.answer', tweet_url: link, account_id: '3' } as const
  const loaded = async (inactive?: string) => {
    const flow = start()
    flow.send({ type: 'draft.change', form: { role_id: '5' } })
    flow.send({ ...toAnswer, inactive })
    await flow.last('fetchContent').answer(fetched)
    return flow
  }

  it('of an active account is answered as soon as its post is loaded', async () => {
    const flow = await loaded()
    expect([flow.state(), flow.context().form.account_id]).toEqual(['generating.one', '3'])
    expect(flow.last('generateReplies').input).toEqual({ tweet_id: fetched.tweet_id, role_id: 5, count: 1 })
  })

  it('of an inactive account waits for another account and for Preview', async () => {
    const flow = await loaded('@ada')
    expect([flow.state(), flow.context().form.account_id, flow.context().inactive]).toEqual(['idle', '', '@ada'])
    flow.send({ type: 'draft.change', form: { account_id: '4' } })
    expect(flow.state()).toBe('idle')
    flow.send({ type: 'preview.request', role_id: 5, count: 1 })
    expect(flow.state()).toBe('generating.one')
    flow.send({ type: 'mode.select', mode: 'solo' })
    expect(flow.context().inactive).toBeUndefined()
  })
})

describe('Get Content', () => {
  it('stores the post of the link and shows that below the field, not in a toast', async () => {
    const flow = start()
    flow.send({ type: 'content.fetch', tweet_url: ` ${link}\n` })
    expect(flow.isBusy()).toBe(true)
    expect(flow.last('fetchContent').input).toEqual({ tweet_url: link })
    await flow.last('fetchContent').answer(fetched)
    expect(flow.context().post).toEqual(fetched)
    expect(flow.context().linkResult).toEqual({ tone: 'success', message: 'Get content success!' })
    expect([flow.state(), flow.told]).toEqual(['idle', []])
  })

  it('shows a failure below the field, and keeps the link', async () => {
    const flow = start()
    flow.send({ type: 'content.fetch', tweet_url: link })
    await flow.last('fetchContent').fail(refusal)
    expect(flow.context().linkResult).toEqual({
      tone: 'error',
      message: 'Get content fail.',
      problem: { reason: refusal.detail, next: 'again' },
    })
    expect(flow.context().form.tweet_url).toBe(link)
    expect(flow.told).toEqual([])
  })

  it('keeps the replies when the same post is fetched again, and drops them for another', async () => {
    const flow = await atPreview()
    flow.send({ type: 'content.fetch', tweet_url: link })
    await flow.last('fetchContent').answer(fetched)
    expect([flow.state(), flow.context().replies]).toEqual(['previewing.whole', draftReplies])
    flow.send({ type: 'content.fetch', tweet_url: link })
    await flow.last('fetchContent').answer(otherPost)
    expect([flow.state(), flow.context().replies]).toEqual(['idle', []])
  })

  it.each(['answer', 'fail'] as const)(
    'is cancelled when the link is changed: a late %s shows nothing',
    async (end) => {
      const flow = start()
      const other = 'https://x.com/ada/status/9'
      flow.send({ type: 'content.fetch', tweet_url: link })
      flow.send({ type: 'draft.change', form: { role_id: '5' } })
      expect(flow.state()).toBe('fetchingContent')
      flow.send({ type: 'draft.change', form: { tweet_url: other } })
      expect([flow.state(), flow.saved.at(-1)?.form]).toEqual([
        'idle',
        { ...emptyDraft.form, tweet_url: other, role_id: '5' },
      ])
      await flow.last('fetchContent')[end](fetched)
      expect([flow.context().linkResult, flow.context().post]).toEqual([undefined, undefined])
    },
  )

  it('that is cancelled does not change the replies', async () => {
    const flow = await atPreview()
    flow.send({ type: 'content.fetch', tweet_url: 'https://x.com/ada/status/9' })
    flow.send({ type: 'draft.change', form: { tweet_url: link } })
    expect([flow.state(), flow.context().replies]).toEqual(['previewing.whole', draftReplies])
  })

  it('loses its message when the link is changed', async () => {
    const flow = await atPreview()
    flow.send({ type: 'draft.change', form: { tweet_url: link, role_id: '5' } })
    expect(flow.context().linkResult?.tone).toBe('success')
    flow.send({ type: 'draft.change', form: { tweet_url: 'https://x.com/ada/status/9' } })
    expect(flow.context().linkResult).toBeUndefined()
  })
})

describe('Preview', () => {
  const askForSolo = async () => {
    const flow = start()
    flow.send({ type: 'mode.select', mode: 'solo' })
    flow.send({ type: 'content.fetch', tweet_url: link })
    await flow.last('fetchContent').answer(fetched)
    flow.send({ type: 'preview.request', role_id: 5, count: 9 })
    return flow
  }

  it('requires the content first', () => {
    const flow = start()
    flow.send({ type: 'preview.request', role_id: 5, count: 2 })
    expect(flow.context().linkResult).toEqual({ tone: 'error', message: 'Fetch tweet content first!' })
    expect(flow.inputs('generateReplies')).toEqual([])
  })

  it('requires the content again when the link changes', async () => {
    const flow = await atPreview()
    flow.send({ type: 'draft.change', form: { tweet_url: 'https://x.com/ada/status/9' } })
    flow.send({ type: 'preview.request', role_id: 5, count: 2 })
    expect(flow.context().linkResult?.message).toBe('Fetch tweet content first!')
    expect(flow.inputs('generateReplies')).toHaveLength(1)
  })

  it('generates as many replies as requested and keeps each as generated', async () => {
    const flow = await atPreview()
    expect(flow.inputs('generateReplies')).toEqual([{ tweet_id: fetched.tweet_id, role_id: 5, count: 2 }])
    expect(flow.context().replies).toEqual(draftReplies)
  })

  it('always requests one reply in solo mode', async () => {
    const flow = await askForSolo()
    expect(flow.last('generateReplies').input).toEqual({ tweet_id: fetched.tweet_id, role_id: 5, count: 1 })
  })

  it('keeps one reply in solo mode, even if a provider returns more', async () => {
    const flow = await askForSolo()
    await flow.last('generateReplies').answer({ replies })
    expect(flow.context().replies).toEqual(draftReplies.slice(0, 1))
  })

  it('shows that the model wrote nothing, and leaves nothing to review', async () => {
    const flow = start()
    flow.send({ type: 'content.fetch', tweet_url: link })
    await flow.last('fetchContent').answer(fetched)
    flow.send({ type: 'preview.request', role_id: 5, count: 2 })
    await flow.last('generateReplies').answer({ replies: [] })
    expect([flow.state(), flow.told]).toEqual(['idle', [failure(messages.reply.noneWritten)]])
  })

  it('is refused while replies are being generated', async () => {
    const flow = await atPreview()
    flow.send({ type: 'preview.request', role_id: 5, count: 2 })
    expect(flow.can({ type: 'preview.request', role_id: 5, count: 2 })).toBe(false)
  })

  it('keeps the earlier replies when it fails', async () => {
    const flow = await atPreview()
    flow.send({ type: 'preview.request', role_id: 5, count: 2 })
    await flow.last('generateReplies').fail({})
    expect([flow.state(), flow.context().replies]).toEqual(['previewing.whole', draftReplies])
    expect(flow.told).toEqual([failure('An error occurred')])
  })
})

describe('one reply', () => {
  it('is rewritten in its place', async () => {
    const flow = await atPreview()
    flow.send({ type: 'reply.rewrite', reply_id: 'r1', role_id: 5 })
    expect(flow.last('generateReplies').input).toEqual({ tweet_id: fetched.tweet_id, role_id: 5, count: 1 })
    await flow.last('generateReplies').answer({ replies: [{ reply_id: 'r9', content: 'Another' }] })
    expect(flow.context().replies).toEqual([
      { reply_id: 'r9', content: 'Another', generated: 'Another' },
      draftReplies[1],
    ])
  })

  it('is added at the end, only in batch mode', async () => {
    const flow = await atPreview()
    flow.send({ type: 'reply.add', role_id: 5 })
    await flow.last('generateReplies').answer({ replies: [{ reply_id: 'r9', content: 'Another' }] })
    expect(flow.context().replies.map(({ reply_id }) => reply_id)).toEqual(['r1', 'r2', 'r9'])
    expect(
      start({ ...reviewed, mode: 'solo' }).can({
        type: 'reply.add',
        role_id: 5,
      }),
    ).toBe(false)
  })

  it('is copied', async () => {
    const flow = await atPreview()
    flow.send({ type: 'reply.copy', reply_id: 'r2' })
    expect(flow.last('copyText').input).toEqual({ text: 'Two' })
    await flow.last('copyText').answer()
    flow.send({ type: 'reply.copy', reply_id: 'r2' })
    await flow.last('copyText').fail(new Error('denied'))
    expect(flow.told).toEqual([success('Copied'), failure('Oops, unable to copy')])
  })

  it('is copied with its edits', () => {
    const flow = start({ ...reviewed, replies: [{ reply_id: 'r1', content: 'My own', generated: 'One' }] })
    flow.send({ type: 'reply.copy', reply_id: 'r1' })
    expect(flow.last('copyText').input).toEqual({ text: 'My own' })
  })

  it('goes back to the generated text, on the server too', async () => {
    const flow = start({
      ...emptyDraft,
      post: fetched,
      replies: [{ reply_id: 'r1', content: 'My own', generated: 'One' }],
    })
    flow.send({ type: 'reply.revert', reply_id: 'r1' })
    expect(flow.last('saveReply').input).toEqual({ reply_id: 'r1', content: 'One' })
    await flow.last('saveReply').answer({ reply_id: 'r1', content: 'One' })
    expect([flow.context().replies, flow.told]).toEqual([[draftReplies[0]], [success(messages.reply.updated)]])
    expect(flow.can({ type: 'reply.revert', reply_id: 'r1' })).toBe(false)
  })

  it('is edited by the child edit, and stays as it was if that is cancelled', async () => {
    const flow = await atPreview()
    flow.send({ type: 'reply.edit', reply_id: 'r1' })
    const edit = flow.edit('r1')
    expect(edit?.getSnapshot().context).toEqual({ reply: { reply_id: 'r1', content: 'One' } })
    edit?.send({ type: 'reply.cancel' })
    expect([flow.state(), flow.context().replies]).toEqual(['previewing.whole', draftReplies])
  })

  it('cannot be a reply that does not exist', async () => {
    const flow = await atPreview()
    expect(flow.can({ type: 'reply.edit', reply_id: 'r7' })).toBe(false)
  })
})

describe('a wait', () => {
  it.each([
    ['fetchContent', fetched],
    ['generateReplies', { replies: [{ reply_id: 'r8', content: 'Eight' }] }],
  ])('for %s can be cancelled: its answer changes nothing', async (service, answer) => {
    const flow = await atPreview()
    if (service === 'fetchContent') flow.send({ type: 'content.fetch', tweet_url: link })
    else flow.send({ type: 'preview.request', role_id: 5, count: 1 })
    flow.send({ type: 'request.cancel' })
    expect(flow.state()).toBe('previewing.whole')
    await flow.last(service).answer(answer)
    expect([flow.context().replies, flow.context().linkResult?.tone, flow.told]).toEqual([
      draftReplies,
      service === 'fetchContent' ? undefined : 'success',
      [],
    ])
  })
})

describe('a clipboard that asks for permission', () => {
  it('blocks nothing: another reply, the same reply, a fetch and a send', async () => {
    const flow = await atPreview()
    flow.send({ type: 'reply.copy', reply_id: 'r1' })
    flow.send({ type: 'reply.edit', reply_id: 'r1' })
    expect(flow.state()).toBe('editing')
    flow.edit('r1')?.send({ type: 'reply.cancel' })
    flow.send({ type: 'reply.copy', reply_id: 'r2' })
    expect(flow.inputs('copyText')).toEqual([{ text: 'One' }, { text: 'Two' }])
    const can = [
      { type: 'content.fetch', tweet_url: link },
      { type: 'preview.request', role_id: 5, count: 1 },
      { type: 'replies.send', target: { group_name: 'Launch' } },
      { type: 'reply.rewrite', reply_id: 'r1', role_id: 5 },
    ] as const
    expect(can.map((event) => flow.can(event))).toEqual([true, true, true, true])
  })
})

describe('switching the mode', () => {
  it('resets everything', async () => {
    const flow = await atPreview()
    flow.send({ type: 'draft.change', form: { role_id: '5' } })
    flow.send({ type: 'mode.select', mode: 'solo' })
    const { earlier } = flow.context()
    expect(earlier).toMatchObject([{ step: 'mode', replies: [{ reply_id: 'r1' }, { reply_id: 'r2' }] }])
    expect(flow.context()).toMatchObject({ ...emptyDraft, mode: 'solo', linkResult: undefined, writer: 5 })
    expect(flow.saved.at(-1)).toEqual({ ...emptyDraft, mode: 'solo', writer: 5, earlier })
  })

  it('ignores an answer that arrives later', async () => {
    const flow = await atPreview()
    flow.send({ type: 'preview.request', role_id: 5, count: 2 })
    flow.send({ type: 'mode.select', mode: 'solo' })
    await flow.last('generateReplies').answer({ replies })
    expect([flow.state(), flow.context().replies]).toEqual(['idle', []])
  })
})

describe('the draft', () => {
  it('is restored with its replies', () => {
    const kept: Draft = { ...reviewed, mode: 'solo' }
    const flow = start(kept)
    expect(flow.state()).toBe('previewing.whole')
    expect(flow.context()).toMatchObject(kept)
  })

  it('keeps the text of the edit dialog until it is saved or cancelled, and restores it', async () => {
    const flow = await atPreview()
    flow.send({ type: 'reply.edit', reply_id: 'r2' })
    flow.type('r2', 'Half a thought')
    const kept = flow.saved.at(-1)
    expect(kept?.unsaved).toEqual({ reply_id: 'r2', content: 'Half a thought' })

    const again = start(kept)
    expect([again.state(), again.card('r2').getSnapshot().context.unsaved]).toEqual(['editing', 'Half a thought'])
    again.edit('r2')?.send({ type: 'reply.cancel' })
    await new Promise((done) => setImmediate(done))
    expect([again.state(), again.context().unsaved, again.saved.at(-1)?.unsaved]).toEqual([
      'previewing.whole',
      undefined,
      undefined,
    ])
    expect(again.context().replies).toEqual(draftReplies)
  })

  it('opens no dialog for a reply that the draft does not contain', () => {
    const unsaved = { reply_id: 'r9', content: 'Half a thought' }
    expect(start({ ...reviewed, unsaved }).state()).toBe('previewing.whole')
  })

  it('is stored after every change of a field', () => {
    const flow = start()
    flow.send({ type: 'draft.change', form: { tweet_url: 'https' } })
    flow.send({ type: 'draft.change', form: { role_id: '5' } })
    expect(flow.saved.map(({ form }) => [form.tweet_url, form.role_id])).toEqual([
      ['https', ''],
      ['https', '5'],
    ])
  })
})

it('the edit dialog of a reply is the machine editReply', () => {
  expect(replyMachine.implementations.actors.editReply).toBe(editReplyMachine)
})
