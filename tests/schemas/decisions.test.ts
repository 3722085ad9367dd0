import { describe, expect, it } from 'vitest'
import { decisionBody, isCancel } from '../../src/schemas/history/tasks'

const tweet_url = 'https://x.com/a/status/20'

describe('decisions about an item', () => {
  it.each(['check_again', 'send_again', 'give_up', 'hand_over', 'opened', 'not_posted'] as const)(
    'may be %s, which cancels nothing',
    (action) => {
      expect(decisionBody.safeParse({ action }).data).toEqual({ action })
      expect(isCancel({ action })).toBe(false)
    },
  )

  it.each(['cancel', 'cancel_waiting', 'take_back'] as const)('may be %s, which cancels', (action) => {
    expect(decisionBody.safeParse({ action }).data).toEqual({ action })
    expect(isCancel({ action })).toBe(true)
  })

  it('may state that the reply was posted, and where', () => {
    const posted = { action: 'posted', tweet_url } as const
    expect(decisionBody.safeParse(posted).data).toEqual(posted)
    expect(isCancel(posted)).toBe(false)
  })

  it.each([
    {},
    { action: '' },
    { action: 'posted' },
    { action: 'posted', tweet_url: '' },
    { action: 'cancel', tweet_url },
    { action: 'give_up', tweet_url },
  ])('is not %j', (body) => {
    expect(decisionBody.safeParse(body).success).toBe(false)
  })

  it('must be a known decision', () => {
    expect(decisionBody.safeParse({ action: 'resend' }).error?.issues).toEqual([
      expect.objectContaining({
        message:
          'must be check_again, send_again, give_up, hand_over, opened, not_posted, cancel, cancel_waiting, take_back, or posted with a tweet_url',
      }),
    ])
  })

  it('contain a link of at most 2,048 characters', () => {
    const isTaken = (length: number) =>
      decisionBody.safeParse({ action: 'posted', tweet_url: 'x'.repeat(length) }).success
    expect([2048, 2049].map(isTaken)).toEqual([true, false])
  })
})
