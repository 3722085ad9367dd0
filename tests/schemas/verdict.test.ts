import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Eligibility, EligibilityVerdict } from '../../src/schemas/composer/eligibility'
import { type PlannedSend, verdictOf } from '../../src/schemas/composer/verdict'
import { agents } from '../support/composerAlone'

type Named = Eligibility['accounts'][number]
const named = (account_id: number, verdict: EligibilityVerdict, more: Partial<Named> = {}): Named => ({
  account_id,
  username: `@${account_id}`,
  verdict,
  reason: `Because of ${account_id}.`,
  ...more,
})

const eligible = (accounts: Named[], more: Partial<Eligibility> = {}): Eligibility => ({
  rule: 'summoned',
  allowed: 0,
  uncertain: 0,
  refused: 0,
  accounts,
  others: { verdict: 'refused', reason: 'A stranger.' },
  ...more,
})

const ordered = (order: number[], accounts: Named[] = []) =>
  eligible(accounts, { order, others: { verdict: 'allowed', reason: 'Mentioned.' } })

const three = agents('ada', 'bob', 'cyd')
const inactive = (accounts: PlannedSend['accounts']) => accounts.map((each) => ({ ...each, is_active: false }))
const unreadable = { is_active: false, unreadable: ['is_active'] }

const planned = (change: Partial<PlannedSend> = {}): PlannedSend => ({
  mode: 'batch',
  replies: 2,
  hasTarget: true,
  accounts: three,
  eligibility: undefined,
  doubt: undefined,
  hindrances: [],
  cautions: [],
  holdSeconds: 0,
  ...change,
})

const solo = { mode: 'solo', replies: 1, accounts: agents('ada') } as const
const answered = { answered_in: 't7' }
const onlyManually = 'X will not accept these replies through its API. After sending, post them manually.'
const declined = '@eve is on your do-not-reply list.'

/** Tone, sentence, the accounts that post, and those that the sentence does not name. */
const said = (change: Partial<PlannedSend>) => {
  const { tone, sentence, by } = verdictOf(planned(change))
  return [tone, sentence, by?.text ?? '', ...(by && by.unnamed.length > 0 ? [by.label, ...by.unnamed] : [])]
}

describe('the sentence above Send', () => {
  it.each<[string, Partial<PlannedSend>, string[]]>([
    ['nothing', { replies: 0, cautions: ['Read this.'] }, ['plain', 'Nothing to send yet.', '']],
    ['a group that is loading', { accounts: [] }, ['plain', '2 replies to review', '']],
    ['a known order', { eligibility: ordered([3, 1, 2]) }, ['ready', '2 will be posted now', 'by @cyd, @ada']],
    ['as many accounts as replies', { replies: 3 }, ['ready', '3 will be posted now', 'by @ada, @bob, @cyd']],
    [
      'an unknown order',
      {},
      ['ready', '2 will be posted now', 'by 2 of 3 accounts', 'Show names', '@ada', '@bob', '@cyd'],
    ],
    [
      'more accounts than the sentence names',
      { replies: 5, accounts: agents('a', 'b', 'c', 'd', 'e') },
      ['ready', '5 will be posted now', 'by @a, @b, @c', 'and 2 more', '@d', '@e'],
    ],
    ['Undo send', { replies: 3, holdSeconds: 5 }, ['ready', '3 will be posted in 5 seconds', 'by @ada, @bob, @cyd']],
    ['one account', solo, ['ready', '1 will be posted now', 'by @ada']],
    ['no group', { hasTarget: false, accounts: [] }, ['caution', 'Choose a group to send through.', '']],
    ['no account', { ...solo, hasTarget: false, accounts: [] }, ['caution', 'Choose an account to send through.', '']],
    [
      'a text to read',
      { replies: 3, cautions: ['Reply 2 contains a link or mentions somebody else.', 'Another.'] },
      ['caution', 'Reply 2 contains a link or mentions somebody else.', '3 will be posted now by @ada, @bob, @cyd'],
    ],
    [
      'replies that only a person can post',
      { eligibility: ordered([3, 1, 2], [named(1, 'refused')]) },
      [
        'caution',
        'X will not accept 1 of these replies through its API. After sending, post it manually.',
        '1 will be posted now by @cyd',
      ],
    ],
    ['no reply for the API', { eligibility: eligible([]) }, ['caution', onlyManually, '']],
    ['a doubt', { doubt: 'It may be sent.', replies: 3 }, ['caution', 'It may be sent.', '']],
    ['a hindrance', { hindrances: ['Loading again.'], replies: 3 }, ['caution', 'Loading again.', '']],
    [
      'inactive accounts',
      { accounts: [...three.slice(0, 2), ...inactive(three.slice(2))] },
      ['ready', '2 will be posted now', 'by @ada, @bob'],
    ],
    [
      'accounts that another provider does not call active',
      { accounts: three.map((each) => ({ ...each, ...unreadable })), replies: 3 },
      ['ready', '3 will be posted now', 'by @ada, @bob, @cyd'],
    ],
    [
      'too few active accounts',
      { accounts: [...agents('ada'), ...inactive(three.slice(1, 2))] },
      ['caution', 'Only 1 of 2 accounts is active, and each reply needs its own account.', ''],
    ],
    [
      'too few accounts that may answer a mention again',
      { eligibility: eligible([named(1, 'allowed'), named(2, 'allowed', answered), named(3, 'allowed', answered)]) },
      ['caution', 'Only 1 of 3 accounts can still reply, and each reply needs its own account.', ''],
    ],
    [
      'one inactive account',
      { ...solo, accounts: inactive(agents('ada')) },
      ['caution', 'This account is inactive. Check it in Media Agent first.', ''],
    ],
    [
      'an account that has answered',
      { ...solo, eligibility: eligible([named(1, 'allowed', answered)]) },
      ['caution', 'This account cannot send another reply. Because of 1.', ''],
    ],
    [
      'an account that has replied',
      { ...solo, eligibility: eligible([named(1, 'allowed', { replied_in: 't8' })]) },
      ['caution', 'Because of 1.', '1 will be posted now by @ada'],
    ],
    [
      'an account that X may refuse',
      { ...solo, eligibility: eligible([named(1, 'uncertain')]) },
      ['caution', 'X may not accept this reply through its API. Because of 1.', '1 will be posted now by @ada'],
    ],
    [
      'an account that X refuses',
      { ...solo, eligibility: eligible([]) },
      ['caution', 'X will not accept this reply through its API. After sending, post it manually. A stranger.', ''],
    ],
    [
      'an author on the do-not-reply list, also without active accounts',
      { accounts: inactive(three), eligibility: eligible([], { declined }) },
      ['caution', `Nothing will be sent. ${declined}`, ''],
    ],
  ])('for %s', (_what, change, expected) => {
    expect(said(change)).toEqual(expected)
  })

  it('puts a doubt before a hindrance, a hindrance before what X refuses, and a text to read last', () => {
    const texts = ['Texts.', 'Repeats.']
    const all = { eligibility: eligible([]), cautions: texts }
    const order = (change: Partial<PlannedSend>) => {
      const { sentence, notes } = verdictOf(planned({ ...all, ...change }))
      return [sentence, ...notes]
    }
    expect(order({})).toEqual([onlyManually, ...texts])
    expect(order({ doubt: 'Doubt.', hindrances: ['Link.', 'Group.'] })).toEqual(['Doubt.', 'Link.', 'Group.', ...texts])
  })
})

it('counts for the price only replies that the API posts, each with its own place', () => {
  const eligibility = eligible([named(1, 'uncertain'), named(2, 'refused'), named(3, 'allowed')], { order: [2, 3, 1] })
  const { posting } = verdictOf(planned({ replies: 3, eligibility }))
  expect(posting.map(({ index, isSummoned }) => [index, isSummoned])).toEqual([
    [1, true],
    [2, false],
  ])
  const open = verdictOf(planned({ eligibility: { ...eligibility, rule: 'open' } }))
  expect(open.posting.map(({ isSummoned }) => isSummoned)).toEqual([false])
})

it('never promises more than the accounts that may post, whatever the provider leaves out', () => {
  const activity = fc.constantFrom({}, { is_active: false }, unreadable)
  const verdicts = fc.constantFrom<EligibilityVerdict[]>('allowed', 'uncertain', 'refused')
  fc.assert(
    fc.property(fc.array(fc.tuple(activity, verdicts, fc.boolean()), { maxLength: 6 }), fc.nat(8), (made, replies) => {
      const accounts = agents(...made.map((_, at) => `a${at}`)).map((each, at) => ({ ...each, ...made[at]?.[0] }))
      const list = made.map(([, verdict, has], at) => named(at + 1, verdict, has ? answered : {}))
      const { tone, by, posting } = verdictOf(planned({ accounts, replies, eligibility: eligible(list) }))
      const able = made.filter(([state, , has]) => (!('is_active' in state) || 'unreadable' in state) && !has)
      expect(posting.length).toBeLessThanOrEqual(Math.min(replies, able.length))
      if (replies > able.length) expect([by, tone === 'ready']).toEqual([undefined, false])
    }),
  )
})
