import { describe, expect, it } from 'vitest'
import { inForm, type ProblemName, problems } from '../../../sandbox/x/problems'
import { classify } from '../../../server/posting/worker/classify'
import { opensAt } from '../../../server/x/limits'
import { wordsOf } from '../../../server/x/problems'
import { deniesReply, type Refusal, refusalOf, refusalRow } from '../../../server/x/refusals'

const now = new Date('2026-11-22T12:00:00.000Z')

interface Expected {
  refusal: Refusal
  kind: string
  manual: boolean
  says: RegExp
}

/** Every answer that the stand-in has from the facts about X: 403 in all its kinds, and those with another status. */
const expected: Partial<Record<ProblemName, Expected>> = {
  notSummoned: { refusal: 'notSummoned', kind: 'refused', manual: true, says: /mentioned or quoted.*Open in X/ },
  quoteNotAllowed: { refusal: 'quoteNotAllowed', kind: 'refused', manual: true, says: /quoted post/ },
  mentionsNotAllowed: { refusal: 'mentionsNotAllowed', kind: 'refused', manual: true, says: /Remove the @mentions/ },
  authorLimits: { refusal: 'authorLimits', kind: 'refused', manual: true, says: /limits who may reply/ },
  spendCap: { refusal: 'appStopped', kind: 'paused', manual: false, says: /usage/ },
  notSummonedSinceJuly: {
    refusal: 'notSummoned',
    kind: 'refused',
    manual: true,
    says: /mentioned or quoted.*Open in X/,
  },
  inNewWords: { refusal: 'other', kind: 'refused', manual: true, says: /Open in X/ },
  spendingLimit: { refusal: 'appStopped', kind: 'paused', manual: false, says: /usage/ },
  unknownAuth: { refusal: 'authenticationUnknown', kind: 'unsent', manual: false, says: /resumes automatically/ },
  userNotEnrolled: { refusal: 'userNotEnrolled', kind: 'revoked', manual: false, says: /developer account/ },
  duplicate: { refusal: 'duplicate', kind: 'refused', manual: false, says: /Edit and send it again/ },
  duplicateByCode: { refusal: 'duplicate', kind: 'refused', manual: false, says: /Edit and send it again/ },
  notPermitted: { refusal: 'notPermitted', kind: 'refused', manual: true, says: /Edit and send it again/ },
  notPermittedReadOnly: { refusal: 'readOnly', kind: 'revoked', manual: false, says: /Read and write/ },
  readOnlyApp: { refusal: 'readOnly', kind: 'revoked', manual: false, says: /new access tokens/ },
  unsupportedAuth: {
    refusal: 'wrongAuthentication',
    kind: 'refused',
    manual: true,
    says: /tokens have the wrong type/,
  },
  clientForbidden: { refusal: 'appStopped', kind: 'paused', manual: false, says: /developer site/ },
  twoCashtags: { refusal: 'cashtags', kind: 'refused', manual: true, says: /one cashtag/ },
  targetGone: { refusal: 'targetGone', kind: 'refused', manual: false, says: /Check the post/ },
  suspended: { refusal: 'suspended', kind: 'revoked', manual: false, says: /appeal/ },
  suspendedByCode: { refusal: 'suspended', kind: 'revoked', manual: false, says: /appeal/ },
  locked: { refusal: 'locked', kind: 'revoked', manual: false, says: /unlock/ },
  looksAutomated: { refusal: 'looksAutomated', kind: 'rested', manual: false, says: /resumes automatically/ },
  dailyLimit: { refusal: 'dailyLimit', kind: 'rested', manual: false, says: /resumes automatically/ },
  blockedByAuthor: { refusal: 'blockedByAuthor', kind: 'refused', manual: false, says: /Give up/ },
  featureForbidden: { refusal: 'featureForbidden', kind: 'revoked', manual: false, says: /Check in Media Agent/ },
  videoTooLong: { refusal: 'video', kind: 'refused', manual: false, says: /video/ },
  tooLong: { refusal: 'tooLong', kind: 'refused', manual: false, says: /280/ },
  tooLongForbidden: { refusal: 'tooLong', kind: 'refused', manual: false, says: /280/ },
  creditsDepleted: { refusal: 'appStopped', kind: 'paused', manual: false, says: /credits/ },
  creditsDepletedOlder: { refusal: 'appStopped', kind: 'paused', manual: false, says: /credits/ },
  usageCap: { refusal: 'appStopped', kind: 'paused', manual: false, says: /usage/ },
  rateLimit: { refusal: 'rateLimited', kind: 'limited', manual: false, says: /resumes automatically/ },
  rateLimitByCode: { refusal: 'rateLimited', kind: 'limited', manual: false, says: /resumes automatically/ },
}

const cases = Object.entries(expected).flatMap(([name, row]) =>
  (['detail', 'errors', 'code'] as const).map((form) => ({ name: name as ProblemName, form, row })),
)

describe('refusals of X', () => {
  it.each(cases)('is recognised by its words or its code: $name as $form', ({ name, form, row }) => {
    for (const answer of [problems[name], inForm(problems[name], form)]) {
      const headers = 'headers' in answer && answer.headers ? answer.headers : {}
      const outcome = { kind: 'answer' as const, ...answer, headers, bodyReadable: true }
      const { refusal, verdict } = classify(outcome, 'Lovely bread', now)
      expect({ refusal, kind: verdict.kind }).toEqual({ refusal: row.refusal, kind: row.kind })
      expect(verdict.nextStep ?? '').toMatch(row.says)
      expect(verdict.detail).toBe(wordsOf(answer.body))
      expect(refusalRow(row.refusal).canBeManual ?? false).toBe(row.manual)
    }
  })

  it('gives a person only replies that no other text and no later attempt would get through the API', () => {
    const handedOver = Object.values(expected).filter(({ refusal }) => refusalRow(refusal).becomesManual)
    expect(handedOver.map(({ refusal }) => refusal)).toEqual(['notSummoned', 'notSummoned', 'other'])
  })

  it('is about length if it contains "not permitted" for more than 280 characters', () => {
    const outcome = { kind: 'answer' as const, ...problems.notPermitted, headers: {}, bodyReadable: true }
    expect(classify(outcome, 'x'.repeat(280), now).refusal).toBe('notPermitted')
    expect(classify(outcome, 'x'.repeat(281), now)).toMatchObject({
      refusal: 'tooLong',
      verdict: { kind: 'refused', nextStep: expect.stringContaining('280') },
    })
  })

  it.each([
    ['its status alone where it says nothing known', 403, { detail: 'Something new.' }, 'other'],
    ['a credit note by its status', 402, undefined, 'appStopped'],
    ['a post that is gone by X’s words', 404, { detail: 'Could not find tweet with id: [456].' }, 'targetGone'],
    ['another 404', 404, { detail: 'Not Found' }, 'other'],
    ['a 404 of a proxy', 404, undefined, 'unreadable'],
    ['a status that X was not seen to use', 451, { detail: 'Not here.' }, 'other'],
    ['a sentence about somebody else', 403, { detail: 'The account of its author is suspended.' }, 'other'],
    [
      'a type that is about this post',
      403,
      { type: 'https://x/not-authorized-for-resource', errors: [{ code: 326 }] },
      'other',
    ],
    [
      'a type before words',
      403,
      { type: 'https://x/client-forbidden', detail: 'Your account is suspended.' },
      'appStopped',
    ],
    ['a type before a code', 403, { type: 'https://x/client-forbidden', errors: [{ code: 64 }] }, 'appStopped'],
    ['a code before words', 403, { errors: [{ code: 187, message: 'Your account is suspended.' }] }, 'duplicate'],
    ['one account’s own bill by its status', 402, { reason: 'user-not-enrolled' }, 'userNotEnrolled'],
    [
      'one account’s own bill',
      403,
      { type: 'https://x/client-forbidden', reason: 'user-not-enrolled' },
      'userNotEnrolled',
    ],
    ['errors that are a list', 403, [{ message: 'Status is a duplicate.' }], 'duplicate'],
    ['another name of the bill', 403, { title: 'MonthlySpendLimitExceeded' }, 'appStopped'],
    [
      'a bill in other words',
      403,
      { detail: 'There are no credits left in the balance of this project.' },
      'appStopped',
    ],
    [
      'who may answer, though it speaks of a limit',
      403,
      { detail: 'The author limits the usage of replies.' },
      'other',
    ],
    ['a suspended account though the status is 401', 401, { errors: [{ code: 64, message: 'm' }] }, 'suspended'],
    ['a code that is text', 403, { errors: [{ code: '326', message: 'm' }] }, 'locked'],
    ['a code beside a detail', 403, { detail: 'Forbidden.', errors: [{ code: 226 }] }, 'looksAutomated'],
    ['a spending limit', 403, { title: 'SpendCapReached', detail: 'no' }, 'appStopped'],
    ['no words at all', 403, {}, 'other'],
    ['errors that are none', 403, { errors: [null, 7, 'x'] }, 'other'],
  ] as const)('is recognised by %s', (_name, status, body, refusal) => {
    expect(refusalOf(status, body, {})).toBe(refusal)
  })

  it('excludes this account from this post only with 403', () => {
    expect([403, 404, 400, null].map((status) => deniesReply('other', status))).toEqual([true, false, false, false])
    expect(deniesReply('duplicate', 403)).toBe(false)
  })

  it('is new in words that this version does not know, unless its status is enough', () => {
    const isNew = (status: number, detail: string, bodyReadable = true) =>
      classify({ kind: 'answer', status, headers: {}, body: { detail }, bodyReadable }, 'Bread', now).isNew
    const unknown = [403, 400, 404, 401, 402, 429, 500].filter((status) => isNew(status, 'Only guests may reply.'))
    expect(unknown).toEqual([403, 400, 404])
    expect(isNew(400, 'Your Tweet text is too long.')).toBe(false)
    expect(isNew(413, 'A page of a proxy', false)).toBe(false)
  })

  it.each([408, 409, 500, 503, 302, 200])('is not recognised by the status %i, whatever its text', (status) => {
    expect(refusalOf(status, { detail: 'You are not permitted to perform this action.' }, {})).toBeUndefined()
  })

  it('is shown with the texts of its errors, each once', () => {
    expect(wordsOf(problems.tooLong.body)).toBe(
      'One or more parameters to your request was invalid. Your Tweet text is too long. For more information on how Twitter determines text length see https://github.com/twitter/twitter-text.',
    )
    expect(wordsOf({ detail: 'Too Many', errors: [{ message: 'Too Many' }, { message: 'Wait' }] })).toBe(
      'Too Many; Wait',
    )
  })

  it.each([
    ['a quota that is used up', { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '1795348860' }, 60],
    ['a reset though something is left', { 'x-rate-limit-remaining': '39999', 'x-rate-limit-reset': '1795348860' }, 60],
    ['a retry-after', { 'retry-after': '90' }, 90],
    ['a date by our clock', { 'retry-after': 'Sun, 22 Nov 2026 12:02:00 GMT' }, 120],
    [
      'a date by X’s clock',
      { 'retry-after': 'Sun, 22 Nov 2026 13:02:00 GMT', date: 'Sun, 22 Nov 2026 13:00:00 GMT' },
      120,
    ],
    ['a date that is over', { 'retry-after': 'Sun, 22 Nov 2026 11:59:00 GMT' }, undefined],
    ['a date after any window of X’s', { 'retry-after': 'Tue, 24 Nov 2026 12:00:00 GMT' }, undefined],
    [
      'the last of several quotas',
      {
        'x-rate-limit-remaining': '0',
        'x-rate-limit-reset': '1795348860',
        'x-user-limit-24hour-remaining': '0',
        'x-user-limit-24hour-reset': '1795352400',
      },
      3600,
    ],
    ['nothing', { 'retry-after': 'soon' }, undefined],
  ] as const)('resumes, after a 429, at %s', (_name, headers, seconds) => {
    expect(opensAt(headers, now)).toEqual(seconds && new Date(now.getTime() + seconds * 1000))
  })
})
