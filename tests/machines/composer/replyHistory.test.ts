import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { historyAfter, historyAfterSend, mostReplies, mostSteps } from '../../../src/machines/composer/draftHistory'
import type { Draft } from '../../../src/schemas/composer/draft'
import { draftReplies, emptyDraft, link, reviewed, twentyReplies } from '../samples'
import { atPreview, start } from './composer'

const idsOf = ({ replies }: Pick<Draft, 'replies'>) => replies.map(({ reply_id }) => reply_id)
const undo = { type: 'draft.undo' } as const
const redo = { type: 'draft.redo' } as const

describe('a cancelled send', () => {
  const sent = async () => {
    const flow = await atPreview()
    flow.send({ type: 'draft.change', form: { group_name: 'Launch', count: '2' } })
    const draft = flow.context()
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    await flow.last('sendReplies').answer({ task_id: 't1' })
    return { flow, draft }
  }
  const takeBack = { type: 'send.takenBack' } as const

  it('is restored unchanged, and Redo restores later text', async () => {
    const { flow, draft } = await sent()
    const next = 'https://x.com/ada/status/9'
    flow.send({ type: 'draft.change', form: { tweet_url: next } })
    flow.send(takeBack)
    expect(flow.context()).toMatchObject({
      form: draft.form,
      post: draft.post,
      replies: draft.replies,
      sent: undefined,
    })
    expect([flow.state(), flow.saved.at(-1)?.replies]).toEqual(['previewing.whole', draft.replies])
    flow.send(undo)
    expect([flow.context().form.tweet_url, flow.context().replies]).toEqual([next, []])
  })

  it('is sent again only by a click', async () => {
    const { flow } = await sent()
    flow.send(takeBack)
    expect(flow.inputs('sendReplies')).toHaveLength(1)
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    expect(flow.inputs('sendReplies')).toHaveLength(2)
  })

  it('does not return for the next post, nor after a reload', async () => {
    const { flow } = await sent()
    const reloaded = start(flow.saved.at(-1))
    reloaded.send(takeBack)
    expect([reloaded.state(), reloaded.context().replies]).toEqual(['sent', []])
    flow.send({ type: 'content.fetch', tweet_url: link })
    flow.send(takeBack)
    expect([flow.context().replies, flow.actor.getSnapshot().can(takeBack)]).toEqual([[], false])
  })
})

describe('Undo and Redo', () => {
  it('after a mode change, with everything that was there, even after a reload', async () => {
    const flow = await atPreview()
    flow.send({ type: 'draft.change', form: { group_name: 'Launch' } })
    const { form, post, replies } = flow.context()
    flow.send({ type: 'mode.select', mode: 'solo' })
    expect([flow.context().form, flow.context().replies]).toEqual([emptyDraft.form, []])
    const reloaded = start(flow.saved.at(-1))
    reloaded.send(undo)
    expect(reloaded.context()).toMatchObject({ mode: 'batch', form, post, replies })
    expect([reloaded.state(), reloaded.actor.getSnapshot().matches({ mode: 'batch' })]).toEqual([
      'previewing.whole',
      true,
    ])
    reloaded.send(redo)
    expect(reloaded.context()).toMatchObject({ mode: 'solo', form: emptyDraft.form, replies: [] })
  })

  it('after a second Preview, and from the earlier replies', async () => {
    const flow = await atPreview()
    flow.send({ type: 'preview.request', role_id: 5, count: 1 })
    await flow.last('generateReplies').answer({ replies: [{ reply_id: 'r7', content: 'Seven' }] })
    flow.send(undo)
    expect(flow.context().replies).toEqual(draftReplies)
    flow.send(redo)
    expect(idsOf(flow.context())).toEqual(['r7'])
  })

  it('after the next post of the queue, to the post that was under review', async () => {
    const flow = await atPreview()
    const { form, post, replies } = flow.context()
    const next = 'https://x.com/ada/status/9'
    flow.send({ type: 'post.open', tweet_url: next, form: {} })
    flow.send({ type: 'request.cancel' })
    expect([flow.state(), flow.context().form.tweet_url, flow.context().replies]).toEqual(['idle', next, []])
    flow.send(undo)
    expect(flow.context()).toMatchObject({ form, post, replies })
    flow.send(redo)
    expect([flow.context().form.tweet_url, flow.context().replies]).toEqual([next, []])
  })

  it('after a reply was rewritten', async () => {
    const flow = await atPreview()
    flow.send({ type: 'reply.rewrite', reply_id: 'r1', role_id: 5 })
    await flow.last('generateReplies').answer({ replies: [{ reply_id: 'r8', content: 'Eight' }] })
    flow.send(undo)
    expect(idsOf(flow.context())).toEqual(['r1', 'r2'])
  })

  it.each([
    ['before Undo', false],
    ['between Undo and Redo', true],
  ])('with the stored text of another reply that changed %s', async (_, isLater) => {
    const [first, second] = draftReplies
    if (!first || !second) throw new Error('two replies are needed')
    const flow = start({ ...reviewed, replies: [first, { ...second, content: 'Mine' }] })
    flow.send({ type: 'reply.drop', reply_id: first.reply_id })
    if (isLater) flow.send(undo)
    flow.send({ type: 'reply.revert', reply_id: second.reply_id })
    await flow.last('saveReply').answer({ reply_id: second.reply_id, content: second.generated })
    if (!isLater) flow.send(undo)
    expect(flow.context().replies).toEqual([first, second])
    flow.send(redo)
    expect(flow.context().replies).toEqual([second])
  })

  it('after a reply was dropped: nothing is missing then, and dropping the last one leaves an empty composer', async () => {
    const flow = await atPreview()
    for (const reply_id of ['r1', 'r2']) flow.send({ type: 'reply.drop', reply_id })
    expect([flow.state(), flow.context().replies, flow.context().asked?.count]).toEqual(['idle', [], 0])
    flow.send(undo)
    flow.send(undo)
    expect([flow.state(), flow.context().replies, flow.can(undo)]).toEqual(['previewing.whole', draftReplies, false])
    flow.send(redo)
    flow.send(redo)
    expect([flow.context().replies, flow.can(redo)]).toEqual([[], false])
  })

  it('go back again after Redo, and Redo ends with another change', async () => {
    const flow = await atPreview()
    for (const reply_id of ['r1', 'r2']) flow.send({ type: 'reply.drop', reply_id })
    for (const event of [undo, undo, redo, redo, undo, undo]) flow.send(event)
    expect(idsOf(flow.context())).toEqual(['r1', 'r2'])
    flow.send({ type: 'reply.drop', reply_id: 'r2' })
    expect([idsOf(flow.context()), flow.can(redo)]).toEqual([['r1'], false])
  })

  it('are not possible while a request is running', async () => {
    const flow = await atPreview()
    flow.send({ type: 'mode.select', mode: 'batch' })
    flow.send({ type: 'content.fetch', tweet_url: link })
    expect([flow.can(undo), flow.context().earlier?.map(({ step }) => step)]).toEqual([false, ['clear']])
  })

  it('open the edit dialog of a reply whose generated text was being stored', async () => {
    const flow = start({ ...reviewed, replies: [{ reply_id: 'r1', content: 'Mine', generated: 'One' }] })
    flow.send({ type: 'reply.revert', reply_id: 'r1' })
    flow.send({ type: 'mode.select', mode: 'solo' })
    flow.send(undo)
    expect([flow.state(), flow.context().unsaved]).toEqual(['editing', { reply_id: 'r1', content: 'One' }])
  })

  it('never restore a sent reply, but other replies', async () => {
    const flow = await atPreview()
    flow.send({ type: 'preview.request', role_id: 5, count: 1 })
    await flow.last('generateReplies').answer({ replies: [{ reply_id: 'r7', content: 'Seven' }] })
    flow.send({ type: 'reply.rewrite', reply_id: 'r7', role_id: 5 })
    await flow.last('generateReplies').answer({ replies: [{ reply_id: 'r9', content: 'Nine' }] })
    flow.send(undo)
    flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    await flow.last('sendReplies').answer({ task_id: 't1' })
    const { earlier, later } = flow.context()
    expect([earlier?.map(idsOf), later]).toEqual([[['r1', 'r2']], undefined])
  })

  it('lead after a send only to steps that contain replies, none of them sent', () => {
    const [first, second] = draftReplies
    if (!first || !second) throw new Error('two replies are needed')
    const step = (replies: Draft['replies']) => ({ ...reviewed, replies, step: 'drop' as const })
    const earlier = [step([]), step([first]), step([first, second])]
    expect(historyAfterSend({ earlier, later: [step([first])] }, [second])).toEqual({ earlier: [earlier[1]] })
    expect(historyAfterSend({ earlier: [step([])], later: undefined }, [second])).toEqual({})
  })

  it('never lead to a sent reply, whatever happened before the send', async () => {
    const steps = fc.array(fc.constantFrom('drop', 'rewrite', 'preview', 'undo', 'redo'), { maxLength: 8 })
    const leadsNowhereSent = async (chosen: string[]) => {
      const flow = await atPreview()
      let made = 0
      const written = () => {
        made += 1
        return { reply_id: `new ${made}`, content: `New ${made}` }
      }
      for (const step of chosen) {
        const [first] = idsOf(flow.context())
        if (step === 'undo') flow.send(undo)
        else if (step === 'redo') flow.send(redo)
        else if (step === 'drop' && first !== undefined) flow.send({ type: 'reply.drop', reply_id: first })
        else if (step === 'preview') {
          flow.send({ type: 'preview.request', role_id: 5, count: 2 })
          await flow.last('generateReplies').answer({ replies: [written(), written()] })
        } else if (first !== undefined) {
          flow.send({ type: 'reply.rewrite', reply_id: first, role_id: 5 })
          await flow.last('generateReplies').answer({ replies: [written()] })
        }
      }
      const sent = idsOf(flow.context())
      if (sent.length === 0) return
      flow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
      await flow.last('sendReplies').answer({ task_id: 't1' })
      const { earlier = [], later = [] } = flow.context()
      const reachable = new Set([...earlier, ...later].flatMap(idsOf))
      expect(sent.filter((id) => reachable.has(id))).toEqual([])
    }
    await fc.assert(fc.asyncProperty(steps, leadsNowhereSent), { numRuns: 60, examples: [[['drop']]] })
  })
})

it('the history is limited to a number of steps and of replies, but always contains the last step', () => {
  const stepsAfter = (replies: Draft['replies']) => {
    let draft: Draft = { ...reviewed, replies }
    for (let step = 0; step < 30; step += 1) draft = { ...draft, ...historyAfter(draft, 'drop') }
    return draft.earlier?.length
  }
  const twenty = twentyReplies.map((reply) => ({ ...reply, generated: reply.content }))
  const many = Array.from({ length: mostReplies + 1 }, () => twenty[0] ?? draftReplies[0]).filter((each) => !!each)
  expect([draftReplies, [...twenty, ...twenty], many].map(stepsAfter)).toEqual([mostSteps, mostReplies / 40, 1])
  expect(historyAfter(emptyDraft, 'clear')).toEqual({})
})
