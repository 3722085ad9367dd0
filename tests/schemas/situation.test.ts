import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Situation, situationOf } from '../../src/schemas/history/situation'
import type { TaskItem } from '../../src/schemas/history/tasks'
import { waitReasons } from '../../src/schemas/history/tasks'
import { item } from '../machines/samples'

const at = '9000-01-01T00:00:00.000Z'
const told = ({ status, reason, until, actions }: Situation) => [status, reason, until?.label, actions]
const of = (status: string, more: Partial<TaskItem> = {}) => told(situationOf({ ...item('i1', status), ...more }))

it('the situation shows for each reason of a wait who waits for what, and what its time means', () => {
  const waits = [...waitReasons, 'of_tomorrow'].map((waits_for) => {
    const [status, reason, until] = of('queued', { waits_for, next_at: at })
    expect(status).toBe('queued')
    return [waits_for, reason, until]
  })
  expect(waits).toEqual([
    ['undo', 'Waiting: you can still take it back', 'will be sent'],
    ['turn', 'Waiting: other replies are sent first, or X is read first', 'resumes'],
    ['earlier_reply', 'Waiting: @ada is still confirming an earlier reply', 'next check'],
    ['retry', 'Waiting: the last attempt failed', 'resumes'],
    ['budget', 'Waiting: today’s budget is used up', 'resumes'],
    ['app_paused', 'Waiting: X accepts no posts from this app for now', 'resumes'],
    ['app_limit', 'Waiting: X limits how often this app may post', 'resumes'],
    ['account_limit', 'Waiting: X limits how often @ada may post', 'resumes'],
    ['account_rest', 'Waiting: @ada rests after refusals of X', 'resumes'],
    ['account_doubt', 'Waiting: we check whether X still accepts @ada', 'resumes'],
    ['account_inactive', 'Waiting: @ada is inactive', 'resumes'],
    ['of_tomorrow', 'Waiting', 'resumes'],
  ])
})

it('the situation shows for each status what happens next and what the operator can do', () => {
  const page = 'https://x.com/intent/tweet?text=a'
  const all = {
    can_cancel: true,
    can_edit: true,
    content: 'Words',
    account_id: 7,
    can_hand_over: true,
    can_retry: true,
  }
  expect([
    of('queued'),
    of('queued', { next_at: at, can_cancel: true }),
    of('posting'),
    of('unknown', { next_at: at }),
    of('needs_review'),
    of('handed_over', { intent_url: page }),
    of('handed_over', { intent_url: page, next_at: at }),
    of('handed_over', { intent_url: null }),
    of('failed', { ...all, is_of_account: true }),
    of('completed'),
    of('of_another_provider'),
  ]).toEqual([
    ['queued', undefined, undefined, []],
    ['queued', 'Waiting', 'resumes', ['cancel']],
    ['posting', 'Being sent to X now', undefined, []],
    ['unknown', 'X may or may not have this reply', 'next check', []],
    ['to review', 'We could not find out whether X has this reply', undefined, ['decide']],
    ['to post manually', 'X accepts this reply only from a person', undefined, ['post_manually']],
    [
      'to post manually',
      'We are looking on X, and the reply is completed when X shows it',
      undefined,
      ['post_manually'],
    ],
    ['to post manually', undefined, undefined, ['enter_outcome']],
    ['failed', undefined, undefined, ['cancel', 'rewrite', 'hand_over', 'retry', 'check_account']],
    ['completed', undefined, undefined, []],
    ['of_another_provider', undefined, undefined, []],
  ])
})

it('the situation shows unknown statuses, reasons and times as text, and offers only known actions', () => {
  const unknown = fc.oneof(fc.string(), fc.constantFrom('constructor', '__proto__'))
  const known = fc.constantFrom('queued', 'unknown', 'handed_over', 'failed')
  const optional = fc.oneof(unknown, fc.constantFrom(null, undefined))
  fc.assert(
    fc.property(fc.oneof(unknown, known), optional, optional, optional, (status, waits_for, next_at, intent_url) => {
      const shown = situationOf({ ...item('i1', status), waits_for, next_at, intent_url })
      expect([typeof shown.status, ['string', 'undefined'].includes(typeof shown.reason)]).toEqual(['string', true])
      if (shown.until) expect(Date.parse(shown.until.at)).toBeGreaterThan(Date.now())
      expect(shown.actions).toEqual(
        status === 'handed_over' ? [expect.stringMatching('enter_outcome|post_manually')] : [],
      )
    }),
  )
})

it('the situation offers no check of a deleted account, and no advice that repeats the error', () => {
  const failed = (more: Partial<TaskItem>) => situationOf({ ...item('i1', 'failed'), ...more })
  const check = { is_of_account: true, account_id: 7 }
  expect([failed(check).actions, failed({ ...check, account_id: null }).actions]).toEqual([['check_account'], []])
  const advice = { error: 'No more.', next_step: 'No more.' }
  expect([failed(advice).next, failed({ ...advice, next_step: 'Wait.' }).next]).toEqual([undefined, 'Wait.'])
})
