import { describe, expect, it } from 'vitest'
import type { Mention } from '../../../src/schemas/inbox/inbox'
import { nextWaiting } from '../../../src/views/inbox/nextWaiting'
import { inboxWith, mention } from '../../machines/samples'

describe('the next mention to answer', () => {
  const waiting = (mentions: Mention[], opened: number[] = [], left: number[] = []) =>
    nextWaiting({ shown: inboxWith(mentions, []), opened, left })?.id

  it.each<[string, number | undefined, Mention[], number[]?, number[]?]>([
    ['the newest', 7, [mention(7), mention(6)]],
    ['none that was answered', 6, [{ ...mention(7), state: 'answered' }, mention(6)]],
    ['none that was dismissed', 6, [{ ...mention(7), state: 'dismissed' }, mention(6)]],
    ['nobody who asks to be left alone', 6, [{ ...mention(7), asks_to_stop: true }, mention(6)]],
    ['nobody who is on the do-not-reply list', 6, [{ ...mention(7), declined: 'On the list.' }, mention(6)]],
    ['none that was opened here', 6, [mention(7), mention(6)], [7]],
    ['none that was taken elsewhere', 6, [mention(7), mention(6)], [], [7]],
    ['nobody where none is left', undefined, [mention(7)], [7]],
  ])('is %s', (_which, id, mentions, opened, left) => {
    expect(waiting(mentions, opened, left)).toBe(id)
  })

  it('is unknown before the list was loaded', () => {
    expect(nextWaiting({ shown: undefined, opened: [], left: [] })).toBeUndefined()
  })
})
