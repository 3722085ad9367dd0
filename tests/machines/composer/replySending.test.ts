import { describe, expect, it } from 'vitest'
import { type Draft, isInDoubt } from '../../../src/schemas/composer/draft'
import { messages } from '../../../src/schemas/messages'
import { emptyDraft, fetched, link, lostAnswer, otherPost, outdated, refusal, reviewed } from '../samples'
import { atPreview, failure, start } from './composer'

describe('sending, in replyFlow', () => {
  it('sends every reply through the group', async () => {
    const flow = await atPreview()
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    expect(flow.inputs('sendReplies')).toEqual([
      {
        mode: 'batch',
        body: { reply_ids: ['r1', 'r2'], group_name: 'Launch' },
        expected: [{ content: 'One' }, { content: 'Two' }],
      },
    ])
  })

  it('sends the displayed text and account of each reply', async () => {
    const flow = await atPreview()
    flow.send({ type: 'order.read', group_name: '', order: [7, 3, 9] })
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    expect(flow.last('sendReplies').input).toMatchObject({
      expected: [
        { content: 'One', account_id: 7 },
        { content: 'Two', account_id: 3 },
      ],
    })
  })

  it('reads each reply again if the server has a different text or account', async () => {
    const flow = await atPreview()
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    await flow.last('sendReplies').fail(outdated)
    expect([flow.state(), flow.told]).toEqual(['previewing.whole', [failure(outdated.detail)]])
    const [first, second] = flow.calls('loadReply')
    await first?.answer({ reply_id: 'r1', content: 'Told elsewhere' })
    await second?.fail(refusal)
    expect(flow.context().replies).toMatchObject([
      { content: 'Told elsewhere', generated: 'One' },
      { content: 'Two', generated: 'Two' },
    ])
    expect(flow.saved.at(-1)?.replies[0]?.content).toBe('Told elsewhere')
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    expect(flow.last('sendReplies').input).toMatchObject({
      expected: [{ content: 'Told elsewhere' }, { content: 'Two' }],
    })
  })

  it.each([
    [lostAnswer, true],
    [{ status: 502 }, true],
    [{ status: 409, detail: 'Already on its way' }, false],
    [outdated, false],
  ])('may have been accepted if nothing decided it: after %o %s', async (error, inDoubt) => {
    const flow = await atPreview()
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    await flow.last('sendReplies').fail(error)
    expect(isInDoubt(flow.context())).toBe(inDoubt)
  })

  it('is uncertain in every copy: from the click, after a reload, and after Undo', async () => {
    const flow = await atPreview()
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    expect(isInDoubt(flow.saved.at(-1) ?? flow.context())).toBe(true)
    await flow.last('sendReplies').fail(lostAnswer)
    flow.send({ type: 'mode.select', mode: 'solo' })
    expect(isInDoubt(flow.context())).toBe(false)
    flow.send({ type: 'draft.undo' })
    expect([isInDoubt(flow.context()), flow.context().mode]).toEqual([true, 'batch'])
  })

  it.each([
    [{ status: 429, detail: 'Too many' }, true],
    [{ status: 409, detail: 'Already being sent' }, true],
    [{ status: 422, detail: 'They say the same' }, false],
  ])('stays uncertain after another attempt that decides nothing: after %o %s', async (error, inDoubt) => {
    const flow = await atPreview()
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    await flow.last('sendReplies').fail(error)
    expect(isInDoubt(flow.context())).toBe(false)
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    await flow.last('sendReplies').fail(lostAnswer)
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    await flow.last('sendReplies').fail(error)
    expect(isInDoubt(flow.context())).toBe(inDoubt)
  })

  it('is no longer uncertain when the composer has other replies, or none', async () => {
    const flow = await atPreview()
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    await flow.last('sendReplies').fail(lostAnswer)
    flow.send({ type: 'content.fetch', tweet_url: link })
    await flow.last('fetchContent').answer(fetched)
    expect(isInDoubt(flow.context())).toBe(true)
    flow.send({ type: 'preview.request', role_id: 5, count: 1 })
    await flow.last('generateReplies').answer({ replies: [{ reply_id: 'r9', content: 'Nine' }] })
    expect(isInDoubt(flow.context())).toBe(false)
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    await flow.last('sendReplies').fail(lostAnswer)
    flow.send({ type: 'content.fetch', tweet_url: otherPost.tweet_url })
    await flow.last('fetchContent').answer(otherPost)
    expect([isInDoubt(flow.context()), flow.context().replies]).toEqual([false, []])
  })

  it('does not read the replies again after other refusals', async () => {
    const flow = await atPreview()
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    await flow.last('sendReplies').fail({ status: 409, detail: 'Already on its way' })
    expect(flow.inputs('loadReply')).toEqual([])
  })

  it('needs a group in batch mode and an account in solo mode, and nothing else', async () => {
    const batch = await atPreview()
    const solo = start({ ...reviewed, mode: 'solo' })
    const targets = [{ group_name: 'Launch' }, { twitter_account_id: 3 }]
    const takes = (flow: typeof batch) => targets.map((target) => flow.can({ type: 'replies.send', target }))
    expect([takes(batch), takes(solo)]).toEqual([
      [true, false],
      [false, true],
    ])
  })

  it('sends the first reply through the media agent', async () => {
    const flow = start({ ...reviewed, mode: 'solo' })
    flow.send({ type: 'replies.send', target: { twitter_account_id: 3 } })
    expect(flow.inputs('sendReplies')).toEqual([
      { mode: 'solo', body: { reply_id: 'r1', twitter_account_id: 3 }, expected: [{ content: 'One' }] },
    ])
  })

  it('accepts one click, and neither a second one nor another mode until the answer arrives', async () => {
    const flow = await atPreview()
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    flow.send({ type: 'mode.select', mode: 'solo' })
    expect(flow.inputs('sendReplies')).toHaveLength(1)
    expect([flow.state(), flow.context().mode]).toEqual(['sending', 'batch'])
  })

  it('cannot be cancelled when it has started, unlike reads', async () => {
    const flow = await atPreview()
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    expect(flow.can({ type: 'request.cancel' })).toBe(false)
    await flow.last('sendReplies').fail(refusal)
    flow.send({ type: 'preview.request', role_id: 5, count: 2 })
    expect([flow.state(), flow.can({ type: 'request.cancel' })]).toEqual(['generating.all.first', true])
  })

  it('keeps text typed during the send, but no earlier text, for the next reply', async () => {
    const flow = await atPreview()
    flow.send({ type: 'draft.change', form: { group_name: 'Launch' } })
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    const next = 'https://x.com/ada/status/9'
    flow.send({ type: 'draft.change', form: { tweet_url: next } })
    flow.send({ type: 'draft.change', form: { role_id: '6' } })
    expect(flow.saved.at(-1)?.form.tweet_url).toBe(next)
    await flow.last('sendReplies').answer({ task_id: 't1' })
    expect(flow.context().form).toEqual({ ...emptyDraft.form, tweet_url: next, role_id: '6' })
    expect(flow.saved.at(-1)).toEqual({ ...flow.saved.at(-1), form: flow.context().form, replies: [] })
  })

  it('is undone with its fields, and Redo restores later text', async () => {
    const flow = await atPreview()
    flow.send({ type: 'draft.change', form: { group_name: 'Launch' } })
    const { form, replies } = flow.context()
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    const next = { tweet_url: 'https://x.com/ada/status/9', group_name: 'Night shift' }
    flow.send({ type: 'draft.change', form: next })
    await flow.last('sendReplies').answer({ task_id: 't1' })
    flow.send({ type: 'send.takenBack' })
    expect(flow.context()).toMatchObject({ form, replies })
    flow.send({ type: 'draft.undo' })
    expect(flow.context().form).toEqual({ ...emptyDraft.form, ...next })
  })

  it('keeps text typed during a failed send', async () => {
    const flow = await atPreview()
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    flow.send({ type: 'draft.change', form: { tweet_url: 'https://x.com/ada/status/9' } })
    await flow.last('sendReplies').fail(refusal)
    expect(flow.context().form.tweet_url).toBe('https://x.com/ada/status/9')
    flow.send({ type: 'preview.request', role_id: 5, count: 2 })
    expect(flow.context().linkResult?.message).toBe(messages.reply.fetchFirst)
  })

  it('resets everything except the mode, and keeps the task and the author of each reply', async () => {
    const flow = await atPreview()
    flow.send({ type: 'draft.change', form: { role_id: '5', group_name: 'Launch', count: '2' } })
    const { revision, stored } = flow.context()
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    await flow.last('sendReplies').answer({ task_id: 't1' })
    const left = { ...emptyDraft, sent: { mode: 'batch', task_id: 't1', reply_ids: ['r1', 'r2'] }, writer: 5 }
    expect(flow.context()).toEqual({
      ...left,
      answering: false,
      linkResult: undefined,
      cards: [],
      order: undefined,
      request: undefined,
      previewProblem: undefined,
      doubted_ids: undefined,
      lastSent: stored,
      next: {},
      revision: revision + 1,
      stored: left,
    })
    expect(flow.told).toEqual([])
    expect(flow.saved.at(-1)).toEqual(left)
  })

  it('has no task if the provider returns none', async () => {
    const flow = await atPreview()
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    await flow.last('sendReplies').answer({})
    expect(flow.context().sent).toEqual({ mode: 'batch', task_id: undefined, reply_ids: ['r1', 'r2'] })
  })

  it.each([
    ['batch', refusal, refusal.detail],
    ['batch', {}, messages.failure],
    ['solo', refusal, refusal.detail],
    ['solo', {}, messages.reply.soloFailed],
  ] as const)('in %s keeps everything when it fails with %j', async (mode, error, message) => {
    const kept: Draft = { ...reviewed, mode }
    const flow = start(kept)
    const target = mode === 'batch' ? { group_name: 'Launch' } : { twitter_account_id: 3 }
    flow.send({ type: 'replies.send', target })
    await flow.last('sendReplies').fail(error)
    expect(flow.context()).toMatchObject(kept)
    expect([flow.state(), flow.told]).toEqual(['previewing.whole', [failure(message)]])
  })

  it('ends with the next link', async () => {
    const flow = start({ ...emptyDraft, sent: { mode: 'batch', task_id: 't1' } })
    expect(flow.state()).toBe('sent')
    flow.send({ type: 'content.fetch', tweet_url: link })
    expect([flow.state(), flow.context().sent]).toEqual(['fetchingContent', undefined])
  })
})

describe('replies that another tab has sent', () => {
  it.each([
    ['keeping', []],
    ['displaced', ['draft.displaced']],
    ['refused', ['draft.refused']],
  ] as const)('may have been sent here, and are not stored again: %s', async (draft, became) => {
    const flow = await atPreview()
    for (const type of became) flow.send({ type })
    const saved = flow.saved.length
    flow.send({ type: 'draft.sent', reply_ids: ['r2', 'r9'] })
    expect(flow.context().doubted_ids).toEqual(['r2', 'r9'])
    expect([flow.actor.getSnapshot().matches({ draft }), flow.saved.length]).toEqual([true, saved])
    flow.send({ type: 'draft.change', form: { group_name: 'Launch' } })
    expect(flow.saved.at(-1)?.doubted_ids).toEqual(['r2', 'r9'])
  })

  it.each([
    ['taken', 'answer', { task_id: 't1' }],
    ['refused', 'fail', { status: 422, detail: 'They say the same' }],
  ] as const)(
    'may have been sent once they come back by a step, though others were %s since',
    async (_, how, answer) => {
      const flow = await atPreview()
      flow.send({ type: 'preview.request', role_id: 5, count: 1 })
      await flow.last('generateReplies').answer({ replies: [{ reply_id: 'r9', content: 'Nine' }] })
      flow.send({ type: 'draft.sent', reply_ids: ['r1', 'r2'] })
      expect(isInDoubt(flow.context())).toBe(false)
      flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
      await flow.last('sendReplies')[how](answer)
      flow.send({ type: 'result.dismiss' })
      flow.send({ type: 'draft.undo' })
      expect([flow.context().replies.map(({ reply_id }) => reply_id), isInDoubt(flow.context())]).toEqual([
        ['r1', 'r2'],
        true,
      ])
    },
  )
})

describe('another link in the field', () => {
  const other = 'https://x.com/ada/status/9'

  it('prevents sending the replies to the earlier post, until link and post agree', async () => {
    const flow = await atPreview()
    flow.send({ type: 'draft.change', form: { tweet_url: other } })
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    expect([flow.state(), flow.context().linkResult?.message]).toEqual(['previewing.whole', messages.reply.fetchFirst])
    expect(flow.inputs('sendReplies')).toEqual([])
    flow.send({ type: 'draft.change', form: { tweet_url: link } })
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    expect(flow.state()).toBe('sending')
  })
})
