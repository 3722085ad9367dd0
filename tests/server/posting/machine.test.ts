import { describe, expect, it } from 'vitest'
import { initialTransition, transition } from 'xstate'
import { type ItemContext, type ItemEvent, never } from '../../../server/posting/protocol/itemEvents'
import { type ItemValue, itemMachine } from '../../../server/posting/protocol/itemMachine'
import { goldenTable, leavesOf, walk } from '../../support/machineModel'
import { reportWalks } from '../../support/reportWalks'
import { itemModel } from './itemModel'

const at = '2026-11-21T12:00:00.000Z'
const later = '2026-11-21T12:01:30.000Z'
const told = { detail: 'words of X', nextStep: 'do this' }
const walked = walk(itemModel)
const events = itemModel.events as ItemEvent[]
const [initial] = initialTransition(itemMachine)

const following = (state: ItemValue, context: Partial<ItemContext>, ...events: ItemEvent[]) => {
  const first = itemMachine.resolveState({ value: state, context: { ...initial.context, ...context } })
  return events.reduce((snapshot, event) => transition(itemMachine, snapshot, event)[0], first)
}

describe('the posting of one item', () => {
  it('has its own name', () => {
    expect(itemMachine.id).toBe('item')
  })

  it('takes every transition on some path', () => {
    expect(walked.missing).toEqual([])
    reportWalks('server', [{ machine: 'item', ...walked }])
  })

  it('follows its golden table', async () => {
    await expect(goldenTable(itemModel, walked)).toMatchFileSnapshot('__golden__/item.md')
  })

  it('has the contexts of its table after each step', async () => {
    const lines = walked.steps.map(({ from, event, to, context }) => {
      const text = JSON.stringify(context).replaceAll('|', '/')
      return `| ${from.value} | ${JSON.stringify(event)} | ${to.value} | ${text} |`
    })
    const head = ['| state | event | next state | context |', '|---|---|---|---|']
    const table = [...head, ...[...new Set(lines)].sort(), ''].join('\n')
    await expect(table).toMatchFileSnapshot('__golden__/itemContext.md')
  })

  it('never sends an item of unknown outcome without two clean reads that do not show it', () => {
    const contexts = [0, 1].flatMap((cleanReads) => [0, 1].map((resends) => ({ cleanReads, resends })))
    const sentAgain = contexts.flatMap((context) =>
      events
        .filter((event) => following('unknown', context, event).value === 'queued')
        .map((event) => ({ ...context, event })),
    )
    expect(sentAgain).toMatchObject([{ cleanReads: 1, resends: 0, event: { type: 'check.absent', mayResend: true } }])
  })

  it('sends no manual reply, nor one that a person may have posted, before X was read twice', () => {
    const given = { manualSince: at }
    const statesAfter = (state: ItemValue) => [
      ...new Set(events.flatMap((event) => leavesOf(following(state, given, event).value))),
    ]
    expect(statesAfter('handed_over').sort()).toEqual(['completed', 'failed.retryable', 'handed_over'])
    expect(statesAfter({ failed: 'retryable' }).sort()).toEqual([
      'completed',
      'failed.final',
      'failed.retryable',
      'handed_over',
      'unknown',
    ])
  })

  it('explains why a person got a reply that was not posted manually', () => {
    const over: ItemEvent = { type: 'hand.over', now: at, at: later, ...told }
    const { value, context } = following('queued', {}, over, { type: 'hand.notPosted' })
    expect([value, context.error]).toEqual([{ failed: 'retryable' }, 'Not posted manually. words of X'])
  })

  it('leaves completed only if X shows that the returned id belongs to another post', () => {
    const leaving = events.filter((event) => following('completed', {}, event).value !== 'completed')
    expect(leaving.map(({ type }) => type)).toEqual(['post.disproved'])
  })

  it('marks a completed reply once that X no longer shows, until X shows it again', () => {
    const gone: ItemEvent = { type: 'post.gone' }
    const advice = [[gone], [gone, gone], [gone, { type: 'post.shown' } as const]].map(
      (path) => following('completed', { postId: '7' }, ...path).context.nextStep,
    )
    const words = 'X no longer shows this reply. It was deleted, or X removed it. It is not sent again.'
    expect(advice).toEqual([words, words, null])
    const [again] = transition(itemMachine, following('completed', { postId: '7', nextStep: words }), gone)
    expect(again.can(gone)).toBe(false)
  })

  it('sends once more automatically, then leaves it to the operator', () => {
    const absent: ItemEvent = { type: 'check.absent', mayResend: true, at, resendAt: at }
    const lost: ItemEvent = { type: 'post.lost', at, ...told }
    const path = [absent, absent, { type: 'item.claim' } as const, lost, absent, absent]
    const states = path.map((_, index) => following('unknown', { attempts: 1 }, ...path.slice(0, index + 1)).value)
    expect(states).toEqual(['unknown', 'queued', 'posting', 'unknown', 'unknown', 'needs_review'])
  })

  it('sends nothing again automatically after the operator sent it again', () => {
    const absent: ItemEvent = { type: 'check.absent', mayResend: true, at, resendAt: at }
    const asked: ItemEvent[] = [
      { type: 'review.resend', at },
      { type: 'item.claim' },
      { type: 'post.lost', at, ...told },
    ]
    expect(following('needs_review', { attempts: 1 }, ...asked, absent, absent).value).toBe('needs_review')
  })

  it('sends nothing again automatically if that is switched off', () => {
    const absent: ItemEvent = { type: 'check.absent', mayResend: false, at, resendAt: at }
    expect(following('unknown', { attempts: 1 }, absent, absent).value).toBe('needs_review')
  })

  it("counts attempts at the claim and keeps X's words until the next answer", () => {
    const { value, context } = following('queued', {}, { type: 'item.claim' }, { type: 'post.deferred', at, ...told })
    expect([value, context.attempts, context.error, context.nextStep, context.nextAt]).toEqual([
      'queued',
      1,
      'words of X',
      'do this',
      at,
    ])
    expect(following('queued', context, { type: 'item.claim' }).context).toMatchObject({ attempts: 2, error: null })
  })

  it('accepts a late answer of X as proof, whatever happened to the item since', () => {
    const late: ItemEvent = { type: 'post.accepted', postId: '7' }
    const states = (['queued', 'posting', 'unknown', 'needs_review', 'handed_over'] satisfies ItemValue[]).map(
      (state) => following(state, {}, late),
    )
    expect(states.map(({ value, context }) => [value, context.postId])).toEqual(
      Array.from({ length: 5 }, () => ['completed', '7']),
    )
  })

  it('marks an open item as restored from a backup, whatever its state was', () => {
    const { value, context } = following(
      'unknown',
      { error: 'words of X', failedReads: 3 },
      { type: 'database.restored', now: at, at: later },
    )
    expect([value, context.restoredAt, context.nextAt, context.error, context.failedReads]).toEqual([
      'unknown',
      at,
      later,
      'A backup was restored, so this reply may already be posted.',
      0,
    ])
  })

  it('reads again at most seven times in a row when X does not answer', () => {
    const failed: ItemEvent = { type: 'check.failed', at, detail: 'words of X' }
    const reads = [0, 6, 7].map((failedReads) => following('unknown', { failedReads }, failed))
    expect(reads.map(({ value, context }) => [value, context.failedReads])).toEqual([
      ['unknown', 1],
      ['unknown', 7],
      ['needs_review', 0],
    ])
  })

  it('offers neither a check nor a send if the media agent is gone', () => {
    const advice = [
      following('queued', { resends: 1 }, { type: 'account.removed' }),
      following('unknown', {}, { type: 'account.removed' }),
      following('unknown', {}, { type: 'check.impossible', detail: 'words of X' }, { type: 'account.removed' }),
    ]
    const words = "Check the account on X. Then paste the post's link, or give up."
    expect(advice.map(({ value, context }) => [value, context.nextStep])).toEqual([
      ['needs_review', words],
      ['needs_review', words],
      ['needs_review', words],
    ])
  })

  it('is cancelled while it waits and was never unknown, and sent after all on request', () => {
    const cancel: ItemEvent = { type: 'item.cancel' }
    const waiting = following('queued', {}, cancel)
    expect([waiting.value, waiting.context.error]).toEqual([
      { failed: 'retryable' },
      'Cancelled by you. It was not sent.',
    ])
    expect(following('queued', {}, cancel, { type: 'item.retry', at, checkAt: later }).value).toBe('queued')
    expect(
      (['posting', 'unknown', 'needs_review', 'completed'] satisfies ItemValue[]).map(
        (state) => following(state, {}, cancel).value,
      ),
    ).toEqual(['posting', 'unknown', 'needs_review', 'completed'])
    expect(following('queued', { resends: 1 }, cancel).value).toBe('queued')
  })

  it('is cancelled as if it had never been manual, if nobody has started to post it', () => {
    const cancel: ItemEvent = { type: 'item.cancel' }
    const untouched = { manualSince: at, nextAt: never }
    const cancelled = following('handed_over', untouched, cancel)
    expect([cancelled.value, cancelled.context.manualSince]).toEqual([{ failed: 'retryable' }, null])
    expect(
      [{ attempts: 1 }, { resends: 1 }, { openedAt: at }, { cleanReads: 1 }, { nextAt: at }].map(
        (begun) => following('handed_over', { ...untouched, ...begun }, cancel).value,
      ),
    ).toEqual(Array(5).fill('handed_over'))
  })

  it('retries failed replies, except those that the operator gave up', () => {
    const retry: ItemEvent = { type: 'item.retry', at, checkAt: later }
    const refused = following('posting', {}, { type: 'post.refused', ...told }, retry)
    const givenUp = following('needs_review', {}, { type: 'review.giveUp' }, retry)
    expect([refused.value, givenUp.value]).toEqual(['queued', { failed: 'final' }])
  })
})
