import { describe, expect, it } from 'vitest'
import { classify } from '../../../server/posting/worker/classify'
import type { Answer, XOutcome } from '../../../server/x/types'

const now = new Date('2026-11-21T12:00:00.000Z')
const onTime = { date: 'Sat, 21 Nov 2026 11:59:30 GMT' }

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  kind: 'answer',
  status,
  headers: { ...onTime, ...headers },
  body,
  bodyReadable: typeof body === 'object' && body !== null,
})

const problem = (status: number, detail: string, type = 'about:blank', title = 'Problem') =>
  answer(status, { title, type, status, detail })

const base = 'https://api.twitter.com/2/problems'

/** Every row of the posting protocol's table: the answer, its class, and X's words if there are any. */
const rows: [name: string, outcome: XOutcome, kind: string, detail?: string][] = [
  ['201 with a numeric id', answer(201, { data: { id: '2124102852828725248', text: 't' } }), 'done'],
  ['201 without an id', answer(201, { data: { text: 't' } }), 'ambiguous', 'X accepted the post but returned no ID'],
  ['201 with an id that is no number', answer(201, { data: { id: 'abc' } }), 'ambiguous'],
  ['201 with an id too long', answer(201, { data: { id: '12345678901234567890' } }), 'ambiguous'],
  ['201 with half a body', answer(201, '{"data":{"id":"21241028'), 'ambiguous'],
  ['201 with errors alone', problem(201, 'odd'), 'ambiguous', 'odd'],
  [
    'no connection',
    { kind: 'notSent', reason: 'connect ECONNREFUSED' },
    'unsent',
    'X could not be reached: connect ECONNREFUSED',
  ],
  ['429', answer(429, { errors: [{ code: 88, message: 'Rate limit exceeded' }] }), 'limited', 'Rate limit exceeded'],
  ['429 of the other shape', problem(429, 'Too Many Requests'), 'limited', 'Too Many Requests'],
  ['429 without a body', answer(429, undefined), 'limited'],
  [
    '429 usage cap',
    problem(429, 'Usage cap exceeded: Monthly product cap', `${base}/usage-capped`, 'UsageCapExceeded'),
    'paused',
    'Usage cap exceeded: Monthly product cap',
  ],
  ['402', problem(402, 'credits depleted', `${base}/credits`, 'CreditsDepleted'), 'paused', 'credits depleted'],
  ['402 without a body', answer(402, ''), 'paused'],
  [
    '403 client forbidden',
    problem(403, 'When authenticating requests, enrol your app.', `${base}/client-forbidden`),
    'paused',
  ],
  ['400', problem(400, 'One or more parameters to your request was invalid.', `${base}/invalid-request`), 'refused'],
  ['404', problem(404, 'Could not find tweet with id: [456].'), 'refused', 'Could not find tweet with id: [456].'],
  ['413', answer(413, 'too large'), 'refused'],
  ['415', answer(415, 'wrong type'), 'refused'],
  ['422', problem(422, 'no'), 'refused', 'no'],
  ['451', problem(451, 'Not here'), 'refused', 'Not here'],
  ['451 with a page', answer(451, '<!doctype html>'), 'ambiguous'],
  ['403 with a page', answer(403, '<!doctype html>'), 'ambiguous'],
  ['403 with words where none are expected', answer(403, { why: ['no'] }), 'refused', 'X answered 403: {"why":["no"]}'],
  ['401', problem(401, 'Unauthorized'), 'doubted', 'Unauthorized'],
  [
    '403 read-only app',
    problem(
      403,
      'Your client app is not configured with the appropriate oauth1 app permissions for this endpoint.',
      `${base}/oauth1-permissions`,
    ),
    'revoked',
  ],
  ['403 not permitted', problem(403, 'You are not permitted to perform this action.'), 'refused'],
  [
    '403 unsupported authentication',
    problem(403, 'Authenticating with ... is forbidden', `${base}/unsupported-authentication`),
    'refused',
  ],
  [
    '403 duplicate content',
    problem(403, 'You are not allowed to create a Tweet with duplicate content.'),
    'refused',
    'You are not allowed to create a Tweet with duplicate content.',
  ],
  [
    '403 not summoned',
    problem(
      403,
      'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
    ),
    'refused',
    'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
  ],
  [
    '403 target gone',
    problem(403, 'You attempted to reply to a Tweet that is deleted or not visible to you.'),
    'refused',
  ],
  ['403 of a kind never seen', problem(403, 'Something new.'), 'refused', 'Something new.'],
  ['403 cut short', answer(403, '{"detail":"You are not allow'), 'ambiguous'],
  ['408', problem(408, 'Request timeout'), 'ambiguous'],
  ['409', problem(409, 'Conflict'), 'ambiguous'],
  ['500', problem(500, 'Internal Server Error'), 'ambiguous'],
  ['503', problem(503, 'Service Unavailable'), 'ambiguous', 'Service Unavailable'],
  ['302', answer(302, '', { location: 'https://elsewhere.example' }), 'ambiguous'],
  ['200 with a page', answer(200, '<!doctype html>'), 'ambiguous'],
  [
    'deadline',
    { kind: 'lost', reason: 'no answer within 30 s' },
    'ambiguous',
    'X did not answer: no answer within 30 s',
  ],
  ['reset', { kind: 'lost', reason: 'read ECONNRESET' }, 'ambiguous'],
]

describe("the classification of an attempt's result", () => {
  it.each(rows)('%s', (_name, outcome, kind, detail) => {
    const { verdict } = classify(outcome, 'Lovely bread', now)
    expect(verdict.kind).toBe(kind)
    if (detail !== undefined) expect(verdict.detail).toBe(detail)
  })

  it('gives a next step if the operator can do something', () => {
    const withoutStep = rows
      .map(([name, outcome]) => ({ name, verdict: classify(outcome, 'Lovely bread', now).verdict }))
      .filter(({ verdict }) => ['refused', 'revoked', 'paused', 'skewed'].includes(verdict.kind))
      .filter(({ verdict }) => !verdict.nextStep)
    expect(withoutStep).toEqual([])
  })

  it.each([
    [
      'Sat, 21 Nov 2026 11:57:59 GMT',
      'skewed',
      "This server's clock is 121 s ahead of X's clock, so X rejects its signatures.",
    ],
    [
      'Sat, 21 Nov 2026 12:02:01 GMT',
      'skewed',
      "This server's clock is 121 s behind X's clock, so X rejects its signatures.",
    ],
    ['Sat, 21 Nov 2026 11:58:00 GMT', 'doubted', 'Unauthorized'],
    ['nonsense', 'doubted', 'Unauthorized'],
  ])('a 401 dated %s is %s', (date, kind, detail) => {
    const { verdict } = classify(
      { ...answer(401, { detail: 'Unauthorized' }, { date }), isSigned: true },
      'Lovely bread',
      now,
    )
    expect([verdict.kind, verdict.detail]).toEqual([kind, detail])
  })

  it('does not blame the clock for a token that X does not know: a token is not signed', () => {
    const { verdict } = classify(
      answer(401, { detail: 'Unauthorized' }, { date: 'Sat, 21 Nov 2026 11:00:00 GMT' }),
      'Lovely bread',
      now,
    )
    expect([verdict.kind, verdict.detail]).toEqual(['doubted', 'Unauthorized'])
  })

  const inHours = (hours: number) => String(now.getTime() / 1000 + hours * 3600)

  it('accepts no nonsense as the time at which a quota opens', () => {
    const resets = ['', 'soon', '0', '-5', 'NaN', 'Infinity', '1e300', '1795262400000000', '99999999999', inHours(25.1)]
    const limits = resets.map((reset) => {
      const headers = { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': reset }
      return classify(answer(429, { detail: 'Too Many Requests' }, headers), 'Lovely bread', now).limits
    })
    expect(limits).toEqual(resets.map(() => []))
  })

  it("reads used quotas from X's headers, whatever the status", () => {
    const reset = String(now.getTime() / 1000 + 600)
    const until = new Date(now.getTime() + 600_000)
    const headers = {
      'x-rate-limit-limit': '100',
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': reset,
      'x-app-limit-24hour-remaining': '0',
      'x-app-limit-24hour-reset': reset,
      'x-user-limit-24hour-remaining': '5',
      'x-user-limit-24hour-reset': reset,
    }
    expect(classify(answer(201, { data: { id: '1' } }, headers), 'Lovely bread', now)).toEqual({
      verdict: { kind: 'done', postId: '1', detail: null, nextStep: null },
      httpStatus: 201,
      refusal: null,
      isNew: false,
      transactionId: null,
      limits: [
        { scope: 'account', until },
        { scope: 'app', until },
      ],
    })
  })
})
