import { describe, expect, it } from 'vitest'
import {
  answerSummary,
  inOrderOf,
  judgedBy,
  refusalNote,
  sendersOf,
  stillFree,
} from '../../src/schemas/composer/answerable'
import type { Eligibility, EligibilityVerdict } from '../../src/schemas/composer/eligibility'

const account = (id: number, is_active = true) => ({
  id,
  username: `@user${id}`,
  group: null,
  is_active,
  created_at: '2026-11-22T08:00:00.000Z',
})

const eligibility: Eligibility = {
  rule: 'summoned',
  allowed: 1,
  uncertain: 1,
  refused: 7,
  accounts: [
    { account_id: 3, username: '@user3', verdict: 'allowed', reason: 'mentioned' },
    { account_id: 2, username: '@user2', verdict: 'uncertain', reason: 'answered', replied_in: '6' },
    { account_id: 5, username: '@user5', verdict: 'allowed', reason: 'in task 7', answered_in: '7' },
  ],
  others: { verdict: 'refused', reason: 'a stranger' },
}

describe('the accounts that may reply', () => {
  it('are the active ones among the chosen accounts, first those whose replies X accepts', () => {
    const judged = judgedBy(eligibility, [account(1), account(5), account(2), account(3), account(4, false)])
    expect(judged.map(({ account: { id }, verdict, reason }) => [id, verdict, reason])).toEqual([
      [3, 'allowed', 'mentioned'],
      [2, 'uncertain', 'answered'],
      [1, 'refused', 'a stranger'],
      [5, 'answered', 'in task 7'],
    ])
    expect(answerSummary(judged)).toBe(
      '1 account can reply automatically, 1 perhaps, 1 only manually, 1 already answered this mention, 1 already replied',
    )
    expect(stillFree(judged).map(({ account: { id } }) => id)).toEqual([3, 2, 1])
    expect(refusalNote(judged.slice(2), 2)).toBe(
      'X will not accept this reply through its API. After sending, post it manually.',
    )
  })

  it('are in the order of the batch, if the server has one; the replies’ own come first', () => {
    const accounts = [account(1), account(5), account(2), account(3), account(6)]
    const ordered = { ...eligibility, order: [3, 2, 6, 1] }
    expect(judgedBy(ordered, accounts).map(({ account: { id } }) => id)).toEqual([3, 2, 6, 1, 5])
    expect(inOrderOf([{ account_id: 6 }, { account_id: null }, { account_id: 3 }], ordered).order).toEqual([6, 3, 2, 1])
    expect(inOrderOf([{ account_id: 6 }], eligibility)).toEqual(eligibility)
  })

  it('are named for each reply, with the account that was shown before', () => {
    const senders = [{ account_id: 6 }, { account_id: null, was: 2 }, { account_id: 3, was: 7 }, { account_id: 8 }]
    expect(sendersOf(senders, [account(3), account(2), account(6)])).toEqual([
      { handle: '@user6', was: undefined },
      { handle: undefined, was: '@user2' },
      { handle: '@user3', was: 'another account' },
      { handle: undefined, was: undefined },
    ])
  })

  it('are counted with the correct plural', () => {
    const answers = { verdict: 'answered' as const, reason: 'in task 7', earlier: undefined }
    const judged = [1, 2].map((id) => ({ account: account(id), ...answers }))
    expect(answerSummary(judged.slice(1))).toBe('0 accounts can reply automatically, 1 already answered this mention')
    expect(answerSummary(judged)).toBe('0 accounts can reply automatically, 2 already answered this mention')
  })

  it.each<[EligibilityVerdict[], number, string | undefined]>([
    [['allowed', 'refused'], 1, undefined],
    [
      ['allowed', 'refused'],
      2,
      'X will not accept 1 of these replies through its API. After sending, post it manually.',
    ],
    [
      ['allowed', 'refused', 'refused'],
      3,
      'X will not accept 2 of these replies through its API. After sending, post those manually.',
    ],
    [['refused'], 1, 'X will not accept this reply through its API. After sending, post it manually.'],
    [['refused', 'refused'], 2, 'X will not accept these replies through its API. After sending, post them manually.'],
    [['uncertain'], 1, 'X may not accept this reply through its API.'],
    [['uncertain', 'uncertain'], 2, 'X may not accept these replies through its API.'],
    [['allowed', 'uncertain'], 2, 'X may not accept 1 of these replies through its API.'],
  ])('%j with %i replies: %s', (verdicts, replies, note) => {
    const judged = verdicts.map((verdict, id) => ({ account: account(id), verdict, reason: 'x', earlier: undefined }))
    expect(refusalNote(judged, replies)).toBe(note)
  })
})
