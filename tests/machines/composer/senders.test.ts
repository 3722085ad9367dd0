import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assigned } from '../../../src/machines/composer/replyDraft'
import type { DraftReply, Sender } from '../../../src/schemas/composer/draft'
import { fetched, link } from '../samples'
import { type atPreview, start } from './composer'

type Flow = Awaited<ReturnType<typeof atPreview>>

const reply = (id: number): DraftReply => ({ reply_id: `r${id}`, content: `Text ${id}`, generated: `Text ${id}` })
const rewritten = (id: number) => ({ replies: [{ reply_id: `r${id}`, content: `Text ${id}` }] })
const group = { group_name: 'Launch' }

/** Six replies through the accounts 11 to 16 of eight. */
const atSix = async () => {
  const flow = start(undefined)
  flow.send({ type: 'draft.change', form: group })
  flow.send({ type: 'content.fetch', tweet_url: link })
  await flow.last('fetchContent').answer(fetched)
  flow.send({ type: 'preview.request', role_id: 5, count: 6 })
  await flow.last('generateReplies').answer({ replies: [1, 2, 3, 4, 5, 6].map(reply) })
  flow.send({ type: 'order.read', ...group, order: [11, 12, 13, 14, 15, 16, 17, 18] })
  return flow
}

const accountsOf = ({ context }: Flow) => context().senders?.map(({ account_id }) => account_id)

it('a dropped reply leaves the accounts of the others, and Undo returns its own', async () => {
  const flow = await atSix()
  expect(accountsOf(flow)).toEqual([11, 12, 13, 14, 15, 16])
  flow.send({ type: 'reply.drop', reply_id: 'r2' })
  expect(accountsOf(flow)).toEqual([11, 13, 14, 15, 16])
  flow.send({ type: 'replies.send', target: group })
  expect(flow.last('sendReplies').input).toMatchObject({
    expected: [11, 13, 14, 15, 16].map((account_id) => ({ account_id })),
  })
  await flow.last('sendReplies').answer({ task_id: 't1' })
  expect(accountsOf(flow)).toBeUndefined()
  flow.send({ type: 'send.takenBack' })
  expect(accountsOf(flow)).toEqual([11, 13, 14, 15, 16])
  flow.send({ type: 'draft.undo' })
  expect(accountsOf(flow)).toEqual([11, 12, 13, 14, 15, 16])
})

it('an account that cannot send any more is replaced by the next free one, and named', async () => {
  const flow = await atSix()
  flow.send({ type: 'order.read', ...group, order: [18, 17, 16, 14, 13, 11] })
  expect(flow.context().senders).toEqual([
    { account_id: 11 },
    { account_id: 18, was: 12 },
    { account_id: 13 },
    { account_id: 14 },
    { account_id: 17, was: 15 },
    { account_id: 16 },
  ])
  flow.send({ type: 'draft.change', form: { group_name: 'Other' } })
  expect(flow.context().senders).toBeUndefined()
  flow.send({ type: 'order.read', group_name: 'Other', order: [21, 22] })
  expect(accountsOf(flow)).toEqual([21, 22, null, null, null, null])
})

it('accounts do not change during a send', async () => {
  const flow = await atSix()
  flow.send({ type: 'replies.send', target: group })
  flow.send({ type: 'order.read', ...group, order: [18] })
  expect(accountsOf(flow)).toEqual([11, 12, 13, 14, 15, 16])
})

const sender = fc.record(
  { account_id: fc.option(fc.integer({ min: 1, max: 9 })), was: fc.integer({ min: 1, max: 9 }) },
  { requiredKeys: ['account_id'] },
)

it('no account has two replies, and no change is silent', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(sender, { maxLength: 6, selector: ({ account_id }) => account_id ?? {} }),
      fc.nat(6),
      fc.uniqueArray(fc.integer({ min: 1, max: 9 })),
      (senders: Sender[], count, order) => {
        const replies = Array.from({ length: count }, (_, id) => reply(id))
        const after = assigned({ replies, senders }, order)
        const used = after.flatMap(({ account_id }) => account_id ?? [])
        expect(new Set(used).size).toBe(used.length)
        expect(used.every((id) => order.includes(id))).toBe(true)
        expect(used.length).toBe(Math.min(count, order.length))
        after.forEach((sender, index) => {
          const before = senders[index]
          if (before?.account_id == null || sender === before) return
          expect(order).not.toContain(before.account_id)
          expect(sender.account_id === before.was || sender.was === (before.was ?? before.account_id)).toBe(true)
        })
        expect(assigned({ replies, senders: after }, order).every((each, index) => each === after[index])).toBe(true)
      },
    ),
  )
})

type Step = {
  does: 'rewrite' | 'drop' | 'add' | 'undo' | 'redo' | 'takeBack' | 'retry' | 'order'
  at: number
  lost: number[]
}

const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom('rewrite', 'drop', 'add', 'undo', 'redo', 'takeBack', 'retry', 'order'),
  at: fc.nat(5),
  lost: fc.uniqueArray(fc.integer({ min: 11, max: 18 }), { maxLength: 2 }),
})

it('each reply keeps its account through any sequence of changes, or the change is shown', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const flow = await atSix()
      let next = 100
      const known = new Map<string | number, Sender>()
      /** Undo and Redo also return that a reply had no account. */
      const note = (restores = false) =>
        flow.context().replies.forEach(({ reply_id }, index) => {
          const now = flow.context().senders?.[index]
          const before = known.get(reply_id)
          if (!now) throw new Error(`Reply ${reply_id} has no account`)
          const isReturned = restores && now.account_id === null
          if (before && before.account_id !== now.account_id && before.account_id !== null && !isReturned)
            expect([now.was, before.was]).toContainEqual(before.was ?? before.account_id)
          known.set(reply_id, now)
        })
      note()
      for (const { does, at, lost } of steps) {
        const { replies } = flow.context()
        const old = replies[at % Math.max(1, replies.length)]?.reply_id
        if (does === 'undo') flow.send({ type: 'draft.undo' })
        if (does === 'redo') flow.send({ type: 'draft.redo' })
        if (does === 'order')
          flow.send({
            type: 'order.read',
            ...group,
            order: [18, 17, 16, 15, 14, 13, 12, 11].filter((id) => !lost.includes(id)),
          })
        if (does === 'drop' && old !== undefined) flow.send({ type: 'reply.drop', reply_id: old })
        if (does === 'rewrite' && old !== undefined) {
          flow.send({ type: 'reply.rewrite', reply_id: old, role_id: 5 })
          next += 1
          await flow.last('generateReplies').answer(rewritten(next))
          const before = known.get(old)
          if (before) known.set(`r${next}`, before)
        }
        if (does === 'add' && replies.length > 0) {
          flow.send({ type: 'reply.add', role_id: 5 })
          next += 1
          await flow.last('generateReplies').answer(rewritten(next))
        }
        if ((does === 'takeBack' || does === 'retry') && replies.length > 0) {
          flow.send({ type: 'replies.send', target: group })
          if (does === 'retry') await flow.last('sendReplies').fail({ status: 503, detail: 'Away' })
          else {
            await flow.last('sendReplies').answer({ task_id: 't1' })
            flow.send({ type: 'send.takenBack' })
          }
        }
        note(does === 'undo' || does === 'redo')
      }
    }),
    { numRuns: 60 },
  )
})
