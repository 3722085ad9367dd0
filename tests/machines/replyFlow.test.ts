import { describe, expect, it } from 'vitest'
import { editReplyMachine } from '../../src/machines/editReply'
import { replyMachine } from '../../src/machines/reply'
import type { Draft } from '../../src/schemas/draft'
import { messages } from '../../src/schemas/messages'
import { atPreview, failure, start, success } from './composer'
import { cutShort, draftReplies, emptyDraft, fetched, link, otherPost, refusal, replies, reviewed } from './samples'

describe('Get Content', () => {
  it('stores the post of the link and says so below the field, not in a toast', async () => {
    const flow = start()
    flow.send({ type: 'content.fetch', tweet_url: link })
    expect(flow.isBusy()).toBe(true)
    expect(flow.last('fetchContent').input).toEqual({ tweet_url: link })
    await flow.last('fetchContent').answer(fetched)
    expect(flow.context().post).toEqual(fetched)
    expect(flow.context().linkResult).toEqual({ tone: 'success', message: 'Get content success!' })
    expect([flow.state(), flow.told]).toEqual(['idle', []])
  })

  it('says below the field that it failed, and keeps the link', async () => {
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

  it.each(['answer', 'fail'] as const)('is given up when the link is changed: a late %s says nothing', async (end) => {
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
  })

  it('that is given up leaves the replies where they are', async () => {
    const flow = await atPreview()
    flow.send({ type: 'content.fetch', tweet_url: 'https://x.com/ada/status/9' })
    flow.send({ type: 'draft.change', form: { tweet_url: link } })
    expect([flow.state(), flow.context().replies]).toEqual(['previewing.whole', draftReplies])
  })

  it('takes its message back when the link is changed', async () => {
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

  it('asks for the content first', () => {
    const flow = start()
    flow.send({ type: 'preview.request', role_id: 5, count: 2 })
    expect(flow.context().linkResult).toEqual({ tone: 'error', message: 'Fetch tweet content first!' })
    expect(flow.inputs('generateReplies')).toEqual([])
  })

  it('asks for the content again once the link is another', async () => {
    const flow = await atPreview()
    flow.send({ type: 'draft.change', form: { tweet_url: 'https://x.com/ada/status/9' } })
    flow.send({ type: 'preview.request', role_id: 5, count: 2 })
    expect(flow.context().linkResult?.message).toBe('Fetch tweet content first!')
    expect(flow.inputs('generateReplies')).toHaveLength(1)
  })

  it('generates as many replies as were asked for and keeps each as it was generated', async () => {
    const flow = await atPreview()
    expect(flow.inputs('generateReplies')).toEqual([{ tweet_id: fetched.tweet_id, role_id: 5, count: 2 }])
    expect(flow.context().replies).toEqual(draftReplies)
  })

  it('always asks for one reply in solo mode', async () => {
    const flow = await askForSolo()
    expect(flow.last('generateReplies').input).toEqual({ tweet_id: fetched.tweet_id, role_id: 5, count: 1 })
  })

  it('keeps one reply in solo mode, also where a provider answers more', async () => {
    const flow = await askForSolo()
    await flow.last('generateReplies').answer({ replies })
    expect(flow.context().replies).toEqual(draftReplies.slice(0, 1))
  })

  it('says so where the model wrote nothing, and leaves nothing to review', async () => {
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

  it('shows the first 20 while the others are written, and ends with all of them in order', async () => {
    const flow = await ask(50)
    await flow.last('generateReplies').answer({ replies: texts(1, 20) })
    expect([flow.state(), flow.isBusy(), flow.context().replies.length]).toEqual(['generating.all.rest', true, 20])
    expect(flow.saved.at(-1)?.replies).toHaveLength(20)
    await flow.last('generateReplies').answer({ replies: texts(21, 20) })
    await flow.last('generateReplies').answer({ replies: texts(41, 10) })
    expect([flow.state(), counts(flow), flow.told]).toEqual(['previewing.whole', [20, 20, 10], []])
    expect(flow.context().replies.map(({ reply_id }) => reply_id)).toEqual(texts(1, 50).map((each) => each.reply_id))
  })

  it('keeps what came when a later part fails, with the reason, and writes the missing ones by the same character', async () => {
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
  ])('stops where one part brings fewer than it was asked for, and says so %s', async (_, incomplete, said) => {
    const flow = await ask(50)
    await flow.last('generateReplies').answer({ replies: texts(1, 16), incomplete })
    expect([flow.state(), flow.context().asked?.incomplete, counts(flow)]).toEqual(['previewing.partial', said, [20]])
  })

  it('keeps what came when it is cancelled, ends the call, and sends those that are there', async () => {
    const flow = await ask(30)
    await flow.last('generateReplies').answer({ replies: texts(1, 20) })
    flow.send({ type: 'request.cancel' })
    expect([flow.state(), flow.context().asked]).toEqual(['previewing.partial', { role_id: 5, count: 30 }])
    await flow.last('generateReplies').answer({ replies: texts(21, 10) })
    expect(flow.context().replies).toHaveLength(20)
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    expect(flow.state()).toBe('sending')
  })

  it('is partial again after a reload, also in the middle of being written', async () => {
    const flow = await ask(30)
    await flow.last('generateReplies').answer({ replies: texts(1, 20) })
    const again = start(flow.saved.at(-1))
    expect([again.state(), again.inputs('generateReplies')]).toEqual(['previewing.partial', []])
    again.send({ type: 'preview.continue' })
    await again.last('generateReplies').answer({ replies: texts(21, 10) })
    expect([again.state(), again.context().replies.length]).toEqual(['previewing.whole', 30])
  })

  it('leaves the earlier replies and what was asked of them when its first part fails', async () => {
    const flow = start(cutShort)
    flow.send({ type: 'preview.request', role_id: 6, count: 21 })
    await flow.last('generateReplies').fail(refusal)
    expect([flow.state(), flow.context().asked]).toEqual(['previewing.partial', cutShort.asked])
  })

  it('asks one by one for a thousand no more than 50 times', async () => {
    const flow = await ask(1_000)
    for (let part = 0; part < 50; part += 1)
      await flow.last('generateReplies').answer({ replies: texts(1 + part * 20, 20) })
    expect([flow.state(), flow.context().replies.length, counts(flow).length]).toEqual(['previewing.whole', 1_000, 50])
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

  it('is added at the end, in batch mode alone', async () => {
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

  it('goes back to the generated text, on the server too', async () => {
    const flow = start({
      ...emptyDraft,
      post: fetched,
      replies: [{ reply_id: 'r1', content: 'My own', generated: 'One' }],
    })
    flow.send({ type: 'reply.revert', reply_id: 'r1' })
    expect(flow.last('saveReply').input).toEqual({ reply_id: 'r1', content: 'One' })
    await flow.last('saveReply').answer({ reply_id: 'r1', content: 'One' })
    expect(flow.context().replies).toEqual([draftReplies[0]])
    expect(flow.can({ type: 'reply.revert', reply_id: 'r1' })).toBe(false)
  })

  it('is edited by the child edit, whose output takes its place', async () => {
    const flow = await atPreview()
    flow.send({ type: 'reply.edit', reply_id: 'r1' })
    const edit = flow.edit('r1')
    expect(edit?.getSnapshot().context).toEqual({ reply: { reply_id: 'r1', content: 'One' } })
    edit?.send({ type: 'reply.cancel' })
    expect([flow.state(), flow.context().replies]).toEqual(['previewing.whole', draftReplies])
  })

  it('cannot be one that is not there', async () => {
    const flow = await atPreview()
    expect(flow.can({ type: 'reply.edit', reply_id: 'r7' })).toBe(false)
  })
})

describe('sending', () => {
  it('sends every reply through the group', async () => {
    const flow = await atPreview()
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    expect(flow.inputs('sendReplies')).toEqual([
      { mode: 'batch', body: { reply_ids: ['r1', 'r2'], group_name: 'Launch' } },
    ])
  })

  it('takes a group in batch mode and an account in solo mode, and nothing else', async () => {
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
    expect(flow.inputs('sendReplies')).toEqual([{ mode: 'solo', body: { reply_id: 'r1', twitter_account_id: 3 } }])
  })

  it('takes one click, and neither a second one nor another mode until the answer is there', async () => {
    const flow = await atPreview()
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    flow.send({ type: 'mode.select', mode: 'solo' })
    expect(flow.inputs('sendReplies')).toHaveLength(1)
    expect([flow.state(), flow.context().mode]).toEqual(['sending', 'batch'])
  })

  it('keeps for the next reply what is typed meanwhile, and nothing that was typed before', async () => {
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

  it('keeps what is typed meanwhile when it fails', async () => {
    const flow = await atPreview()
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    flow.send({ type: 'draft.change', form: { tweet_url: 'https://x.com/ada/status/9' } })
    await flow.last('sendReplies').fail(refusal)
    expect(flow.context().form.tweet_url).toBe('https://x.com/ada/status/9')
    flow.send({ type: 'preview.request', role_id: 5, count: 2 })
    expect(flow.context().linkResult?.message).toBe(messages.reply.fetchFirst)
  })

  it('resets everything but the mode, and keeps the task', async () => {
    const flow = await atPreview()
    flow.send({ type: 'draft.change', form: { role_id: '5', group_name: 'Launch', count: '2' } })
    const { revision } = flow.context()
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    await flow.last('sendReplies').answer({ task_id: 't1' })
    expect(flow.context()).toEqual({
      ...emptyDraft,
      sent: { mode: 'batch', task_id: 't1' },
      linkResult: undefined,
      cards: [],
      request: undefined,
      previewProblem: undefined,
      next: {},
      revision: revision + 1,
      kept: { ...emptyDraft, sent: { mode: 'batch', task_id: 't1' } },
    })
    expect(flow.told).toEqual([success('Replies posted successfully!')])
    expect(flow.saved.at(-1)).toEqual({ ...emptyDraft, sent: { mode: 'batch', task_id: 't1' } })
  })

  it('knows no task where the provider answers nothing', async () => {
    const flow = await atPreview()
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    await flow.last('sendReplies').answer({})
    expect(flow.context().sent).toEqual({ mode: 'batch', task_id: undefined })
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

  it('starts anew by the next link', async () => {
    const flow = start({ ...emptyDraft, sent: { mode: 'batch', task_id: 't1' } })
    expect(flow.state()).toBe('sent')
    flow.send({ type: 'content.fetch', tweet_url: link })
    expect([flow.state(), flow.context().sent]).toEqual(['fetchingContent', undefined])
  })
})

describe('another link in the field', () => {
  const other = 'https://x.com/ada/status/9'

  it('keeps the replies to the earlier post from being sent, until link and post agree', async () => {
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
  it('keeps nothing waiting: another reply, the same one, a fetch and a send', async () => {
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
    expect(flow.context()).toMatchObject({ ...emptyDraft, mode: 'solo', linkResult: undefined })
    expect(flow.saved.at(-1)).toEqual({ ...emptyDraft, mode: 'solo' })
  })

  it('forgets an answer that is still to come', async () => {
    const flow = await atPreview()
    flow.send({ type: 'preview.request', role_id: 5, count: 2 })
    flow.send({ type: 'mode.select', mode: 'solo' })
    await flow.last('generateReplies').answer({ replies })
    expect([flow.state(), flow.context().replies]).toEqual(['idle', []])
  })
})

describe('the draft', () => {
  it('comes back with its replies', () => {
    const kept: Draft = { ...reviewed, mode: 'solo' }
    const flow = start(kept)
    expect(flow.state()).toBe('previewing.whole')
    expect(flow.context()).toMatchObject(kept)
  })

  it('keeps what stands in the edit dialog until that is saved or cancelled, and comes back with it', async () => {
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

  it('opens no dialog for a reply that it does not hold', () => {
    const unsaved = { reply_id: 'r9', content: 'Half a thought' }
    expect(start({ ...reviewed, unsaved }).state()).toBe('previewing.whole')
  })

  it('is kept after every change of a field', () => {
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
